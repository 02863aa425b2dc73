import AnimCore

/// The effects and styles of a layer.
final class LayerEffects {
  private let effects: [LayerEffect]
  private let styles: [LayerStyle]
  /// Whether the layer is a rectangle whose edges a blur may repeat.
  private let hasEdges: Bool
  private let maskStrokes: [StrokeEffect]
  /// The paths of all masks of the layer, including those without an effect.
  private let masks: [PathNode]

  /// The result of a layer's effects and styles.
  struct Result {
    /// The filters, in the order of application.
    var filters: [Filter] = []
    /// The transform from the layer's content to points.
    var transform: Transform
    /// The opacity, 0 ... 1.
    var opacity = 1.0
  }

  /// Creates the effects of a layer, or returns `nil` for a layer without effects and styles.
  init?(_ layer: LayerModel) {
    if layer.effects.isEmpty && layer.styles.isEmpty { return nil }
    effects = layer.effects
    styles = layer.styles
    hasEdges = layer.content.hasEdges
    let strokes = layer.effects.compactMap { effect in
      if case .stroke(let stroke) = effect { stroke } else { nil }
    }
    maskStrokes = layer.masks.isEmpty || layer.content.isInvisible ? [] : strokes
    masks = maskStrokes.isEmpty ? [] : layer.masks.map { PathNode(.contour($0.shape)) }
  }

  /// - Parameter transform: The transform from the layer's coordinate system to points.
  func result(at time: EvaluationTime, _ transform: Transform) -> Result {
    var result = Result(transform: transform)
    // Styles apply after effects. A transform also applies to earlier effects.
    for style in styles.reversed() {
      result.filters.append(style.filter(at: time, result.transform))
    }
    for effect in effects.reversed() {
      if case .transform(let effect) = effect {
        result.transform = effect.transform(at: time).followed(by: result.transform)
      } else if let filter = effect.filter(at: time, result.transform, hasEdges: hasEdges) {
        result.filters.append(filter)
      }
      result.opacity *= effect.opacity(at: time)
    }
    result.filters.reverse()
    return result
  }
}

// Strokes along masks.
extension LayerEffects {
  /// Returns whether a stroke adds to the image, even if the layer has no content.
  func strokesMasks(at time: EvaluationTime) -> Bool {
    maskStrokes.contains { $0.paintStyle(at: time) != .revealOriginal }
  }

  /// Returns whether the layer's content is drawn.
  func showsContent(at time: EvaluationTime) -> Bool {
    maskStrokes.allSatisfy { $0.paintStyle(at: time) != .onTransparent }
  }

  /// Strokes the layer's masks in the innermost group, or clips the group to the strokes.
  func drawMaskStrokes(
    at time: EvaluationTime, into list: inout DisplayList, _ transform: Transform
  ) {
    if maskStrokes.isEmpty { return }
    for mask in masks { mask.update(to: time) }
    let paths = masks.map { $0.path }
    for stroke in maskStrokes {
      if stroke.paintStyle(at: time) == .revealOriginal {
        list.withMatte { stroke.draw(paths, at: time, into: &$0, transform) }
      } else {
        stroke.draw(paths, at: time, into: &list, transform)
      }
    }
  }
}

extension LayerModel.Content {
  /// Whether the layer is a rectangle with edges.
  fileprivate var hasEdges: Bool {
    switch self {
    case .solid, .image, .composition: true
    case .none, .shapes, .text: false
    }
  }

  /// Whether the layer has no image that effects could change, such as a null layer.
  fileprivate var isInvisible: Bool {
    if case .none = self { true } else { false }
  }
}

