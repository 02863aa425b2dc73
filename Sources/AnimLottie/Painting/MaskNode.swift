import AnimCore

/// A mask, ready to be evaluated.
final class MaskNode {
  let mask: Mask
  private let path: PathNode
  private let opacityProperty: Property<Double>
  private let expansion: Property<Double>

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
    let expansion = expansion.value(at: time)
    if expansion == 0 { return path.path }
    // An offset is outwards for a contour that goes clockwise.
    let amount = path.path.isClockwise ? expansion : -expansion
    return path.path.offset(by: amount, join: .miter, miterLimit: 4 * expansion.magnitude)
  }

  /// 0 ... 1.
  func opacity(at time: Double) -> Double { opacityProperty.share(at: time) }
}

extension Path {
  /// Whether the area within its vertices is gone round clockwise on the screen.
  fileprivate var isClockwise: Bool {
    var area = 0.0
    var first = Point.zero
    var last = Point.zero
    for element in elements {
      switch element {
      case .move(let point): (first, last) = (point, point)
      case .line(let end), .quadratic(_, let end), .cubic(_, _, let end):
        area += last.x * end.y - last.y * end.x
        last = end
      case .close: area += last.x * first.y - last.y * first.x
      }
    }
    return area >= 0
  }
}
