/// Data URIs, such as `data:text/plain,a` (RFC 2397), read as in the Fetch Standard of browsers.
package enum DataURI {
  /// Returns whether a text is a data URI.
  package static func isDataURI(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count >= scheme.count && text.starts(with: scheme) { $0 | 0x20 == $1 }
  }

  /// Returns the contents of a data URI.
  package static func bytes(
    _ text: UnsafeRawBufferPointer
  ) throws(DataURIError) -> [UInt8] {
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { throw .noData }
    let data = UnsafeRawBufferPointer(rebasing: text[(comma + 1)...])
    let isEncoded = data.contains(UInt8(ascii: "%"))
    guard isBase64(text[..<comma]) else { return isEncoded ? data.percentDecoded : Array(data) }
    let bytes =
      isEncoded
      ? data.percentDecoded.withUnsafeBytes { Base64.decode($0) } : Base64.decode(data)
    guard let bytes else { throw .damagedBase64 }
    return bytes
  }

  /// Returns whether a text is a data URI.
  package static func isDataURI(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isDataURI(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the contents of a data URI, or `nil` for malformed and other URIs.
  package static func bytes(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      return isDataURI(text) ? try? bytes(text) : nil
    }
  }

  private static let scheme = Array("data:".utf8)

  /// Returns whether a media type ends in `;base64`. Spaces may surround the name.
  private static func isBase64(_ type: Slice<UnsafeRawBufferPointer>) -> Bool {
    let space = UInt8(ascii: " ")
    var type = type
    while type.last == space { type.removeLast() }
    let name = Array("base64".utf8)
    guard type.count > name.count,
      type.suffix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 })
    else { return false }
    type.removeLast(name.count)
    while type.last == space { type.removeLast() }
    return type.last == UInt8(ascii: ";")
  }
}

/// The reason why a data URI has no contents.
package enum DataURIError: Error, Hashable {
  /// It has no comma.
  case noData
  case damagedBase64
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The text with percent-encoded bytes decoded (RFC 3986, 2.1).
  package var percentDecoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var index = startIndex
    func digit(_ index: Int) -> UInt8? {
      guard index < endIndex else { return nil }
      return Character(Unicode.Scalar(self[index])).hexDigitValue.map { UInt8($0) }
    }
    while index < endIndex {
      if self[index] == UInt8(ascii: "%"), let high = digit(index + 1), let low = digit(index + 2) {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(self[index])
        index += 1
      }
    }
    return bytes
  }
}
