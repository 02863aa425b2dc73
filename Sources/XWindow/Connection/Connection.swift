import CX11
import Glibc
import LinuxSystem

/// Xlib's handle of a connection. Used only in this folder.
package typealias XDisplay = OpaquePointer

/// A connection to an X server.
///
/// Nothing here blocks unless its comment says so. To wait for events, call ``exchange()``, call ``nextEvent()`` until
/// it returns `nil`, and only then poll ``fileDescriptor`` for input. The order matters: Xlib reads the socket whenever
/// it writes or waits, so its queue may contain an event although the socket has no data.
///
/// Once the server is gone, ``isLost`` stays true, and every operation in this folder does nothing. The same holds
/// after ``close()``. The connection is also closed when its last owner releases it. Windows, segments and graphics
/// contexts keep it alive and are destroyed first.
package final class Connection {
  /// The name of the display, for messages.
  package let name: String
  /// The extensions that the server supports.
  package let extensions: Extensions
  let atoms: Atoms
  /// The socket, which is never descriptor 0, 1 or 2.
  package let fileDescriptor: Int32

  /// Whether requests cross a network, because the socket isn't in this machine's file system. SSH forwarding counts as
  /// a network.
  package let isRemote: Bool

  /// The thread of the loop, while one runs.
  package let thread = ThreadOwnership()
  private let rawDisplay: XDisplay
  private let errors: ErrorHandler
  private var isClosed = false
  private var decoder = EventDecoder()
  /// The windows of other clients that receive data from ``Clipboard`` in parts.
  var receivers: Set<ResourceID> = []
  package private(set) lazy var fences = FenceChannel(self)
  /// The input method, while text is typed; see ``Window/takeText(_:)``.
  weak var inputMethod: InputMethod?
  /// The version of SHAPE, or `nil` if the server doesn't support it. Few windows need it, so it isn't queried earlier.
  private(set) lazy var shape = display.flatMap { Extensions.Version(shape: $0) }
  /// The extension XFIXES, or `nil` if the server doesn't support it. Few windows need it.
  private(set) lazy var fixes = display.flatMap { Extensions.Fixes($0) }
  /// Whether the server reports changes of the root window and its children.
  var watchesDesktop = false
  /// Whether the server reports the start and end of a compositor.
  var watchesCompositor = false
  /// Whether the server reports changes of ``knownOutputs``.
  var watchesOutputs = false
  /// The active outputs, or `nil` if they may have changed.
  var knownOutputs: [DisplayOutput]?

  /// Opens the display with this name, or the one in DISPLAY if the name is `nil`.
  package init(display name: String? = nil) throws(ConnectionError) {
    StandardDescriptors.reserve()
    let named = Self.displayName(name)
    guard !named.isEmpty else { throw .noDisplayNamed }
    guard let display = XOpenDisplay(named) else { throw .cannotOpen(display: named) }
    let errorHandler = ErrorHandler()
    errorHandler.watch(display)
    errors = errorHandler
    self.name = named
    rawDisplay = display
    fileDescriptor = XConnectionNumber(display)
    // A locked process can't query this later.
    isRemote = Self.isRemote(fileDescriptor)
    extensions = Extensions(of: display)
    atoms = Atoms(display)
    if errors.isLost { throw .lost(display: named) }
  }

  deinit {
    close()
    XCloseDisplay(rawDisplay)
  }

  /// Closes the connection immediately. The server then frees all resources of this client.
  ///
  /// Xlib would first send pending requests and wait for an answer, forever if the server is stopped or grabbed.
  /// Because the socket is shut down first, Xlib finds the connection lost instead.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    shutdown(fileDescriptor, Int32(SHUT_RDWR))
  }

  /// Returns whether a display is specified, by this name or in DISPLAY.
  package static func isNamed(_ name: String?) -> Bool { !displayName(name).isEmpty }

  /// Returns the name of the display: the given name, or the value of DISPLAY if it is `nil` or empty.
  private static func displayName(_ name: String?) -> String {
    guard let name else { return String(cString: XDisplayName(nil)) }
    // Xlib may return the pointer that it was given, so it must stay valid until it is read.
    return name.withCString { String(cString: XDisplayName($0)) }
  }

  private static func isRemote(_ socket: Int32) -> Bool {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout.size(ofValue: address))
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(socket, $0, &length) == 0 && $0.pointee.sa_family != AF_UNIX
      }
    }
  }

  /// Xlib's handle, or `nil` once the connection is lost or closed and no more calls are allowed.
  package var display: XDisplay? {
    assert(thread.allowsUse, "the connection belongs to the thread of its loop")
    return errors.isLost || isClosed ? nil : rawDisplay
  }

  /// The server time of the last key or button press, in milliseconds, or zero, which stands for the current time,
  /// before the first.
  var userTime: UInt { decoder.userTime }

  /// The server time of the last returned pointer event, in milliseconds, or zero before the first. Wraps around after
  /// 49 days.
  package var pointerTime: UInt { decoder.pointerTime }

  /// The position of the pointer on the screen in the last returned pointer event, in pixels.
  package var pointerOnScreen: WindowPosition { decoder.pointerOnScreen }

  /// Whether the server is gone, or has closed the connection.
  package var isLost: Bool { errors.isLost }
}

extension Connection {
  /// Sends all pending requests, and reads everything that the server has sent, in as few system calls as Xlib allows.
  /// Blocks only while the socket is full.
  package func exchange() {
    // After writing, XFlush also reads available data into Xlib's queue.
    if let display { XFlush(display) }
  }

  /// Waits until the server has processed all requests. For startup and shutdown, not for frames.
  package func synchronize() {
    if let display { XSync(display, 0) }
  }

