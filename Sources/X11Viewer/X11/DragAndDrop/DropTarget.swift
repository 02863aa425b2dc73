import CX11

/// Takes files that are dropped on a window: the target's side of the drag-and-drop protocol for
/// the X Window System (XDND), version 5.
///
/// The source says which types it has (enter), where the pointer is (position), and that the button
/// was released (drop). Then the types' data come as the selection XdndSelection, and the source
/// hears that it is over.
struct DropTarget {
  private let window: ResourceID
  /// The window that something is dragged from; nil while nothing is.
  private var source: ResourceID?
  /// Whether it has a list of files.
  private var hasFiles = false

  /// The version of the protocol that is spoken.
  private static let version = 5
  /// More than this is no list of files. In bytes.
  private static let largestList = 1 << 20

  init(of window: ResourceID) { self.window = window }

  /// Says that files may be dropped on the window.
  func announce(on connection: Connection) {
    connection.setProperty(
      connection.atoms[.xdndAware], cx11_XA_ATOM, of: window, to: [Self.version])
  }

  /// Answers what an event asks.
  ///
  /// - Returns: the list of URIs that was dropped, once it is here.
  mutating func handle(_ event: Event, on connection: Connection) -> [UInt8]? {
    switch event {
    case .drag(let message): handle(message, on: connection)
    case .selection(let property): return take(property, on: connection)
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
      // Bit 0: it would be taken. An empty rectangle: positions are wanted within it, so everywhere.
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

  /// The data of the selection are in a property of the window, or there are none.
  private mutating func take(_ property: Atom, on connection: Connection) -> [UInt8]? {
    guard source != nil else { return nil }
    // What comes in pieces (INCR) has another type. A list of files is never that long.
    let list =
      property == 0
      ? nil
      : connection.takeBytes(
        property, connection.atoms[.uriList], of: window, limit: Self.largestList)
    finish(accepted: list != nil, on: connection)
    return list
  }

  private mutating func finish(accepted: Bool, on connection: Connection) {
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

/// What the source of a drag says.
enum DragMessage: Hashable {
  /// - hasMore: whether all types are in a property of the source.
  case enter(source: ResourceID, types: [Atom], hasMore: Bool)
  case position(source: ResourceID)
  case leave(source: ResourceID)
  /// - time: of the server, which the request for the data must name.
  case drop(source: ResourceID, time: UInt)
}

extension DragMessage {
  /// Nil for messages of other types, and of versions that are too old to be answered.
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
