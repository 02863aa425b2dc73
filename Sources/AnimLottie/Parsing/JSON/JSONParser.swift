import AnimScript

/// Parses a JSON text (RFC 8259), which may begin with a byte order mark, into a ``JSONTape``. It
/// is not recursive, so that the stack does not grow with the text.
struct JSONParser {
  private let limits: LottieLimits
  private let text: UnsafeBufferPointer<UInt8>
  private var position: Int
  private var nodes: JSONNodes
  private var unescaped: [UInt8] = []
  /// The innermost open container; nil if none is open. Until a container is closed, its node's
  /// ``JSONTape/Node/end`` is the index of the one around it.
  private var container: Int?
  /// How many containers are open.
  private var depth = 0

  /// - Parameter name: the prefix of paths to its values.
  static func parse(
    _ bytes: [UInt8], name: String = "", limits: LottieLimits = LottieLimits()
  ) throws(LottieError) -> JSONTape {
    guard bytes.count <= limits.jsonBytes else {
      throw .tooMuch(.jsonBytes, limit: limits.jsonBytes, path: name)
    }
    let result = bytes.withUnsafeBufferPointer { text in
      Result { () throws(LottieError) in
        var parser = JSONParser(text: text, limits: limits)
        do throws(LottieError) {
          try parser.parse()
        } catch {
          parser.nodes.deallocate()
          throw error
        }
        return (parser.nodes, parser.unescaped)
      }
    }
    let (nodes, unescaped) = try result.get()
    return JSONTape(nodes: nodes, bytes: bytes, unescaped: unescaped, name: name)
  }

  private init(text: UnsafeBufferPointer<UInt8>, limits: LottieLimits) {
    self.text = text
    self.limits = limits
    position = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Real animations have a value or key about every six bytes.
    nodes = JSONNodes(capacity: min(text.count / 6, limits.jsonNodes) + 1)
  }

  private mutating func parse() throws(LottieError) {
    repeat {
      try parseValue()
      try closeContainers()
    } while container != nil
    skipBlanks()
    guard position == text.count else { throw error("nothing may follow the value") }
  }

  /// The byte at the current position; nil at the end.
  private var byte: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private func error(_ reason: String) -> LottieError {
    .invalidJSON(offset: position, reason: reason)
  }

  /// - Parameters:
  ///   - prefix: see ``JSONTape/Node/prefix``.
  ///   - end: nil for the index of the next node.
  @inline(__always) private mutating func append(
    _ kind: JSONTape.Kind, bits: UInt64 = 0, prefix: UInt16 = 0, end: Int? = nil
  ) throws(LottieError) {
    guard nodes.count < limits.jsonNodes else {
      throw .tooMuch(.jsonNodes, limit: limits.jsonNodes, path: "")
    }
    nodes.append(
      JSONTape.Node(
        bits: bits, end: UInt32(truncatingIfNeeded: end ?? nodes.count &+ 1), kind: kind,
        prefix: prefix))
  }
}

extension JSONParser {
  /// Parses a value; of an array or object that is not empty, only the bracket and the first key.
  private mutating func parseValue() throws(LottieError) {
    while true {
      skipBlanks()
      guard let byte else { throw error("the text ends early") }
      switch byte {
      case UInt8(ascii: "{"):
        try begin(.object)
        skipBlanks()
        if self.byte == UInt8(ascii: "}") { return }
        try parseKey()
      case UInt8(ascii: "["):
        try begin(.array)
        skipBlanks()
        if self.byte == UInt8(ascii: "]") { return }
        count()
      case UInt8(ascii: "\""): return try parseString()
      case UInt8(ascii: "t"): return try parseWord("true", .true)
      case UInt8(ascii: "f"): return try parseWord("false", .false)
      case UInt8(ascii: "n"): return try parseWord("null", .null)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
      default: throw error("a value is expected")
      }
    }
  }

  private mutating func begin(_ kind: JSONTape.Kind) throws(LottieError) {
    guard depth < limits.jsonDepth else {
      throw .tooMuch(.jsonDepth, limit: limits.jsonDepth, path: "")
    }
    let index = nodes.count
    try append(kind, end: container ?? 0)
    container = index
    depth += 1
    position += 1
  }

  /// Counts an element or member of the innermost container.
  @inline(__always) private mutating func count() {
    if let container { nodes.base[container].bits &+= 1 }
  }

  private mutating func parseKey() throws(LottieError) {
    skipBlanks()
    guard byte == UInt8(ascii: "\"") else { throw error("a key in quotes is expected") }
    count()
    try parseString()
    skipBlanks()
    guard byte == UInt8(ascii: ":") else { throw error("a colon is expected") }
    position += 1
  }

