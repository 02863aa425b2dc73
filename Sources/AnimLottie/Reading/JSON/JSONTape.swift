/// A JSON text, parsed into a flat list of nodes in the order of the text: after an array its
/// elements follow, and after an object its keys and values in turn.
final class JSONTape: Sendable {
  let nodes: [Node]
  /// The text.
  private let bytes: [UInt8]
  /// The contents of strings that have escapes in the text.
  private let unescaped: [UInt8]
  /// What paths to values of this text begin with.
  let name: String

  init(nodes: [Node], bytes: [UInt8], unescaped: [UInt8], name: String) {
    self.nodes = nodes
    self.bytes = bytes
    self.unescaped = unescaped
    self.name = name
  }

  var root: JSONValue { JSONValue(tape: self, index: 0) }

  struct Node {
    /// A number's bit pattern; where a string's contents begin (the upper half) and how many bytes
    /// they have; or how many elements or members there are.
    var bits: UInt64
    /// The index of what follows this node and all that it contains.
    var end: UInt32
    var kind: Kind
  }

  enum Kind: UInt8 {
    case null, `false`, `true`, number, array, object
    /// A string whose contents are in the text as they are.
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
