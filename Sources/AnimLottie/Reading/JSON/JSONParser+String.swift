extension JSONParser {
  /// Parses a string, including its quotes.
  mutating func parseString() throws(LottieError) {
    place += 1
    let start = place
    try skipPlainText()
    if byte == UInt8(ascii: "\"") {
      try append(.string, bits: Self.bits(start, place - start))
      place += 1
      return
    }
    let contents = unescaped.count
    unescaped.append(contentsOf: text[start..<place])
    while byte != UInt8(ascii: "\"") {
      try parseEscape()
      let plain = place
      try skipPlainText()
      unescaped.append(contentsOf: text[plain..<place])
    }
    try append(.escapedString, bits: Self.bits(contents, unescaped.count - contents))
    place += 1
  }

  private static func bits(_ start: Int, _ count: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: start)) << 32 | UInt64(UInt32(truncatingIfNeeded: count))
  }

  /// Skips to the next quote or escape.
  private mutating func skipPlainText() throws(LottieError) {
    while let byte {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0..<0x20: throw error("a string may not have control characters")
      case 0x20..<0x80: place += 1
      default: try skipSequence(byte)
      }
    }
    throw error("a string does not end")
  }

  /// Skips a character of several bytes in UTF-8 (RFC 3629): not overlong, no surrogate, and not
  /// above U+10FFFF.
  private mutating func skipSequence(_ first: UInt8) throws(LottieError) {
    let second: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    let count =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard count > 0, place + count <= text.count, second.contains(text[place + 1]),
      text[(place + 2)..<(place + count)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw error("a string is not UTF-8") }
    place += count
  }

  private mutating func parseEscape() throws(LottieError) {
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(text[place])
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"):
      place += 1
      return try parseUnicodeEscape()
    default: throw error("unknown escape")
    }
    place += 1
  }

  /// Parses a UTF-16 code unit or a surrogate pair. An unpaired surrogate becomes U+FFFD.
  private mutating func parseUnicodeEscape() throws(LottieError) {
    var scalar = try takeHex()
    if scalar & 0xFC00 == 0xD800, text[place...].starts(with: [0x5C, 0x75]) {
      let rewound = place
      place += 2
      let low = try takeHex()
      if low & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
      } else {
        place = rewound
      }
    }
    unescaped.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
  }

  private mutating func takeHex() throws(LottieError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
