import AnimScript

// Containment of objects: transforms, groups of shapes, effects and masks.
extension ExpressionObjects {
  /// Returns a member of a group.
  func group(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    switch name {
    case .name, .underscoredName: return try label(.name, of: object.node)
    case .matchName: return try label(.matchName, of: object.node)
    case .propertyIndex:
      guard object.kind == .contents else { return .number(number(.index, of: object.node)) }
      // A group is identified by its list of shapes. The list of a layer has no number.
      guard let group = directory.containers(of: object).last, group.kind == .group else {
        return .undefined
      }
      return .number(number(.contentsIndex, of: group.node))
    case .propertyGroup: return method(.groupLevel, object, position)
    case .numProperties: return .number(number(.count, of: object.node))
    case .enabled, .active: return .boolean(number(.activity, of: object.node) != 0)
    default: break
    }
    if let child = directory.child(of: object, position: position) { return try read(child) }
    if name == .position, object.kind == .layerTransform || object.kind == .groupTransform {
      return try splitPosition(object)
    }
    return .undefined
  }

  /// Returns the result of calling a group with a name or a number.
  func child(of object: ExpressionObject, _ key: Value) throws(Exception) -> Value {
    var found: ExpressionObject?
    let name = interpreter.vocabularyIndex(key)
    if name >= 0 {
      found = directory.child(of: object, position: name)
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
        found = directory.child(of: object, position: -2 - index)
      }
    }
    guard let found else {
      // As in lottie-web, everything except the contents of a group is its transform, and an effect
      // throws for missing parameters.
      if object.kind == .group,
        let transform = directory.child(of: object, position: ExpressionName.transformPosition)
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

  /// Returns an object for scripts. A control that refers to a layer becomes the layer.
  func read(_ object: ExpressionObject) throws(Exception) -> Value {
    guard object.kind == .layerControl else { return object.value }
    return try layer(in: object.context, .number(try currentComponents(object)[0]))
  }

  /// Returns a split position, which is an array without properties, as in lottie-web.
  func splitPosition(_ object: ExpressionObject) throws(Exception) -> Value {
    let nodes =
      object.kind == .layerTransform
      ? model.layers[object.layer].transform : TransformNodes(model.json(object.node))
    guard nodes.x >= 0 || nodes.y >= 0 else { return .undefined }
    func component(_ node: Int) throws(Exception) -> Double {
      node >= 0 ? try evaluation.components(ofNode: node, in: object.context)[0] : 0
    }
    return try value(
      Components(
        SIMD4(try component(nodes.x), try component(nodes.y), try component(nodes.z), 0), count: 3))
  }

  // MARK: - Names and numbers

  /// Returns the name of an object, or undefined if it is unnamed.
  func label(_ kind: ObjectLabel.Kind, of node: Int) throws(Exception) -> Value {
    let label = directory.label(kind, of: node)
    if label.position >= 0 { return interpreter.string(inVocabulary: label.position) }
    guard let text = label.text else { return .undefined }
    return try interpreter.string(text)
  }

  /// Returns the number of an object, or 0 if the object isn't numbered.
  func number(_ kind: ObjectLabel.Kind, of node: Int) -> Double {
    directory.label(kind, of: node).number
  }

  // MARK: - Containers

  /// Returns the group that contains an object, a number of levels up, or undefined above the
  /// layer.
  func groupLevel(_ object: ExpressionObject, _ level: Value) throws(Exception) -> Value {
    let number = level.isUndefined ? 1 : try number(level)
    guard number >= 0, number < 1000 else { return .undefined }
    let chain = directory.containers(of: object)
    try interpreter.count(steps: chain.count * 8)
    let index = chain.count - Int(number)
    guard chain.indices.contains(index) else { return .undefined }
    var group = chain[index]
    group.context = object.context
    return group.value
  }
}
