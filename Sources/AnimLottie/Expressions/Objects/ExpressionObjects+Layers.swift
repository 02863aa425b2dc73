import AnimCore
import AnimScript

// Compositions, layers and markers.
extension ExpressionObjects {
  // MARK: - Layers

  func layer(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    let layer = scene.state(ofLayer: object.layer)
    switch name {
    case .toComp, .toWorld, .fromComp, .fromWorld, .toWorldVec, .fromWorldVec, .toCompVec,
      .fromCompVec, .fromCompToSurface, .sampleImage, .sourceRectAtTime:
      return method(.layerMethod, object, position)
    case .parent:
      guard let parent = parent(of: object) else {
        throw interpreter.error("the layer has no parent")
      }
      return parent.value
    case .hasParent: return .boolean(layer.parent != nil)
    case .active:
      return .boolean(evaluation.isActive(object.layer, in: object.context))
    case .index: return .number(model.layers[object.layer].number)
    case .inPoint: return .number(layer.visible.lowerBound / scene.frameRate)
    case .outPoint: return .number(layer.visible.upperBound / scene.frameRate)
    // In frames, as in lottie-web.
    case .startTime: return .number(layer.startTime)
    case .name, .underscoredName:
      let name = model.layers[object.layer].name
      if name >= 0 { return interpreter.string(inVocabulary: name) }
      return try interpreter.string(scene.name(ofLayer: object.layer))
    case .width: return .number(scene.size(ofLayer: object.layer).x)
    case .height: return .number(scene.size(ofLayer: object.layer).y)
    case .source: return try string(model.layers[object.layer].reference)
    case .sourceText:
      guard let text = directory.child(of: object, position: ExpressionName.textPosition) else {
        return .undefined
      }
      return directory.child(of: text, position: ExpressionName.sourceTextPosition)?.value
        ?? .undefined
    case .marker: return method(.markers, object, position)
    case .timeRemap:
      return directory.child(of: object, position: ExpressionName.timeRemapPosition)?.value
        ?? .undefined
    default:
      // Members of the transform are also members of the layer.
      if let child = directory.child(of: object, position: position)
        ?? directory.child(of: object, position: ExpressionName.transformPosition).flatMap({
          directory.child(of: $0, position: position)
        })
      {
        return try read(child)
      }
      if name == .position,
        let transform = directory.child(of: object, position: ExpressionName.transformPosition)
      {
        return try splitPosition(transform)
      }
      // In lottie-web, these are functions that return undefined.
      return .undefined
    }
  }

  func parent(of object: ExpressionObject) -> ExpressionObject? {
    scene.parent(ofLayer: object.layer).map {
      ExpressionObject(.layer, context: object.context, layer: $0)
    }
  }

  /// Calls a function of a layer.
  func callLayer(
    _ object: ExpressionObject, _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch name {
    case .sampleImage: return try interpreter.array([1, 1, 1, 1])
    case .sourceRectAtTime:
      let layer = ExpressionObject(.layer, context: object.context, layer: object.layer)
      let rect = try sourceRect(of: layer)
      let result = try interpreter.object()
      try interpreter.set("top", of: result, to: .number(rect.minY))
      try interpreter.set("left", of: result, to: .number(rect.minX))
      try interpreter.set("width", of: result, to: .number(rect.width))
      try interpreter.set("height", of: result, to: .number(rect.height))
      return result
    default: break
    }
    guard let vector = try vector(arguments[0]) else {
      throw interpreter.typeError("expected a point")
    }
    let point = Point(x: vector[0], y: vector[1])
    let frame = arguments[1].isUndefined ? nil : try number(arguments[1]) * scene.frameRate
    let transform = try transform(toCompositionFrom: object, at: frame)
    let depth = vector.count > 2 ? vector[2] : 0
    let result: (x: Double, y: Double)
    switch name {
    case .toComp, .toWorld:
      let mapped = transform.apply(to: point)
      result = (mapped.x, mapped.y)
    case .toWorldVec, .toCompVec:
      let mapped = transform.apply(to: Vector(dx: point.x, dy: point.y))
      result = (mapped.dx, mapped.dy)
    case .fromWorldVec, .fromCompVec:
      let inverse = transform.inverse ?? .identity
      let mapped = inverse.apply(to: Vector(dx: point.x, dy: point.y))
      result = (mapped.dx, mapped.dy)
    default:
      let mapped = (transform.inverse ?? .identity).apply(to: point)
      result = (mapped.x, mapped.y)
    }
    return try value(Components(SIMD4(result.x, result.y, depth, 0), count: 3))
  }

  /// Returns the box of a layer's content. As in lottie-web, it is unknown for shapes.
  private func sourceRect(of layer: ExpressionObject) throws(Exception) -> Rect {
    if let content = scene.text(ofLayer: layer.layer),
      let text = directory.child(of: layer, position: ExpressionName.textPosition),
      let source = directory.child(of: text, position: ExpressionName.sourceTextPosition)
    {
      return try scene.textBox(
        content, try evaluation.text(ofNode: source.node, in: layer.context),
        at: evaluation.time(of: layer.context)
      ) { steps throws(Exception) in try interpreter.count(steps: steps) }
    }
    let size = scene.size(ofLayer: layer.layer)
    return Rect(x: 0, y: 0, width: size.x, height: size.y)
  }

