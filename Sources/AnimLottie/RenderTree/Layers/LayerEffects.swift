import AnimCore

/// The effects of a layer, ready to be evaluated.
final class LayerEffects {
  private let filters: [EffectNode]
  private let maskStrokes: [MaskStrokeNode]
  /// The paths of all of the layer's masks, including those that do nothing.
  private let masks: [PathNode]

  /// Nil for a layer without effects.
  init?(_ layer: LayerModel, _ expressions: ExpressionEvaluator? = nil) {
    if layer.effects.isEmpty { return nil }
    filters = layer.effects.compactMap {
      EffectNode($0, hasEdges: layer.content.hasEdges, expressions)
    }
    let strokes = layer.effects.compactMap { MaskStrokeNode($0, expressions) }
    maskStrokes = layer.masks.isEmpty ? [] : strokes
    masks =
      maskStrokes.isEmpty
      ? []
      : layer.masks.map {
        PathNode(.contour(PathProperty($0.shape, expressions)), isReversed: false)
      }
  }

  /// - Parameter transform: maps the layer's space to points.
  func filters(at time: Double, _ transform: Transform) -> [Filter] {
    filters.map { $0.filter(at: time, transform) }
  }
}

// Strokes along masks.
extension LayerEffects {
  /// Whether masks cut the layer: as in lottie-web, those that are painted do not.
  func masksCut(at time: Double) -> Bool {
    maskStrokes.allSatisfy { $0.paintStyle(at: time) == .revealOriginal }
  }

  /// Whether the layer's content is drawn.
  func showsContent(at time: Double) -> Bool {
    maskStrokes.allSatisfy { $0.paintStyle(at: time) != .onTransparent }
  }

  /// Strokes the layer's masks in the innermost group, or cuts it to the strokes.
  func drawMaskStrokes(
    at time: Double, into list: inout DisplayList, _ transform: Transform
  ) {
    if maskStrokes.isEmpty { return }
    for mask in masks { mask.update(to: time) }
    let paths = masks.map(\.path)
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
  /// Whether the layer is a rectangle, at whose edges it ends.
  fileprivate var hasEdges: Bool {
    switch self {
    case .solid, .image, .composition: true
    case .none, .shapes, .text: false
    }
  }
}

/// An effect that filters a layer's picture, ready to be evaluated.
enum EffectNode {
  case fill(color: Property<SIMD4<Double>>, opacity: Property<Double>)
  case tint(
    dark: Property<SIMD4<Double>>, light: Property<SIMD4<Double>>, amount: Property<Double>)
  case dropShadow(DropShadowNode)
  case gaussianBlur(GaussianBlurNode)

  /// Nil for an effect that paints instead of filtering.
  ///
  /// - Parameter hasEdges: whether the layer is a rectangle, beyond which a blur may repeat it.
  init?(_ effect: LayerEffect, hasEdges: Bool, _ expressions: ExpressionEvaluator? = nil) {
    switch effect {
    case .fill(let color, let opacity):
      self = .fill(
        color: Property(color, expressions), opacity: Property(opacity, default: 1, expressions))
    case .tint(let black, let white, let amount):
      self = .tint(
        dark: Property(black, expressions), light: Property(white, expressions),
        amount: Property(amount, default: 100, expressions))
    case .dropShadow(let effect): self = .dropShadow(DropShadowNode(effect, expressions))
    case .gaussianBlur(let effect):
      self = .gaussianBlur(GaussianBlurNode(effect, hasEdges: hasEdges, expressions))
    case .stroke: return nil
    }
  }

  /// - Parameter transform: maps the layer's space, in which lengths of effects are measured, to
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
    case .dropShadow(let node): return node.filter(at: time, transform)
    case .gaussianBlur(let node): return node.filter(at: time, transform)
    }
  }
}

/// A drop shadow, ready to be evaluated.
final class DropShadowNode {
  private let color: Property<SIMD4<Double>>
  private let opacity: Property<Double>
  private let angle: Property<Double>
  private let distance: Property<Double>
  private let softness: Property<Double>

  init(_ effect: DropShadowEffect, _ expressions: ExpressionEvaluator? = nil) {
    color = Property(effect.color, expressions)
    opacity = Property(effect.opacity, default: 255, expressions)
    angle = Property(effect.angle, expressions)
    distance = Property(effect.distance, expressions)
    softness = Property(effect.softness, expressions)
  }

  /// As in lottie-web, the standard deviation is a quarter of the softness.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    var color = color.value(at: time)
    color.w = opacity.value(at: time) / 255
    let direction = Angle(degrees: angle.value(at: time) - 90)
    let offset = Vector(length: distance.value(at: time), direction: direction)
    let scale = transform.determinant.magnitude.squareRoot()
    return .dropShadow(
      Color(color), offset: transform.apply(to: offset),
      sigma: softness.value(at: time) / 4 * scale)
  }
}

