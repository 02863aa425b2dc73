import CX11
import Glibc

/// Xlib's handle of a connection. It is not used outside of this folder.
package typealias XDisplay = OpaquePointer

/// A connection to an X server.
///
/// Nothing here waits, unless its comment says so. To sleep until something arrives, call
/// ``exchange()``, take ``nextEvent()`` until it is nil, and only then poll ``fileDescriptor`` for
/// input. The order matters: Xlib reads the socket whenever it writes or waits, so an event can be
/// in its queue while the socket is silent.
///
/// Once the server is gone, ``isLost`` stays true, and every operation in this folder does nothing;
/// the same holds after ``close()``. The connection is also closed when its last owner releases it;
/// windows, segments and graphics contexts keep it alive and are destroyed first.
package final class Connection {
  /// The name of the display, for messages.
  package let name: String
  /// The extensions that the server offers.
  package let extensions: Extensions
  let atoms: Atoms
  /// The socket; never one of the descriptors 0, 1 and 2.
  package let fileDescriptor: Int32

  private let rawDisplay: XDisplay
  private let faults: Faults
  private var isClosed = false
  private var decoder = EventDecoder()
  package private(set) lazy var fences = FenceChannel(self)

  /// Opens the display of this name, or the one that DISPLAY names if it is nil.
  package init(display name: String? = nil) throws(ConnectionError) {
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

  /// Ends the connection at once. The server then frees everything that it keeps for this client.
  ///
  /// Xlib would first send what is pending and wait for an answer, forever if the server is stopped
  /// or grabbed. With the socket shut down, it finds the connection lost instead.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    shutdown(fileDescriptor, Int32(SHUT_RDWR))
  }

  /// The name of the display that `name` stands for: the same, or that in DISPLAY if it is nil or
  /// empty.
  private static func displayName(_ name: String?) -> String {
    guard let name else { return String(cString: XDisplayName(nil)) }
    // Xlib may return the pointer that it was given, which must stay valid until it is read.
    return name.withCString { String(cString: XDisplayName($0)) }
  }

  /// Xlib's handle; nil once the connection is lost or closed, when no calls can be made any more.
  package var display: XDisplay? { faults.isLost || isClosed ? nil : rawDisplay }

  /// Whether the server is gone, or has closed the connection.
  package var isLost: Bool { faults.isLost }
}

extension Connection {
  /// Sends all pending requests, and reads what the server has sent, in as few system calls as Xlib
  /// allows. Waits only while the socket is full.
  package func exchange() {
    // After writing, XFlush also reads what has arrived into Xlib's queue.
    if let display { XFlush(display) }
  }

  /// Waits until the server has carried out all requests. For starting and stopping, not for
  /// frames.
  package func synchronize() {
    if let display { XSync(display, 0) }
  }

  /// The next event or late error that has been read; nil if there is none left. Makes no system
  /// call: see ``exchange()``.
  package func nextEvent() -> Event? {
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

  /// Runs `body`, waits for the server to carry out its requests, and throws the first error among
  /// them. Errors of earlier requests, which are recognised by their numbers, are left for
  /// ``nextEvent()``.
  package func trappingErrors<Result>(
    _ body: (XDisplay) -> Result
  ) throws(TrapError) -> Result {
    guard let display else { throw .connectionLost }
    let (result, error) = faults.trap(from: XNextRequest(display)) {
      let result = body(display)
      // If the last request was answered, all errors have already arrived.
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

/// Why not all requests in ``Connection/trappingErrors(_:)`` succeeded.
package enum TrapError: Error, Hashable, CustomStringConvertible {
  case refused(RequestError)
  case connectionLost

  package var description: String {
    switch self {
    case .refused(let error): error.description
    case .connectionLost: "lost the connection to the X server"
    }
  }
}
