/// A JSON text, parsed into a flat list of nodes in the order of the text: an array is followed by
/// its elements, and an object by its keys and values, alternately.
final class JSONTape: Sendable {
  let nodes: [Node]
  /// The text.
  private let bytes: [UInt8]
  /// The unescaped contents of strings that have escapes in the text.
  private let unescaped: [UInt8]
  /// The prefix of paths to values of this text.
  let name: String

  init(nodes: [Node], bytes: [UInt8], unescaped: [UInt8], name: String) {
    self.nodes = nodes
    self.bytes = bytes
    self.unescaped = unescaped
    self.name = name
  }

  var root: JSONValue { JSONValue(tape: self, index: 0) }

  struct Node {
    /// The bit pattern of a number; the offset (upper half) and length in bytes (lower half) of a
    /// string's contents; or the number of elements or members.
    var bits: UInt64
    /// The index of the node after this one and everything that it contains.
    var end: UInt32
    var kind: Kind
  }

  enum Kind: UInt8 {
    case null, `false`, `true`, number, array, object
    /// A string without escapes, whose contents are in the text.
    case string
    /// A string whose contents are in ``unescaped``.
    case escapedString
  }

  /// The UTF-8 of a string; nil for other nodes.
  func withText<Result>(
    _ node: Node, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    let start = Int(truncatingIfNeeded: node.bits >> 32)
    let end = start + Int(truncatingIfNeeded: node.bits & 0xFFFF_FFFF)
    switch node.kind {
    case .string:
      return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    case .escapedString:
      return unescaped.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    default: return nil
    }
  }
}
