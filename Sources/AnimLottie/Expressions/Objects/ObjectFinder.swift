/// Finds objects inside an object by their location in the file.
struct ObjectFinder {
  let model: ExpressionModel
  let object: ExpressionObject

  private var json: JSONValue { model.json(object.node) }

  private func found(_ kind: ExpressionObject.Kind, _ json: JSONValue?) -> ExpressionObject? {
    guard let json else { return nil }
    var result = object
    result.kind = kind
    result.node = json.index
    result.method = -1
    return result
  }

  /// Returns the object with a name or a number.
  ///
  /// - Parameter key: See ``ObjectStep/key``.
  func child(_ key: Int) -> ExpressionObject? {
    let number = key <= -2 ? -2 - key : nil
    let name = key >= 0 && key < ExpressionName.all.count ? ExpressionName.all[key] : nil
    switch object.kind {
    case .layer: return layerChild(name, number)
    case .layerTransform, .groupTransform: return transformChild(name, number)
    case .contents: return contentsChild(key, number)
    case .group: return groupChild(name, number)
    case .item: return itemChild(name, number)
    case .dashes: return dash(key)
    case .effects: return element(json, key, number).flatMap { found(.effect, $0) }
    case .effect: return parameter(key, name, number)
    case .masks: return element(json, key, number).flatMap { found(.mask, $0) }
    case .mask: return maskChild(name, number)
    case .text: return textChild(name)
    default: return nil
    }
  }

  // MARK: - Layers

  private func layerChild(_ name: ExpressionName?, _ number: Int?) -> ExpressionObject? {
    let layer = model.json(model.layers[object.layer].node)
    switch (name, number) {
    case (.transform?, _), (.namedTransform?, _), (.matchTransform?, _), (_, 1?), (_, 6?):
      return found(.layerTransform, layer["ks"])
    case (.content?, _), (.namedContents?, _), (.matchContents?, _), (_, 2?):
      return found(.contents, layer["shapes"])
    case (.effect?, _), (.effects?, _), (.namedEffects?, _), (.matchEffects?, _), (_, 4?):
      // A layer without effects has an empty list of effects.
      return found(.effects, layer["ef"] ?? layer)
    case (.mask?, _), (.namedMasks?, _), (.matchMasks?, _):
      return found(.masks, layer["masksProperties"] ?? layer)
    case (.text?, _), (.namedText?, _), (.matchText?, _): return found(.text, layer["t"])
    case (.timeRemap?, _), (.namedTimeRemap?, _), (.matchTimeRemap?, _):
      return found(.property, layer["tm"])
    case (.namedData?, _): return model.layers[object.layer].isData ? found(.data, layer) : nil
    default: return nil
    }
  }

  private func transformChild(_ name: ExpressionName?, _ number: Int?) -> ExpressionObject? {
    let nodes = TransformNodes(json)
    func property(_ node: Int) -> ExpressionObject? {
      node >= 0 ? found(.property, model.json(node)) : nil
    }
    if let number {
      for node in [
        nodes.anchor, nodes.position, nodes.scale, nodes.rotation, nodes.skew, nodes.skewAxis,
        nodes.opacity,
      ] where node >= 0 && model.json(node)["ix"]?.number == Double(number) {
        return property(node)
      }
      return nil
    }
    switch name {
    case .anchorPoint, .namedAnchorPoint, .matchAnchorPoint, .matchVectorAnchor:
      return property(nodes.anchor)
    case .position, .namedPosition, .matchPosition, .matchVectorPosition:
      return property(nodes.position)
    case .scale, .namedScale, .matchScale, .matchVectorScale: return property(nodes.scale)
    case .rotation, .zRotation, .namedRotation, .namedZRotation, .matchRotation,
      .matchVectorRotation:
      return property(nodes.rotation)
    case .opacity, .namedOpacity, .matchOpacity, .matchVectorOpacity:
      return property(nodes.opacity)
    case .skew, .namedSkew, .matchVectorSkew: return property(nodes.skew)
    case .skewAxis, .namedSkewAxis, .matchVectorSkewAxis: return property(nodes.skewAxis)
    case .xPosition, .namedXPosition, .matchPositionX: return property(nodes.x)
    case .yPosition, .namedYPosition, .matchPositionY: return property(nodes.y)
    case .zPosition, .matchPositionZ: return property(nodes.z)
    case .xRotation, .namedXRotation, .matchRotationX: return found(.property, json["rx"])
    case .yRotation, .namedYRotation, .matchRotationY: return found(.property, json["ry"])
    case .orientation, .namedOrientation, .matchOrientation:
      return found(.property, json["or"])
    default: return nil
    }
  }

  // MARK: - Shapes

