extension JSONParser {
  /// Parses a number, correctly rounded. One that is too large becomes infinity, as in JavaScript.
  mutating func parseNumber() throws(LottieError) {
    let start = place
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { place += 1 }

    var digits = Digits()
    let first = place
    try takeDigits(into: &digits)
    guard text[first] != UInt8(ascii: "0") || place == first + 1 else {
      place = first
      throw error("a number may not begin with 0")
    }
    if byte == UInt8(ascii: ".") {
      place += 1
      let fraction = place
      try takeDigits(into: &digits)
      digits.exponent -= place - fraction
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      place += 1
      digits.exponent += try takeExponent()
    }
    let value = digits.exact ?? Self.round(text[start..<place])
    try append(.number, bits: (digits.exact != nil && isNegative ? -value : value).bitPattern)
  }

  private mutating func takeDigits(into digits: inout Digits) throws(LottieError) {
    let start = place
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      digits.append(byte - UInt8(ascii: "0"))
      place += 1
    }
    guard place > start else { throw error("a digit is expected") }
  }

  private mutating func takeExponent() throws(LottieError) -> Int {
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { place += 1 }
    var digits = Digits()
    try takeDigits(into: &digits)
    // Beyond this, the exponent only matters to strtod, which reads the text itself.
    let magnitude = Int(truncatingIfNeeded: min(digits.value, 1_000_000))
    return isNegative ? -magnitude : magnitude
  }

  /// Rounds with the C library's strtod, which Swift always calls in the C locale.
  private static func round(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double {
    Double(String(decoding: text, as: UTF8.self)) ?? 0
  }

  /// Decimal digits as a whole number, and the power of ten to multiply it by.
  private struct Digits {
    var value: UInt64 = 0
    var exponent = 0
    private var isTooLong = false

    mutating func append(_ digit: UInt8) {
      if value >= 100_000_000_000_000_000 { isTooLong = true }
      if !isTooLong { value = value * 10 + UInt64(digit) }
    }

    /// The number, if a single floating-point operation gives it: both operands are then exact, and
    /// IEEE 754 rounds their product or quotient correctly. Otherwise nil.
    var exact: Double? {
      guard !isTooLong, value < 1 << 53, exponent.magnitude <= 22 else { return nil }
      let number = Double(value)
      return exponent < 0
        ? number / Self.powersOfTen[-exponent] : number * Self.powersOfTen[exponent]
    }

    private static let powersOfTen: [Double] = [
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
      1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
  }
}
