import AnimCore

/// The effects and styles of a layer, prepared for evaluation.
final class LayerEffects {
  /// The steps, in the order of application.
  private let steps: [Step]
  private let maskStrokes: [MaskStrokeNode]
  /// The paths of all masks of the layer, including those without an effect.
  private let masks: [PathNode]

  private enum Step {
    case filter(EffectNode)
    case transform(TransformEffectNode)
  }

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
  init?(_ layer: LayerModel, _ expressions: ExpressionEvaluator? = nil) {
    if layer.effects.isEmpty && layer.styles.isEmpty { return nil }
    let hasEdges = layer.content.hasEdges
    steps =
      layer.effects.compactMap { effect in
        if case .transform(let effect) = effect {
          return .transform(TransformEffectNode(effect, expressions))
        }
        return EffectNode(effect, hasEdges: hasEdges, expressions).map { .filter($0) }
      } + layer.styles.map { .filter(EffectNode($0, expressions)) }
    let strokes = layer.effects.compactMap { MaskStrokeNode($0, expressions) }
    maskStrokes = layer.masks.isEmpty || layer.content.isInvisible ? [] : strokes
    masks =
      maskStrokes.isEmpty
      ? []
      : layer.masks.map {
        PathNode(.contour(PathProperty($0.shape, expressions)), isReversed: false)
      }
  }

  /// - Parameter transform: The transform from the layer's coordinate system to points.
  func result(at time: Double, _ transform: Transform) -> Result {
    var result = Result(transform: transform)
    // A transform also applies to earlier steps.
    for step in steps.reversed() {
      switch step {
      case .filter(let effect):
        result.filters.append(effect.filter(at: time, result.transform))
        result.opacity *= effect.opacity(at: time)
      case .transform(let effect):
        result.transform = effect.transform(at: time).followed(by: result.transform)
        result.opacity *= effect.opacity(at: time)
      }
    }
    result.filters.reverse()
    return result
  }
}

// Strokes along masks.
extension LayerEffects {
  /// Returns whether a stroke adds to the image, even if the layer has no content.
  func strokesMasks(at time: Double) -> Bool {
    maskStrokes.contains { $0.paintStyle(at: time) != .revealOriginal }
  }

  /// Returns whether the layer's content is drawn.
  func showsContent(at time: Double) -> Bool {
    maskStrokes.allSatisfy { $0.paintStyle(at: time) != .onTransparent }
  }

