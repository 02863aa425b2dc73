import AnimCore
import CX11
import Glibc
import LinuxSystem

/// A System V shared memory segment that the server has attached.
///
/// It is marked for removal before the server attaches it, which Linux allows: however this process
/// ends, the kernel frees the memory when its last user detaches.
///
/// When the segment is deallocated, the server is first asked to detach it. It handles requests in
/// order, so pending puts still find the memory. Then this process detaches it as well. Images in
/// its memory must be gone by then.
package final class SharedMemory {
  /// In bytes.
  let capacity: Int
  let address: UnsafeMutableRawPointer
  /// Xlib's record of the segment, at an address that does not change.
  let info: UnsafeMutablePointer<XShmSegmentInfo>
  private let connection: Connection
  private var isAttached = false

  /// - Parameter capacity: the size in bytes, more than zero.
  package init(capacity: Int, on connection: Connection) throws(SharedMemoryError) {
    guard connection.extensions.sharedMemory != nil else { throw .noExtension }
    // Readable and writable by this user alone.
    let kernelID = shmget(IPC_PRIVATE, capacity, IPC_CREAT | 0o600)
    guard kernelID >= 0 else { throw .noMemory(errno: errno) }
    let mapping = shmat(kernelID, nil, 0)
    let mappingError = errno
    shmctl(kernelID, IPC_RMID, nil)
    guard let mapping, mapping != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw .noMemory(errno: mappingError)
    }
    self.capacity = capacity
    self.connection = connection
    address = mapping
    let info = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    info.initialize(
      to: XShmSegmentInfo(
        shmseg: 0, shmid: kernelID, shmaddr: mapping.assumingMemoryBound(to: CChar.self),
        readOnly: 1))
    self.info = info
    do throws(TrapError) {
      _ = try connection.trappingErrors { XShmAttach($0, info) }
      isAttached = true
    } catch {
      // Everything is initialised, so deinit runs and unmaps the memory.
      switch error {
      case .refused(let error): throw .refused(error)
      case .connectionLost: throw .connectionLost
      }
    }
  }

  deinit {
    if isAttached, let display = connection.display { XShmDetach(display, info) }
    shmdt(address)
    info.deallocate()
  }

  /// Makes the kernel provide memory for the first `count` bytes at once.
  package func populate(_ count: Int) {
    populatePages(at: address, min(count, capacity))
  }

  /// The server's number for the segment, as in ``Event/shmCompletion(segment:)``.
  package var segment: ResourceID { info.pointee.shmseg }
}

/// The reason why pixels can't be shared with the server.
package enum SharedMemoryError: Error, Hashable, CustomStringConvertible {
  case noExtension
  /// The kernel did not provide a segment.
  case noMemory(errno: Int32)
  /// The server did not attach the segment: it runs on another machine, or as another user.
  case refused(RequestError)
  /// The server attached another segment with the same number: it is in another IPC namespace.
  case foreign
  case connectionLost

  /// Whether a smaller segment may still be shared.
  package var isAboutSize: Bool {
    switch self {
    case .noMemory: true
    case .refused(let error): error.isOutOfMemory
    case .noExtension, .foreign, .connectionLost: false
    }
  }

  package var description: String {
    switch self {
    case .noExtension: "the server has no MIT-SHM"
    case .noMemory(let code): "no shared memory: " + String(cString: strerror(code))
    case .refused(let error): "the server cannot attach our memory: \(error)"
    case .foreign: "the server is in another IPC namespace"
    case .connectionLost: "X server: lost the connection"
    }
  }
}

extension SharedMemory {
  private static let probeSize = PixelSize(width: 16, height: 4)

  /// Finds out whether the server really sees the memory that we share, by sending a pattern
  /// through it once.
  ///
  /// That the extension is present proves nothing, since a server on another machine has it too.
  /// Nor does a successful attach: segments have small numbers, and a server in another IPC
  /// namespace, such as that of a container, attaches whatever has that number there.
  package static func probe(
    _ format: PixelFormat, on connection: Connection
  ) throws(SharedMemoryError) {
    let capacity = format.bytesPerRow(width: probeSize.width) * probeSize.height
    let memory = try SharedMemory(capacity: capacity, on: connection)
    let image = ImageBuffer(shared: memory, format)
    image.resize(to: probeSize)
    let packer = PixelPacker(format)
    let pattern = pattern(packer)
    pattern.withUnsafeBufferPointer { image.pack($0, probeSize.bounds, packer) }
    let seen: [UInt32]?
    // Freed after the answer, which is then all that is waited for.
    var pixmap: ResourceID = 0
    var context: GraphicsContext?
    defer {
      context = nil
      if let display = connection.display { XFreePixmap(display, pixmap) }
    }
    do throws(TrapError) {
      seen = try connection.trappingErrors { display in
        pixmap = XCreatePixmap(
          display, XDefaultRootWindow(display), UInt32(probeSize.width), UInt32(probeSize.height),
          UInt32(format.depth))
        context = GraphicsContext(for: pixmap, on: connection)
        context?.put(image, probeSize.bounds, to: pixmap, notify: false)
        return connection.readPixels(of: pixmap, probeSize.bounds, packer)
      }
    } catch {
      switch error {
      case .refused(let error): throw .refused(error)
      case .connectionLost: throw .connectionLost
      }
    }
    guard seen == pattern else { throw .foreign }
  }

  /// Random colours, rounded to those that the server's format has.
  private static func pattern(_ packer: PixelPacker) -> [UInt32] {
    // A single call to the kernel, instead of one for each pixel.
    let chance = UInt64.random(in: 1...UInt64.max)
    let count = UInt64(probeSize.width * probeSize.height)
    return (1...count).map { packer.color(packer.pixel(UInt32((chance &* $0) >> 40))) }
  }
}
