import AnimCore

/// A shape, with its path at the time of the last evaluation.
final class PathNode {
  private let shape: PathShape
  private let isReversed: Bool
  private let changes: ValueChanges
  /// The frame of ``path``, or `nil` before its first evaluation.
  private var frame: Double?
  @exclusivity(unchecked) private(set) var path = Path()
  /// The previous path, because an expression often computes the same path again.
  @exclusivity(unchecked) private var spare = Path()
  /// The measure of ``path``, unless it hasn't been requested yet.
  @exclusivity(unchecked) private var knownMeasure = PathMeasure()
  private var isMeasured = false

  init(_ shape: PathShape, isReversed: Bool = false) {
    self.shape = shape
    self.isReversed = isReversed
    changes = shape.changes
  }

  /// Evaluates ``path`` for `time`.
  func update(to time: EvaluationTime) {
    if let frame {
      if changes.isEmpty || frame == time.frame && !changes.contains(.expression) { return }
    }
    frame = time.frame
    swap(&path, &spare)
    path.removeAll()
    shape.append(at: time, to: &path)
    if isReversed { path = path.reversed() }
    if isMeasured { isMeasured = path == spare }
  }

  /// The measure of ``path``. Most trims change, while the path doesn't.
  var measure: PathMeasure {
    if !isMeasured {
      knownMeasure.measure(path)
      isMeasured = true
    }
    return knownMeasure
  }
}

extension PathShape {
  fileprivate var changes: ValueChanges {
    switch self {
    case .contour(let contour): contour.changes
    case .rectangle(let position, let size, let radius):
      [position.changes, size.changes, radius.changes]
    case .ellipse(let position, let size): [position.changes, size.changes]
    case .star(let star): star.changes
    }
  }

  fileprivate func append(at time: EvaluationTime, to path: inout Path) {
    switch self {
    case .contour(let contour): contour.append(at: time, to: &path)
    case .rectangle(let position, let size, let radius):
      let rect = Rect(position.value(at: time), size.value(at: time))
      // The corners are circular, so the shorter side limits both radii.
      let maximumRadius = min(rect.width.magnitude, rect.height.magnitude) / 2
      path.addRoundedRect(rect, radius: min(radius.value(at: time), maximumRadius))
    case .ellipse(let position, let size):
      path.addEllipse(
        in: Rect(position.value(at: time), size.value(at: time)), start: .degrees(-90))
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

extension StarShape {
  fileprivate var changes: ValueChanges {
    [
      position.changes, points.changes, rotation.changes, outerRadius.changes,
      outerRoundness.changes, innerRadius.changes, innerRoundness.changes,
    ]
  }

  fileprivate func append(at time: EvaluationTime, to path: inout Path) {
    let position = position.value(at: time)
    let center = Point(x: position.x, y: position.y)
    let rotation = Angle(degrees: rotation.value(at: time))
    let radius = outerRadius.value(at: time)
    let roundness = outerRoundness.value(at: time) * 0.01
    // NaN and infinity fail the comparisons.
    let rounded = points.value(at: time).rounded()
    guard rounded >= 1 else { return }
    let count = rounded < Double(Path.maximumCorners) ? Int(rounded) : Path.maximumCorners
    if isPolygon {
      path.addPolygon(
        center: center, radius: radius, corners: count, roundness: roundness, rotation: rotation)
    } else {
      path.addStar(
        center: center, outerRadius: radius, innerRadius: innerRadius.value(at: time),
        points: count, outerRoundness: roundness,
        innerRoundness: innerRoundness.value(at: time) * 0.01, rotation: rotation)
    }
  }
}