  /// Returns the object of an item in a list of shapes.
  private func shape(_ item: JSONValue) -> ExpressionObject? {
    switch item["ty"]?.string {
    case "gr": found(.group, item)
    case "tr": found(.groupTransform, item)
    default: found(.item, item)
    }
  }

  private func contentsChild(_ key: Int, _ number: Int?) -> ExpressionObject? {
    if let item = element(json, key, number) { return shape(item) }
    guard let number, number >= 1 else { return nil }
    // The number in the list, excluding the transform.
    let items = json.elements.filter { $0["ty"]?.string != "tr" }
    return number <= items.count ? shape(items[number - 1]) : nil
  }

  private func groupChild(_ name: ExpressionName?, _ number: Int?) -> ExpressionObject? {
    switch (name, number) {
    case (.content?, _), (.namedContents?, _), (.matchVectors?, _), (_, 2?):
      return found(.contents, json["it"])
    case (.transform?, _), (.namedTransform?, _), (.matchVectorTransform?, _), (_, 3?):
      guard let list = json["it"] else { return nil }
      var last: JSONValue?
      for item in list.elements where item["ty"]?.string == "tr" { last = item }
      return found(.groupTransform, last)
    default: return nil
    }
  }

  private func itemChild(_ name: ExpressionName?, _ number: Int?) -> ExpressionObject? {
    let type = json["ty"]?.string ?? ""
    if type == "sh", number == 2 { return found(.property, json["ks"]) }
    for property in Self.properties[type] ?? [] {
      guard let value = json[key: property.key] else { continue }
      let isWanted =
        if let number {
          value["ix"]?.number == Double(number)
        } else {
          name.map { property.names.contains($0) } ?? false
        }
      if isWanted { return found(.property, value) }
    }
    if name == .dash, type == "st" || type == "gs" { return found(.dashes, json["d"]) }
    return nil
  }

  /// The properties of each item type, with their names.
  private static let properties: [String: [(key: String, names: Set<ExpressionName>)]] = [
    "sh": [
      ("ks", [.path, .shape, .namedPath, .namedShape, .matchVectorShape])
    ],
    "rc": [
      ("s", [.size, .namedSize, .matchRectSize]),
      ("p", [.position, .namedPosition, .matchRectPosition]),
      ("r", [.roundness, .namedRoundness, .matchRectRoundness]),
    ],
    "el": [
      ("s", [.size, .namedSize, .matchEllipseSize]),
      ("p", [.position, .namedPosition, .matchEllipsePosition]),
    ],
    "sr": [
      ("p", [.position, .namedPosition, .matchStarPosition]),
      ("r", [.rotation, .namedRotation, .matchStarRotation]),
      ("pt", [.points, .namedPoints, .matchStarPoints]),
      ("or", [.outerRadius, .namedOuterRadius, .matchStarOuterRadius]),
      ("os", [.outerRoundness, .namedOuterRoundness, .matchStarOuterRoundness]),
      ("ir", [.innerRadius, .namedInnerRadius, .matchStarInnerRadius]),
      ("is", [.innerRoundness, .namedInnerRoundness, .matchStarInnerRoundness]),
    ],
    "fl": [
      ("c", [.color, .namedColor, .matchFillColor]),
      ("o", [.opacity, .namedOpacity, .matchFillOpacity]),
    ],
    "gf": [
      ("s", [.startPoint, .namedStartPoint]), ("e", [.endPoint, .namedEndPoint]),
      ("o", [.opacity, .namedOpacity]),
    ],
    "st": [
      ("c", [.color, .namedColor, .matchStrokeColor]),
      ("o", [.opacity, .namedOpacity, .matchStrokeOpacity]),
      ("w", [.strokeWidth, .namedStrokeWidth, .matchStrokeWidth]),
    ],
    "gs": [
      ("s", [.startPoint, .namedStartPoint]), ("e", [.endPoint, .namedEndPoint]),
      ("o", [.opacity, .namedOpacity]), ("w", [.strokeWidth, .namedStrokeWidth]),
    ],
    "tm": [
      ("s", [.start, .namedStart, .matchTrimStart]), ("e", [.end, .namedEnd, .matchTrimEnd]),
      ("o", [.offset, .namedOffset, .matchTrimOffset]),
    ],
    "rp": [
      ("c", [.copies, .namedCopies, .matchCopies]),
      ("o", [.offset, .namedOffset, .matchRepeaterOffset]),
    ],
    "rd": [("r", [.radius, .roundness, .namedRadius, .matchRoundCorner])],
    "op": [("a", [.amount, .namedAmount])],
    "pb": [("a", [.amount, .namedAmount])],
    "zz": [("s", [.size, .namedSize]), ("r", [.points, .namedPoints])],
    "tw": [("a", [.amount, .namedAmount])],
  ]