// Filters.
extension LayerEffect {
  /// Returns the filter, or `nil` for an effect that paints or transforms instead of filtering.
  ///
  /// - Parameters:
  ///   - transform: The transform from the layer's coordinate system, which is that of the effect's lengths, to
  ///     points.
  ///   - hasEdges: Whether the layer is a rectangle whose edges a blur may repeat.
  func filter(at time: EvaluationTime, _ transform: Transform, hasEdges: Bool) -> Filter? {
    switch self {
    case .fill(let color, let opacity):
      var value = color.value(at: time)
      value.w = opacity.value(at: time)
      return .fill(Color(value))
    case .tint(let black, let white, let amount):
      return .tint(
        dark: Color(black.value(at: time)), light: Color(white.value(at: time)),
        amount: amount.fraction(at: time))
    case .tritone(let light, let middle, let dark, let original):
      return .tritone(
        dark: Color(dark.value(at: time)), middle: Color(middle.value(at: time)),
        light: Color(light.value(at: time)), amount: 1 - original.fraction(at: time))
    case .dropShadow(let effect): return effect.filter(at: time, transform)
    case .gaussianBlur(let effect): return effect.filter(at: time, transform, hasEdges: hasEdges)
    case .boxBlur(let effect): return effect.filter(at: time, transform, hasEdges: hasEdges)
    case .ramp(let effect): return effect.filter(at: time, transform)
    case .fourColors(let effect): return effect.filter(at: time, transform)
    case .directionalBlur(let direction, let length):
      return .directionalBlur(
        direction: direction.value(at: time), length: length.value(at: time), transform)
    case .choke(let amount): return .choke(amount.value(at: time), transform)
    case .stroke, .transform: return nil
    }
  }

  /// Returns the effect's factor for the layer's opacity, 0 ... 1.
  fileprivate func opacity(at time: EvaluationTime) -> Double {
    switch self {
    case .fourColors(let effect): effect.layerOpacity(at: time)
    case .transform(let effect): effect.properties.opacity.fraction(at: time)
    default: 1
    }
  }
}

extension LayerStyle {
  /// - Parameter transform: The transform from the layer's coordinate system to points.
  fileprivate func filter(at time: EvaluationTime, _ transform: Transform) -> Filter {
    switch self {
    case .colorOverlay(let color, let opacity):
      let color = ColorField.ColorPoint(.zero, Color(color.value(at: time)))
      return .colors(ColorField(.linear(color, color)), amount: opacity.fraction(at: time))
    case .innerShadow(let style):
      let shadow = style.shadow(at: time, transform)
      return .innerShadow(shadow.color, offset: shadow.offset, sigma: shadow.sigma)
    case .stroke(let color, let width):
      return .outline(Color(color.value(at: time)), width: width.value(at: time) * transform.scale)
    case .outerGlow(let color, let opacity, let size):
      var color = color.value(at: time)
      color.w = opacity.fraction(at: time)
      return .dropShadow(
        Color(color), offset: Vector(dx: 0, dy: 0),
        sigma: size.value(at: time) * 0.3 * transform.scale)
    case .dropShadow(let style):
      let shadow = style.shadow(at: time, transform)
      return .dropShadow(shadow.color, offset: shadow.offset, sigma: shadow.sigma)
    }
  }
}

extension Transform {
  /// The scale factor for lengths without a direction.
  fileprivate var scale: Double { determinant.magnitude.squareRoot() }
}

extension DropShadowEffect {
  /// Returns the filter. As in lottie-web, the standard deviation is a quarter of the softness.
  fileprivate func filter(at time: EvaluationTime, _ transform: Transform) -> Filter {
    var color = color.value(at: time)
    color.w = opacity.value(at: time) / 255
    let direction = Angle(degrees: angle.value(at: time) - 90)
    let offset = Vector(length: distance.value(at: time), direction: direction)
    return .dropShadow(
      Color(color), offset: transform.apply(to: offset),
      sigma: softness.value(at: time) / 4 * transform.scale)
  }
}

extension GaussianBlurEffect {
  /// Returns the filter. As in lottie-web, the standard deviation is 0.3 times the blurriness.
  fileprivate func filter(
    at time: EvaluationTime, _ transform: Transform, hasEdges: Bool
  ) -> Filter {
    .blur(
      sigma: blurriness.value(at: time) * 0.3, dimensions: dimensions.value(at: time), transform,
      repeatsEdges: hasEdges && repeatsEdgePixels.value(at: time) != 0)
  }
}

extension BoxBlurEffect {
  /// Returns a Gaussian with the variance of the boxes, each of which is 2·radius + 1 wide.
  fileprivate func filter(
    at time: EvaluationTime, _ transform: Transform, hasEdges: Bool
  ) -> Filter {
    let radius = max(radius.value(at: time), 0)
    let count = max(iterations.value(at: time).rounded(), 0)
    return .blur(
      sigma: (count * radius * (radius + 1) / 3).squareRoot(),
      dimensions: dimensions.value(at: time), transform,
      repeatsEdges: hasEdges && repeatsEdgePixels.value(at: time) != 0)
  }
}