  /// Strokes the layer's masks in the innermost group, or clips the group to the strokes.
  func drawMaskStrokes(
    at time: Double, into list: inout DisplayList, _ transform: Transform
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

/// An effect that filters a layer's image, prepared for evaluation.
enum EffectNode {
  case fill(color: PreparedProperty<SIMD4<Double>>, opacity: PreparedProperty<Double>)
  case tint(
    dark: PreparedProperty<SIMD4<Double>>, light: PreparedProperty<SIMD4<Double>>,
    amount: PreparedProperty<Double>)
  case tritone(
    light: PreparedProperty<SIMD4<Double>>, middle: PreparedProperty<SIMD4<Double>>,
    dark: PreparedProperty<SIMD4<Double>>, original: PreparedProperty<Double>)
  case dropShadow(DropShadowNode)
  case gaussianBlur(GaussianBlurNode)
  case boxBlur(BoxBlurNode)
  case directionalBlur(DirectionalBlurNode)
  case choke(ChokeNode)
  case ramp(RampNode)
  case fourColors(FourColorNode)
  case colorOverlay(color: PreparedProperty<SIMD4<Double>>, opacity: PreparedProperty<Double>)
  case innerShadow(ShadowStyleNode)
  case outline(color: PreparedProperty<SIMD4<Double>>, width: PreparedProperty<Double>)
  case outerGlow(
    color: PreparedProperty<SIMD4<Double>>, opacity: PreparedProperty<Double>,
    size: PreparedProperty<Double>)
  case shadowStyle(ShadowStyleNode)

  /// Creates a filter, or returns `nil` for an effect that paints or transforms instead of filtering.
  ///
  /// - Parameter hasEdges: Whether the layer is a rectangle whose edges a blur may repeat.
  init?(_ effect: LayerEffect, hasEdges: Bool, _ expressions: ExpressionEvaluator? = nil) {
    switch effect {
    case .fill(let color, let opacity):
      self = .fill(
        color: PreparedProperty(color, expressions),
        opacity: PreparedProperty(opacity, default: 1, expressions))
    case .tint(let black, let white, let amount):
      self = .tint(
        dark: PreparedProperty(black, expressions), light: PreparedProperty(white, expressions),
        amount: PreparedProperty(amount, default: 100, expressions))
    case .tritone(let light, let middle, let dark, let original):
      self = .tritone(
        light: PreparedProperty(light, expressions), middle: PreparedProperty(middle, expressions),
        dark: PreparedProperty(dark, expressions), original: PreparedProperty(original, expressions)
      )
    case .dropShadow(let effect): self = .dropShadow(DropShadowNode(effect, expressions))
    case .gaussianBlur(let effect):
      self = .gaussianBlur(GaussianBlurNode(effect, hasEdges: hasEdges, expressions))
    case .boxBlur(let effect): self = .boxBlur(BoxBlurNode(effect, hasEdges: hasEdges, expressions))
    case .ramp(let effect): self = .ramp(RampNode(effect, expressions))
    case .fourColors(let effect): self = .fourColors(FourColorNode(effect, expressions))
    case .directionalBlur(let direction, let length):
      self = .directionalBlur(DirectionalBlurNode(direction, length, expressions))
    case .choke(let amount): self = .choke(ChokeNode(amount, expressions))
    case .stroke, .transform: return nil
    }
  }

  init(_ style: LayerStyle, _ expressions: ExpressionEvaluator? = nil) {
    switch style {
    case .colorOverlay(let color, let opacity):
      self = .colorOverlay(
        color: PreparedProperty(color, expressions),
        opacity: PreparedProperty(opacity, default: 100, expressions))
    case .innerShadow(let shadow): self = .innerShadow(ShadowStyleNode(shadow, expressions))
    case .stroke(let color, let width):
      self = .outline(
        color: PreparedProperty(color, expressions), width: PreparedProperty(width, expressions))
    case .outerGlow(let color, let opacity, let size):
      self = .outerGlow(
        color: PreparedProperty(color, expressions),
        opacity: PreparedProperty(opacity, default: 100, expressions),
        size: PreparedProperty(size, expressions))
    case .dropShadow(let shadow): self = .shadowStyle(ShadowStyleNode(shadow, expressions))
    }
  }

  /// - Parameter transform: The transform from the layer's coordinate system, which is that of the effect's lengths, to
  ///   points.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    switch self {
    case .fill(let color, let opacity):
      var value = color.value(at: time)
      value.w = opacity.value(at: time)
      return .fill(Color(value))
    case .tint(let dark, let light, let amount):
      return .tint(
        dark: Color(dark.value(at: time)), light: Color(light.value(at: time)),
        amount: amount.fraction(at: time))
    case .tritone(let light, let middle, let dark, let original):
      return .tritone(
        dark: Color(dark.value(at: time)), middle: Color(middle.value(at: time)),
        light: Color(light.value(at: time)), amount: 1 - original.fraction(at: time))
    case .dropShadow(let node): return node.filter(at: time, transform)
    case .gaussianBlur(let node): return node.filter(at: time, transform)
    case .boxBlur(let node): return node.filter(at: time, transform)
    case .ramp(let node): return node.filter(at: time, transform)
    case .fourColors(let node): return node.filter(at: time, transform)
    case .directionalBlur(let node): return node.filter(at: time, transform)
    case .choke(let node): return node.filter(at: time, transform)
    case .colorOverlay(let color, let opacity):
      let color = ColorField.ColorPoint(.zero, Color(color.value(at: time)))
      return .colors(ColorField(.linear(color, color)), amount: opacity.fraction(at: time))
    case .innerShadow(let node):
      let shadow = node.shadow(at: time, transform)
      return .innerShadow(shadow.color, offset: shadow.offset, sigma: shadow.sigma)
    case .outline(let color, let width):
      return .outline(Color(color.value(at: time)), width: width.value(at: time) * transform.scale)
    case .outerGlow(let color, let opacity, let size):
      var color = color.value(at: time)
      color.w = opacity.fraction(at: time)
      return .dropShadow(
        Color(color), offset: Vector(dx: 0, dy: 0),
        sigma: size.value(at: time) * 0.3 * transform.scale)
    case .shadowStyle(let node):
      let shadow = node.shadow(at: time, transform)
      return .dropShadow(shadow.color, offset: shadow.offset, sigma: shadow.sigma)
    }
  }
}

extension EffectNode {
  /// Returns the effect's factor for the layer's opacity, 0 ... 1.
  func opacity(at time: Double) -> Double {
    if case .fourColors(let node) = self { node.opacity(at: time) } else { 1 }
  }
}

extension Transform {
  /// The scale factor for lengths without a direction.
  fileprivate var scale: Double { determinant.magnitude.squareRoot() }
}

