import AnimScript

/// Parses JSON text (RFC 8259), which may start with a byte order mark, into a ``JSONTape``. Not recursive, so that the
/// stack doesn't grow with the text.
///
/// Half of the time for reading an animation is spent here. All state of the loop over values is therefore in local
/// variables that only inlined functions change. The text ends with a byte that terminates numbers and blanks, so these
/// needn't check for the end of the text.
package struct JSONParser {
  private let limits: LottieLimits
  private let text: UnsafePointer<UInt8>
  /// The end of the text.
  private let end: UnsafePointer<UInt8>
  private var unescaped: [UInt8] = []
  private var scripted: [Int] = []

  /// - Parameter name: The prefix of paths to its values.
  package static func parse(
    _ bytes: [UInt8], name: String = "", limits: LottieLimits = LottieLimits()
  ) throws(LottieError) -> JSONTape {
    guard bytes.count <= limits.jsonBytes else {
      throw .tooMuch(.jsonBytes, limit: limits.jsonBytes, path: name)
    }
    let last = bytes.last { !isBlank($0) }
    let isClosed = last == UInt8(ascii: "}") || last == UInt8(ascii: "]")
    let text = isClosed ? bytes : bytes + [0]
    let result = text.withUnsafeBufferPointer { buffer in
      // One of them isn't empty.
      let start = buffer.baseAddress.unsafelyUnwrapped
      return Result { () throws(LottieError) in
        var parser = JSONParser(text: start, end: start + bytes.count, limits: limits)
        let (nodes, count) = try parser.parse()
        return (nodes, count, parser.unescaped, parser.scripted)
      }
    }
    let (nodes, count, unescaped, scripted) = try result.get()
    return JSONTape(
      nodes: nodes, count: count, bytes: bytes, unescaped: unescaped, scripted: scripted, name: name
    )
  }

  private init(
    text: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, limits: LottieLimits
  ) {
    self.text = text
    self.end = end
    self.limits = limits
  }

  @inline(__always) private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @inline(never)
  private func error(_ position: UnsafePointer<UInt8>, _ reason: String) -> LottieError {
    .invalidJSON(offset: position - text, reason: reason)
  }

  // MARK: - Values

  /// - Returns: The nodes, which the caller deallocates.
  private mutating func parse() throws(LottieError) -> (UnsafeMutablePointer<JSONTape.Node>, Int) {
    // Real animations have a value or key every three to six bytes. Memory that isn't written to isn't allocated.
    var nodes = JSONNodes(capacity: (end - text) / 3 + 1, limit: limits.jsonNodes)
    var isDone = false
    defer { if !isDone { nodes.deallocate() } }
    var cursor = text
    let hasMark = end - text >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
    if hasMark { cursor += 3 }

    /// The index of the innermost open container, or −1 if none is open. While a container is open,
    /// the ``JSONTape/Node/span`` of its node is the index of the container around it, plus one.
    var container = -1
    var isArray = false
    /// The future value of ``JSONTape/Node/bits`` of the container.
    var members: UInt64 = 0
    var depth = 0

    values: while true {
      while Self.isBlank(cursor.pointee) { cursor += 1 }
      if container >= 0, !isArray {
        guard cursor.pointee == UInt8(ascii: "\"") else {
          throw error(cursor, "expected a key in quotes")
        }
        let key: JSONTape.Node
        (key, cursor) = try string(cursor)
        let index = nodes.count
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(key)
        let filter = key.kind == .string ? key.filter : .max
        if members & filter != 0 || filter == .max { nodes[container].prefix = 1 }
        members |= filter
        while Self.isBlank(cursor.pointee) { cursor += 1 }
        guard cursor.pointee == UInt8(ascii: ":") else {
          throw error(cursor, "expected a colon")
        }
        cursor += 1
        while Self.isBlank(cursor.pointee) { cursor += 1 }
        if cursor.pointee == UInt8(ascii: "\""), isX(nodes[index]) { noteScript(in: container) }
      }

      switch cursor.pointee {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let value: Double
        (value, cursor) = try number(cursor)
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(JSONTape.Node(bits: value.bitPattern, span: 1, kind: .number, prefix: 0))
      case UInt8(ascii: "\""):
        let node: JSONTape.Node
        (node, cursor) = try string(cursor)
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(node)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < limits.jsonDepth else {
          throw .tooMuch(.jsonDepth, limit: limits.jsonDepth, path: "")
        }
        depth += 1
        if container >= 0 { nodes[container].bits = members }
        isArray = cursor.pointee == UInt8(ascii: "[")
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(
          JSONTape.Node(
            bits: 0, span: UInt32(truncatingIfNeeded: container + 1),
            kind: isArray ? .array : .object, prefix: 0))
        container = nodes.count - 1
        members = isArray ? 1 : 0
        cursor += 1
        while Self.isBlank(cursor.pointee) { cursor += 1 }
        if cursor.pointee != (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) { continue values }
        members = 0
      case UInt8(ascii: "t"):
        cursor = try word(cursor, "true")
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(JSONTape.Node(bits: 0, span: 1, kind: .true, prefix: 0))
      case UInt8(ascii: "f"):
        cursor = try word(cursor, "false")
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(JSONTape.Node(bits: 0, span: 1, kind: .false, prefix: 0))
      case UInt8(ascii: "n"):
        cursor = try word(cursor, "null")
        if nodes.isFull { nodes = try nodes.larger() }
        nodes.append(JSONTape.Node(bits: 0, span: 1, kind: .null, prefix: 0))
      default:
        throw error(cursor, cursor < end ? "expected a value" : "unexpected end of the text")
      }

      // Handle the ends of containers, and the comma before the next value.
      while true {
        while cursor < end, Self.isBlank(cursor.pointee) { cursor += 1 }
        guard container >= 0 else { break values }
        guard cursor < end else { throw error(cursor, "unexpected end of the text") }
        if cursor.pointee == UInt8(ascii: ",") {
          cursor += 1
          if isArray { members &+= 1 }
          continue values
        }
        guard cursor.pointee == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else {
          throw error(
            cursor, "expected a comma or the end of the \(isArray ? "array" : "object")")
        }
        cursor += 1
        depth -= 1
        let outer = Int(nodes[container].span) - 1
        nodes[container].bits = members
        nodes[container].span = UInt32(truncatingIfNeeded: nodes.count - container)
        container = outer
        if container >= 0 {
          members = nodes[container].bits
          isArray = nodes[container].kind == .array
        }
      }
    }
    guard cursor == end else { throw error(cursor, "unexpected text after the value") }
    isDone = true
    sortScripted()
    return (nodes.base, nodes.count)
  }

  /// Returns whether a key is `x`.
  @inline(__always) private func isX(_ key: JSONTape.Node) -> Bool {
    if key.kind == .string { return key.length == 1 && key.prefix == UInt16(UInt8(ascii: "x")) }
    return key.length == 1 && unescaped.last == UInt8(ascii: "x")
  }

  @inline(never) private mutating func noteScript(in container: Int) {
    if scripted.last != container { scripted.append(container) }
  }

  /// Sorts the objects, because an object whose member `x` follows others was recorded after the objects in those.
  private mutating func sortScripted() {
    guard zip(scripted, scripted.dropFirst()).contains(where: { $0 > $1 }) else { return }
    scripted.sort()
    var last = -1
    scripted.removeAll { index in
      defer { last = index }
      return index == last
    }
  }

  private func word(
    _ start: UnsafePointer<UInt8>, _ word: StaticString
  ) throws(LottieError) -> UnsafePointer<UInt8> {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end - start >= expected.count,
      UnsafeBufferPointer(start: start, count: expected.count).elementsEqual(expected)
    else { throw error(start, "expected a value") }
    return start + expected.count
  }
}

