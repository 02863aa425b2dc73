import AnimCore

/// A mask, ready to be evaluated.
final class MaskNode {
  let mask: Mask
  private let path: PathNode
  private let opacityProperty: Property<Double>
  private let expansion: Property<Double>
  /// The last path that was expanded.
  private var expanded: (path: Path, distance: Double, result: Path)?

  /// Nil for a mask that does nothing.
  init?(_ mask: LayerMask) {
    guard let mode = mask.mode else { return nil }
    self.mask = Mask(mode, isInverted: mask.isInverted)
    path = PathNode(.contour(PathProperty(mask.shape)), isReversed: false)
    opacityProperty = Property(mask.opacity, default: 100)
    expansion = Property(mask.expansion)
  }

  /// What is inside of the mask at a time.
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
  /// The area and all that is within a distance of it, or where that is negative, what of the area is
  /// farther than that from its edge. Corners stay sharp.
  fileprivate func expanded(by distance: Double) -> Path {
    let edge = outline(of: StrokeStyle(width: 2 * distance.magnitude, join: .miter))
    let result = distance > 0 ? union(edge) : subtracting(edge)
    return result.error == nil ? result : self
  }
}
