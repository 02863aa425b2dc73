import CX11

/// Accepts files dropped on a window: the target side of XDND, the drag-and-drop protocol for the X
/// Window System, version 5.
///
/// The source reports the offered types (enter), the position of the pointer (position), and the
/// release of the button (drop). The target then requests the data through the selection
/// XdndSelection, and notifies the source when it has finished.
package struct DropTarget {
  private let window: ResourceID
  /// The source window of the current drag, or `nil`.
  private var source: ResourceID?
  /// Whether the source offers a list of files.
  private var hasFiles = false

  /// The version of the protocol.
  private static let version = 5
  /// The maximum length of a list of files, in bytes.
  private static let largestList = 1 << 20

  package init(of window: ResourceID) { self.window = window }

  /// Announces that the window accepts files.
  package func announce(on connection: Connection) {
    connection.setProperty(
      connection.atoms[.xdndAware], cx11_XA_ATOM, of: window, to: [Self.version])
  }

  /// Announces that nothing can be dropped any more.
  package func withdraw(on connection: Connection) {
    connection.deleteProperty(connection.atoms[.xdndAware], of: window)
  }

  /// Handles an event, and answers the source.
  ///
  /// - Returns: The dropped list of URIs, once it has arrived. The source then waits for
  ///   ``finish(accepted:on:)``.
  package mutating func handle(_ event: Event, on connection: Connection) -> [UInt8]? {
    switch event {
    case .drag(let message): handle(message, on: connection)
    case .selection(connection.atoms[.xdndSelection], let property):
      return take(property, on: connection)
    default: break
    }
    return nil
  }

  private mutating func handle(_ message: DragMessage, on connection: Connection) {
    let atoms = connection.atoms
    switch message {
    case .enter(let source, let types, let hasMore):
      self.source = source
      let all =
        hasMore ? connection.property(atoms[.xdndTypeList], cx11_XA_ATOM, of: source) : types
      hasFiles = all.contains(atoms[.uriList])
    case .position(let source):
      guard source == self.source else { return }
      // Bit 0 accepts the drop. The empty rectangle requests all further positions.
      connection.send(
        atoms[.xdndStatus], to: source,
        (
          Int(window), hasFiles ? 1 : 0, 0, 0,
          hasFiles ? Int(bitPattern: atoms[.xdndActionCopy]) : 0
        ))
    case .leave(let source):
      if source == self.source { self.source = nil }
    case .drop(let source, let time):
      guard source == self.source else { return }
      if hasFiles {
        connection.requestSelection(
          atoms[.xdndSelection], as: atoms[.uriList], into: atoms[.xdndSelection], of: window,
          at: time)
      } else {
        finish(accepted: false, on: connection)
      }
    }
  }

  /// Returns and removes the selection's data from a property of the window.
  private mutating func take(_ property: Atom, on connection: Connection) -> [UInt8]? {
    guard source != nil else { return nil }
    // Data in several parts (INCR) has another type. Lists of files are never that long.
    let list =
      property == 0
      ? nil
      : connection.takeBytes(
        property, connection.atoms[.uriList], of: window, limit: Self.largestList)
    if list == nil { finish(accepted: false, on: connection) }
    return list
  }

  /// Notifies the source, if one is waiting, that the drop is finished.
  ///
  /// - Parameter accepted: Whether the dropped data was used.
  package mutating func finish(accepted: Bool, on connection: Connection) {
    guard let source else { return }
    self.source = nil
    let atoms = connection.atoms
    connection.send(
      atoms[.xdndFinished], to: source,
      (
        Int(window), accepted ? 1 : 0,
        accepted ? Int(bitPattern: atoms[.xdndActionCopy]) : 0, 0, 0
      ))
  }
}

/// A message from the source of a drag.
package enum DragMessage: Hashable {
  /// The pointer enters the window. `hasMore` is whether there are more types, all of which are in
  /// a property of the source.
  case enter(source: ResourceID, types: [Atom], hasMore: Bool)
  case position(source: ResourceID)
  case leave(source: ResourceID)
  /// The button was released. `time` is the server time, which the request for the data must
  /// include.
  case drop(source: ResourceID, time: UInt)
}

extension DragMessage {
  /// Parses a message. Returns `nil` for messages of other types and of unsupported old versions.
  init?(_ event: XClientMessageEvent, _ atoms: Atoms) {
    let data = event.data.l
    let source = ResourceID(bitPattern: data.0)
    switch event.message_type {
    case atoms[.xdndEnter]:
      guard data.1 >> 24 & 0xFF >= 3 else { return nil }
      self = .enter(
        source: source, types: [data.2, data.3, data.4].map { Atom(bitPattern: $0) },
        hasMore: data.1 & 1 != 0)
    case atoms[.xdndPosition]: self = .position(source: source)
    case atoms[.xdndLeave]: self = .leave(source: source)
    case atoms[.xdndDrop]: self = .drop(source: source, time: UInt(bitPattern: data.2))
    default: return nil
    }
  }
}

extension Connection {
  /// Sends a client message to a window, and to no other client.
  package func send(_ type: Atom, to window: ResourceID, _ data: (Int, Int, Int, Int, Int)) {
    guard let display else { return }
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = type
    event.xclient.format = 32
    event.xclient.data.l = data
    XSendEvent(display, window, 0, 0, &event)
  }
}