/// A Gaussian blur, ready to be evaluated.
final class GaussianBlurNode {
  private let blurriness: Property<Double>
  private let dimensions: Property<Double>
  /// Nil for a layer without edges, around which is nothing.
  private let repeatsEdges: Property<Double>?

  init(_ effect: GaussianBlurEffect, hasEdges: Bool, _ expressions: ExpressionEvaluator? = nil) {
    blurriness = Property(effect.blurriness, expressions)
    dimensions = Property(effect.dimensions, default: 1, expressions)
    repeatsEdges = hasEdges ? Property(effect.repeatsEdgePixels, expressions) : nil
  }

  /// As in lottie-web, the standard deviation is 0.3 times the blurriness.
  func filter(at time: Double, _ transform: Transform) -> Filter {
    let sigma = blurriness.value(at: time) * 0.3
    let dimensions = dimensions.value(at: time)
    let x = dimensions == 3 ? 0 : sigma
    let y = dimensions == 2 ? 0 : sigma
    // The standard deviations, along the axes of the picture, of the transformed Gaussian.
    return .gaussianBlur(
      sigmaX: Vector(dx: transform.a * x, dy: transform.c * y).length,
      sigmaY: Vector(dx: transform.b * x, dy: transform.d * y).length,
      edges: repeatsEdges.map { $0.value(at: time) != 0 } == true ? .repeated : .transparent)
  }
}

/// An effect that strokes a layer's masks, ready to be evaluated.
final class MaskStrokeNode {
  private let mask: Property<Double>
  private let strokesAllMasks: Property<Double>
  private let color: Property<SIMD4<Double>>
  private let brushSize: Property<Double>
  private let opacity: Property<Double>
  private let start: Property<Double>
  private let end: Property<Double>
  private let spacing: Property<Double>
  private let paintStyle: Property<Double>

  init?(_ effect: LayerEffect, _ expressions: ExpressionEvaluator? = nil) {
    guard case .stroke(let stroke) = effect else { return nil }
    mask = Property(stroke.mask, default: 1, expressions)
    strokesAllMasks = Property(stroke.strokesAllMasks, expressions)
    color = Property(stroke.color, expressions)
    brushSize = Property(stroke.brushSize, default: 1, expressions)
    opacity = Property(stroke.opacity, default: 1, expressions)
    start = Property(stroke.start, expressions)
    end = Property(stroke.end, default: 100, expressions)
    spacing = Property(stroke.spacing, expressions)
    paintStyle = Property(stroke.paintStyle, default: 1, expressions)
  }

  func paintStyle(at time: Double) -> StrokeEffect.PaintStyle {
    Int(exactly: paintStyle.value(at: time)).flatMap(StrokeEffect.PaintStyle.init) ?? .onOriginal
  }

  /// Strokes the paths of a layer's masks. As in lottie-web, a line is twice as wide as its brush.
  func draw(
    _ masks: [Path], at time: Double, into list: inout DisplayList, _ transform: Transform
  ) {
    var color = color.value(at: time)
    color.w = opacity.value(at: time)
    var style = StrokeStyle(width: 2 * brushSize.value(at: time), cap: .round)
    style.dashes = dots(at: time, width: style.width)
    let (first, last) = (start.fraction(at: time), end.fraction(at: time))
    for path in chosen(masks, at: time) {
      let length = path.length
      let part =
        first == 0 && last == 1
        ? path : path.part(from: min(first, last) * length, to: max(first, last) * length)
      list.stroke(part, style, .color(Color(color)), transform: transform)
    }
  }

  /// The dots of a brush as dashes: as in lottie-web a point long, with gaps in proportion to the
  /// width. Those that overlap so far that the line seems whole are none.
  private func dots(at time: Double, width: Double) -> [Double] {
    let spacing = spacing.value(at: time)
    return spacing < Self.narrowSpacing || width <= 0 ? [] : [1, width * spacing / 100]
  }

  /// In percent. Below, the edge of the line is at most 1/60 of its width from a straight one.
  private static let narrowSpacing = 25.0

  private func chosen(_ masks: [Path], at time: Double) -> ArraySlice<Path> {
    if strokesAllMasks.value(at: time) == 1 { return masks[...] }
    let number = mask.value(at: time) - 1
    guard let index = Int(exactly: number.rounded(.down)), masks.indices.contains(index) else {
      return []
    }
    return masks[index...index]
  }
}
