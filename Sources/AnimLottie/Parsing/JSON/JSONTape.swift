/// JSON text, parsed into a flat list of nodes in text order: an array is followed by its elements,
/// and an object by alternating keys and values.
package final class JSONTape: @unchecked Sendable {
  /// The nodes, which are never modified.
  private let nodes: UnsafePointer<Node>
  /// The number of nodes.
  let count: Int
  /// The text.
  private let bytes: [UInt8]
  /// The unescaped contents of strings that have escapes in the text.
  private let unescaped: [UInt8]
  /// The prefix of paths to values of this text.
  let name: String
  /// The indices of the objects whose member `x` is a string, in order: all objects that may be
  /// properties with an expression.
  let scripted: [Int]

  /// - Parameter nodes: The nodes, which the tape frees.
  init(
    nodes: UnsafeMutablePointer<Node>, count: Int, bytes: [UInt8], unescaped: [UInt8],
    scripted: [Int], name: String
  ) {
    self.count = count
    self.nodes = UnsafePointer(nodes)
    self.bytes = bytes
    self.unescaped = unescaped
    self.scripted = scripted
    self.name = name
  }

  deinit { nodes.deallocate() }

  /// Returns the value at an index, which is valid as long as the tape.
  func value(at index: Int) -> JSONValue { JSONValue(node: nodes + index, tape: self) }

  /// Calls a closure with the root value, which is valid during the call.
  package func withRoot<Result, Failure>(
    _ body: (JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(value(at: 0))
  }

  func index(of node: UnsafePointer<Node>) -> Int { node - nodes }

  struct Node {
    /// The bit pattern of a number, the offset (upper half) and length in bytes (lower half) of a
    /// string's contents, the number of an array's elements, or the possible keys of an object: see
    /// ``JSONKey/filter``.
    var bits: UInt64
    /// The number of nodes from this one to the one after it and its contents.
    var span: UInt32
    var kind: Kind
    /// The first two bytes of a string without escapes, the first one in the lower half, or 0 for
    /// missing bytes. For an object, 1 if keys may be repeated. Otherwise 0.
    var prefix: UInt16
  }

  enum Kind: UInt8 {
    case null, `false`, `true`, number, array, object
    /// A string without escapes. Its contents are in the text.
    case string
    /// A string with escapes. Its contents are in ``unescaped``.
    case escapedString
  }

  /// Calls a closure with the UTF-8 of a string, or with `nil` for other nodes.
  func withText<Result>(
    _ node: Node, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    switch node.kind {
    case .string: bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[node.range])) }
    case .escapedString:
      unescaped.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[node.range])) }
    default: nil
    }
  }
}

extension JSONTape.Node {
  /// The range of a string's contents.
  fileprivate var range: Range<Int> {
    let start = Int(truncatingIfNeeded: bits >> 32)
    return start..<start + length
  }

  /// The length of a string's contents, in bytes.
  @inline(__always) var length: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
}

/// The part of a key that is compared before its text.
struct JSONKey {
  /// See ``JSONTape/Node/prefix``.
  let prefix: UInt16
  /// The length, in bytes.
  let count: Int

  @inline(__always) init(prefix: UInt16, count: Int) {
    self.prefix = prefix
    self.count = count
  }

  @inline(__always) init(_ text: UnsafePointer<UInt8>, _ count: Int) {
    self.init(
      prefix: count == 0 ? 0 : UInt16(text[0]) | (count > 1 ? UInt16(text[1]) << 8 : 0),
      count: count)
  }

  /// The bit for this key in the set of an object's keys.
  ///
  /// Each letter has a separate bit. The factors are chosen so that longer keys of an object also
  /// have different bits in all but one of 400 objects in real files. If all bits differ, no key is
  /// repeated, so the first member with a key is also the last one.
  @inline(__always) var filter: UInt64 {
    if count == 1 { return 1 << UInt64(prefix & 31) }
    let mixed = (UInt32(prefix) &+ UInt32(truncatingIfNeeded: count) &* 0x2185) &* 0x4D49_FFCF
    return 1 << UInt64(32 + (mixed >> 27))
  }
}