  // MARK: - Compositions

  func composition(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    let index = evaluation.composition(of: object.context)
    let composition = model.compositions[index]
    let isMain = index == model.main
    switch name {
    case .layer: return method(.layerLookup, object, position)
    case .width: return .number(isMain ? scene.size.x : scene.size(ofComposition: index).x)
    case .height: return .number(isMain ? scene.size.y : scene.size(ofComposition: index).y)
    case .numLayers: return .number(Double(composition.layers.count))
    case .frameDuration: return .number(1 / scene.frameRate)
    case .displayStartTime: return .number(0)
    case .pixelAspect: return .number(1)
    case .duration: return .number(scene.length(ofComposition: index) / scene.frameRate)
    case .name, .underscoredName: return try string(composition.text)
    case .marker: return method(.markers, object, position)
    default: return .undefined
    }
  }

  /// Returns a layer from the arguments of a call on a composition: its name or number, or another layer and an offset.
  func layer(in context: Int, _ arguments: Arguments) throws(Exception) -> Value {
    guard let other = arguments[0].asHostObject.flatMap({ ExpressionObject($0) }),
      other.kind == .layer
    else { return try layer(in: context, arguments[0]) }
    let distance = arguments[1].isUndefined ? 0 : try number(arguments[1])
    return try layer(in: context, .number(model.layers[other.layer].number + distance))
  }

  /// Returns the first layer of a composition with a name or number, or null if it doesn't exist.
  func layer(in context: Int, _ key: Value) throws(Exception) -> Value {
    let composition = evaluation.composition(of: context)
    let layers = model.compositions[composition].layers
    let found: Int?
    let name = interpreter.vocabularyIndex(key)
    if name >= 0 {
      found = directory.layer(named: name, in: composition)
    } else if key.isString {
      let text = interpreter.text(key)
      // Only ASCII text has a single representation.
      let isNowhere = model.names.isComplete && text.utf8.allSatisfy { $0 < 128 }
      found = isNowhere ? nil : layers.first { scene.name(ofLayer: $0) == text }
    } else if let object = key.asHostObject.flatMap({ ExpressionObject($0) }),
      object.kind == .sourceText
    {
      let text = try evaluation.text(ofNode: object.node, in: object.context)
      found = layers.first { scene.name(ofLayer: $0) == text }
    } else {
      let number = try number(key)
      found = layers.first { model.layers[$0].number == number }
    }
    try interpreter.count(steps: layers.count / 16)
    return found.map { ExpressionObject(.layer, context: context, layer: $0).value } ?? .null
  }

  /// Returns a composition by its name or, as in lottie-web, the name of a layer that shows it, or null if it doesn't
  /// exist.
  func composition(named key: Value) throws(Exception) -> Value {
    let name = interpreter.text(try interpreter.toString(key))
    guard
      let context = try context(ofCompositionNamed: name, from: evaluation.current.context)
    else { return .null }
    guard context < ExpressionObject.contextLimit else {
      throw interpreter.rangeError("too many compositions are accessed")
    }
    return ExpressionObject(.composition, context: context).value
  }

  // MARK: - Markers

  func markers(
    _ object: ExpressionObject, _ name: ExpressionName, _ position: Int
  ) throws(Exception) -> Value {
    switch name {
    case .numKeys: return .number(Double(markerList(object).count))
    case .key, .nearestKey: return method(.markerLookup, object, position)
    default: return .undefined
    }
  }

  /// Returns the markers of a composition in chronological order. Only the main composition has markers.
  private func markerList(_ object: ExpressionObject) -> [ExpressionMarker] {
    evaluation.composition(of: object.context) == model.main ? scene.values.markers : []
  }

  func callMarkers(
    _ object: ExpressionObject, _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let list = markerList(object)
    try interpreter.count(steps: list.count)
    var found: Int?
    if name == .nearestKey {
      let time = try number(arguments[0]) * scene.frameRate
      found = list.indices.min {
        (list[$0].time - time).magnitude < (list[$1].time - time).magnitude
      }
    } else if arguments[0].isString {
      let text = interpreter.text(arguments[0])
      found = list.firstIndex { $0.comment == text }
    } else {
      found = Int(exactly: try number(arguments[0])).map { $0 - 1 }
    }
    guard let found, list.indices.contains(found) else {
      throw interpreter.error("there is no such marker")
    }
    let marker = try interpreter.object()
    let stored = list[found]
    try interpreter.set("time", of: marker, to: .number(stored.time / scene.frameRate))
    try interpreter.set("duration", of: marker, to: .number(stored.duration / scene.frameRate))
    try interpreter.set("index", of: marker, to: .number(Double(found + 1)))
    try interpreter.set("comment", of: marker, to: try interpreter.string(stored.comment ?? ""))
    return marker
  }
}
