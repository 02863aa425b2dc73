import AnimCore

/// A mask, ready to be evaluated.
final class MaskNode {
  let mask: Mask
  private let path: PathNode
  private let opacityProperty: Property<Double>
  private let expansion: Property<Double>
  /// The path that was expanded last, and the result.
  private var expanded: (path: Path, distance: Double, result: Path)?

  /// Nil for a mask that does nothing.
  init?(_ mask: LayerMask) {
    guard let mode = mask.mode else { return nil }
    self.mask = Mask(mode, isInverted: mask.isInverted)
    path = PathNode(.contour(PathProperty(mask.shape)), isReversed: false)
    opacityProperty = Property(mask.opacity, default: 100)
    expansion = Property(mask.expansion)
  }

  /// The area inside the mask at `time`.
  func path(at time: Double) -> Path {
    path.update(to: time)
    let distance = expansion.value(at: time)
    if distance == 0 { return path.path }
    if let expanded, expanded.distance == distance, expanded.path == path.path {
      return expanded.result
    }
    let result = path.path.expanded(by: distance)
    expanded = (path.path, distance, result)
    return result
  }

  /// 0 ... 1.
  func opacity(at time: Double) -> Double { opacityProperty.share(at: time) }
}

extension Path {
  /// The area grown by a distance on all sides, or shrunk where it is negative. Corners stay sharp.
  fileprivate func expanded(by distance: Double) -> Path {
    let edge = outline(of: StrokeStyle(width: 2 * distance.magnitude, join: .miter))
    let result = distance > 0 ? union(edge) : subtracting(edge)
    return result.error == nil ? result : self
  }
}
