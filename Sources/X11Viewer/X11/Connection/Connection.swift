import CX11
import Glibc

/// Xlib's handle of a connection. It stays within this folder.
typealias XDisplay = OpaquePointer

/// A connection to an X server.
///
/// Nothing here waits, except where it is said. To sleep on the connection: ``exchange()``, then
/// take ``nextEvent()`` until it is nil, and only then poll ``fileDescriptor`` for input. The order
/// matters: Xlib reads the socket whenever it writes or waits, so an event can lie in its queue
/// while the socket is silent.
///
/// Once the server is gone ``isLost`` is true for good, and every operation of this folder does
/// nothing; the same holds after ``close()``. The connection is closed when its last user lets go
/// of it, too; windows, segments and graphics contexts hold on to it and are destroyed first.
final class Connection {
  /// The name of the display as the server is known by, for messages.
  let name: String
  /// What the server can do beside the core protocol.
  let extensions: Extensions
  let atoms: Atoms
  /// The socket, never one of 0, 1 and 2.
  let fileDescriptor: Int32

  private let rawDisplay: XDisplay
  private let faults: Faults
  private var isClosed = false
  private var decoder = EventDecoder()
  private(set) lazy var fences = FenceChannel(self)

  /// Opens `display`, or what DISPLAY names where that is nil.
  init(display name: String? = nil) throws(ConnectionError) {
    StandardDescriptors.reserve()
    let named = Self.displayName(name)
    guard !named.isEmpty else { throw .noDisplayNamed }
    guard let display = XOpenDisplay(named) else { throw .cannotOpen(display: named) }
    let faults = Faults()
    faults.watch(display)
    self.faults = faults
    self.name = named
    rawDisplay = display
    fileDescriptor = XConnectionNumber(display)
    extensions = Extensions(of: display)
    atoms = Atoms(display)
    if faults.isLost { throw .lost(display: named) }
  }

  deinit {
    close()
    XCloseDisplay(rawDisplay)
  }

  /// Ends the connection at once. The server then frees all that it keeps for this client.
  ///
  /// Xlib would first send what is left to be sent and wait for an answer, forever if the server is
  /// stopped or grabbed. With the socket shut down it finds the connection lost instead.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    shutdown(fileDescriptor, Int32(SHUT_RDWR))
  }

  /// What `name` means: itself, or what DISPLAY says where it is nil or empty.
  private static func displayName(_ name: String?) -> String {
    guard let name else { return String(cString: XDisplayName(nil)) }
    // Xlib gives back the very pointer that it was given, which must live until it is read.
    return name.withCString { String(cString: XDisplayName($0)) }
  }

  /// Xlib's handle, nil once the connection is lost or closed: no call can be made any more.
  var display: XDisplay? { faults.isLost || isClosed ? nil : rawDisplay }

  /// Whether the server is gone, or has closed the connection.
  var isLost: Bool { faults.isLost }
}

extension Connection {
  /// Sends what has been asked for so far, and reads what the server has sent, in as few system
  /// calls as Xlib allows. Waits only while the socket takes no more.
  func exchange() {
    // Having written, XFlush also reads what there is into Xlib's queue.
    if let display { XFlush(display) }
  }

  /// Waits until the server has done all that was asked for. For starting and stopping, not for
  /// frames.
  func synchronize() {
    if let display { XSync(display, 0) }
  }

  /// The next event, or late error, of those that have been read; nil when there is none left.
  /// Makes no system call: see ``exchange()``.
  func nextEvent() -> Event? {
    while true {
      if let error = faults.takeError() { return .error(error) }
      guard let display else { return nil }
      guard XEventsQueued(display, QueuedAlready) > 0 else {
        return faults.takeError().map(Event.error)
      }
      var event = XEvent()
      XNextEvent(display, &event)
      if let event = decoder.decode(&event, on: self) { return event }
    }
  }

  /// Runs `body`, waits for the server to carry out its requests, and throws the first error
  /// among them. Errors of earlier requests, known by their numbers, stay where ``nextEvent()``
  /// finds them.
  func trappingErrors<Result>(
    _ body: (XDisplay) -> Result
  ) throws(TrapError) -> Result {
    guard let display else { throw .connectionLost }
    let (result, error) = faults.trap(from: XNextRequest(display)) {
      let result = body(display)
      // An answer to the last request came behind the errors of all.
      if !faults.isLost, XLastKnownRequestProcessed(display) &+ 1 < XNextRequest(display) {
        XSync(display, 0)
      }
      return result
    }
    if faults.isLost { throw .connectionLost }
    if let error { throw .refused(error) }
    return result
  }
}

/// Why the requests under ``Connection/trappingErrors(_:)`` did not all succeed.
enum TrapError: Error, Hashable, CustomStringConvertible {
  case refused(RequestError)
  case connectionLost

  var description: String {
    switch self {
    case .refused(let error): error.description
    case .connectionLost: "lost the connection to the X server"
    }
  }
}
