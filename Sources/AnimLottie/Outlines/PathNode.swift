import AnimCore

/// A shape, with its path at the time for which it was last evaluated.
final class PathNode {
  private let source: Source
  private let isReversed: Bool
  private let isConstant: Bool
  /// The time of ``path``; nil before it is first evaluated.
  private var time: Double?
  private(set) var path = Path()

  enum Source {
    case contour(PathProperty)
    case rectangle(
      position: PositionProperty, size: Property<SIMD2<Double>>, radius: Property<Double>)
    case ellipse(position: PositionProperty, size: Property<SIMD2<Double>>)
    case star(StarSource)
  }

  init(_ source: Source, isReversed: Bool) {
    self.source = source
    self.isReversed = isReversed
    isConstant = source.isConstant
  }

  convenience init(_ shape: RectangleShape) {
    self.init(
      .rectangle(
        position: PositionProperty(shape.position), size: Property(shape.size),
        radius: Property(shape.radius)), isReversed: shape.isReversed)
  }

  convenience init(_ shape: EllipseShape) {
    self.init(
      .ellipse(position: PositionProperty(shape.position), size: Property(shape.size)),
      isReversed: shape.isReversed)
  }

  /// Evaluates ``path`` for `time`.
  func update(to time: Double) {
    if self.time == time || isConstant && self.time != nil { return }
    self.time = time
    path.removeAll()
    source.append(at: time, to: &path)
    if isReversed { path = path.reversed() }
  }
}

extension PathNode.Source {
  fileprivate var isConstant: Bool {
    switch self {
    case .contour(let contour): contour.isConstant
    case .rectangle(let position, let size, let radius):
      position.isConstant && size.isConstant && radius.isConstant
    case .ellipse(let position, let size): position.isConstant && size.isConstant
    case .star(let star): star.isConstant
    }
  }

  fileprivate func append(at time: Double, to path: inout Path) {
    switch self {
    case .contour(let contour): contour.append(at: time, to: &path)
    case .rectangle(let position, let size, let radius):
      let rect = Rect(position.value(at: time), size.value(at: time))
      // The corners are circular, so the shorter side limits both radii.
      let most = min(rect.width.magnitude, rect.height.magnitude) / 2
      path.addRoundedRect(rect, radius: min(radius.value(at: time), most))
    case .ellipse(let position, let size):
      path.addEllipse(in: Rect(position.value(at: time), size.value(at: time)))
    case .star(let star): star.append(at: time, to: &path)
    }
  }
}

extension Rect {
  fileprivate init(_ center: SIMD2<Double>, _ size: SIMD2<Double>) {
    self.init(
      center: Point(x: center.x, y: center.y), size: Size(width: size.x, height: size.y))
  }
}
