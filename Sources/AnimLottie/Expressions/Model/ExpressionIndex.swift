import AnimCore

/// The expressions of a file and the properties that they belong to, found when the file is loaded.
/// The objects that they can access are collected only before drawing.
final class ExpressionIndex: Sendable {
  /// The entire file.
  let tape: JSONTape
  /// The version of the file, for reading its properties.
  let version: FileVersion
  let slots: SlotTable
  let limits: LottieLimits
  /// The compositions of the document in the same order, with the main composition last.
  let compositions: [Composition]
  let expressions: [Expression]
  /// The expressions by the index of the property's node.
  let ids: [Int: ExpressionID]
  /// The data of assets for expressions, by identifier.
  let data: [String: JSONTape]

  struct Composition {
    /// The node of its list of layers.
    let layers: Int
    /// The node that contains the list: the asset, or the entire file.
    let holder: Int
  }

  /// Creates the index of the expressions of a file, or returns `nil` if the file doesn't contain
  /// any.
  ///
  /// - Parameters:
  ///   - lists: The lists of layers of all compositions, with their owners. The main composition
  ///     is the last one.
  ///   - data: The data of assets for expressions, by identifier.
  init?(
    _ tape: JSONTape, version: FileVersion, slots: SlotTable, limits: LottieLimits,
    lists: [(layers: JSONValue, holder: JSONValue)], data: [String: JSONTape]
  ) {
    self.tape = tape
    self.data = data
    self.version = version
    self.slots = slots
    self.limits = limits
    compositions = lists.map { Composition(layers: $0.layers.index, holder: $0.holder.index) }
    var finder = ExpressionFinder(tape, slots)
    for list in lists {
      for layer in list.layers.elements { finder.find(in: layer) }
    }
    expressions = finder.expressions
    ids = Dictionary(last: expressions.enumerated().map { ($0.element.node, $0.offset) })
    // The indices of layers and nodes are parts of objects of 64 bits.
    guard !expressions.isEmpty, finder.layerCount <= Int(UInt16.max),
      tape.count < ExpressionObject.nodeLimit
    else { return nil }
  }

  /// Returns the expression of a property.
  @inline(__always)
  func id(of property: JSONValue) -> ExpressionID? {
    guard slots.hasExpressions || property["x"] != nil, property.isPart(of: tape) else {
      return nil
    }
    return ids[property.index]
  }

  /// Creates the model for evaluating the expressions.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  func makeModel() -> ExpressionModel { ExpressionModel(self) }
}

/// An expression of a file.
struct Expression: Sendable {
  /// The index of the node of the property: the object with the key `x`.
  var node: Int
  /// The index of its layer among those of all compositions.
  var layer: Int
  /// The position of the expression in its layer, for random numbers.
  var position: Int
  var kind: Kind

  /// The kind of value that an expression computes.
  enum Kind {
    /// The value of a property.
    case property
    /// The source text of a layer.
    case text
    /// The degree to which a text animator's selector selects a unit.
    case selector
  }
}

/// Finds the expressions of layers, one after the other.
private struct ExpressionFinder {
  private(set) var expressions: [Expression] = []
  private(set) var layerCount = 0
  private let tape: JSONTape
  private let slots: SlotTable

  init(_ tape: JSONTape, _ slots: SlotTable) {
    self.tape = tape
    self.slots = slots
  }

  mutating func find(in layer: JSONValue) {
    var position = 0
    let textNode = layer["t"]?["d"]?.index
    let nodes = layer.index..<layer.end
    func note(_ node: Int) {
      let json = tape.value(at: node)
      guard json.isObject, slots.expression(of: json)?.isString == true else { return }
      expressions.append(
        Expression(
          node: node, layer: layerCount, position: position,
          kind: node == textNode
            ? .text : json["k"] == nil && json["sid"] == nil ? .selector : .property))
      position += 1
    }
    if slots.hasExpressions {
      for node in nodes { note(node) }
    } else {
      let scripted = tape.scripted
      let first = scripted.indices.partitioningIndex { scripted[$0] >= nodes.lowerBound }
      for node in scripted[first...] {
        guard node < nodes.upperBound else { break }
        note(node)
      }
    }
    layerCount += 1
  }
}
