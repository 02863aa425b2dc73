import CX11
import Foundation
import TestSupport
import Testing
import XWindow

/// A client that drags something and drops it on a window: the source's side of XDND 5.
package final class DragSource {
  private let connection: Connection
  private let display: XDisplay
  private let window: ResourceID
  private let target: ResourceID

  package init(on server: XServer, to target: ResourceID) throws {
    connection = try Connection(display: server.display)
    display = try #require(connection.display)
    self.target = target
    window = XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)
    XSetSelectionOwner(display, atom("XdndSelection"), window, 0)
  }

  /// Drags over the target.
  ///
  /// - Returns: Whether the target would accept one of the types.
  package func drag(_ types: [String]) throws -> Bool {
    let atoms = types.map(atom)
    if types.count > 3 {
      connection.setProperty(
        atom("XdndTypeList"), cx11_XA_ATOM, of: window, to: atoms.map { Int($0) })
    }
    let first = (atoms + [0, 0, 0]).map { Int(bitPattern: $0) }
    send("XdndEnter", (5 << 24 | (types.count > 3 ? 1 : 0), first[0], first[1], first[2]))
    send("XdndPosition", (0, 10 << 16 | 10, 0, Int(bitPattern: atom("XdndActionCopy"))))
    return try message("XdndStatus").1 & 1 != 0
  }

  /// Drops, and hands the data over when they are asked for.
  ///
  /// - Parameter type: The type of the data, or `nil` for the requested type.
  /// - Returns: Whether the target has accepted them.
  package func drop(_ text: String, as type: String? = nil) throws -> Bool {
    try drop(Array(text.utf8), as: type)
  }

  /// Drops bytes.
  package func drop(_ bytes: [UInt8], as type: String? = nil) throws -> Bool {
    send("XdndDrop", (0, 0, 0, 0))
    let request = try event(SelectionRequest).xselectionrequest
    XChangeProperty(
      display, request.requestor, request.property, type.map(atom) ?? request.target, 8,
      PropModeReplace, bytes, Int32(bytes.count))
    var answer = XEvent()
    answer.xselection.type = SelectionNotify
    answer.xselection.requestor = request.requestor
    answer.xselection.selection = request.selection
    answer.xselection.target = request.target
    answer.xselection.property = request.property
    XSendEvent(display, request.requestor, 0, 0, &answer)
    return try message("XdndFinished").1 & 1 != 0
  }

  package func leave() {
    send("XdndLeave", (0, 0, 0, 0))
    XSync(display, 0)
  }

  private func send(_ name: String, _ data: (Int, Int, Int, Int)) {
    connection.send(
      atom(name), to: target, (Int(bitPattern: window), data.0, data.1, data.2, data.3))
    XFlush(display)
  }

  private func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }

  private func message(_ name: String) throws -> (Int, Int, Int, Int, Int) {
    while true {
      let message = try event(ClientMessage).xclient
      if message.message_type == atom(name) { return message.data.l }
    }
  }

  /// Returns the next event of a type, and drops other events.
  private func event(_ type: Int32) throws -> XEvent {
    let deadline = Deadline(20)
    while true {
      while XPending(display) > 0 {
        var event = XEvent()
        XNextEvent(display, &event)
        if event.type == type { return event }
      }
      var descriptor = pollfd(fd: connection.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, deadline.milliseconds) > 0 else { throw MissingEvent() }
    }
  }
}
