import Glibc

/// The list of dropped files (text/uri-list, RFC 2483): a URI on each line, and comments after
/// number signs.
package enum URIList {
  /// Returns the paths of the files on this machine. If the list contains no such files, returns
  /// the URIs unchanged.
  package static func inputs(_ bytes: [UInt8]) -> [String] {
    let uris = bytes.split { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
      .map { String(fileName: $0) }
      .filter { !$0.hasPrefix("#") }
    let paths = uris.compactMap(path)
    return paths.isEmpty ? uris : paths
  }

  /// Returns the path of a URI such as `file:///home/a%20b` or `file://host/a`, or `nil` for other
  /// URIs.
  package static func path(_ uri: String) -> String? {
    let scheme = "file:"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    var rest = uri.dropFirst(scheme.count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" || host == thisMachine else {
        return nil
      }
      rest = rest.dropFirst(host.count)
    }
    return rest.hasPrefix("/") ? decode(rest) : nil
  }

  /// Replaces escapes such as `%41` with the bytes that they represent. Returns `nil` if one is
  /// malformed or represents zero, which would end the path.
  package static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = String(text).fileNameBytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(fileName: bytes)
  }

  private static var thisMachine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
