import CX11

/// Takes what another client has on the selection CLIPBOARD (ICCCM 2): a list of files, or else a text.
package struct Paste {
  private let window: ResourceID
  /// The types that are still to be asked for, the first of which is; none while nothing is asked for.
  private var types: [Atoms.Name] = []

  /// The best types first.
  private static let wanted: [Atoms.Name] = [
    .uriList, .gnomeCopiedFiles, .utf8String, .textPlainUTF8, .textPlain, .string,
  ]
  /// The longest text, in bytes. Data in several parts (INCR) have another type, and no path is that long.
  private static let maximumLength = 1 << 16

  /// What has come of asking.
  package enum Answer: Hashable {
    /// A list of URIs (RFC 2483).
    case files([UInt8])
    case text(String)
    /// There is nothing that names a file.
    case nothing
  }

  /// - Parameter window: a window of our own, which receives the data.
  package init(of window: ResourceID) { self.window = window }

  /// Asks for what there is, in reaction to the last key or button.
  package mutating func ask(on connection: Connection) {
    types = Self.wanted
    askForNext(on: connection)
  }

  private func askForNext(on connection: Connection) {
    guard let type = types.first else { return }
    let clipboard = connection.atoms[.clipboard]
    connection.requestSelection(
      clipboard, as: connection.atoms[type], into: clipboard, of: window, at: connection.userTime)
    connection.exchange()
  }

  /// - Returns: nil if the event is no answer to what was asked for, or not the last.
  package mutating func handle(_ event: Event, on connection: Connection) -> Answer? {
    guard case .selection(let property) = event, let type = types.first,
      property == 0 || property == connection.atoms[.clipboard]
    else { return nil }
    if property != 0,
      let bytes = connection.takeBytes(
        property, connection.atoms[type], of: window, limit: Self.maximumLength)
    {
      types = []
      switch type {
      case .uriList: return .files(bytes)
      // A line that says whether the files were copied or cut comes before their addresses.
      case .gnomeCopiedFiles:
        return .files(Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()))
      case .string:
        return .text(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
      default: return .text(String(decoding: bytes, as: UTF8.self))
      }
    }
    types.removeFirst()
    if types.isEmpty { return .nothing }
    askForNext(on: connection)
    return nil
  }
}

// Selections: data that one client passes to another through a property (ICCCM 2).
extension Connection {
  /// Asks the owner of a selection for its data, which arrive with ``Event/selection(property:)``.
  func requestSelection(
    _ selection: Atom, as type: Atom, into property: Atom, of window: ResourceID, at time: UInt
  ) {
    if let display { XConvertSelection(display, selection, type, property, window, time) }
  }

  /// Deletes a property and returns its bytes; nil if it is missing, of another type, or longer
  /// than `limit`. Waits for the server's answer.
  func takeBytes(
    _ name: Atom, _ type: Atom, of window: ResourceID, limit: Int
  ) -> [UInt8]? {
    let bytes = try? trappingErrors { display -> [UInt8]? in
      var (actualType, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
      var data: UnsafeMutablePointer<UInt8>?
      XGetWindowProperty(
        display, window, name, 0, limit / 4, 0, type, &actualType, &format, &count, &rest, &data)
      XDeleteProperty(display, window, name)
      guard let data else { return nil }
      defer { XFree(data) }
      guard actualType == type, format == 8, rest == 0 else { return nil }
      return Array(UnsafeBufferPointer(start: data, count: Int(count)))
    }
    return bytes ?? nil
  }
}
