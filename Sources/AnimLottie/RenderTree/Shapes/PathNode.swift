import AnimCore

/// A shape, with its path at the time of the last evaluation.
final class PathNode {
  private let source: Source
  private let isReversed: Bool
  private let isConstant: Bool
  /// Whether the shape has an expression, so it depends on more than the local time.
  private let hasExpression: Bool
  /// The time of ``path``, or `nil` before its first evaluation.
  private var time: Double?
  @exclusivity(unchecked) private(set) var path = Path()
  /// The previous path, because an expression often computes the same path again.
  @exclusivity(unchecked) private var spare = Path()
  /// The measure of ``path``, unless it hasn't been requested yet.
  @exclusivity(unchecked) private var knownMeasure = PathMeasure()
  private var isMeasured = false

  enum Source {
    case contour(PathProperty)
    case rectangle(
      position: PositionProperty, size: PreparedProperty<SIMD2<Double>>,
      radius: PreparedProperty<Double>)
    case ellipse(position: PositionProperty, size: PreparedProperty<SIMD2<Double>>)
    case star(StarSource)
  }

  init(_ source: Source, isReversed: Bool) {
    self.source = source
    self.isReversed = isReversed
    isConstant = source.isConstant
    hasExpression = source.hasExpression
  }

  convenience init(_ shape: RectangleShape, _ expressions: ExpressionEvaluator? = nil) {
    self.init(
      .rectangle(
        position: PositionProperty(shape.position, expressions),
        size: PreparedProperty(shape.size, expressions),
        radius: PreparedProperty(shape.radius, expressions)), isReversed: shape.isReversed)
  }

  convenience init(_ shape: EllipseShape, _ expressions: ExpressionEvaluator? = nil) {
    self.init(
      .ellipse(
        position: PositionProperty(shape.position, expressions),
        size: PreparedProperty(shape.size, expressions)),
      isReversed: shape.isReversed)
  }

