import AnimScript

/// A question about the structure of a file, whose answer never changes.
struct ObjectStep {
  var kind: ExpressionObject.Kind
  /// The index of the object's node, which says its layer, too; of a layer, its own index.
  var origin: Int
  /// A position in the vocabulary; or a whole number, counted from −2 downwards.
  var position: Int

  /// Different for all questions.
  @inline(__always)
  var key: UInt64 {
    UInt64(kind.rawValue) << 56 | UInt64(UInt32(truncatingIfNeeded: position)) << 24
      | UInt64(truncatingIfNeeded: origin)
  }
}

/// A name or a number that something has in the file.
struct ObjectLabel {
  /// The name; nil for none.
  var text: String?
  /// Its position in the vocabulary; −1 if it is not in there.
  var position = -1
  var number = 0.0

  enum Kind: UInt64 {
    case name, matchName, index, contentsIndex
    /// How many properties a group has.
    case count
    /// Whether an effect or a group is on, as 0 or 1.
    case activity
  }

  init(_ kind: Kind, of json: JSONValue, in names: ExpressionNames) {
    switch kind {
    case .name: text = json["nm"]?.string
    case .matchName: text = json["mn"]?.string
    case .index: number = json["ix"]?.number ?? 0
    case .contentsIndex: number = json["cix"]?.number ?? 0
    case .count where json.isArray:
      // The transform of a group is not among its contents.
      let transforms = json.elements.filter { $0["ty"]?.string == "tr" }.count
      number = Double(json.count - transforms)
    case .count: number = json["np"]?.number ?? 0
    case .activity: number = json["en"]?.number != 0 && json["hd"]?.bool != true ? 1 : 0
    }
    if let text, let position = names[text] { self.position = position }
  }
}

// What is in what: transforms, groups of shapes, effects, masks.
extension ExpressionEvaluator {
  /// A member of a group.
  func group(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    switch name {
    case .name, .underscoredName: return try label(.name, of: object.node)
    case .matchName: return try label(.matchName, of: object.node)
    case .propertyIndex:
      guard object.kind == .contents else { return .number(number(.index, of: object.node)) }
      // A group has the number of its list of shapes; that of a layer has none.
      guard let group = containers(of: object).last, group.kind == .group else { return .undefined }
      return .number(number(.contentsIndex, of: group.node))
    case .propertyGroup: return method(.groupLevel, object, position)
    case .numProperties: return .number(number(.count, of: object.node))
    case .enabled, .active: return .boolean(number(.activity, of: object.node) != 0)
    default: break
    }
    if let child = step(object, position: position) { return try read(child) }
    if name == .position, object.kind == .layerTransform || object.kind == .groupTransform {
      return try splitPosition(object)
    }
    return .undefined
  }

  /// What a group is called with: a name or a number.
  func child(of object: ExpressionObject, _ key: Value) throws(Exception) -> Value {
    var found: ExpressionObject?
    let name = interpreter.vocabularyIndex(key)
    if name >= 0 {
      found = step(object, position: name)
      if found == nil, name < ExpressionName.all.count,
        [.position, .namedPosition, .matchPosition].contains(ExpressionName.all[name]),
        object.kind == .layerTransform || object.kind == .groupTransform
      {
        return try splitPosition(object)
      }
    } else if !key.isString {
      let number = try number(key)
      if let index = Int(exactly: number), index.magnitude < 1 << 30 {
        if object.kind == .layer, index == 0 { return object.value }
        found = step(object, position: -2 - index)
      }
    }
    guard let found else {
      // As in lottie-web, everything but the contents of a group is its transform, and an effect
      // throws for what it does not have.
      if object.kind == .group,
        let transform = step(object, position: ExpressionName.transformPosition)
      {
        return transform.value
      }
      if object.kind == .effect {
        throw interpreter.error("the effect has no such parameter")
      }
      return .null
    }
    return try read(found)
  }

  /// An object as a script sees it: a control that names a layer is that layer.
  func read(_ object: ExpressionObject) throws(Exception) -> Value {
    guard object.kind == .layerControl else { return object.value }
    return try layer(in: object.context, .number(try currentComponents(object)[0]))
  }

  /// As in lottie-web, a position that is split is an array without properties.
  func splitPosition(_ object: ExpressionObject) throws(Exception) -> Value {
    let nodes =
      object.kind == .layerTransform
      ? model.layers[object.layer].transform : TransformNodes(model.json(object.node))
    guard nodes.x >= 0 || nodes.y >= 0 else { return .undefined }
    func component(_ node: Int) throws(Exception) -> Double {
      node >= 0 ? try components(ofNode: node, in: object.context)[0] : 0
    }
    return try value(
      Components(
        SIMD4(try component(nodes.x), try component(nodes.y), try component(nodes.z), 0), count: 3))
  }

  // MARK: - Steps

  /// The object inside another one.
  ///
  /// - Parameter position: see ``ObjectStep/position``.
  func step(_ object: ExpressionObject, position: Int) -> ExpressionObject? {
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

  // MARK: - Names and numbers

  /// The name of a thing; undefined where it has none.
  func label(_ kind: ObjectLabel.Kind, of node: Int) throws(Exception) -> Value {
    let label = objectLabel(kind, of: node)
    if label.position >= 0 { return interpreter.string(inVocabulary: label.position) }
    guard let text = label.text else { return .undefined }
    return try interpreter.string(text)
  }

  /// The number of a thing; 0 where it has none.
  func number(_ kind: ObjectLabel.Kind, of node: Int) -> Double {
    objectLabel(kind, of: node).number
  }

  private func objectLabel(_ kind: ObjectLabel.Kind, of node: Int) -> ObjectLabel {
    labels[UInt64(truncatingIfNeeded: node) << 3 | kind.rawValue]
      ?? readLabel(kind, of: node)
  }

  @inline(never)
  private func readLabel(_ kind: ObjectLabel.Kind, of node: Int) -> ObjectLabel {
    let label = ObjectLabel(kind, of: model.json(node), in: model.names)
    labels.insert(UInt64(truncatingIfNeeded: node) << 3 | kind.rawValue, label)
    return label
  }

  // MARK: - Containers

  /// The group that something belongs to, some levels up; undefined above the layer.
  func groupLevel(_ object: ExpressionObject, _ level: Value) throws(Exception) -> Value {
    let number = level.isUndefined ? 1 : try number(level)
    guard number >= 0, number < 1000 else { return .undefined }
    let chain = containers(of: object)
    try interpreter.count(steps: chain.count * 8)
    let index = chain.count - Int(number)
    guard chain.indices.contains(index) else { return .undefined }
    var group = chain[index]
    group.context = object.context
    return group.value
  }

  /// What contains an object, the layer first. It never changes.
  private func containers(of object: ExpressionObject) -> [ExpressionObject] {
    let node = UInt64(truncatingIfNeeded: object.node)
    if let known = containerChains[node] { return known }
    let chain = ObjectFinder(model: model, object: object).containers
    containerChains.insert(node, chain)
    return chain
  }
}
