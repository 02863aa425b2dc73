/// A mapping of a fraction of a duration to a progress. Timing functions are exactly 0 at 0 and
/// exactly 1 at 1, except steps that jump at the start and lines through other points. In between,
/// the progress may leave that range.
public struct TimingFunction: Hashable, Sendable {
  /// The jumps of a function with steps, as in CSS.
  public enum StepPosition: Hashable, Sendable {
    /// Each step starts with a jump, the first at 0.
    case start
    /// Each step ends with a jump, the last at 1.
    case end
    /// The progress jumps only between steps, so that the first step is 0 and the last is 1.
    case none
    /// The progress jumps at 0, between steps and at 1.
    case both
  }

  private enum Kind: Hashable, Sendable {
    case linear
    case bezier(CubicBezier)
    case steps(Double, StepPosition)
    /// Lines through at least one point, ordered by x.
    case lines([Point])
    case spring(Spring, settling: Seconds)
    case deceleration(DecelerationCurve)
  }

  private let kind: Kind

  /// Constant speed.
  public static let linear = TimingFunction(kind: .linear)
  /// Starts slowly: (0.42, 0, 1, 1).
  public static let easeIn = TimingFunction(CubicBezier(0.42, 0, 1, 1))
  /// Ends slowly: (0, 0, 0.58, 1).
  public static let easeOut = TimingFunction(CubicBezier(0, 0, 0.58, 1))
  /// Starts and ends slowly: (0.42, 0, 0.58, 1).
  public static let easeInEaseOut = TimingFunction(CubicBezier(0.42, 0, 0.58, 1))
  /// UIKit's and SwiftUI's name for Core Animation's curve.
  @available(*, unavailable, renamed: "easeInEaseOut")
  public static var easeInOut: TimingFunction { easeInEaseOut }
  /// The curve of implicit animations, Core Animation's "default": (0.25, 0.1, 0.25, 1).
  public static let standard = TimingFunction(CubicBezier(0.25, 0.1, 0.25, 1))

  /// No progress until the end.
  public static let hold = TimingFunction.steps(1)

  /// That of every ``Deceleration`` over its duration.
  static let deceleration = TimingFunction(kind: .deceleration(DecelerationCurve()))

  private init(kind: Kind) { self.kind = kind }

  /// Creates a timing function from a cubic Bézier curve. A straight curve equals ``linear``.
  public init(_ curve: CubicBezier) { kind = curve.isStraight ? .linear : .bezier(curve) }

  /// Returns the cubic Bézier curve with these control points; see ``CubicBezier``.
  public static func cubicBezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> TimingFunction {
    TimingFunction(CubicBezier(x1, y1, x2, y2))
  }

  /// Returns a function with `count` equal steps. A count below one is treated as one. Without
  /// jumps at the ends there are at least two.
  public static func steps(_ count: Int, _ position: StepPosition = .end) -> TimingFunction {
    TimingFunction(kind: .steps(Double(max(count, position == .none ? 2 : 1)), position))
  }

  /// Returns straight lines through points, with the elapsed fraction of the duration as x and the
  /// progress as y, like `linear()` in CSS. The first and the last line extend beyond their points.
  ///
  /// A point left of its predecessor moves right to the same x, and points that aren't finite are
  /// ignored. One point is a constant progress. Without points, the function is ``linear``.
  public static func linear(through points: [Point]) -> TimingFunction {
    var ordered: [Point] = []
    for point in points where point.x.isFinite && point.y.isFinite {
      ordered.append(Point(x: max(point.x, ordered.last?.x ?? point.x), y: point.y))
    }
    return ordered.isEmpty ? linear : TimingFunction(kind: .lines(ordered))
  }

  /// Returns the motion of `spring` from its start until it has settled, fitted to any duration. A
  /// spring that never settles oscillates ten times.
  public static func spring(_ spring: Spring) -> TimingFunction {
    let settling = spring.settlingDuration
    let swings = 10 * 2 * .pi / spring.frequency
    return TimingFunction(kind: .spring(spring, settling: settling.isFinite ? settling : swings))
  }

