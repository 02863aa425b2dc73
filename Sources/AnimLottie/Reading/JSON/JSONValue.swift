import Glibc

/// A value of a ``JSONTape``.
struct JSONValue {
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
    member { text in
      text.count == key.utf8CodeUnitCount
        && memcmp(text.baseAddress ?? .init(key.utf8Start), key.utf8Start, text.count) == 0
    }
  }

  subscript(key key: String) -> JSONValue? {
    member { $0.elementsEqual(key.utf8) }
  }

  private func member(where isWanted: (UnsafeRawBufferPointer) -> Bool) -> JSONValue? {
    let nodes = tape.nodes
    let node = nodes[index]
    guard node.kind == .object else { return nil }
    var found: JSONValue?
    var place = index + 1
    while place < Int(node.end) {
      if tape.withText(nodes[place], isWanted) == true {
        found = JSONValue(tape: tape, index: place + 1)
      }
      place = Int(nodes[place + 1].end)
    }
    return found
  }

  /// The elements of an array; none for other values.
  var elements: Elements { Elements(tape: tape, place: index + 1, end: isArray ? end : 0) }

  struct Elements: Sequence, IteratorProtocol {
    fileprivate let tape: JSONTape
    fileprivate var place: Int
    fileprivate let end: Int

    mutating func next() -> JSONValue? {
      guard place < end else { return nil }
      defer { place = Int(tape.nodes[place].end) }
      return JSONValue(tape: tape, index: place)
    }
  }

  /// The first element of an array; nil if there is none.
  var first: JSONValue? {
    isArray && end > index + 1 ? JSONValue(tape: tape, index: index + 1) : nil
  }

  /// The keys and values of an object; none for other values.
  var members: Members { Members(tape: tape, place: index + 1, end: isObject ? end : 0) }

  struct Members: Sequence, IteratorProtocol {
    fileprivate let tape: JSONTape
    fileprivate var place: Int
    fileprivate let end: Int

    mutating func next() -> (key: JSONValue, value: JSONValue)? {
      guard place < end else { return nil }
      defer { place = Int(tape.nodes[place + 1].end) }
      return (JSONValue(tape: tape, index: place), JSONValue(tape: tape, index: place + 1))
    }
  }
}
