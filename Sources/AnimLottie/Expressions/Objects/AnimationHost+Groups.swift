import AnimScript

/// A question about the structure of a file, whose answer never changes.
struct ObjectStep: Hashable {
  var kind: ExpressionObject.Kind
  var layer: Int
  var node: Int
  /// A position in the vocabulary; or a whole number, counted from −2 downwards.
  var key: Int
}

// What is in what: transforms, groups of shapes, effects, masks.
extension AnimationHost {
  /// A member of a group.
  func group(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    let json = model.json(object.node)
    switch name {
    case .name, .underscoredName: return try string(json["nm"])
    case .matchName: return try string(json["mn"])
    case .propertyIndex:
      return .number(json[object.kind == .contents ? "cix" : "ix"]?.number ?? 0)
    case .propertyGroup: return method(.groupLevel, object, position)
    case .numProperties:
      return .number(json.isArray ? Double(json.count) : json["np"]?.number ?? 0)
    case .enabled, .active:
      return .boolean(json["en"]?.number != 0 && json["hd"]?.bool != true)
    default: break
    }
    if let child = step(object, name) { return try read(child) }
    if name == .position, object.kind == .layerTransform || object.kind == .groupTransform {
      return try splitPosition(object)
    }
    return .undefined
  }

  /// What a group is called with: a name or a number.
  func child(of object: ExpressionObject, _ key: Value) throws(Exception) -> Value {
    let interpreter = evaluator.interpreter
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
      if object.kind == .group, let transform = step(object, .transform) { return transform.value }
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
    return try layer(in: object.context, .number(currentComponents(object)[0]))
  }

  /// As in lottie-web, a position that is split is an array without properties.
  func splitPosition(_ object: ExpressionObject) throws(Exception) -> Value {
    let nodes = TransformNodes(model.json(object.node))
    guard nodes.x >= 0 || nodes.y >= 0 else { return .undefined }
    func component(_ node: Int) -> Double {
      node >= 0 ? evaluator.components(ofNode: node, in: object.context)[0] : 0
    }
    return try value(
      Components(
        SIMD4(component(nodes.x), component(nodes.y), component(nodes.z), 0), count: 3))
  }

  // MARK: - Steps

  func step(_ object: ExpressionObject, _ name: ExpressionName) -> ExpressionObject? {
    guard let position = model.names[name.rawValue] else { return nil }
    return step(object, position: position)
  }

  /// - Parameter position: see ``ObjectStep/key``.
  private func step(_ object: ExpressionObject, position: Int) -> ExpressionObject? {
    let step = ObjectStep(
      kind: object.kind, layer: object.layer, node: object.node, key: position)
    var found: ExpressionObject?
    if let known = evaluator.steps[step] {
      found = known
    } else {
      found = ObjectFinder(model: model, object: object).child(position)
      evaluator.steps[step] = found
    }
    found?.context = object.context
    return found
  }

  /// The group that something belongs to, some levels up; undefined above the layer.
  func groupLevel(_ object: ExpressionObject, _ level: Value) throws(Exception) -> Value {
    let number = level.isUndefined ? 1 : try number(level)
    guard number >= 0, number < 1000 else { return .undefined }
    let chain = containers(of: object)
    try evaluator.interpreter.count(steps: chain.count * 8)
    let index = chain.count - Int(number)
    guard chain.indices.contains(index) else { return .undefined }
    var group = chain[index]
    group.context = object.context
    return group.value
  }

  /// What contains an object, the layer first. It never changes.
  private func containers(of object: ExpressionObject) -> [ExpressionObject] {
    if let known = evaluator.containers[object.node] { return known }
    let chain = ObjectFinder(model: model, object: object).containers
    evaluator.containers[object.node] = chain
    return chain
  }
}
