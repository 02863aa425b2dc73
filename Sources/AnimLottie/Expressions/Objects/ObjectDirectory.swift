/// A cache of structural facts about a file: containment, names, and layers by name. Facts never
/// change.
final class ObjectDirectory {
  private let model: ExpressionModel
  /// The results of structural lookups, or `nil` for missing objects; see ``ObjectStep/key``.
  private let steps = IndexedValues<ExpressionObject?>()
  /// The containers of each node, outermost (the layer) first.
  private let containerChains = IndexedValues<[ExpressionObject]>()
  /// The names and numbers of elements, by node and kind.
  private let labels = IndexedValues<ObjectLabel>()
  /// The layers by composition and vocabulary position of their names, or −1 for missing layers.
  private let namedLayers = IndexedValues<Int>()

  init(_ model: ExpressionModel) { self.model = model }

  /// Returns an object inside `object`.
  ///
  /// - Parameter position: See ``ObjectStep/position``.
  func child(of object: ExpressionObject, position: Int) -> ExpressionObject? {
    let step = ObjectStep(
      kind: object.kind, origin: object.kind == .layer ? object.layer : object.node,
      position: position)
    var found = steps[step.key] ?? find(object, step)
    found?.context = object.context
    return found
  }

  @inline(never)
  private func find(_ object: ExpressionObject, _ step: ObjectStep) -> ExpressionObject? {
    let found = ObjectFinder(model: model, object: object).child(step.position)
    steps.insert(step.key, found)
    return found
  }

  /// Returns the containers of an object, outermost (the layer) first.
  func containers(of object: ExpressionObject) -> [ExpressionObject] {
    let node = UInt64(truncatingIfNeeded: object.node)
    if let cached = containerChains[node] { return cached }
    let chain = ObjectFinder(model: model, object: object).containers
    containerChains.insert(node, chain)
    return chain
  }

  /// Returns a name or number of the element at a node.
  func label(_ kind: ObjectLabel.Kind, of node: Int) -> ObjectLabel {
    labels[UInt64(truncatingIfNeeded: node) << 3 | kind.rawValue] ?? readLabel(kind, of: node)
  }

  @inline(never)
  private func readLabel(_ kind: ObjectLabel.Kind, of node: Int) -> ObjectLabel {
    let label = ObjectLabel(kind, of: model.json(node), in: model.names)
    labels.insert(UInt64(truncatingIfNeeded: node) << 3 | kind.rawValue, label)
    return label
  }

  /// Returns the first layer of a composition with a name, given as a position in the vocabulary,
  /// or `nil` if it doesn't exist.
  func layer(named name: Int, in composition: Int) -> Int? {
    let key = UInt64(truncatingIfNeeded: composition) << 32 | UInt64(truncatingIfNeeded: name)
    if let cached = namedLayers[key] { return cached >= 0 ? cached : nil }
    let found = model.compositions[composition].layers.first { model.layers[$0].name == name }
    namedLayers.insert(key, found ?? -1)
    return found
  }
}

/// A lookup in the structure of a file. Its result never changes.
struct ObjectStep {
  var kind: ExpressionObject.Kind
  /// The index of the object's node, which also identifies its layer. For a layer, its own index.
  var origin: Int
  /// A position in the vocabulary, or an integer, counted downwards from −2.
  var position: Int

  /// A key that is different for all lookups.
  @inline(__always)
  var key: UInt64 {
    UInt64(kind.rawValue) << 56 | UInt64(UInt32(truncatingIfNeeded: position)) << 24
      | UInt64(truncatingIfNeeded: origin)
  }
}

/// A name or a number of an element in the file.
struct ObjectLabel {
  /// The name, or `nil` if the element is unnamed.
  var text: String?
  /// The vocabulary position of the name, or −1 if it isn't in the vocabulary.
  var position = -1
  var number = 0.0

  enum Kind: UInt64 {
    case name, matchName, index, contentsIndex
    /// The number of properties of a group.
    case count
    /// Whether an effect or a group is enabled, as 0 or 1.
    case activity
  }

  init(_ kind: Kind, of json: JSONValue, in names: ExpressionNames) {
    switch kind {
    case .name: text = json["nm"]?.string
    case .matchName: text = json["mn"]?.string
    case .index: number = json["ix"]?.number ?? 0
    case .contentsIndex: number = json["cix"]?.number ?? 0
    case .count where json.isArray:
      // The transform of a group isn't part of its contents.
      let transforms = json.elements.filter { $0["ty"]?.string == "tr" }.count
      number = Double(json.count - transforms)
    case .count: number = json["np"]?.number ?? 0
    case .activity: number = json["en"]?.number != 0 && json["hd"]?.bool != true ? 1 : 0
    }
    if let text, let position = names[text] { self.position = position }
  }
}
