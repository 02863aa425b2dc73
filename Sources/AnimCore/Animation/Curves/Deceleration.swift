/// The deceleration of a value after a gesture: friction reduces the velocity by the same factor in
/// equal times, as in UIScrollView.
///
/// With the friction k, the velocity after t seconds is v·e^(−kt), and the distance covered is v·(1
/// − e^(−kt))/k. The motion ends when a thousandth of the velocity remains.
///
/// The rate is the decelerationRate of UIScrollView, d = e^(−k/1000), the factor for one
/// millisecond. The motion follows I. Lobanov, "Deceleration mechanics of UIScrollView" (2019). The
/// projection in Apple's "Designing Fluid Interfaces" (WWDC 2018, session 803), v/1000·d/(1 − d),
/// adds up whole milliseconds instead of integrating. The difference is about a thousandth for the
/// rates below.
public struct Deceleration: Hashable, Sendable {
  /// The relative loss of velocity k, per second, above 0.
  public let friction: Double

  /// UIScrollView's usual rate, 0.998: 3.5 seconds, and half the velocity as distance.
  public static let normal = Deceleration(rate: 0.998)
  /// UIScrollView's fast rate, 0.99: 0.7 seconds, and a tenth of the velocity as distance.
  public static let fast = Deceleration(rate: 0.99)

  /// - Parameter friction: The relative loss of velocity per second, clamped to 0.001 ... 10⁶. NaN
  ///   is replaced by the friction of ``normal``.
  public init(friction: Double) {
    self.friction = friction.isNaN ? Self.normal.friction : min(max(friction, 0.001), 1e6)
  }

  /// - Parameter rate: The fraction of the velocity that remains after a millisecond, above 0 and
  ///   below 1, like UIScrollView's decelerationRate.
  public init(rate: Double) {
    self.init(friction: rate > 0 ? -1000 * naturalLogarithm(rate) : .infinity)
  }

  /// The part of the velocity with which the motion ends.
  static let rest = 0.001

  /// Seconds until the motion ends, whatever its velocity.
  public var duration: Seconds { -naturalLogarithm(Self.rest) / friction }

  /// Returns the total displacement of a motion with an initial `velocity`, per second.
  public func displacement<Vector: VectorSpace>(from velocity: Vector) -> Vector {
    velocity * ((1 - Self.rest) / friction)
  }

  /// Returns the value at which a motion with an initial `velocity` comes to rest. Compare it with
  /// the possible end positions to choose the target of a fling.
  public func projection<Value: Interpolatable>(
    of value: Value, velocity: Value.Displacement
  ) -> Value {
    value.moved(by: displacement(from: velocity))
  }
}

/// The course of a deceleration from start to end: progress (1 − rˣ)/(1 − r), where r is the
/// remaining fraction of the velocity.
///
/// Not inlined, because timing functions are evaluated for every value of a frame, and few of them
/// are decelerations.
struct DecelerationCurve: Hashable, Sendable {
  private let exponent = naturalLogarithm(Deceleration.rest)

  @inline(never)
  func value(at x: Double) -> Double {
    -exponentialMinusOne(exponent * x) / (1 - Deceleration.rest)
  }

  @inline(never)
  func slope(at x: Double) -> Double {
    -exponent * exponential(exponent * x) / (1 - Deceleration.rest)
  }
}
