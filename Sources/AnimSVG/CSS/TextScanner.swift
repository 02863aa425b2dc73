/// Scans numbers, names and symbols of an attribute or a style sheet from left to right.
struct TextScanner {
  let bytes: [UInt8]
  var index = 0
  private let end: Int

  init(_ text: some StringProtocol) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count
  }

  var isAtEnd: Bool { index >= end }

  var next: UInt8? { index < end ? bytes[index] : nil }

  func peek(_ offset: Int) -> UInt8? { index + offset < end ? bytes[index + offset] : nil }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  mutating func skipSpace() {
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
  }

  /// Skips white space with at most one comma in it. Returns whether there was a comma.
  @discardableResult mutating func skipCommaSpace() -> Bool {
    skipSpace()
    guard next == UInt8(ascii: ",") else { return false }
    index += 1
    skipSpace()
    return true
  }

  /// Skips a character if it is next.
  mutating func skips(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Skips ASCII text, ignoring case, if it is next.
  mutating func skips(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard end - index >= count else { return false }
    for offset in 0..<count {
      guard Self.lowercase(bytes[index + offset]) == Self.lowercase(text.utf8Start[offset]) else {
        return false
      }
    }
    index += count
    return true
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }

  /// Parses a CSS name, which may contain escapes, or returns `nil` if none is next.
  mutating func name() -> String? {
    guard let first = next, Self.isNameByte(first) || first == UInt8(ascii: "\\") else {
      return nil
    }
    var name: [UInt8] = []
    while let byte = next {
      if Self.isNameByte(byte) {
        name.append(byte)
        index += 1
      } else if byte == UInt8(ascii: "\\"), let escaped = escape() {
        name.append(contentsOf: String(escaped).utf8)
      } else {
        break
      }
    }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Parses an escaped character after a backslash, or returns `nil` if none is next.
  mutating func escape() -> Unicode.Scalar? {
    guard let first = peek(1), first != 0x0A else { return nil }
    index += 1
    var value: UInt32 = 0
    var count = 0
    while count < 6, let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) {
      value = value * 16 + UInt32(digit)
      count += 1
      index += 1
    }
    if count > 0 {
      if let byte = next, Self.isSpace(byte) { index += 1 }
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
    let rest = String(decoding: bytes[index..<min(index + 4, end)], as: UTF8.self)
    guard let scalar = rest.unicodeScalars.first else { return nil }
    index += String(scalar).utf8.count
    return scalar
  }

  /// Parses a string in quotation marks, or returns `nil` if none is next.
  mutating func quoted() -> String? {
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return nil
    }
    index += 1
    var text: [UInt8] = []
    while let byte = next, byte != quote {
      if byte == UInt8(ascii: "\\"), let escaped = escape() {
        text.append(contentsOf: String(escaped).utf8)
      } else {
        text.append(byte)
        index += 1
      }
    }
    if index < end { index += 1 }
    return String(decoding: text, as: UTF8.self)
  }

  /// The remaining text.
  var rest: String { String(decoding: bytes[min(index, end)...], as: UTF8.self) }
}

// MARK: - Numbers

extension TextScanner {
  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { product, _ in product * 10 }
  }

  /// Parses a number of SVG or CSS. If no number is next, returns `nil` without skipping anything. The result is the
  /// nearest `Double`, which is infinite for numbers out of range.
  mutating func number() -> Double? {
    let start = index
    var isNegative = false
    if let sign = next, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      index += 1
    }
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    var isExact = true
    while let byte = next, Self.isDigit(byte) {
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa * 10 + UInt64(byte &- 0x30)
      } else {
        isExact = false
      }
      digits += 1
      index += 1
    }
    if next == UInt8(ascii: "."), peek(1).map(Self.isDigit) == true || digits > 0 {
      index += 1
      while let byte = next, Self.isDigit(byte) {
        if mantissa < 1_000_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(byte &- 0x30)
          exponent -= 1
        } else {
          isExact = false
        }
        digits += 1
        index += 1
      }
    }
    guard digits > 0 else {
      index = start
      return nil
    }
    exponent += readExponent()
    let magnitude: Double
    if isExact, mantissa < 1 << 53, exponent.magnitude <= 22 {
      // Both are exact, so their product or quotient is correctly rounded.
      let power = Self.powers[Int(exponent.magnitude)]
      magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    } else {
      let text = String(decoding: bytes[start..<index], as: UTF8.self)
      return Double(text.hasSuffix(".") ? String(text.dropLast()) : text) ?? (isNegative ? -0 : 0)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Parses an exponent, which must not be confused with a unit such as em or ex.
  private mutating func readExponent() -> Int {
    guard let letter = next, letter | 0x20 == UInt8(ascii: "e") else { return 0 }
    var ahead = 1
    var isNegative = false
    if let sign = peek(1), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      ahead = 2
    }
    guard let first = peek(ahead), Self.isDigit(first) else { return 0 }
    index += ahead
    var value = 0
    while let byte = next, Self.isDigit(byte) {
      value = min(value * 10 + Int(byte &- 0x30), 100_000)
      index += 1
    }
    return isNegative ? -value : value
  }

  /// Parses numbers separated by white space and commas, up to the first other text.
  mutating func numbers(limit: Int = ParsingLimit.numbers.maximum) -> [Double] {
    var numbers: [Double] = []
    skipSpace()
    while numbers.count < limit, let number = number() {
      numbers.append(number)
      skipCommaSpace()
    }
    return numbers
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether text contains a word of at least one byte.
  func mentions(_ word: StaticString) -> Bool { firstIndex(of: word) != nil }

  /// Returns the index of the first occurrence of a word of at least one byte, or `nil` if the text doesn't contain it.
  func firstIndex(of word: StaticString) -> Int? {
    let length = word.utf8CodeUnitCount
    let first = word.utf8Start[0]
    var start = 0
    while start + length <= count {
      if self[start] == first {
        var matched = 1
        while matched < length, self[start + matched] == word.utf8Start[matched] { matched += 1 }
        if matched == length { return start }
      }
      start += 1
    }
    return nil
  }
}