/// A drop shadow, prepared for evaluation.
final class DropShadowNode {
  private let color: PreparedProperty<SIMD4<Double>>
  private let opacity: PreparedProperty<Double>
  private let angle: PreparedProperty<Double>
  private let distance: PreparedProperty<Double>
  private let softness: PreparedProperty<Double>

  init(_ effect: DropShadowEffect, _ expressions: ExpressionEvaluator? = nil) {
    color = PreparedProperty(effect.color, expressions)
    opacity = PreparedProperty(effect.opacity, default: 255, expressions)
    angle = PreparedProperty(effect.angle, expressions)
    distance = PreparedProperty(effect.distance, expressions)
    softness = PreparedProperty(effect.softness, expressions)
  }

  /// Returns the filter. As in lottie-web, the standard deviation is a quarter of the softness.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    var color = color.value(at: time)
    color.w = opacity.value(at: time) / 255
    let direction = Angle(degrees: angle.value(at: time) - 90)
    let offset = Vector(length: distance.value(at: time), direction: direction)
    return .dropShadow(
      Color(color), offset: transform.apply(to: offset),
      sigma: softness.value(at: time) / 4 * transform.scale)
  }
}

/// A Gaussian blur, prepared for evaluation.
final class GaussianBlurNode {
  private let blurriness: PreparedProperty<Double>
  private let dimensions: PreparedProperty<Double>
  /// Whether to repeat edges, or `nil` for a layer without edges.
  private let repeatsEdges: PreparedProperty<Double>?

  init(_ effect: GaussianBlurEffect, hasEdges: Bool, _ expressions: ExpressionEvaluator? = nil) {
    blurriness = PreparedProperty(effect.blurriness, expressions)
    dimensions = PreparedProperty(effect.dimensions, default: 1, expressions)
    repeatsEdges = hasEdges ? PreparedProperty(effect.repeatsEdgePixels, expressions) : nil
  }

  /// Returns the filter. As in lottie-web, the standard deviation is 0.3 times the blurriness.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    let sigma = blurriness.value(at: time) * 0.3
    let dimensions = dimensions.value(at: time)
    let x = dimensions == 3 ? 0 : sigma
    let y = dimensions == 2 ? 0 : sigma
    return .gaussianBlur(
      deviations: SIMD2(x, y), transform,
      edges: repeatsEdges.map { $0.value(at: time) != 0 } == true ? .repeated : .transparent)
  }
}

/// A box blur, prepared for evaluation.
final class BoxBlurNode {
  private let radius: PreparedProperty<Double>
  private let iterations: PreparedProperty<Double>
  private let dimensions: PreparedProperty<Double>
  /// Whether to repeat edges, or `nil` for a layer without edges.
  private let repeatsEdges: PreparedProperty<Double>?

  init(_ effect: BoxBlurEffect, hasEdges: Bool, _ expressions: ExpressionEvaluator? = nil) {
    radius = PreparedProperty(effect.radius, expressions)
    iterations = PreparedProperty(effect.iterations, default: 1, expressions)
    dimensions = PreparedProperty(effect.dimensions, default: 1, expressions)
    repeatsEdges = hasEdges ? PreparedProperty(effect.repeatsEdgePixels, expressions) : nil
  }

  /// Returns a Gaussian with the variance of the boxes, each of which is 2·radius + 1 wide.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    let radius = max(radius.value(at: time), 0)
    let count = max(iterations.value(at: time).rounded(), 0)
    let sigma = (count * radius * (radius + 1) / 3).squareRoot()
    let dimensions = dimensions.value(at: time)
    return .gaussianBlur(
      deviations: SIMD2(dimensions == 3 ? 0 : sigma, dimensions == 2 ? 0 : sigma), transform,
      edges: repeatsEdges.map { $0.value(at: time) != 0 } == true ? .repeated : .transparent)
  }
}

/// A directional blur, prepared for evaluation.
final class DirectionalBlurNode {
  private let direction: PreparedProperty<Double>
  private let length: PreparedProperty<Double>

  init(
    _ direction: Animated<Double>, _ length: Animated<Double>,
    _ expressions: ExpressionEvaluator? = nil
  ) {
    self.direction = PreparedProperty(direction, default: 90, expressions)
    self.length = PreparedProperty(length, default: 10, expressions)
  }

  /// Returns the filter. The length isn't documented. It is treated as that of a Gaussian with the variance of three
  /// boxes that extend by 0.369 times the length to either side.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    let reach = max(length.value(at: time), 0) * 0.369
    let deviation = Vector(
      length: (reach * (reach + 1)).squareRoot(),
      direction: Angle(degrees: direction.value(at: time) - 90))
    return .lineBlur(deviation: transform.apply(to: deviation))
  }
}

