import AnimCore

/// A mask. Keeps its expanded path.
final class MaskNode {
  let mask: Mask
  private let properties: LayerMask
  private let path: PathNode
  /// The last expanded path, with the result.
  private var expanded: (path: Path, distance: Double, result: Path)?

  /// Creates a mask, or returns `nil` if it has no effect.
  init?(_ properties: LayerMask) {
    guard let mode = properties.mode else { return nil }
    mask = Mask(mode, isInverted: properties.isInverted)
    self.properties = properties
    path = PathNode(.contour(properties.shape))
  }

  /// Returns the area inside the mask at `time`. The path has an error if it is too complex to be
  /// expanded.
  func path(at time: EvaluationTime) -> Path {
    path.update(to: time)
    let distance = properties.expansion.value(at: time)
    if distance == 0 { return path.path }
    if let expanded, expanded.distance == distance, expanded.path == path.path {
      return expanded.result
    }
    let result = path.path.expanded(by: distance)
    expanded = (path.path, distance, result)
    return result
  }

  /// Returns the area inside the mask at `time`, without its expansion.
  func originalPath(at time: EvaluationTime) -> Path {
    path.update(to: time)
    return path.path
  }

  /// Returns the opacity, 0 ... 1.
  func opacity(at time: EvaluationTime) -> Double { properties.opacity.fraction(at: time) }

  /// Returns the blur of the mask's edges at `time`, or `nil` if they are sharp.
  ///
  /// - Parameter transform: The transform from the layer's space to points.
  func blur(at time: EvaluationTime, _ transform: Transform) -> Filter? {
    guard let value = properties.feather?.value(at: time), value.x > 0 || value.y > 0 else {
      return nil
    }
    return .gaussianBlur(deviations: pointwiseMax(value, .zero) * 0.3, transform)
  }
}

extension Filter {
  /// Returns a blur with standard deviations along the axes of a layer.
  ///
  /// - Parameter transform: The transform from the layer's coordinate system to points.
  static func gaussianBlur(
    deviations: SIMD2<Double>, _ transform: Transform, edges: Edges = .transparent
  ) -> Filter {
    if edges == .transparent, deviations.x == 0 || deviations.y == 0 {
      return .lineBlur(
        deviation: transform.apply(to: Vector(dx: deviations.x, dy: deviations.y)))
    }
    // The standard deviations of the transformed Gaussian along the axes of the image.
    return .gaussianBlur(
      sigmaX: Vector(dx: transform.a * deviations.x, dy: transform.c * deviations.y).length,
      sigmaY: Vector(dx: transform.b * deviations.x, dy: transform.d * deviations.y).length,
      edges: edges)
  }
}