extension Filter {
  /// - Parameter dimensions: 1 for both directions, 2 for horizontal only, 3 for vertical only.
  fileprivate static func blur(
    sigma: Double, dimensions: Double, _ transform: Transform, repeatsEdges: Bool
  ) -> Filter {
    .gaussianBlur(
      deviations: SIMD2(dimensions == 3 ? 0 : sigma, dimensions == 2 ? 0 : sigma), transform,
      edges: repeatsEdges ? .repeated : .transparent)
  }

  /// Returns a directional blur. The length isn't documented. It is treated as that of a Gaussian with the variance of
  /// three boxes that extend by 0.369 times the length to either side.
  fileprivate static func directionalBlur(
    direction: Double, length: Double, _ transform: Transform
  ) -> Filter {
    let reach = max(length, 0) * 0.369
    let deviation = Vector(
      length: (reach * (reach + 1)).squareRoot(), direction: Angle(degrees: direction - 90))
    return .lineBlur(deviation: transform.apply(to: deviation))
  }

  /// Returns a simple choker. The amount isn't documented. The alpha is blurred with a variance of 0.635 times the
  /// amount. A range around 7/8 of it, or 1/8 if the layer grows, becomes the edge, which is narrower for larger
  /// amounts.
  fileprivate static func choke(_ amount: Double, _ transform: Transform) -> Filter {
    let magnitude = min(amount.magnitude, 100)
    // This also handles NaN.
    guard magnitude > 0 else { return .choke(sigma: 0, range: 0...1) }
    let (middle, half) = (amount > 0 ? 0.875 : 0.125, 0.375 / magnitude)
    return .choke(
      sigma: (0.635 * magnitude).squareRoot() * transform.scale,
      range: max(middle - half, 0)...min(middle + half, 1))
  }
}

extension RampEffect {
  fileprivate func filter(at time: EvaluationTime, _ transform: Transform) -> Filter {
    let first = ColorField.ColorPoint(start.value(at: time), startColor.value(at: time))
    let last = ColorField.ColorPoint(end.value(at: time), endColor.value(at: time))
    let original = originalFraction.value(at: time)
    return .colors(
      ColorField(
        shape.value(at: time) == 2 ? .radial(first, last) : .linear(first, last),
        transform: transform),
      amount: 1 - (original > 1 ? original / 100 : original))
  }
}

extension FourColorEffect {
  /// Returns the opacity of the layer, 0 ... 1.
  fileprivate func layerOpacity(at time: EvaluationTime) -> Double {
    Self.blendMode(blendingMode.value(at: time)) == nil ? opacity.fraction(at: time) : 1
  }

  fileprivate func filter(at time: EvaluationTime, _ transform: Transform) -> Filter {
    func point(_ index: Int) -> ColorField.ColorPoint {
      .init(points[index].value(at: time), colors[index].value(at: time))
    }
    let blendMode = Self.blendMode(blendingMode.value(at: time))
    // The blend isn't documented. Each colour is weighted by 1 / (distance² + blend²).
    return .colors(
      ColorField(
        .points(point(0), point(1), point(2), point(3), softness: blend.value(at: time)),
        transform: transform, blendMode: blendMode ?? .normal),
      amount: blendMode == nil ? 1 : opacity.fraction(at: time))
  }
}

extension ColorField.ColorPoint {
  fileprivate init(_ point: SIMD2<Double>, _ color: SIMD4<Double>) {
    self.init(Point(x: point.x, y: point.y), Color(color))
  }
}

extension TransformEffect {
  /// Returns the transform in the layer's coordinate system.
  fileprivate func transform(at time: EvaluationTime) -> Transform {
    let anchor = properties.anchor.value(at: time)
    let height = scaleHeight.value(at: time) * 0.01
    let width = isUniform.value(at: time) != 0 ? height : scaleWidth.value(at: time) * 0.01
    // The image is scaled around the anchor first.
    let scale = Transform(
      a: width, b: 0, c: 0, d: height, tx: anchor.x - width * anchor.x,
      ty: anchor.y - height * anchor.y)
    return scale.followed(by: properties.transform(at: time))
  }
}

