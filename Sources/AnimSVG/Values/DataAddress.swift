/// Data URIs, such as `data:text/plain,a` (RFC 2397).
enum DataAddress {
  static func isOne(_ address: String) -> Bool {
    var scanner = TextScanner(address.trimmingSpace)
    return scanner.skips("data:")
  }

  /// Returns the contents of a data URI, or `nil` for other or malformed URIs.
  static func bytes(_ address: String) -> [UInt8]? {
    var scanner = TextScanner(address.trimmingSpace)
    guard scanner.skips("data:"),
      let comma = scanner.bytes[scanner.index...].firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let header = String(decoding: scanner.bytes[scanner.index..<comma], as: UTF8.self)
    let data = scanner.bytes[(comma + 1)...]
    guard header.lowercased().hasSuffix("base64") else { return data.percentDecoded }
    return data.contains(UInt8(ascii: "%")) ? base64(data.percentDecoded) : base64(data)
  }

  /// Decodes base64 without white space. Returns `nil` if the text is malformed.
  private static func base64(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var word: UInt32 = 0
    var count = 0
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="): continue
      default:
        if TextScanner.isSpace(byte) { continue }
        return nil
      }
      word = word << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes += [
          UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF),
        ]
        (word, count) = (0, 0)
      }
    }
    if count == 3 { bytes += [UInt8(word >> 10 & 0xFF), UInt8(word >> 2 & 0xFF)] }
    if count == 2 { bytes.append(UInt8(word >> 4 & 0xFF)) }
    return bytes
  }
}