extension JSONTape.Node {
  /// See ``JSONKey/filter``.
  @inline(__always) fileprivate var filter: UInt64 { JSONKey(prefix: prefix, count: length).filter }
}

// MARK: - Strings

extension JSONParser {
  /// Parses a string, including its quotes.
  /// - Returns: The node, and the position after it.
  @inline(__always)
  private mutating func string(
    _ quote: UnsafePointer<UInt8>
  ) throws(LottieError) -> (JSONTape.Node, UnsafePointer<UInt8>) {
    let start = quote + 1
    let stop = plainEnd(start)
    guard stop < end, stop.pointee == UInt8(ascii: "\"") else { return try longString(start, stop) }
    return (node(start, stop - start), stop + 1)
  }

  @inline(__always)
  private func node(_ start: UnsafePointer<UInt8>, _ count: Int) -> JSONTape.Node {
    JSONTape.Node(
      bits: Self.bits(start - text, count), span: 1, kind: .string,
      prefix: JSONKey(start, count).prefix)
  }

  private static func bits(_ start: Int, _ count: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: start)) << 32 | UInt64(UInt32(truncatingIfNeeded: count))
  }

  /// Returns the position of the first quote, escape, control character or non-ASCII byte.
  @inline(__always)
  private func plainEnd(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var cursor = start
    while end - cursor >= 8 {
      let special = Self.special(in: Self.word(cursor))
      if special != 0 { return cursor + special.trailingZeroBitCount / 8 }
      cursor += 8
    }
    while cursor < end {
      switch cursor.pointee {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x80...: return cursor
      default: cursor += 1
      }
    }
    return cursor
  }

  /// Returns the eight bytes at a position, the first as the lowest.
  @inline(__always)
  private static func word(_ start: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// Returns the highest bit of the lowest of eight bytes that ends plain text. Higher bits of the
  /// result are meaningless.
  @inline(__always)
  private static func special(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let escapes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes | (word &- ones &* 0x20) & ~word
      | word
    return found & (ones &* 0x80)
  }

  /// Parses the rest of a string that isn't plain ASCII.
  /// - Parameter stop: The position in the string.
  @inline(never)
  private mutating func longString(
    _ start: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>
  ) throws(LottieError) -> (JSONTape.Node, UnsafePointer<UInt8>) {
    var cursor = try textEnd(stop)
    if cursor.pointee == UInt8(ascii: "\"") { return (node(start, cursor - start), cursor + 1) }
    let contents = unescaped.count
    append(start, cursor)
    while cursor.pointee != UInt8(ascii: "\"") {
      cursor = try escape(cursor)
      let plain = cursor
      cursor = try textEnd(plainEnd(plain))
      append(plain, cursor)
    }
    let node = JSONTape.Node(
      bits: Self.bits(contents, unescaped.count - contents), span: 1, kind: .escapedString,
      prefix: 0)
    return (node, cursor + 1)
  }

  private mutating func append(_ start: UnsafePointer<UInt8>, _ stop: UnsafePointer<UInt8>) {
    unescaped.append(contentsOf: UnsafeBufferPointer(start: start, count: stop - start))
  }

  /// Returns the position of the next quote or escape.
  private func textEnd(
    _ start: UnsafePointer<UInt8>
  ) throws(LottieError) -> UnsafePointer<UInt8> {
    var cursor = start
    while cursor < end {
      switch cursor.pointee {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return cursor
      case 0..<0x20: throw error(cursor, "a string must not contain control characters")
      case 0x20..<0x80: cursor = plainEnd(cursor)
      default: cursor = try sequenceEnd(cursor)
      }
    }
    throw error(cursor, "a string is not terminated")
  }

  /// Returns the end of a multi-byte character in UTF-8 (RFC 3629): not overlong, not a surrogate, and not above
  /// U+10FFFF.
  private func sequenceEnd(
    _ start: UnsafePointer<UInt8>
  ) throws(LottieError) -> UnsafePointer<UInt8> {
    let second: ClosedRange<UInt8> =
      switch start[0] {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    let count =
      switch start[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard count > 0, end - start >= count, second.contains(start[1]),
      (2..<max(count, 2)).allSatisfy({ start[$0] & 0xC0 == 0x80 })
    else { throw error(start, "a string is not UTF-8") }
    return start + count
  }

  /// Parses an escape, and returns the position after it.
  private mutating func escape(
    _ start: UnsafePointer<UInt8>
  ) throws(LottieError) -> UnsafePointer<UInt8> {
    let letter = start + 1
    guard letter < end else { throw error(letter, "unknown escape") }
    switch letter.pointee {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      unescaped.append(letter.pointee)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): return try unicodeEscape(letter + 1)
    default: throw error(letter, "unknown escape")
    }
    return letter + 1
  }

  /// Parses a UTF-16 code unit or a surrogate pair. An unpaired surrogate becomes U+FFFD.
  private mutating func unicodeEscape(
    _ start: UnsafePointer<UInt8>
  ) throws(LottieError) -> UnsafePointer<UInt8> {
    var (scalar, cursor) = try hex(start)
    if scalar & 0xFC00 == 0xD800, end - cursor >= 2, cursor[0] == 0x5C, cursor[1] == 0x75 {
      let (low, next) = try hex(cursor + 2)
      if low & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
        cursor = next
      }
    }
    unescaped.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    return cursor
  }

  private func hex(
    _ start: UnsafePointer<UInt8>
  ) throws(LottieError) -> (UInt32, UnsafePointer<UInt8>) {
    var value: UInt32 = 0
    for cursor in start..<(start + 4) {
      guard cursor < end,
        let digit = Character(Unicode.Scalar(cursor.pointee)).hexDigitValue
      else { throw error(cursor, "expected four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
    }
    return (value, start + 4)
  }
}

// MARK: - Numbers

extension JSONParser {
  /// Parses a number, correctly rounded. A number that is too large becomes infinity, as in JavaScript.
  /// - Returns: The number, and the position after it.
  @inline(__always)
  private func number(
    _ start: UnsafePointer<UInt8>
  ) throws(LottieError) -> (Double, UnsafePointer<UInt8>) {
    var cursor = start
    let isNegative = cursor.pointee == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    let first = cursor
    var value: UInt64 = 0
    Self.takeDigits(&cursor, &value)
    var count = cursor - first
    guard count > 0 else { throw error(cursor, "expected a digit") }
    guard first.pointee != UInt8(ascii: "0") || count == 1 else {
      throw error(first, "a number must not start with 0")
    }
    var decimals = 0
    if cursor.pointee == UInt8(ascii: ".") {
      cursor += 1
      let fraction = cursor
      Self.takeDigits(&cursor, &value)
      decimals = cursor - fraction
      guard decimals > 0 else { throw error(cursor, "expected a digit") }
      count += decimals
    }
    // A single floating-point operation computes the number: both operands are exact, and IEEE 754 rounds their
    // quotient correctly.
    if count <= 19, value < 1 << 53, decimals <= 22, cursor.pointee | 0x20 != UInt8(ascii: "e") {
      let magnitude = decimals == 0 ? Double(value) : Double(value) / Self.powerOfTen(decimals)
      return (isNegative ? -magnitude : magnitude, cursor)
    }
    return try longNumber(start, cursor, value, count, -decimals)
  }

  /// Reads further digits of `value`, which wraps around if there are too many.
  @inline(__always)
  private static func takeDigits(_ cursor: inout UnsafePointer<UInt8>, _ value: inout UInt64) {
    while true {
      let digit = cursor.pointee &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      cursor += 1
    }
  }

  /// Parses a number with an exponent or with many digits.
  ///
  /// - Parameters:
  ///   - start: The start of the number.
  ///   - digitsEnd: The end of its digits.
  ///   - value: The digits as an integer, if there are at most 19.
  ///   - exponent: The power of ten by which to multiply.
  @inline(never)
  private func longNumber(
    _ start: UnsafePointer<UInt8>, _ digitsEnd: UnsafePointer<UInt8>, _ value: UInt64, _ count: Int,
    _ exponent: Int
  ) throws(LottieError) -> (Double, UnsafePointer<UInt8>) {
    var (cursor, exponent) = (digitsEnd, exponent)
    if cursor.pointee | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      let isNegative = cursor.pointee == UInt8(ascii: "-")
      if isNegative || cursor.pointee == UInt8(ascii: "+") { cursor += 1 }
      let digits = cursor
      var power: UInt64 = 0
      Self.takeDigits(&cursor, &power)
      guard cursor > digits else { throw error(cursor, "expected a digit") }
      // Beyond this, only the function that reads the text itself needs the exponent.
      let most: UInt64 = 1_000_000
      let magnitude = Int(truncatingIfNeeded: cursor - digits > 19 ? most : min(power, most))
      exponent += isNegative ? -magnitude : magnitude
    }
    let number: Double
    if count <= 19, value < 1 << 53, exponent.magnitude <= 22 {
      let power = Self.powerOfTen(Int(exponent.magnitude))
      number = exponent < 0 ? Double(value) / power : Double(value) * power
    } else if count <= 19, exponent < 0, exponent >= -27 {
      number = quotient(value, powerOfTen: -exponent)
    } else {
      return (
        AnimScript.parseNumber(UnsafeBufferPointer(start: start, count: cursor - start)), cursor
      )
    }
    return (start.pointee == UInt8(ascii: "-") ? -number : number, cursor)
  }

  /// - Parameter exponent: At most 22, so that the power is exact.
  @inline(__always)
  private static func powerOfTen(_ exponent: Int) -> Double { powersOfTen[exponent] }

  private static let powersOfTen: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// The nodes of a ``JSONTape`` under construction. The parser writes millions of them consecutively.
private struct JSONNodes {
  let base: UnsafeMutablePointer<JSONTape.Node>
  private(set) var count = 0
  private let capacity: Int
  /// The maximum number of nodes.
  private let limit: Int

  init(capacity: Int, limit: Int) {
    self.capacity = min(max(capacity, 16), limit)
    self.limit = limit
    base = .allocate(capacity: max(self.capacity, 1))
  }

  /// Whether ``larger()`` must be called before another node is added.
  @inline(__always) var isFull: Bool { count == capacity }

  @inline(__always) mutating func append(_ node: JSONTape.Node) {
    (base + count).initialize(to: node)
    count &+= 1
  }

  @inline(__always) subscript(index: Int) -> JSONTape.Node {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  /// Returns the same nodes in a larger allocation, which replaces this one.
  @inline(never) func larger() throws(LottieError) -> JSONNodes {
    guard count < limit else { throw .tooMuch(.jsonNodes, limit: limit, path: "") }
    var nodes = JSONNodes(capacity: capacity * 2, limit: limit)
    nodes.base.moveInitialize(from: base, count: count)
    nodes.count = count
    base.deallocate()
    return nodes
  }

  func deallocate() { base.deallocate() }
}
