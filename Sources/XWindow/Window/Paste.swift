import CX11

/// Requests the contents of the selection CLIPBOARD from another client (ICCCM 2): a list of files, an image, or text.
package struct Paste {
  private let window: ResourceID
  /// The types to request, starting with the current one. Empty if no request is pending.
  private var types: [Atoms.Name] = []
  /// Whether the owner has been asked for the types that it offers. Some owners send any type that they are asked for.
  private var isAskingForTypes = false
  /// The data received so far, while the owner sends them in parts (INCR).
  private var parts: [UInt8]?

  /// The supported types, best first.
  private static let wanted: [Atoms.Name] = [
    .uriList, .gnomeCopiedFiles, .imagePNG, .utf8String, .textPlainUTF8, .textPlain, .string,
  ]
  /// The maximum length of a text, in bytes. No path is longer.
  private static let maximumTextLength = 1 << 16
  /// The maximum length of an image, in bytes.
  private static let maximumImageLength = 1 << 26

  /// The contents of the clipboard.
  package enum Answer: Hashable {
    /// A list of URIs (RFC 2483).
    case files([UInt8])
    /// The bytes of a PNG file.
    case image([UInt8])
    case text(String)
    /// The clipboard contains neither files, an image nor text.
    case nothing
  }

  /// - Parameter window: A window of this client, which receives the data.
  package init(of window: ResourceID) { self.window = window }

  /// Requests the contents of the clipboard, in response to the last key or button press.
  package mutating func ask(on connection: Connection) {
    (types, parts, isAskingForTypes) = (Self.wanted, nil, true)
    ask(for: .targets, on: connection)
  }

  private func ask(for type: Atoms.Name, on connection: Connection) {
    let clipboard = connection.atoms[.clipboard]
    connection.requestSelection(
      clipboard, as: connection.atoms[type], into: clipboard, of: window, at: connection.userTime)
    connection.exchange()
  }

  /// - Returns: The contents, or `nil` if the event isn't the final answer to the request.
  package mutating func handle(_ event: Event, on connection: Connection) -> Answer? {
    guard let type = types.first else { return nil }
    let clipboard = connection.atoms[.clipboard]
    switch event {
    case .selection(clipboard, let property) where isAskingForTypes:
      isAskingForTypes = false
      if property == clipboard, let offered = connection.takeAtoms(clipboard, of: window) {
        types.removeAll { !offered.contains(connection.atoms[$0]) }
      }
      return askForFirst(on: connection)
    case .selection(clipboard, property: clipboard):
      switch connection.takeSelection(clipboard, of: window, limit: Self.maximumLength(of: type)) {
      case .data(connection.atoms[type], let bytes): return finish(type, bytes)
      case .data(connection.atoms[.incremental], _) where type == .imagePNG:
        // The owner sends the first part because the property was deleted.
        parts = []
        connection.exchange()
        return nil
      case .data, .nothing: return askForOther(on: connection)
      }
    case .selection(clipboard, property: 0): return askForOther(on: connection)
    case .property(clipboard):
      guard let received = parts else { return nil }
      let limit = Self.maximumLength(of: type)
      switch connection.takeSelection(clipboard, of: window, limit: limit) {
      case .data(connection.atoms[type], let bytes):
        guard received.count + bytes.count <= limit else { return askForOther(on: connection) }
        parts?.append(contentsOf: bytes)
        connection.exchange()
        // An empty part marks the end.
        return bytes.isEmpty ? finish(type, received) : nil
      case .data: return askForOther(on: connection)
      // The server also reports that the last part was deleted.
      case .nothing: return nil
      }
    default: return nil
    }
  }

  private static func maximumLength(of type: Atoms.Name) -> Int {
    type == .imagePNG ? maximumImageLength : maximumTextLength
  }

  private mutating func askForOther(on connection: Connection) -> Answer? {
    parts = nil
    types.removeFirst()
    return askForFirst(on: connection)
  }

  private func askForFirst(on connection: Connection) -> Answer? {
    guard let type = types.first else { return .nothing }
    ask(for: type, on: connection)
    return nil
  }

  private mutating func finish(_ type: Atoms.Name, _ bytes: [UInt8]) -> Answer {
    (types, parts) = ([], nil)
    switch type {
    case .uriList: return .files(bytes)
    // The first line is the operation: copy or cut. The URIs follow.
    case .gnomeCopiedFiles:
      return .files(Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()))
    case .imagePNG: return bytes.isEmpty ? .nothing : .image(bytes)
    case .string:
      return .text(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    default: return .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// The contents of a property that another client has set.
enum SelectionData {
  case data(type: Atom, [UInt8])
  /// The property is missing, too long, or not a list of bytes.
  case nothing
}

// Selections: data that one client passes to another through a property (ICCCM 2).
extension Connection {
  /// Requests the data of a selection from its owner. It arrives with ``Event/selection(_:property:)``.
  func requestSelection(
    _ selection: Atom, as type: Atom, into property: Atom, of window: ResourceID, at time: UInt
  ) {
    if let display { XConvertSelection(display, selection, type, property, window, time) }
  }

  /// Deletes a property and returns its bytes, or `nil` if it is missing, of another type, or longer than `limit`.
  /// Waits for the server.
  func takeBytes(
    _ name: Atom, _ type: Atom, of window: ResourceID, limit: Int
  ) -> [UInt8]? {
    guard case .data(type, let bytes) = takeSelection(name, of: window, limit: limit) else {
      return nil
    }
    return bytes
  }

  /// Deletes a property and returns the list of up to 1024 atoms in it, or `nil` if it is anything else. Waits for the
  /// server.
  func takeAtoms(_ name: Atom, of window: ResourceID) -> [Atom]? {
    takeProperty(name, of: window, words: 1024) { _, format, count, data in
      guard format == 32 else { return nil }
      // Xlib stores items of 32 bits as longs.
      return data.withMemoryRebound(to: Atom.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
  }

  /// Deletes a property and returns its type and contents. For INCR, the contents are empty. Waits for the server.
  ///
  /// - Parameter limit: The maximum length, in bytes.
  func takeSelection(_ name: Atom, of window: ResourceID, limit: Int) -> SelectionData {
    let found = takeProperty(name, of: window, words: limit / 4) { type, format, count, data in
      if format == 8 {
        return SelectionData.data(type: type, Array(UnsafeBufferPointer(start: data, count: count)))
      }
      return type == atoms[.incremental] ? .data(type: type, []) : nil
    }
    return found ?? .nothing
  }

  /// Deletes a property and returns what `body` makes of its type, format, number of items, and items. Returns `nil` if
  /// the property is missing or longer than a number of words of 32 bits.
  private func takeProperty<Result>(
    _ name: Atom, of window: ResourceID, words: Int,
    _ body: (Atom, Int32, Int, UnsafeMutablePointer<UInt8>) -> Result?
  ) -> Result? {
    let found = try? trappingErrors { display -> Result? in
      var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, words, 1, Atom(AnyPropertyType), &type, &format, &count, &rest,
        &data)
      // The server deletes a property that it sends completely. Deleting it with a second request
      // could delete the next part of a selection, which its owner may have set in between.
      if rest > 0 { XDeleteProperty(display, window, name) }
      guard let data else { return nil }
      defer { XFree(data) }
      return type != 0 && rest == 0 ? body(type, format, Int(count), data) : nil
    }
    return found ?? nil
  }
}
