import AnimCore
import CX11
import Glibc
import LinuxSystem

/// A System V shared memory segment that the server has attached.
///
/// It is marked for removal before the server attaches it, which Linux allows. However this process
/// ends, the kernel frees the memory when its last user detaches.
///
/// When the segment is deallocated, the server is first requested to detach it. It processes
/// requests in order, so pending puts still find the memory. Then this process detaches it as well.
/// Images in its memory must have been released by then.
package final class SharedMemory {
  /// The capacity, in bytes.
  let capacity: Int
  let address: UnsafeMutableRawPointer
  /// Xlib's record of the segment, at a fixed address.
  let info: UnsafeMutablePointer<XShmSegmentInfo>
  private let connection: Connection
  private var isAttached = false

  /// - Parameter capacity: The size in bytes, which must be positive.
  package init(capacity: Int, on connection: Connection) throws(SharedMemoryError) {
    guard connection.extensions.sharedMemory != nil else { throw .noExtension }
    // Readable and writable only by this user.
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
      // Everything is initialized, so deinit runs and unmaps the memory.
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

  /// Makes the kernel provide memory for the first `count` bytes immediately.
  package func populate(_ count: Int) {
    populatePages(at: address, min(count, capacity))
  }

  /// The server's number of the segment, as in ``Event/shmCompletion(segment:)``.
  package var segment: ResourceID { info.pointee.shmseg }
}

/// The reason why pixels can't be shared with the server.
package enum SharedMemoryError: Error, Hashable, CustomStringConvertible {
  case noExtension
  /// The kernel didn't provide a segment.
  case noMemory(errno: Int32)
  /// The server didn't attach the segment: it runs on another machine, or as another user.
  case refused(RequestError)
  /// The server attached another segment with the same number, because it is in another IPC
  /// namespace.
  case foreign
  case connectionLost

  /// Whether sharing a smaller segment may succeed.
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

  /// Checks whether the server actually sees the shared memory, by sending a pattern through it
  /// once.
  ///
  /// The presence of the extension proves nothing, because a server on another machine has it too.
  /// Neither does a successful attach: segments have small numbers, and a server in another IPC
  /// namespace, such as that of a container, attaches its own segment with that number.
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
    // Free the pixmap after the reply, so that the reply is the only thing to wait for.
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

  /// Returns random colours, rounded to those of the server's format.
  private static func pattern(_ packer: PixelPacker) -> [UInt32] {
    // One call to the kernel, instead of one for each pixel.
    let chance = UInt64.random(in: 1...UInt64.max)
    let count = UInt64(probeSize.width * probeSize.height)
    return (1...count).map { packer.color(packer.pixel(UInt32((chance &* $0) >> 40))) }
  }
}
