/// A value of a ``JSONTape``.
struct JSONValue: Sendable {
  let tape: JSONTape
  let index: Int

  private var node: JSONTape.Node { tape.nodes[index] }

  var isNull: Bool { node.kind == .null }
  var isObject: Bool { node.kind == .object }
  var isArray: Bool { node.kind == .array }
  var isNumber: Bool { node.kind == .number }

  var isString: Bool {
    switch node.kind {
    case .string, .escapedString: true
    default: false
    }
  }

  /// The value of a number, which may be infinite; nil for other values.
  var number: Double? {
    let node = node
    return node.kind == .number ? Double(bitPattern: node.bits) : nil
  }

  var bool: Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  var string: String? { withText { String(decoding: $0, as: UTF8.self) } }

  /// The UTF-8 of a string; nil for other values.
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    tape.withText(node, body)
  }

  /// The number of elements of an array or members of an object; 0 for other values.
  var count: Int {
    let node = node
    return node.kind == .array || node.kind == .object ? Int(truncatingIfNeeded: node.bits) : 0
  }

  /// The index of the node after this value.
  var end: Int { Int(node.end) }
}

extension JSONValue {
  /// The value of an object's member; of several with the same key, the last, as in JavaScript.
  /// Complexity: O(*n*) in the number of members.
  subscript(key: StaticString) -> JSONValue? {
    member(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  subscript(key key: String) -> JSONValue? {
    var key = key
    return key.withUTF8 { member($0) }
  }

  private func member(_ key: UnsafeBufferPointer<UInt8>) -> JSONValue? {
    let nodes = tape.nodes
    let node = nodes[index]
    guard node.kind == .object else { return nil }
    let prefix = JSONTape.Node.prefix(of: key.baseAddress, key.count)
    let end = Int(node.end)
    var found: Int?
    var index = index &+ 1
    while index < end {
      let name = nodes[index]
      if name.kind == .string {
        // Most keys have one or two bytes.
        if name.prefix == prefix, Int(name.bits & 0xFFFF_FFFF) == key.count,
          key.count <= 2 || tape.text(name).elementsEqual(key)
        {
          found = index &+ 1
        }
      } else if tape.text(name).elementsEqual(key) {
        found = index &+ 1
      }
      index = Int(nodes[index &+ 1].end)
    }
    return found.map { JSONValue(tape: tape, index: $0) }
  }

  /// The elements of an array; none for other values.
  var elements: Elements { Elements(tape: tape, position: index + 1, end: isArray ? end : 0) }

  struct Elements: Sequence, IteratorProtocol {
    fileprivate let tape: JSONTape
    fileprivate var position: Int
    fileprivate let end: Int

    mutating func next() -> JSONValue? {
      guard position < end else { return nil }
      defer { position = Int(tape.nodes[position].end) }
      return JSONValue(tape: tape, index: position)
    }
  }

  /// The first element of an array; nil if there is none.
  var first: JSONValue? {
    isArray && end > index + 1 ? JSONValue(tape: tape, index: index + 1) : nil
  }

  /// The keys and values of an object; none for other values.
  var members: Members { Members(tape: tape, position: index + 1, end: isObject ? end : 0) }

  struct Members: Sequence, IteratorProtocol {
    fileprivate let tape: JSONTape
    fileprivate var position: Int
    fileprivate let end: Int

    mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard position < end else { return nil }
      defer { position = Int(tape.nodes[position + 1].end) }
      return (JSONValue(tape: tape, index: position), JSONValue(tape: tape, index: position + 1))
    }
  }
}

extension JSONValue {
  /// The path of the value, such as `layers[3].ef[0]`. Complexity: proportional to the number of
  /// siblings of the value and of those that contain it.
  var path: String {
    var path = tape.name
    var container = JSONValue(tape: tape, index: 0)
    while container.index != index {
      guard let inner = step(in: container, &path) else { return path }
      container = inner
    }
    return path
  }

