import AnimScript

/// An object of an animation, as exposed to expressions: its kind, its layer, its node in the file,
/// and the context in which it is read.
struct ExpressionObject: Equatable {
  var kind: Kind
  /// The index of the context (``ExpressionContexts``).
  var context: Int
  /// The index of the layer in ``ExpressionModel/layers``.
  var layer: Int
  /// The index of a node, a position in the vocabulary, or another number. Less than ``nodeLimit``.
  var node: Int
  /// The position of a method's name in the vocabulary, or −1 for other objects.
  var method: Int

  enum Kind: UInt8 {
    /// A global function. The node is its position in the vocabulary.
    case function
    case composition, layerLookup, layer, layerMethod
    /// The transform of a layer, or that of a group of shapes, which is an item of a list.
    case layerTransform, groupTransform
    /// A list of shapes, which is called with a name.
    case contents
    case group, item, dashes
    case effects, effect, masks, mask, text
    /// An effect parameter that refers to a layer.
    case layerControl
    /// A property with a value.
    case property, propertyMethod
    /// A source text.
    case sourceText
    /// A path created by `createPath`. The node is its index in the evaluator's list.
    case madePath, madePathMethod
    /// The function that finds the group that contains an object.
    case groupLevel
    case markers, markerLookup
    /// The data of a data layer.
    case data
    /// A list or an object in the data. The node is that of its own JSON. The last case.
    case outline
  }

  /// A number above all node indices.
  static let nodeLimit = 1 << 24
  /// A number above all context indices.
  static let contextLimit = 1 << 10

  init(
    _ kind: Kind, context: Int, layer: Int = 0, node: Int = 0, method: Int = -1
  ) {
    self.kind = kind
    self.context = context
    self.layer = layer
    self.node = node
    self.method = method
  }

  init?(_ object: HostObject) {
    let number = UInt8(truncatingIfNeeded: object.kind) & 63
    guard number <= Kind.outline.rawValue else { return nil }
    // A case without an associated value is stored as its number.
    kind = unsafeBitCast(number, to: Kind.self)
    context = Int(object.kind >> 6)
    layer = Int(object.member)
    node = Int(object.index & 0xFF_FFFF)
    method = Int(object.index >> 24) - 1
  }

  var hostObject: HostObject {
    // Methods are among the first names, so their positions have 8 bits.
    return HostObject(
      kind: UInt16(kind.rawValue) | UInt16(truncatingIfNeeded: context) << 6,
      member: UInt16(truncatingIfNeeded: layer),
      index: UInt32(truncatingIfNeeded: node) | UInt32(truncatingIfNeeded: method + 1) << 24)
  }

  var value: Value { .host(hostObject) }
}