extension ShadowStyle {
  /// Returns the shadow, which points away from the light. As for effects, the standard deviation is 0.3 times the
  /// size.
  fileprivate func shadow(
    at time: EvaluationTime, _ transform: Transform
  ) -> (color: Color, offset: Vector, sigma: Double) {
    var color = color.value(at: time)
    color.w = opacity.fraction(at: time)
    let direction = Angle(degrees: 180 - angle.value(at: time))
    let offset = Vector(length: distance.value(at: time), direction: direction)
    return (
      Color(color), transform.apply(to: offset), size.value(at: time) * 0.3 * transform.scale
    )
  }
}

extension StrokeEffect {
  fileprivate func paintStyle(at time: EvaluationTime) -> PaintStyle {
    Int(exactly: paintStyle.value(at: time)).flatMap(PaintStyle.init) ?? .onOriginal
  }

  /// Strokes the paths of a layer's masks. As in lottie-web, a line is twice as wide as its brush.
  fileprivate func draw(
    _ masks: [Path], at time: EvaluationTime, into list: inout DisplayList, _ transform: Transform
  ) {
    let width = 2 * brushSize.value(at: time)
    let softness = 1 - hardness(at: time)
    guard softness > 0, width > 0 else {
      return drawLines(masks, at: time, width: width, into: &list, transform)
    }
    // In a soft edge, the alpha decreases from the hard core of the line to its border. A narrower line, blurred with
    // the variance of that slope, has the same edge.
    let edge = softness * width / 2
    let deviation = edge / 12.0.squareRoot()
    let blur = Filter.gaussianBlur(deviations: SIMD2(deviation, deviation), transform)
    list.withGroup(GroupStyle(filters: [blur])) {
      drawLines(masks, at: time, width: width - edge, into: &$0, transform)
    }
  }

  private func drawLines(
    _ masks: [Path], at time: EvaluationTime, width: Double, into list: inout DisplayList,
    _ transform: Transform
  ) {
    var color = color.value(at: time)
    color.w = opacity.value(at: time)
    var style = StrokeStyle(width: width, cap: .round)
    style.dashes = dots(at: time, width: 2 * brushSize.value(at: time))
    let start = start.fraction(at: time)
    let end = end.fraction(at: time)
    let isWhole = start == 0 && end == 1
    let paths = chosenPaths(masks, at: time)
    let isSequential = isSequential.value(at: time) != 0 && paths.count > 1
    let lengths = isWhole ? [] : paths.map { $0.length }
    let totalLength = lengths.reduce(0, +)
    var offset = 0.0
    for (index, path) in paths.enumerated() {
      var part = path
      if !isWhole {
        let length = isSequential ? totalLength : lengths[index]
        part = path.part(
          from: min(start, end) * length - offset, to: max(start, end) * length - offset)
        if isSequential { offset += lengths[index] }
      }
      list.stroke(part, style, .color(Color(color)), transform: transform)
    }
  }

  /// Returns the part of the brush's radius that is fully opaque, 0 ... 1. Some files store it in percent.
  private func hardness(at time: EvaluationTime) -> Double {
    let value = hardness.value(at: time)
    return min(max(value > 1 ? value / 100 : value, 0), 1)
  }

  /// Returns the dots of a brush as dashes: as in lottie-web, a point long, with gaps proportional to the width.
  /// Returns no dashes if the dots overlap so much that the line seems solid.
  private func dots(at time: EvaluationTime, width: Double) -> [Double] {
    let spacing = spacing.value(at: time)
    return spacing < Self.narrowSpacing || width <= 0 ? [] : [1, width * spacing / 100]
  }

  /// The maximum spacing of a solid line, in percent. Below it, the edge deviates from a straight line by at most 1/60
  /// of the width.
  private static let narrowSpacing = 25.0

  private func chosenPaths(_ masks: [Path], at time: EvaluationTime) -> ArraySlice<Path> {
    if strokesAllMasks.value(at: time) == 1 { return masks[...] }
    let number = mask.value(at: time) - 1
    guard let index = Int(exactly: number.rounded(.down)), masks.indices.contains(index) else {
      return []
    }
    return masks[index...index]
  }
}