  /// Appends the step from a container to the element or member that holds this value.
  private func step(in container: JSONValue, _ path: inout String) -> JSONValue? {
    for (position, element) in container.elements.enumerated() where index < element.end {
      path += "[\(position)]"
      return element
    }
    for member in container.members where index < member.value.end {
      // A key may be millions of characters long; decode only its start.
      let key = member.key.withText { String(decoding: $0.prefix(256), as: UTF8.self) } ?? ""
      path += path.isEmpty ? key.shortened : "." + key.shortened
      return member.value
    }
    return nil
  }
}

extension String {
  /// A name from a file, made fit for a message: not too long, and on one line.
  var shortened: String {
    let longest = 60
    let line = String(
      unicodeScalars.prefix(longest).map { scalar -> Character in
        scalar.properties.generalCategory == .control ? " " : Character(scalar)
      })
    return unicodeScalars.prefix(longest + 1).count > longest ? line + "…" : line
  }
}

/// A JSON text, parsed into a flat list of nodes in the order of the text: an array is followed by
/// its elements, and an object by its keys and values, alternately.
final class JSONTape: @unchecked Sendable {
  /// Never written to.
  fileprivate let nodes: UnsafePointer<Node>
  /// The number of nodes.
  let count: Int
  /// The text.
  private let bytes: [UInt8]
  /// The unescaped contents of strings that have escapes in the text.
  private let unescaped: [UInt8]
  /// The prefix of paths to values of this text.
  let name: String

  /// - Parameter nodes: freed by the tape.
  init(nodes: consuming JSONNodes, bytes: [UInt8], unescaped: [UInt8], name: String) {
    count = nodes.count
    self.nodes = UnsafePointer(nodes.trimmed())
    self.bytes = bytes
    self.unescaped = unescaped
    self.name = name
  }

  deinit { nodes.deallocate() }

  var root: JSONValue { JSONValue(tape: self, index: 0) }

  struct Node {
    /// The bit pattern of a number; the offset (upper half) and length in bytes (lower half) of a
    /// string's contents; or the number of elements or members.
    var bits: UInt64
    /// The index of the node after this one and everything that it contains.
    var end: UInt32
    var kind: Kind
    /// The first two bytes of a string without escapes, the first in the lower half; 0 in place of
    /// those that it does not have, and for other values.
    var prefix: UInt16

    @inline(__always) static func prefix(of text: UnsafePointer<UInt8>?, _ count: Int) -> UInt16 {
      guard let text, count > 0 else { return 0 }
      return UInt16(text[0]) | (count > 1 ? UInt16(text[1]) << 8 : 0)
    }
  }

  enum Kind: UInt8 {
    case null, `false`, `true`, number, array, object
    /// A string without escapes, whose contents are in the text.
    case string
    /// A string whose contents are in ``unescaped``.
    case escapedString
  }

  /// Whether a node is a string without escapes that consists of one ASCII character.
  func isString(_ index: Int, _ character: Unicode.Scalar) -> Bool {
    let node = nodes[index]
    return node.kind == .string && node.bits & 0xFFFF_FFFF == 1
      && UInt32(node.prefix) == character.value
  }

  /// The UTF-8 of a string; nil for other nodes.
  func withText<Result>(
    _ node: Node, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    switch node.kind {
    case .string: bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range(node)])) }
    case .escapedString:
      unescaped.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range(node)])) }
    default: nil
    }
  }

  /// The UTF-8 of a string; empty for other nodes.
  fileprivate func text(_ node: Node) -> ArraySlice<UInt8> {
    switch node.kind {
    case .string: bytes[range(node)]
    case .escapedString: unescaped[range(node)]
    default: []
    }
  }

  /// Where a string's contents are.
  private func range(_ node: Node) -> Range<Int> {
    let start = Int(truncatingIfNeeded: node.bits >> 32)
    return start..<start + Int(truncatingIfNeeded: node.bits & 0xFFFF_FFFF)
  }
}

/// The nodes of a ``JSONTape`` while it is made. The parser writes millions of them, each of them into the
/// memory after the last one.
struct JSONNodes {
  private(set) var base: UnsafeMutablePointer<JSONTape.Node>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  @inline(__always) mutating func append(_ node: JSONTape.Node) {
    if count == capacity { grow() }
    (base + count).initialize(to: node)
    count &+= 1
  }

  private mutating func grow() {
    capacity *= 2
    base = moved(to: capacity)
  }

  /// The nodes in memory that has no spare room; the caller deallocates it.
  func trimmed() -> UnsafeMutablePointer<JSONTape.Node> { moved(to: max(count, 1)) }

  func deallocate() { base.deallocate() }

  private func moved(to capacity: Int) -> UnsafeMutablePointer<JSONTape.Node> {
    let larger = UnsafeMutablePointer<JSONTape.Node>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    return larger
  }
}