  /// Parses what follows a value: ends of containers, and the comma before the next value.
  private mutating func closeContainers() throws(LottieError) {
    while let container {
      skipBlanks()
      let isArray = nodes.base[container].kind == .array
      switch byte {
      case UInt8(ascii: ","):
        position += 1
        if isArray { count() } else { try parseKey() }
        return
      case UInt8(ascii: "]") where isArray, UInt8(ascii: "}") where !isArray:
        position += 1
        depth -= 1
        self.container = depth > 0 ? Int(nodes.base[container].end) : nil
        nodes.base[container].end = UInt32(truncatingIfNeeded: nodes.count)
      case nil: throw error("the text ends early")
      default: throw error("a comma or the end of the \(isArray ? "array" : "object") is expected")
      }
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ kind: JSONTape.Kind
  ) throws(LottieError) {
    let end = position + word.utf8CodeUnitCount
    guard end <= text.count,
      text[position..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { throw error("a value is expected") }
    try append(kind)
    position = end
  }
}

extension JSONParser {
  /// Parses a string, including its quotes.
  private mutating func parseString() throws(LottieError) {
    position += 1
    let start = position
    try skipPlainText()
    if byte == UInt8(ascii: "\"") {
      try append(
        .string, bits: Self.bits(start, position - start),
        prefix: JSONTape.Node.prefix(of: text.baseAddress.map { $0 + start }, position - start))
      position += 1
      return
    }
    let contents = unescaped.count
    unescaped.append(contentsOf: text[start..<position])
    while byte != UInt8(ascii: "\"") {
      try parseEscape()
      let plain = position
      try skipPlainText()
      unescaped.append(contentsOf: text[plain..<position])
    }
    try append(.escapedString, bits: Self.bits(contents, unescaped.count - contents))
    position += 1
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
      case 0x20..<0x80: position += 1
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
    guard count > 0, position + count <= text.count, second.contains(text[position + 1]),
      text[(position + 2)..<(position + count)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw error("a string is not UTF-8") }
    position += count
  }

  private mutating func parseEscape() throws(LottieError) {
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(text[position])
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      return try parseUnicodeEscape()
    default: throw error("unknown escape")
    }
    position += 1
  }

  /// Parses a UTF-16 code unit or a surrogate pair. An unpaired surrogate becomes U+FFFD.
  private mutating func parseUnicodeEscape() throws(LottieError) {
    var scalar = try takeHex()
    if scalar & 0xFC00 == 0xD800, text[position...].starts(with: [0x5C, 0x75]) {
      let rewound = position
      position += 2
      let low = try takeHex()
      if low & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
      } else {
        position = rewound
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
      position += 1
    }
    return value
  }
}

extension JSONParser {
  /// Parses a number, correctly rounded. One that is too large becomes infinity, as in JavaScript.
  private mutating func parseNumber() throws(LottieError) {
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { position += 1 }

    var digits = Digits()
    let first = position
    try takeDigits(into: &digits)
    guard text[first] != UInt8(ascii: "0") || position == first + 1 else {
      position = first
      throw error("a number may not begin with 0")
    }
    if byte == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      try takeDigits(into: &digits)
      digits.exponent -= position - fraction
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      position += 1
      digits.exponent += try takeExponent()
    }
    let value: Double
    if let exact = digits.exact {
      value = isNegative ? -exact : exact
    } else {
      value = AnimScript.parseNumber(text[start..<position])
    }
    try append(.number, bits: value.bitPattern)
  }

  @inline(__always)
  private mutating func takeDigits(into digits: inout Digits) throws(LottieError) {
    let start = position
    var value = digits.value
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      position &+= 1
    }
    digits.value = value
    digits.count += position - start
    guard position > start else { throw error("a digit is expected") }
  }

  private mutating func takeExponent() throws(LottieError) -> Int {
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { position += 1 }
    var digits = Digits()
    try takeDigits(into: &digits)
    // Beyond this, the exponent only matters to what reads the text itself.
    let most: UInt64 = 1_000_000
    let magnitude = Int(truncatingIfNeeded: digits.isTooLong ? most : min(digits.value, most))
    return isNegative ? -magnitude : magnitude
  }

  /// Decimal digits as a whole number, and the power of ten to multiply it by.
  private struct Digits {
    /// Wraps around if there are too many digits.
    var value: UInt64 = 0
    var exponent = 0
    var count = 0

    /// Whether there may be more digits than the value can hold.
    var isTooLong: Bool { count > 19 }

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