/// A simple choker, prepared for evaluation.
final class ChokeNode {
  private let amount: PreparedProperty<Double>

  init(_ amount: Animated<Double>, _ expressions: ExpressionEvaluator? = nil) {
    self.amount = PreparedProperty(amount, expressions)
  }

  /// Returns the filter. The amount isn't documented. The alpha is blurred with a variance of 0.635 times the amount. A
  /// range around 7/8 of it, or 1/8 if the layer grows, becomes the edge, which is narrower for larger amounts.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    let amount = amount.value(at: time)
    let magnitude = min(amount.magnitude, 100)
    // This also handles NaN.
    guard magnitude > 0 else { return .choke(sigma: 0, range: 0...1) }
    let (middle, half) = (amount > 0 ? 0.875 : 0.125, 0.375 / magnitude)
    return .choke(
      sigma: (0.635 * magnitude).squareRoot() * transform.scale,
      range: max(middle - half, 0)...min(middle + half, 1))
  }
}

/// A ramp, prepared for evaluation.
final class RampNode {
  private let start: PreparedProperty<SIMD2<Double>>
  private let startColor: PreparedProperty<SIMD4<Double>>
  private let end: PreparedProperty<SIMD2<Double>>
  private let endColor: PreparedProperty<SIMD4<Double>>
  private let shape: PreparedProperty<Double>
  private let originalFraction: PreparedProperty<Double>

  init(_ effect: RampEffect, _ expressions: ExpressionEvaluator? = nil) {
    start = PreparedProperty(effect.start, expressions)
    startColor = PreparedProperty(effect.startColor, expressions)
    end = PreparedProperty(effect.end, expressions)
    endColor = PreparedProperty(effect.endColor, expressions)
    shape = PreparedProperty(effect.shape, default: 1, expressions)
    originalFraction = PreparedProperty(effect.originalFraction, expressions)
  }

