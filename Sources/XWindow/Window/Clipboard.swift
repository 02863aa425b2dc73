import AnimCore
import CX11

/// The owner of the selection CLIPBOARD (ICCCM 2), from which other clients paste.
///
/// The owner keeps the data and sends it on request until it exits or another client copies
/// something. Data that doesn't fit into one request is sent in parts (INCR), each after the
/// receiver has deleted the previous one.
package struct Clipboard {
  /// The contents of the clipboard.
  package enum Content: Hashable, Sendable {
    /// The bytes of a PNG file.
    case png([UInt8])
    case text(String)
    /// A file: its path as text, and its URI for programs that accept files.
    case file(path: String, uri: String)
  }

  private let window: ResourceID
  private var offer: Offer?
  private var transfers: [Transfer] = []

  private struct Offer {
    var content: Content
    /// The server time at which the data was put on the clipboard.
    var time: UInt
  }

  /// Data that a client receives in parts.
  private struct Transfer {
    let receiver: ResourceID
    let property: Atom
    let type: Atom
    let bytes: [UInt8]
    var sentCount = 0
  }

  /// The maximum number of concurrent transfers, so that clients that read only the first part
  /// can't exhaust the memory. A new transfer replaces the oldest.
  private static let maximumTransfers = 16
  /// The maximum size of a part, in bytes.
  private static let partSize = 1 << 18

  /// Creates a clipboard.
  /// - Parameter window: A window of this client, which owns the selection.
  package init(of window: ResourceID) { self.window = window }

  /// Puts data on the clipboard, in response to the last key or button press. Waits for the server.
  ///
  /// - Returns: Whether this client now owns the clipboard. Another client may have been faster.
  package mutating func copy(_ content: Content, on connection: Connection) -> Bool {
    let (selection, time) = (connection.atoms[.clipboard], connection.userTime)
    let owner = try? connection.trappingErrors { [window] display in
      XSetSelectionOwner(display, selection, window, time)
      return XGetSelectionOwner(display, selection)
    }
    guard owner == window else { return false }
    offer = Offer(content: content, time: time)
    return true
  }

  /// Answers a client that requests data or has received a part of it.
  package mutating func handle(_ event: Event, on connection: Connection) {
    switch event {
    case .selectionRequest(let request): answer(request, on: connection)
    case .selectionCleared(connection.atoms[.clipboard]): offer = nil
    case .propertyDeleted(let property, let receiver):
      sendPart(of: property, to: receiver, on: connection)
    default: break
    }
  }

  private mutating func answer(_ request: PasteRequest, on connection: Connection) {
    // Clients from before 1989 let the owner choose the property (ICCCM 2.2).
    let property = request.property == 0 ? request.target : request.property
    let isServed =
      request.owner == window && request.selection == connection.atoms[.clipboard]
      && (request.target == connection.atoms[.multiple]
        ? serveSeveral(request, on: connection)
        : serve(request.target, to: request.requestor, in: property, on: connection))
    connection.notify(request, property: isServed ? property : 0)
    connection.exchange()
  }

  /// Answers a request for several forms (MULTIPLE, ICCCM 2.6.2). The receiver's property contains
  /// pairs of a target and the property for it. Targets that aren't available become zero.
  ///
  /// - Returns: Whether the property contains any pairs.
  private mutating func serveSeveral(_ request: PasteRequest, on connection: Connection) -> Bool {
    let pair = connection.atoms[.atomPair]
    var atoms = connection.property(request.property, pair, of: request.requestor)
    guard atoms.count >= 2 else { return false }
    for index in stride(from: 0, to: atoms.count - 1, by: 2) {
      let (target, property) = (atoms[index], atoms[index + 1])
      let isServed =
        target != connection.atoms[.multiple] && property != 0
        && serve(target, to: request.requestor, in: property, on: connection)
      if !isServed { atoms[index] = 0 }
    }
    connection.setProperty(
      request.property, pair, of: request.requestor, to: atoms.map { Int(bitPattern: $0) })
    return true
  }

  /// - Returns: Whether the data is available in this form.
  private mutating func serve(
    _ target: Atom, to receiver: ResourceID, in property: Atom, on connection: Connection
  ) -> Bool {
    let atoms = connection.atoms
    guard let offer else { return false }
    let types = offer.content.types(atoms)
    switch target {
    case atoms[.targets]:
      let all =
        [atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.saveTargets]] + types
      connection.setProperty(
        property, cx11_XA_ATOM, of: receiver, to: all.map { Int(bitPattern: $0) })
    case atoms[.timestamp]:
      connection.setProperty(
        property, cx11_XA_INTEGER, of: receiver, to: [Int(bitPattern: offer.time)])
    // A clipboard manager may keep the data. Like every target with a side effect, it is answered
    // with a property of this type without data (ICCCM 2.6.3).
    case atoms[.saveTargets]:
      connection.setProperty(property, atoms[.null], of: receiver, to: [UInt8]())
    case let type where types.contains(type):
      // TEXT stands for any text type that the owner chooses.
      let type = type == atoms[.text] ? atoms[.utf8String] : type
      let bytes = offer.content.bytes(as: type, atoms)
      if bytes.count <= partSize(on: connection) {
        connection.setProperty(property, type, of: receiver, to: bytes)
      } else if receiver == window {
        // Paths to open are never that long.
        return false
      } else {
        begin(
          Transfer(receiver: receiver, property: property, type: type, bytes: bytes),
          on: connection)
      }
    default:
      return false
    }
    return true
  }

  private func partSize(on connection: Connection) -> Int {
    min(Self.partSize, connection.largestProperty)
  }
}

