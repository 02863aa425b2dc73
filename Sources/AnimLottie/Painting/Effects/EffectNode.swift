import AnimCore

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
  init?(_ effect: LayerEffect, hasEdges: Bool) {
    switch effect {
    case .fill(let color, let opacity):
      self = .fill(color: Property(color), opacity: Property(opacity, default: 1))
    case .tint(let black, let white, let amount):
      self = .tint(
        dark: Property(black), light: Property(white), amount: Property(amount, default: 100))
    case .dropShadow(let effect): self = .dropShadow(DropShadowNode(effect))
    case .gaussianBlur(let effect):
      self = .gaussianBlur(GaussianBlurNode(effect, hasEdges: hasEdges))
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
        amount: amount.share(at: time))
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

  init(_ effect: DropShadowEffect) {
    color = Property(effect.color)
    opacity = Property(effect.opacity, default: 255)
    angle = Property(effect.angle)
    distance = Property(effect.distance)
    softness = Property(effect.softness)
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

  init(_ effect: GaussianBlurEffect, hasEdges: Bool) {
    blurriness = Property(effect.blurriness)
    dimensions = Property(effect.dimensions, default: 1)
    repeatsEdges = hasEdges ? Property(effect.repeatsEdgePixels) : nil
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