  func filter(at time: Double, _ transform: Transform) -> Filter {
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

/// A gradient between four points, prepared for evaluation.
final class FourColorNode {
  private let points: [PreparedProperty<SIMD2<Double>>]
  private let colors: [PreparedProperty<SIMD4<Double>>]
  private let blend: PreparedProperty<Double>
  private let opacity: PreparedProperty<Double>
  private let blendingMode: PreparedProperty<Double>

  init(_ effect: FourColorEffect, _ expressions: ExpressionEvaluator? = nil) {
    points = effect.points.map { PreparedProperty($0, expressions) }
    colors = effect.colors.map { PreparedProperty($0, expressions) }
    blend = PreparedProperty(effect.blend, default: 100, expressions)
    opacity = PreparedProperty(effect.opacity, default: 100, expressions)
    blendingMode = PreparedProperty(effect.blendingMode, default: 1, expressions)
  }

  /// Returns the blend mode of the gradient with the layer, or `nil` if it replaces the layer.
  private func blendMode(at time: Double) -> BlendMode? {
    FourColorEffect.blendMode(blendingMode.value(at: time))
  }

  /// Returns the opacity of the layer, 0 ... 1.
  func opacity(at time: Double) -> Double {
    blendMode(at: time) == nil ? opacity.fraction(at: time) : 1
  }

  func filter(at time: Double, _ transform: Transform) -> Filter {
    func point(_ index: Int) -> ColorField.ColorPoint {
      .init(points[index].value(at: time), colors[index].value(at: time))
    }
    let blendMode = blendMode(at: time)
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

/// An effect that transforms a layer's image, prepared for evaluation.
final class TransformEffectNode {
  private let node: TransformNode
  private let scaleHeight: PreparedProperty<Double>
  private let scaleWidth: PreparedProperty<Double>
  private let isUniform: PreparedProperty<Double>

  init(_ effect: TransformEffect, _ expressions: ExpressionEvaluator? = nil) {
    node = TransformNode(effect.properties, expressions)
    scaleHeight = PreparedProperty(effect.scaleHeight, default: 100, expressions)
    scaleWidth = PreparedProperty(effect.scaleWidth, default: 100, expressions)
    isUniform = PreparedProperty(effect.isUniform, expressions)
  }

  /// Returns the opacity, 0 ... 1.
  func opacity(at time: Double) -> Double { node.opacity(at: time) }

  /// Returns the transform in the layer's coordinate system.
  func transform(at time: Double) -> Transform {
    let anchor = node.anchor.value(at: time)
    let height = scaleHeight.value(at: time) * 0.01
    let width = isUniform.value(at: time) != 0 ? height : scaleWidth.value(at: time) * 0.01
    // The image is scaled around the anchor first.
    let scale = Transform(
      a: width, b: 0, c: 0, d: height, tx: anchor.x - width * anchor.x,
      ty: anchor.y - height * anchor.y)
    return scale.followed(by: node.transform(at: time))
  }
}

/// A shadow of a layer style, prepared for evaluation.
final class ShadowStyleNode {
  private let color: PreparedProperty<SIMD4<Double>>
  private let opacity: PreparedProperty<Double>
  private let angle: PreparedProperty<Double>
  private let distance: PreparedProperty<Double>
  private let size: PreparedProperty<Double>

  init(_ style: ShadowStyle, _ expressions: ExpressionEvaluator? = nil) {
    color = PreparedProperty(style.color, expressions)
    opacity = PreparedProperty(style.opacity, default: 100, expressions)
    angle = PreparedProperty(style.angle, expressions)
    distance = PreparedProperty(style.distance, expressions)
    size = PreparedProperty(style.size, expressions)
  }

  /// Returns the shadow, which points away from the light. As for effects, the standard deviation is 0.3 times the
  /// size.
  func shadow(
    at time: Double, _ transform: Transform
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

/// An effect that strokes a layer's masks, prepared for evaluation.
final class MaskStrokeNode {
  private let mask: PreparedProperty<Double>
  private let strokesAllMasks: PreparedProperty<Double>
  private let isSequential: PreparedProperty<Double>
  private let color: PreparedProperty<SIMD4<Double>>
  private let brushSize: PreparedProperty<Double>
  private let hardness: PreparedProperty<Double>
  private let opacity: PreparedProperty<Double>
  private let start: PreparedProperty<Double>
  private let end: PreparedProperty<Double>
  private let spacing: PreparedProperty<Double>
  private let paintStyle: PreparedProperty<Double>

  init?(_ effect: LayerEffect, _ expressions: ExpressionEvaluator? = nil) {
    guard case .stroke(let stroke) = effect else { return nil }
    mask = PreparedProperty(stroke.mask, default: 1, expressions)
    strokesAllMasks = PreparedProperty(stroke.strokesAllMasks, expressions)
    isSequential = PreparedProperty(stroke.isSequential, expressions)
    color = PreparedProperty(stroke.color, expressions)
    brushSize = PreparedProperty(stroke.brushSize, default: 1, expressions)
    hardness = PreparedProperty(stroke.hardness, default: 1, expressions)
    opacity = PreparedProperty(stroke.opacity, default: 1, expressions)
    start = PreparedProperty(stroke.start, expressions)
    end = PreparedProperty(stroke.end, default: 100, expressions)
    spacing = PreparedProperty(stroke.spacing, expressions)
    paintStyle = PreparedProperty(stroke.paintStyle, default: 1, expressions)
  }

  func paintStyle(at time: Double) -> StrokeEffect.PaintStyle {
    Int(exactly: paintStyle.value(at: time)).flatMap(StrokeEffect.PaintStyle.init) ?? .onOriginal
  }

  /// Strokes the paths of a layer's masks. As in lottie-web, a line is twice as wide as its brush.
  func draw(
    _ masks: [Path], at time: Double, into list: inout DisplayList, _ transform: Transform
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
    _ masks: [Path], at time: Double, width: Double, into list: inout DisplayList,
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
  private func hardness(at time: Double) -> Double {
    let value = hardness.value(at: time)
    return min(max(value > 1 ? value / 100 : value, 0), 1)
  }

  /// Returns the dots of a brush as dashes: as in lottie-web, a point long, with gaps proportional to the width.
  /// Returns no dashes if the dots overlap so much that the line seems solid.
  private func dots(at time: Double, width: Double) -> [Double] {
    let spacing = spacing.value(at: time)
    return spacing < Self.narrowSpacing || width <= 0 ? [] : [1, width * spacing / 100]
  }

  /// The maximum spacing of a solid line, in percent. Below it, the edge deviates from a straight line by at most 1/60
  /// of the width.
  private static let narrowSpacing = 25.0

  private func chosenPaths(_ masks: [Path], at time: Double) -> ArraySlice<Path> {
    if strokesAllMasks.value(at: time) == 1 { return masks[...] }
    let number = mask.value(at: time) - 1
    guard let index = Int(exactly: number.rounded(.down)), masks.indices.contains(index) else {
      return []
    }
    return masks[index...index]
  }
}
