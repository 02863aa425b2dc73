/// Parses a JSON text (RFC 8259), which may begin with a byte order mark, into a ``JSONTape``. It
/// is not recursive, so that the stack does not grow with the text.
struct JSONParser {
  private let limits: LottieLimits
  let text: UnsafeBufferPointer<UInt8>
  var place: Int
  private var nodes: [JSONTape.Node] = []
  var unescaped: [UInt8] = []
  /// The indices of the nodes of the open containers, outermost first.
  private var open: [Int] = []

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
        try parser.parse()
        return (parser.nodes, parser.unescaped)
      }
    }
    let (nodes, unescaped) = try result.get()
    return JSONTape(nodes: nodes, bytes: bytes, unescaped: unescaped, name: name)
  }

  private init(text: UnsafeBufferPointer<UInt8>, limits: LottieLimits) {
    self.text = text
    self.limits = limits
    place = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Real animations have a value or key about every six bytes.
    nodes.reserveCapacity(min(text.count / 6, limits.jsonNodes) + 1)
  }

  private mutating func parse() throws(LottieError) {
    repeat {
      try parseValue()
      try closeContainers()
    } while !open.isEmpty
    skipBlanks()
    guard place == text.count else { throw error("nothing may follow the value") }
  }

  /// The byte at the current place; nil at the end.
  var byte: UInt8? { place < text.count ? text[place] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  func error(_ reason: String) -> LottieError { .invalidJSON(offset: place, reason: reason) }

  mutating func append(_ kind: JSONTape.Kind, bits: UInt64 = 0) throws(LottieError) {
    guard nodes.count < limits.jsonNodes else {
      throw .tooMuch(.jsonNodes, limit: limits.jsonNodes, path: "")
    }
    nodes.append(.init(bits: bits, end: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind))
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
    guard open.count < limits.jsonDepth else {
      throw .tooMuch(.jsonDepth, limit: limits.jsonDepth, path: "")
    }
    open.append(nodes.count)
    try append(kind)
    place += 1
  }

  /// Counts an element or member of the innermost container.
  private mutating func count() {
    if let container = open.last { nodes[container].bits += 1 }
  }

  private mutating func parseKey() throws(LottieError) {
    skipBlanks()
    guard byte == UInt8(ascii: "\"") else { throw error("a key in quotes is expected") }
    count()
    try parseString()
    skipBlanks()
    guard byte == UInt8(ascii: ":") else { throw error("a colon is expected") }
    place += 1
  }

  /// Parses what follows a value: ends of containers, and the comma before the next value.
  private mutating func closeContainers() throws(LottieError) {
    while let container = open.last {
      skipBlanks()
      let isArray = nodes[container].kind == .array
      switch byte {
      case UInt8(ascii: ","):
        place += 1
        if isArray { count() } else { try parseKey() }
        return
      case UInt8(ascii: "]") where isArray, UInt8(ascii: "}") where !isArray:
        place += 1
        nodes[container].end = UInt32(truncatingIfNeeded: nodes.count)
        open.removeLast()
      case nil: throw error("the text ends early")
      default: throw error("a comma or the end of the \(isArray ? "array" : "object") is expected")
      }
    }
  }

  private mutating func parseWord(
    _ word: StaticString, _ kind: JSONTape.Kind
  ) throws(LottieError) {
    let end = place + word.utf8CodeUnitCount
    guard end <= text.count,
      text[place..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { throw error("a value is expected") }
    try append(kind)
    place = end
  }
}
