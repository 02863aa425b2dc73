import AnimCore

/// An ``Animated`` value, ready to be evaluated.
struct Property<Value: Interpolated> {
  private let constant: Value
  /// Nil where the value never changes.
  private let source: Source?

  private enum Source {
    case track(KeyframeTrack<Value>)
    case expression(ExpressionProperty<Value>)
  }

  /// - Parameter expressions: evaluates expressions; without it, their stored values are taken.
  init(
    _ animated: Animated<Value>, default fallback: Value,
    _ expressions: ExpressionEvaluator? = nil
  ) {
    switch animated {
    case .constant(let value):
      constant = value
      source = nil
    case .keyframes(let keyframes):
      constant = keyframes.first?.start ?? fallback
      source = KeyframeTrack(keyframes).map { .track($0) }
    case .expression(let id, let stored):
      let property = Property(stored, default: fallback)
      constant = property.constant
      source =
        expressions.map { .expression(ExpressionProperty(id, property, $0)) } ?? property.source
    }
  }

  var isConstant: Bool { source == nil }

  var hasExpression: Bool {
    if case .expression = source { true } else { false }
  }

  @inline(__always) func value(at time: Double) -> Value {
    switch source {
    case nil: constant
    case .track(let track): track.value(at: time)
    case .expression(let expression): expression.value(at: time)
    }
  }
}

/// A property with an expression, ready to be evaluated.
final class ExpressionProperty<Value: Interpolated> {
  private let id: ExpressionID
  /// The property without its expression.
  let stored: Property<Value>
  private let evaluator: ExpressionEvaluator

  init(_ id: ExpressionID, _ stored: Property<Value>, _ evaluator: ExpressionEvaluator) {
    self.id = id
    self.stored = stored
    self.evaluator = evaluator
  }

  func value(at time: Double) -> Value {
    evaluator.components(of: id, at: time).map { Value(components: $0) } ?? stored.value(at: time)
  }
}

extension Property<Double> {
  init(_ animated: Animated<Double>, _ expressions: ExpressionEvaluator? = nil) {
    self.init(animated, default: 0, expressions)
  }

  /// A percentage as a fraction, clamped to 0 ... 1; NaN counts as 0.
  func fraction(at time: Double) -> Double {
    let value = value(at: time)
    return value > 0 ? min(value * 0.01, 1) : 0
  }
}

extension Property<SIMD2<Double>> {
  init(_ animated: Animated<SIMD2<Double>>, _ expressions: ExpressionEvaluator? = nil) {
    self.init(animated, default: .zero, expressions)
  }
}

extension Property<SIMD4<Double>> {
  init(_ animated: Animated<SIMD4<Double>>, _ expressions: ExpressionEvaluator? = nil) {
    self.init(animated, default: .zero, expressions)
  }
}

extension Property {
  /// The times of the first keyframe and the last; nil for a constant.
  var keyframeSpan: ClosedRange<Double>? {
    switch source {
    case nil: nil
    case .track(let track): track.span
    case .expression(let expression): expression.stored.keyframeSpan
    }
  }
}

/// A position, ready to be evaluated.
enum PositionProperty {
  case vector(Property<SIMD2<Double>>)
  case spatial(SpatialTrack)
  case split(x: Property<Double>, y: Property<Double>)
  indirect case expression(ExpressionID, ExpressionEvaluator, stored: PositionProperty)

  init(_ position: TransformProperties.Position, _ expressions: ExpressionEvaluator? = nil) {
    switch position {
    case .split(let x, let y):
      self = .split(x: Property(x, expressions), y: Property(y, expressions))
    case .combined(.expression(let id, let stored)):
      let stored = PositionProperty(.combined(stored))
      self = expressions.map { .expression(id, $0, stored: stored) } ?? stored
    case .combined(let animated):
      if case .keyframes(let keyframes) = animated, let track = SpatialTrack(keyframes) {
        self = .spatial(track)
      } else {
        self = .vector(Property(animated))
      }
    }
  }