  /// Returns a spring from its bounce, fitted to any duration; see
  /// ``Spring/init(duration:bounce:initialVelocity:)``.
  public static func spring(bounce: Double) -> TimingFunction {
    .spring(Spring(duration: 0.5, bounce: bounce))
  }

  /// ``Spring/smooth``, fitted to any duration.
  public static let smooth = TimingFunction.spring(.smooth)
  /// ``Spring/snappy``, fitted to any duration.
  public static let snappy = TimingFunction.spring(.snappy)
  /// ``Spring/bouncy``, fitted to any duration.
  public static let bouncy = TimingFunction.spring(.bouncy)

  /// Returns the progress at `x`, the elapsed fraction of the duration, which is clamped to `0 ...
  /// 1`. NaN is treated as 0.
  public func value(at x: Double) -> Double { value(at: x, isBefore: false) }

  /// - Parameter isBefore: Whether the animation hasn't started yet. A jump at 0 then hasn't
  ///   happened at 0.
  package func value(at x: Double, isBefore: Bool) -> Double {
    let x = x > 0 ? min(x, 1) : 0
    switch kind {
    case .linear: return x
    case .bezier(let curve): return curve.value(at: x)
    case .steps(let count, let position):
      return Self.step(at: x * count, of: count, position, isBefore: isBefore)
    case .lines(let points): return Self.value(at: x, through: points)
    case .spring(let spring, let settling):
      return x > 0 && x < 1 ? spring.value(at: x * settling) : x
    case .deceleration(let curve): return x > 0 && x < 1 ? curve.value(at: x) : x
    }
  }

  private static func step(
    at position: Double, of count: Double, _ jumps: StepPosition, isBefore: Bool
  ) -> Double {
    var step = position.rounded(.down)
    if isBefore, step == position { step -= 1 }
    let last: Double
    switch jumps {
    case .start: (step, last) = (step + 1, count)
    case .end: last = count
    case .none: last = count - 1
    case .both: (step, last) = (step + 1, count + 1)
    }
    return min(max(step, 0), last) / last
  }

  private static func value(at x: Double, through points: [Point]) -> Double {
    guard let line = line(at: x, points) else { return points[0].y }
    let (start, end) = line
    guard end.x > start.x else { return end.y }
    return start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x)
  }

  /// Returns the ends of the line at `x`, or `nil` if there is only one point.
  private static func line(at x: Double, _ points: [Point]) -> (Point, Point)? {
    guard points.count > 1 else { return nil }
    let next = points.indices.partitioningIndex { points[$0].x > x }
    let start = min(max(next - 1, 0), points.count - 2)
    return (points[start], points[start + 1])
  }

  /// The duration that a spring was fitted to before any other, in seconds.
  var naturalDuration: Seconds? {
    if case .spring(_, let settling) = kind { settling } else { nil }
  }

  /// Returns the slope at `x`, or `nil` where the curve is vertical.
  func slope(at x: Double) -> Double? {
    switch kind {
    case .linear: 1
    case .bezier(let curve): curve.slope(at: x)
    case .steps: 0
    case .lines(let points):
      switch Self.line(at: x, points) {
      case (let start, let end)?: end.x > start.x ? (end.y - start.y) / (end.x - start.x) : nil
      case nil: 0
      }
    case .spring(let spring, let settling): spring.velocity(at: x * settling) * settling
    case .deceleration(let curve): curve.slope(at: x)
    }
  }
}

// MARK: - Untrusted values

extension TimingFunction {
  /// Returns the cubic Bézier curve with these control points.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if an x is outside `0 ... 1` or a y isn't
  ///   finite.
  public static func cubicBezier(
    validating x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) throws(AnimationError) -> TimingFunction {
    TimingFunction(try CubicBezier(validating: x1, y1, x2, y2))
  }

  /// Returns a function with `count` equal jumps, each at the end of its step.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if `count` is below 1.
  public static func steps(validating count: Int) throws(AnimationError) -> TimingFunction {
    try AnimationError.Quantity.stepCount.check(Double(count))
    return steps(count)
  }