  /// Evaluates ``path`` for `time`.
  func update(to time: Double) {
    if self.time == time && !hasExpression || isConstant && self.time != nil { return }
    self.time = time
    swap(&path, &spare)
    path.removeAll()
    source.append(at: time, to: &path)
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

  fileprivate var hasExpression: Bool {
    switch self {
    case .contour(let contour): contour.hasExpression
    case .rectangle(let position, let size, let radius):
      position.hasExpression || size.hasExpression || radius.hasExpression
    case .ellipse(let position, let size): position.hasExpression || size.hasExpression
    case .star(let star): star.hasExpression
    }
  }

  fileprivate func append(at time: Double, to path: inout Path) {
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

/// A contour that may change over time, prepared for evaluation.
struct PathProperty {
  private let constant: BezierShape
  private let track: LottieKeyframeTrack<BezierShape>?
  private let expression: (id: ExpressionID, evaluator: ExpressionEvaluator)?

  /// - Parameter expressions: The evaluator of expressions, or `nil` to use the stored values.
  init(_ animated: Animated<BezierShape>, _ expressions: ExpressionEvaluator? = nil) {
    switch animated {
    case .constant(let shape):
      constant = shape
      track = nil
      expression = nil
    case .keyframes(let keyframes):
      constant = keyframes.first?.start ?? BezierShape()
      track = LottieKeyframeTrack(keyframes)
      expression = nil
    case .expression(let id, let stored):
      let property = PathProperty(stored)
      constant = property.constant
      track = property.track
      expression = expressions.map { (id, $0) }
    }
  }

  var isConstant: Bool { track == nil && expression == nil }
  var hasExpression: Bool { expression != nil }

  /// Whether the contour is closed. As in lottie-web, the first keyframe determines it.
  var isClosed: Bool { constant.isClosed }

  /// Appends the contour at `time`.
  func append(at time: Double, to path: inout Path) {
    if let expression, let shape = expression.evaluator.path(of: expression.id, at: time) {
      return path.append(shape, count: shape.vertices.count)
    }
    guard let track else { return path.append(constant, count: constant.vertices.count) }
    switch track.sample(at: time) {
    case .constant(let shape): append(shape, to: &path)
    case .between(let start, let end, let progress, _):
      append(start, end, progress.x, to: &path)
    }
  }

  /// As in lottie-web, a contour has the same number of points as its first keyframe, or fewer if a
  /// keyframe has fewer.
  private func append(_ shape: BezierShape, to path: inout Path) {
    path.append(
      shape, count: min(shape.vertices.count, constant.vertices.count), isClosed: isClosed)
  }

  private func append(
    _ a: BezierShape, _ b: BezierShape, _ progress: Double, to path: inout Path
  ) {
    let count = min(a.vertices.count, b.vertices.count, constant.vertices.count)
    guard count > 0 else { return }
    func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * progress }
    let first = mix(a.vertices[0], b.vertices[0])
    path.move(to: Point(x: first.x, y: first.y))
    var last = first
    for index in 1..<max(isClosed ? count + 1 : count, 1) {
      let next = index < count ? index : 0
      let out = mix(a.outTangents[index - 1], b.outTangents[index - 1])
      let `in` = mix(a.inTangents[next], b.inTangents[next])
      let end = next == 0 ? first : mix(a.vertices[next], b.vertices[next])
      path.addSegment(from: last, out, `in`, to: end)
      last = end
    }
    if isClosed { path.close() }
  }
}

extension Path {
  /// Appends the first `count` points of a contour.
  mutating func append(_ shape: BezierShape, count: Int, isClosed: Bool? = nil) {
    guard count > 0 else { return }
    let isClosed = isClosed ?? shape.isClosed
    let first = shape.vertices[0]
    move(to: Point(x: first.x, y: first.y))
    var last = first
    for index in 1..<max(isClosed ? count + 1 : count, 1) {
      let next = index < count ? index : 0
      let end = shape.vertices[next]
      addSegment(from: last, shape.outTangents[index - 1], shape.inTangents[next], to: end)
      last = end
    }
    if isClosed { close() }
  }

  /// Returns a cubic curve whose handles are relative to its ends.
  @inline(__always)
  fileprivate mutating func addSegment(
    from start: SIMD2<Double>, _ out: SIMD2<Double>, _ in: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    if out == .zero && `in` == .zero {
      addLine(to: Point(x: end.x, y: end.y))
    } else {
      addCurve(
        to: Point(x: end.x, y: end.y), control1: Point(x: start.x + out.x, y: start.y + out.y),
        control2: Point(x: end.x + `in`.x, y: end.y + `in`.y))
    }
  }
}

/// A ``StarShape``, prepared for evaluation.
final class StarSource {
  private let isPolygon: Bool
  private let position: PositionProperty
  private let points: PreparedProperty<Double>
  private let rotation: PreparedProperty<Double>
  private let outerRadius: PreparedProperty<Double>
  private let outerRoundness: PreparedProperty<Double>
  private let innerRadius: PreparedProperty<Double>
  private let innerRoundness: PreparedProperty<Double>
  let isConstant: Bool
  let hasExpression: Bool

  init(_ shape: StarShape, _ expressions: ExpressionEvaluator? = nil) {
    isPolygon = shape.isPolygon
    position = PositionProperty(shape.position, expressions)
    points = PreparedProperty(shape.points, expressions)
    rotation = PreparedProperty(shape.rotation, expressions)
    outerRadius = PreparedProperty(shape.outerRadius, expressions)
    outerRoundness = PreparedProperty(shape.outerRoundness, expressions)
    innerRadius = PreparedProperty(shape.innerRadius, expressions)
    innerRoundness = PreparedProperty(shape.innerRoundness, expressions)
    isConstant =
      position.isConstant && points.isConstant && rotation.isConstant && outerRadius.isConstant
      && outerRoundness.isConstant && innerRadius.isConstant && innerRoundness.isConstant
    hasExpression =
      position.hasExpression || points.hasExpression || rotation.hasExpression
      || outerRadius.hasExpression || outerRoundness.hasExpression || innerRadius.hasExpression
      || innerRoundness.hasExpression
  }

  func append(at time: Double, to path: inout Path) {
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
