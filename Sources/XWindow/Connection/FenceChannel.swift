import CX11

/// A fence: a request to the server to report when it has processed all earlier requests.
///
/// A fence is a client message that this client sends to one of its windows. The server processes
/// requests in order, so all earlier requests are done when the message returns as
/// ``Event/fence(_:)``. Unlike XSync, this doesn't block.
package final class FenceChannel {
  private unowned let connection: Connection
  private let window: XID
  private var last: UInt32 = 0

  /// Creates the window that receives the messages. It is never mapped. The viewer's own window may
  /// belong to another program.
  init(_ connection: Connection) {
    self.connection = connection
    window =
      connection.display.map { display in
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        return XCreateWindow(
          display, XDefaultRootWindow(display), -1, -1, 1, 1, 0, 0, UInt32(InputOnly), nil,
          UInt(CWOverrideRedirect), &attributes)
      } ?? 0
  }

  /// Sends a fence after all requests so far.
  ///
  /// - Returns: The number of the fence, which is never zero, and which ``Event/fence(_:)``
  ///   contains.
  package func send() -> UInt32 {
    last = last == .max ? 1 : last + 1
    guard let display = connection.display else { return last }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = connection.atoms[.fence]
    event.xclient.format = 32
    event.xclient.data.l.0 = Int(last)
    // With an empty event mask, the message goes to the creator of the window.
    XSendEvent(display, window, 0, 0, &event)
    return last
  }
}
