import AnimCore
import AnimScript

// Coordinate systems of layers.
extension ExpressionObjects {
  /// Returns the transform from a layer's coordinate system to that of its composition: at the
  /// current time with expressions, and at any other time by keyframes.
  func transform(
    toCompositionFrom object: ExpressionObject, at frame: Double?
  ) throws(Exception) -> Transform {
    var transform = Transform.identity
    var layer: ExpressionObject? = object
    while let next = layer {
      transform = transform.followed(by: try self.transform(of: next, at: frame))
      try interpreter.count(steps: 20)
      layer = parent(of: next)
    }
    return transform
  }

  /// Returns the transform from a layer's coordinate system to that of its parent, like
  /// ``TransformNode``.
  private func transform(
    of object: ExpressionObject, at frame: Double?
  ) throws(Exception) -> Transform {
    let nodes = model.layers[object.layer].transform
    func components(_ node: Int) throws(Exception) -> Components? {
      guard node >= 0 else { return nil }
      if let frame { return evaluation.stored(node).value(at: frame) }
      return try evaluation.components(ofNode: node, in: object.context)
    }
    var scale = SIMD2<Double>(100, 100)
    if let value = try components(nodes.scale) {
      scale = value.count > 1 ? value.values.lowHalf : SIMD2(repeating: value[0])
    }
    scale *= 0.01
    var transform = Transform(scaleX: scale.x, y: scale.y)
    if let skew = try components(nodes.skew)?[0], skew != 0 {
      let axis = Angle(degrees: try components(nodes.skewAxis)?[0] ?? 0)
      transform = transform.followed(by: Transform(skew: Angle(degrees: skew), axis: axis))
    }
    var angle = Angle(degrees: try components(nodes.rotation)?[0] ?? 0)
    if scene.state(ofLayer: object.layer).isAutoOriented {
      let direction = scene.position(ofLayer: object.layer).direction(
        at: EvaluationTime(frame ?? evaluation.time(of: object.context)))
      angle += Vector(dx: direction.x, dy: direction.y).direction
    }
    if angle != .zero { transform = transform.followed(by: Transform(rotation: angle)) }
    let position: SIMD2<Double>
    if let found = try components(nodes.position)?.values.lowHalf {
      position = found
    } else {
      position = SIMD2(
        try components(nodes.x)?[0] ?? 0, try components(nodes.y)?[0] ?? 0)
    }
    let anchor = try components(nodes.anchor)?.values.lowHalf ?? .zero
    transform.tx = position.x - (transform.a * anchor.x + transform.c * anchor.y)
    transform.ty = position.y - (transform.b * anchor.x + transform.d * anchor.y)
    return transform
  }
}

extension ExpressionObjects {
  /// Returns the context of a composition with a name, or `nil` if it doesn't exist or isn't
  /// visible.
  ///
  /// A composition that is being drawn has the current frame. Any other composition has the frame
  /// of the first layer that shows it, searching from the outermost composition inwards.
  func context(
    ofCompositionNamed name: String, from context: Int
  ) throws(Exception) -> Int? {
    evaluation.noteUnrecorded()
    for (index, composition) in model.compositions.enumerated()
    where composition.name >= 0 && composition.text == name {
      if let found = evaluation.context(showing: index) { return found }
      return try self.context(ofComposition: index, from: context)
    }
    // lottie-web finds them by the names of layers that show them.
    let shown = scene.firstLayer {
      scene.name(ofLayer: $0) == name && scene.composition(shownBy: $0) != nil
    }
    guard let shown, let content = scene.composition(shownBy: shown) else { return nil }
    return try self.context(ofComposition: content.index, shownBy: shown)
  }

  private func context(
    ofComposition composition: Int, from context: Int
  ) throws(Exception) -> Int {
    for layer in scene.layers(showing: composition) {
      if let found = try self.context(ofComposition: composition, shownBy: layer) { return found }
    }
    return evaluation.makeContext(showing: composition, at: evaluation.frame(of: context))
  }

  /// Returns the context of a composition in a layer, or `nil` if the layer itself isn't visible.
  private func context(
    ofComposition composition: Int, shownBy layer: Int
  ) throws(Exception) -> Int? {
    let outer = model.layers[layer].composition
    guard let inside = evaluation.context(showing: outer),
      let content = scene.composition(shownBy: layer)
    else { return nil }
    let state = scene.state(ofLayer: layer)
    var time = (evaluation.frame(of: inside) - state.startTime) / state.stretch
    let timeRemap = model.layers[layer].timeRemap
    if content.timeRemap != nil, timeRemap >= 0 {
      time = try evaluation.components(ofNode: timeRemap, in: inside)[0] * scene.frameRate
    }
    return evaluation.makeContext(showing: composition, at: time)
  }
}
