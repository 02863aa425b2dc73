import AnimCore
import AnimScript

// The spaces of layers.
extension ExpressionEvaluator {
  /// The transform from a layer's space to that of its composition: at present with expressions,
  /// at any other frame by keyframes.
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

  /// The transform from a layer's space to that of its parent, as ``TransformNode`` has it.
  private func transform(
    of object: ExpressionObject, at frame: Double?
  ) throws(Exception) -> Transform {
    let nodes = model.layers[object.layer].transform
    func components(_ node: Int) throws(Exception) -> Components? {
      guard node >= 0 else { return nil }
      if let frame { return stored(node).value(at: frame) }
      return try self.components(ofNode: node, in: object.context)
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
    if states[object.layer].isAutoOriented {
      let position = PositionProperty(layers[object.layer].transform.position)
      let direction = position.direction(
        at: frame ?? time(of: object.context))
      angle += Vector(dx: direction.x, dy: direction.y).direction
    }
    if angle != .zero { transform = transform.followed(by: Transform(rotation: angle)) }
    let position: SIMD2<Double>
    if let known = try components(nodes.position)?.values.lowHalf {
      position = known
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

extension ExpressionEvaluator {
  /// The context of a composition of this name; nil if there is none, or if it is not shown.
  ///
  /// A composition that is being drawn is seen at the frame that is drawn. Any other is seen at
  /// the frame that the first layer which shows it, from the outermost composition inwards, has.
  func context(
    ofCompositionNamed name: String, from context: Int
  ) throws(Exception) -> Int? {
    noteUnrecorded()
    for (index, composition) in model.compositions.enumerated()
    where composition.name >= 0 && model.json(composition.node)["nm"]?.string == name {
      if let known = (0..<contexts.count).first(where: { contexts[$0].composition == index }) {
        return known
      }
      return try self.context(ofComposition: index, from: context)
    }
    // lottie-web finds them by the names of layers that show them.
    for (index, layer) in layers.enumerated() where layer.name == name {
      guard case .composition(let content) = layer.content else { continue }
      return try self.context(ofComposition: content.index, shownBy: index, from: context)
    }
    return nil
  }

  private func context(
    ofComposition composition: Int, from context: Int
  ) throws(Exception) -> Int {
    for (index, layer) in layers.enumerated() {
      if case .composition(let content) = layer.content, content.index == composition,
        let found = try self.context(ofComposition: composition, shownBy: index, from: context)
      {
        return found
      }
    }
    return append(composition, at: contexts[context].time)
  }

  /// The context of a composition as a layer shows it; nil where the layer itself is in a
  /// composition that is not seen.
  private func context(
    ofComposition composition: Int, shownBy layer: Int, from context: Int
  ) throws(Exception) -> Int? {
    let outer = model.layers[layer].composition
    let inside = (0..<contexts.count).first { contexts[$0].composition == outer }
    guard let inside, case .composition(let content) = layers[layer].content else { return nil }
    var time = (contexts[inside].time - states[layer].startTime) / states[layer].stretch
    if content.timeRemap != nil, let node = model.json(model.layers[layer].node)["tm"]?.index {
      time = try components(ofNode: node, in: inside)[0] * frameRate
    }
    return append(composition, at: time)
  }

  private func append(_ composition: Int, at time: Double) -> Int {
    let known = (0..<contexts.count).first {
      contexts[$0].composition == composition && contexts[$0].time == time
    }
    if let known { return known }
    contexts.append(composition, at: time)
    return contexts.count - 1
  }

  /// The size at which a composition is shown by the first layer that shows it.
  func size(ofComposition composition: Int) -> SIMD2<Double> {
    for layer in layers {
      if case .composition(let content) = layer.content, content.index == composition {
        return content.size
      }
    }
    return size
  }

  /// The length in frames: of a nested composition, the end of the last of its layers.
  func length(ofComposition composition: Int) -> Double {
    if composition == model.main { return frames.upperBound - frames.lowerBound }
    return model.compositions[composition].layers.reduce(0) {
      max($0, layers[$1].visible.upperBound)
    }
  }
}