  var isConstant: Bool {
    switch self {
    case .vector(let property): property.isConstant
    case .spatial, .expression: false
    case .split(let x, let y): x.isConstant && y.isConstant
    }
  }

  var hasExpression: Bool {
    switch self {
    case .vector, .spatial: false
    case .split(let x, let y): x.hasExpression || y.hasExpression
    case .expression: true
    }
  }

  func value(at time: Double) -> SIMD2<Double> {
    switch self {
    case .vector(let property): property.value(at: time)
    case .spatial(let track): track.value(at: time)
    case .split(let x, let y): SIMD2(x.value(at: time), y.value(at: time))
    case .expression(let id, let evaluator, let stored):
      evaluator.components(of: id, at: time)?.lowHalf ?? stored.value(at: time)
    }
  }

  /// The direction in which the position moves at `time`, of any length; zero where it rests.
  func direction(at time: Double) -> SIMD2<Double> {
    // As in lottie-web, an expression has no part in it.
    if case .expression(_, _, let stored) = self { return stored.direction(at: time) }
    // As in lottie-web: the displacement from a hundredth of a frame before, or, at the first
    // keyframe, to a hundredth after.
    let step = 0.01
    guard let span = keyframeSpan else { return .zero }
    if time <= span.lowerBound {
      return value(at: span.lowerBound + step) - value(at: span.lowerBound)
    }
    let end = min(time, span.upperBound)
    return value(at: end) - value(at: end - step)
  }

  /// The times of the first keyframe and the last.
  private var keyframeSpan: ClosedRange<Double>? {
    switch self {
    case .vector(let property): property.keyframeSpan
    case .spatial(let track): track.keyframeSpan
    case .expression(_, _, let stored): stored.keyframeSpan
    case .split(let x, let y):
      if let x = x.keyframeSpan, let y = y.keyframeSpan {
        min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
      } else {
        x.keyframeSpan ?? y.keyframeSpan
      }
    }
  }
}

/// The keyframes of a position that moves along curves, at least between some of them.
final class SpatialTrack {
  private let track: KeyframeTrack<SIMD2<Double>>
  /// The curve from each keyframe to the next; nil for a straight line.
  private let curves: [PathMeasure?]

  /// Nil where the position moves along straight lines only.
  init?(_ keyframes: [Keyframe<SIMD2<Double>>]) {
    guard let track = KeyframeTrack(keyframes) else { return nil }
    curves = keyframes.map(Self.curve)
    guard curves.contains(where: { $0 != nil }) else { return nil }
    self.track = track
  }

  var keyframeSpan: ClosedRange<Double> { track.span }

  func value(at time: Double) -> SIMD2<Double> {
    switch track.sample(at: time) {
    case .constant(let position): return position
    case .between(let start, let end, let progress, let index):
      guard let curve = curves[index] else { return .between(start, end, progress) }
      // By arc length, and never beyond the ends of the curve.
      return curve.position(at: progress.x * curve.length).map { SIMD2($0.point.x, $0.point.y) }
        ?? start
    }
  }

  private static func curve(_ keyframe: Keyframe<SIMD2<Double>>) -> PathMeasure? {
    guard let tangents = keyframe.tangents, keyframe.easing != .hold else { return nil }
    let (start, end) = (keyframe.start, keyframe.end)
    let chord = end - start
    // Whether lottie-web treats the segment as straight; the easing may then overshoot.
    let isStraight =
      cross(chord, tangents.out).magnitude < 0.001 && cross(chord, tangents.in).magnitude < 0.001
    if isStraight && chord != .zero { return nil }
    if tangents.out == .zero && tangents.in == .zero { return nil }
    var path = Path()
    path.move(to: Point(x: start.x, y: start.y))
    path.addCurve(
      to: Point(x: end.x, y: end.y),
      control1: Point(x: start.x + tangents.out.x, y: start.y + tangents.out.y),
      control2: Point(x: end.x + tangents.in.x, y: end.y + tangents.in.y))
    let measure = PathMeasure(path)
    return measure.length > 0 ? measure : nil
  }

  private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    a.x * b.y - a.y * b.x
  }
}
