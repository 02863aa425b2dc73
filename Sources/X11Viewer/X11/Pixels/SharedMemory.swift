import CLinux
import CX11
import Glibc

/// A System V shared memory segment that the server has attached.
///
/// It is marked for removal before the server attaches it, which Linux allows: however this
/// process ends, the kernel frees the memory with its last user.
///
/// When the segment goes, the server is first asked to detach it; it takes requests in order, so
/// puts that are under way still find it. Then this process detaches it as well. Images over its
/// memory must be gone by then.
final class SharedMemory {
  /// In bytes.
  let capacity: Int
  let address: UnsafeMutableRawPointer
  /// What Xlib wants to know, at an address that stays.
  let info: UnsafeMutablePointer<XShmSegmentInfo>
  private let connection: Connection
  private var isAttached = false

  /// - Parameter capacity: bytes, more than zero.
  init(capacity: Int, on connection: Connection) throws(SharedMemoryError) {
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
      // All is initialised, so deinit runs and gives the mapping back.
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

  /// Has the kernel provide memory for the first `count` bytes at once. Page by page, as they are first
  /// written to, takes it twice as long. Where it cannot, that is what happens.
  func populate(_ count: Int) {
    madvise(address, min(count, capacity), MADV_POPULATE_WRITE)
  }

  /// The server's name for the segment, found in ``Event/shmCompletion(segment:)``.
  var segment: ResourceID { info.pointee.shmseg }
}

/// Why pixels cannot be shared with the server.
enum SharedMemoryError: Error, Hashable, CustomStringConvertible {
  case noExtension
  /// The kernel gives no segment.
  case noMemory(errno: Int32)
  /// The server does not take the segment: it is on another machine, or another user's.
  case refused(RequestError)
  /// The server attached another segment of the same number: it lives in another IPC namespace.
  case foreign
  case connectionLost

  /// Whether less memory may be shared all the same.
  var isAboutSize: Bool {
    switch self {
    case .noMemory: true
    case .refused(let error): error.isOutOfMemory
    case .noExtension, .foreign, .connectionLost: false
    }
  }

  var description: String {
    switch self {
    case .noExtension: "the server has no MIT-SHM"
    case .noMemory(let code): "no shared memory: " + String(cString: strerror(code))
    case .refused(let error): "the server cannot attach our memory: \(error)"
    case .foreign: "the server is in another IPC namespace"
    case .connectionLost: "X server: lost the connection"
    }
  }
}