// Transfers in parts (ICCCM 2.7.2).
extension Clipboard {
  private mutating func begin(_ transfer: Transfer, on connection: Connection) {
    end(connection) { $0.receiver == transfer.receiver && $0.property == transfer.property }
    if transfers.count == Self.maximumTransfers {
      let oldest = transfers[0]
      end(connection) { $0.receiver == oldest.receiver && $0.property == oldest.property }
    }
    transfers.append(transfer)
    connection.receivers.insert(transfer.receiver)
    connection.watchProperties(of: transfer.receiver, true)
    // The number is a lower bound of the size.
    connection.setProperty(
      transfer.property, connection.atoms[.incremental], of: transfer.receiver,
      to: [transfer.bytes.count])
  }

  private mutating func sendPart(
    of property: Atom, to receiver: ResourceID, on connection: Connection
  ) {
    guard
      let index = transfers.firstIndex(where: {
        $0.receiver == receiver && $0.property == property
      })
    else { return }
    let transfer = transfers[index]
    let part = transfer.bytes[transfer.sentCount...].prefix(partSize(on: connection))
    connection.setProperty(property, transfer.type, of: receiver, to: Array(part))
    transfers[index].sentCount += part.count
    // An empty part marks the end.
    if part.isEmpty {
      end(connection) { $0.receiver == receiver && $0.property == property }
    }
    connection.exchange()
  }

  private mutating func end(_ connection: Connection, where isEnded: (Transfer) -> Bool) {
    let ended = transfers.filter(isEnded)
    transfers.removeAll(where: isEnded)
    for transfer in ended where !transfers.contains(where: { $0.receiver == transfer.receiver }) {
      connection.receivers.remove(transfer.receiver)
      connection.watchProperties(of: transfer.receiver, false)
    }
  }
}

extension Clipboard.Content {
  /// Returns the types in which the data can be pasted, best first.
  fileprivate func types(_ atoms: Atoms) -> [Atom] {
    switch self {
    case .png: [atoms[.imagePNG]]
    case .text: Self.textTypes(atoms)
    case .file: Self.textTypes(atoms) + [atoms[.uriList], atoms[.gnomeCopiedFiles]]
    }
  }

  private static func textTypes(_ atoms: Atoms) -> [Atom] {
    [
      atoms[.utf8String], atoms[.textPlainUTF8], atoms[.textPlain], atoms[.text], cx11_XA_STRING,
    ]
  }

  fileprivate func bytes(as type: Atom, _ atoms: Atoms) -> [UInt8] {
    switch self {
    case .png(let bytes): bytes
    // RFC 2483, 5.
    case .file(_, let uri) where type == atoms[.uriList]: Array("\(uri)\r\n".utf8)
    // The format of GNOME Files and similar programs: the operation, then the URIs.
    case .file(_, let uri) where type == atoms[.gnomeCopiedFiles]: Array("copy\n\(uri)".utf8)
    case .file(let path, _): Self.text(path).bytes(as: type, atoms)
    // STRING is Latin-1 (ICCCM 2.6.2).
    case .text(let text) where type == cx11_XA_STRING:
      text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    case .text(let text): Array(text.displayed.utf8)
    }
  }
}

/// A client's request for the data of a selection.
package struct PasteRequest: Hashable {
  var owner: ResourceID
  var requestor: ResourceID
  var selection: Atom
  /// The type that the data should have.
  var target: Atom
  /// The property for the data, or zero if the client doesn't specify one.
  var property: Atom
  var time: UInt

  init(_ event: XSelectionRequestEvent) {
    owner = event.owner
    requestor = event.requestor
    selection = event.selection
    target = event.target
    property = event.property
    time = event.time
  }
}

extension Connection {
  /// The maximum size of a property that one request can set, in bytes.
  fileprivate var largestProperty: Int {
    guard let display else { return 0 }
    let words = max(XExtendedMaxRequestSize(display), XMaxRequestSize(display))
    // In addition to the data, the request has 24 bytes, or 28 for a big request.
    return words * 4 - 32
  }

  /// Starts or stops reports of deleted properties of another client's window.
  fileprivate func watchProperties(of window: ResourceID, _ isWatched: Bool) {
    if let display { XSelectInput(display, window, isWatched ? PropertyChangeMask : 0) }
  }

  /// Notifies a client that the data is in a property. The property is zero if there is no data.
  fileprivate func notify(_ request: PasteRequest, property: Atom) {
    guard let display else { return }
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = property
    event.xselection.time = request.time
    XSendEvent(display, request.requestor, 0, 0, &event)
  }
}