  /// Returns the motion of `spring` fitted to any duration.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if the spring never settles.
  public static func spring(validating spring: Spring) throws(AnimationError) -> TimingFunction {
    try AnimationError.Quantity.duration.check(spring.settlingDuration)
    return .spring(spring)
  }
}

/// A timing curve: the cubic Bézier from (0, 0) to (1, 1) with two control points, y as a function
/// of x.
public struct CubicBezier: Hashable, Sendable {
  /// The first control point, x in `0 ... 1`.
  public let x1, y1: Double
  /// The second control point, x in `0 ... 1`.
  public let x2, y2: Double

  /// Creates a curve. An x outside `0 ... 1`, where the curve wouldn't be a function, is clamped to
  /// it. Values that aren't finite are treated as 0.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = AnimationError.Quantity.controlPointX.clamped(x1, orIfNaN: 0)
    self.y1 = y1.isFinite ? y1 : 0
    self.x2 = AnimationError.Quantity.controlPointX.clamped(x2, orIfNaN: 0)
    self.y2 = y2.isFinite ? y2 : 0
  }

  /// Creates a curve from untrusted numbers.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` if an x is outside `0 ... 1` or a y isn't
  ///   finite.
  public init(
    validating x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) throws(AnimationError) {
    try AnimationError.Quantity.controlPointX.check(x1)
    try AnimationError.Quantity.controlPointY.check(y1)
    try AnimationError.Quantity.controlPointX.check(x2)
    try AnimationError.Quantity.controlPointY.check(y2)
    self.init(x1, y1, x2, y2)
  }

  /// Whether the curve is the straight line at constant speed, because both control points are on
  /// the diagonal. Solving for its parameter would only round.
  var isStraight: Bool { x1 == y1 && x2 == y2 }

  /// Returns the y at `x`, which is clamped to `0 ... 1`. It is exactly 0 and 1 at the ends. NaN is
  /// treated as 0.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    return Self.coordinate(y1, y2, parameter(at: x))
  }

  /// Returns the slope dy/dx at `x`, or `nil` where the curve is vertical.
  func slope(at x: Double) -> Double? {
    let s = parameter(at: min(max(x, 0), 1))
    let dx = Self.derivative(x1, x2, s)
    let dy = Self.derivative(y1, y2, s)
    if dx > 1e-12 { return dy / dx }
    // If a control point coincides with an end, both derivatives are zero there. The slope is then
    // the limit, the quotient of the second derivatives.
    guard abs(dy) <= 1e-12 else { return nil }
    let ddx = Self.secondDerivative(x1, x2, s)
    return abs(ddx) > 1e-12 ? Self.secondDerivative(y1, y2, s) / ddx : nil
  }

  /// Returns the curve's parameter at `x`, by Newton's method, with bisection if a Newton step
  /// would leave the bracket: x(s) never decreases, but it can be constant, and Newton's method
  /// would then divide by zero.
  private func parameter(at x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var s = x
    for _ in 0..<64 {
      let error = Self.coordinate(x1, x2, s) - x
      if error == 0 { break }
      if error < 0 { low = s } else { high = s }
      let next = s - error / Self.derivative(x1, x2, s)
      let inside = next > low && next < high
      let step = inside ? next : low + (high - low) / 2
      if step == s || abs(step - s) < 1e-16 { break }
      s = step
    }
    return s
  }

  private static func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
    ((((1 + 3 * (a - b)) * s) + 3 * (b - 2 * a)) * s + 3 * a) * s
  }

  private static func derivative(_ a: Double, _ b: Double, _ s: Double) -> Double {
    (3 * (1 + 3 * (a - b)) * s + 6 * (b - 2 * a)) * s + 3 * a
  }

  private static func secondDerivative(_ a: Double, _ b: Double, _ s: Double) -> Double {
    6 * (1 + 3 * (a - b)) * s + 6 * (b - 2 * a)
  }
}
