/// Base64 (RFC 4648), in the standard or the URL-safe alphabet.
enum Base64 {
  /// Decodes a text. Returns `nil` if it contains anything except the alphabet, whitespace, and
  /// padding at the end.
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    let longest = text.count / 4 * 3 + 3
    var isValid = false
    let bytes = [UInt8](unsafeUninitializedCapacity: longest) { bytes, count in
      if let decoded = decode(text, into: bytes) { (isValid, count) = (true, decoded) }
    }
    return isValid ? bytes : nil
  }

  /// Decodes a text.
  /// - Returns: The number of bytes, or `nil` if the text isn't base64.
  private static func decode(
    _ text: UnsafeRawBufferPointer, into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    // The bits of digits that don't make up a byte yet, and their number.
    var bits: UInt32 = 0
    var digits = 0
    var isPadded = false
    for byte in text {
      let digit = values[Int(byte)]
      if digit < 64, !isPadded {
        bits = bits << 6 | UInt32(digit)
        digits += 1
        if digits == 4 {
          bytes[count] = UInt8(truncatingIfNeeded: bits >> 16)
          bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 8)
          bytes[count + 2] = UInt8(truncatingIfNeeded: bits)
          count += 3
          (bits, digits) = (0, 0)
        }
      } else if digit == padding {
        isPadded = true
      } else if digit != blank {
        return nil
      }
    }
    guard digits != 1 else { return nil }
    if digits >= 2 { bytes[count] = UInt8(truncatingIfNeeded: bits >> (digits == 2 ? 4 : 10)) }
    if digits == 3 { bytes[count + 1] = UInt8(truncatingIfNeeded: bits >> 2) }
    return count + max(digits - 1, 0)
  }

  private static let padding: UInt8 = 64
  private static let blank: UInt8 = 65
  private static let other: UInt8 = 66

  /// The value of each byte as a digit, or the kind of another character.
  private static let values: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    case UInt8(ascii: "="): padding
    case 0x20, 0x0A, 0x0D, 0x09, 0x0C: blank
    default: other
    }
  }
}