  /// Returns the next event or late error that has been read, or `nil` if the queue is empty. Makes no system call; see
  /// ``exchange()``.
  package func nextEvent() -> Event? {
    while true {
      if let error = errors.takeError() { return .error(error) }
      guard let display else { return nil }
      guard XEventsQueued(display, QueuedAlready) > 0 else {
        return errors.takeError().map(Event.error)
      }
      var event = XEvent()
      XNextEvent(display, &event)
      if let inputMethod, inputMethod.takes(&event) { continue }
      if let event = decoder.decode(&event, on: self) { return event }
    }
  }

  /// Calls `body`, waits until the server has processed its requests, and throws the first error among them. Errors of
  /// earlier requests, which are recognized by their serial numbers, are left for ``nextEvent()``.
  package func trappingErrors<Result>(
    _ body: (XDisplay) -> Result
  ) throws(TrapError) -> Result {
    guard let display else { throw .connectionLost }
    let (result, error) = errors.trap(from: XNextRequest(display)) {
      let result = body(display)
      // If the last request was answered, all errors have already arrived.
      if !errors.isLost, XLastKnownRequestProcessed(display) &+ 1 < XNextRequest(display) {
        XSync(display, 0)
      }
      return result
    }
    if errors.isLost { throw .connectionLost }
    if let error { throw .refused(error) }
    return result
  }
}

/// The reason why requests in ``Connection/trappingErrors(_:)`` failed.
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

/// An error that prevents or ends a connection to an X server.
package enum ConnectionError: Error, Hashable, CustomStringConvertible {
  /// No display was specified, neither by the caller nor by DISPLAY.
  case noDisplayNamed
  /// The display can't be reached, or refuses this client.
  case cannotOpen(display: String)
  /// The server exited, or closed the connection (xkill).
  case lost(display: String)

  package var description: String {
    switch self {
    case .noDisplayNamed:
      "display: not specified; set DISPLAY or use --display"
    case .cannotOpen(let display):
      "display \(display): cannot be opened; check DISPLAY or --display"
    case .lost(let display):
      "display \(display): lost the connection"
    }
  }
}

extension Connection {
  /// The vendor and release that the server reports.
  package var vendor: String {
    guard let display, let text = XServerVendor(display) else { return "" }
    return "\(String(cString: text)), release \(XVendorRelease(display))"
  }

  /// The depth of the screen in bits.
  package var depth: Int {
    guard let display else { return 0 }
    return Int(XDefaultDepth(display, XDefaultScreen(display)))
  }

  /// The name of the window manager (EWMH, `_NET_SUPPORTING_WM_CHECK`), or `nil` without a window manager that follows
  /// EWMH. Waits for the server.
  package var windowManagerName: String? {
    guard let display else { return nil }
    let check = atoms[.netSupportingWMCheck]
    let root = XDefaultRootWindow(display)
    guard let manager = property(check, cx11_XA_WINDOW, of: root).first,
      property(check, cx11_XA_WINDOW, of: manager).first == manager
    else { return nil }
    return text(of: manager, atoms[.netWMName]) ?? "unnamed"
  }

  /// Returns a text property in UTF-8, or `nil` if it is missing, empty or of another type.
  private func text(of window: ResourceID, _ name: Atom) -> String? {
    let utf8 = atoms[.utf8String]
    return try? trappingErrors { display in
      var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, 256, 0, utf8, &type, &format, &count, &rest, &data)
      guard let data else { return nil }
      defer { XFree(data) }
      guard type == utf8, format == 8, count > 0 else { return nil }
      return String(decoding: UnsafeBufferPointer(start: data, count: Int(count)), as: UTF8.self)
    }
  }
}

// Window properties: named values through which clients and window managers communicate.
extension Connection {
  /// Sets a property of 32-bit values.
  package func setProperty(_ name: Atom, _ type: Atom, of window: ResourceID, to values: [Int]) {
    guard let display else { return }
    // Xlib represents such values as C longs, regardless of their size.
    values.withUnsafeBytes { bytes in
      _ = XChangeProperty(
        display, window, name, type, 32, PropModeReplace,
        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, Int32(values.count))
    }
  }

  /// Sets a property of text.
  package func setProperty(_ name: Atom, _ type: Atom, of window: ResourceID, to text: [UInt8]) {
    guard let display else { return }
    XChangeProperty(
      display, window, name, type, 8, PropModeReplace, text, Int32(text.count))
  }

  func deleteProperty(_ name: Atom, of window: ResourceID) {
    if let display { XDeleteProperty(display, window, name) }
  }

  /// Returns the 32-bit values of a property, or an empty array if it is missing or of another type, or if the window
  /// is gone. Waits for the server.
  func property(_ name: Atom, _ type: Atom, of window: ResourceID) -> [UInt] {
    let values = try? trappingErrors { display -> [UInt] in
      var (actualType, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, 1024, 0, type, &actualType, &format, &count, &rest, &data)
      guard let data else { return [] }
      defer { XFree(data) }
      guard actualType == type, format == 32 else { return [] }
      return UnsafeRawPointer(data).withMemoryRebound(to: UInt.self, capacity: Int(count)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(count)))
      }
    }
    return values ?? []
  }
}

extension Connection {
  /// The number of pixels per point in the user's settings (Xft.dpi in the resource database, divided by 96), or `nil`
  /// if it is missing or implausible.
  package var scale: Double? {
    guard let display, let text = XGetDefault(display, "Xft", "dpi") else { return nil }
    let dpi = strtod(text, nil)
    return (24...1536).contains(dpi) ? dpi / 96 : nil
  }
}