  /// Returns a dash, a gap or the offset of a stroke by name.
  private func dash(_ key: Int) -> ExpressionObject? {
    element(json, key, nil).flatMap { found(.property, $0["v"]) }
  }

  // MARK: - Effects, masks and text

  private func parameter(
    _ key: Int, _ name: ExpressionName?, _ number: Int?
  ) -> ExpressionObject? {
    guard let list = json["ef"] else { return nil }
    // The only parameter of a colour control is also its member.
    let parameter =
      element(list, key, number)
      ?? (name == .color && json["mn"]?.string == "ADBE Color Control" ? list.first : nil)
    guard let parameter else { return nil }
    switch parameter["ty"]?.number {
    case 5: return found(.effect, parameter)
    case 10: return found(.layerControl, parameter["v"])
    default: return found(.property, parameter["v"])
    }
  }

  private func maskChild(_ name: ExpressionName?, _ number: Int?) -> ExpressionObject? {
    switch (name, number) {
    case (.maskPath?, _), (.namedMaskPath?, _), (_, 1?): found(.property, json["pt"])
    case (.maskOpacity?, _), (.namedMaskOpacity?, _), (_, 3?): found(.property, json["o"])
    case (.maskExpansion?, _), (.namedMaskExpansion?, _), (_, 4?): found(.property, json["x"])
    default: nil
    }
  }

  private func textChild(_ name: ExpressionName?) -> ExpressionObject? {
    switch name {
    case .sourceText, .namedSourceText, .matchTextDocument: found(.sourceText, json["d"])
    default: nil
    }
  }

  /// Returns the element of a list with this name, match name or number (`ix`).
  private func element(_ list: JSONValue, _ key: Int, _ number: Int?) -> JSONValue? {
    guard list.isArray else { return nil }
    if let number {
      return list.elements.first { $0["ix"]?.number == Double(number) }
    }
    return list.elements.first { isNamed($0["nm"], key) || isNamed($0["mn"], key) }
  }

  private func isNamed(_ name: JSONValue?, _ key: Int) -> Bool {
    guard let text = name?.string else { return false }
    return model.names[text] == key
  }

  // MARK: - Containers

  /// The containers of this object, outermost (the layer) first. This object is the last one unless
  /// it is a value of a group.
  var containers: [ExpressionObject] {
    var chain = [ExpressionObject(.layer, context: object.context, layer: object.layer)]
    var json = model.json(model.layers[object.layer].node)
    while json.index < object.node, let (key, value) = member(of: json) {
      if let container = container(key, value) { chain.append(container) }
      json = value
      guard json.isArray, json.index < object.node,
        let element = json.elements.first(where: { object.node < $0.end })
      else { continue }
      json = element
      if let last = chain.last, last.node == value.index || key == "ef",
        let container = self.element(last, element, key)
      {
        // The transform of a group belongs to the group, although it is in its list.
        if container.kind == .groupTransform { chain.removeLast() }
        chain.append(container)
      }
    }
    if let last = chain.last, last.node == object.node, object.kind != .layer {
      chain.removeLast()
    } else if let last = chain.last, last.kind == .item,
      let type = model.json(last.node)["ty"]?.string, type == "fl" || type == "gf"
    {
      // As in lottie-web, the properties of a fill belong to the list that contains the fill.
      chain.removeLast()
    }
    return chain
  }

  /// Returns the member of an object that contains the node.
  private func member(of json: JSONValue) -> (key: String, value: JSONValue)? {
    for (key, value) in json.members where value.index <= object.node && object.node < value.end {
      return (key.string ?? "", value)
    }
    return nil
  }

  private func container(_ key: String, _ value: JSONValue) -> ExpressionObject? {
    switch key {
    case "ks" where model.json(model.layers[object.layer].node)["ks"]?.index == value.index:
      found(.layerTransform, value)
    case "shapes", "it": found(.contents, value)
    case "masksProperties": found(.masks, value)
    case "ef" where model.json(model.layers[object.layer].node)["ef"]?.index == value.index:
      found(.effects, value)
    case "d" where value.isArray: found(.dashes, value)
    case "t" where value.isObject: found(.text, value)
    default: nil
    }
  }

  private func element(
    _ list: ExpressionObject, _ element: JSONValue, _ key: String
  ) -> ExpressionObject? {
    switch list.kind {
    case .contents: shape(element)
    case .masks: found(.mask, element)
    case .effects: found(.effect, element)
    // The parameters of an effect are values, except for groups.
    case .effect: element["ef"] != nil ? found(.effect, element) : nil
    default: nil
    }
  }
}
