/// A damped spring that pulls progress from 0 to 1: `m·x″ + c·x′ + k·(x − 1) = 0`.
///
/// The motion is in closed form, so it can be evaluated at any time without the times before it.
/// With ω = √(k/m) and ζ = c/(2√(k·m)) the spring oscillates if ζ < 1, and does not overshoot if ζ
/// ≥ 1.
public struct Spring: Hashable, Sendable {
  /// The undamped angular frequency ω in radians per second.
  public let frequency: Double
  /// The damping ratio ζ: below 1 the spring overshoots, at 1 it arrives as soon as it can without
  /// overshooting, and above 1 it arrives more slowly.
  public let dampingRatio: Double
  /// The velocity at time 0, in units of the whole distance per second.
  public let initialVelocity: Double
  /// ω·√|1 − ζ²| in radians per second.
  let dampedFrequency: Double

  /// Mass 1, stiffness 100, damping 10, initial velocity 0.
  public static let standard = Spring(frequency: 10, dampingRatio: 0.5, initialVelocity: 0)
  /// No overshoot: duration 0.5 s, bounce 0.
  public static let smooth = Spring(duration: 0.5)
  /// A small overshoot: duration 0.5 s, bounce 0.15.
  public static let snappy = Spring(duration: 0.5, bounce: 0.15)
  /// A visible overshoot: duration 0.5 s, bounce 0.3.
  public static let bouncy = Spring(duration: 0.5, bounce: 0.3)

  /// A spring from its physical properties. Values outside their range are clamped to it, and NaN
  /// is replaced by the default.
  /// - Parameters:
  ///   - mass: above 0.
  ///   - stiffness: above 0, in mass units per second squared.
  ///   - damping: not negative, in mass units per second.
  ///   - initialVelocity: in units of the whole distance per second, positive towards the target.
  ///   - allowsOverdamping: if false, damping beyond the critical value is reduced to it.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) {
    let mass = AnimationError.Quantity.mass.clamped(mass, orIfNaN: 1)
    let stiffness = AnimationError.Quantity.stiffness.clamped(stiffness, orIfNaN: 100)
    let damping = AnimationError.Quantity.damping.clamped(damping, orIfNaN: 10)
    let ratio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    self.init(
      frequency: (stiffness / mass).squareRoot(),
      dampingRatio: allowsOverdamping ? ratio : min(ratio, 1), initialVelocity: initialVelocity)
  }

  /// A spring from its perceived duration and bounce. Values outside their range are clamped to it,
  /// and NaN is replaced by the default.
  /// - Parameters:
  ///   - duration: the period of the undamped spring in seconds, above 0: about how long the motion
  ///     seems to take. It really lasts a little longer, for ``settlingDuration``.
  ///   - bounce: above −1, at most 1. At 0 there is no overshoot; towards 1 the spring oscillates
  ///     longer and longer, at 1 forever; below 0 it is overdamped.
  ///   - initialVelocity: in units of the whole distance per second, positive towards the target.
  public init(duration: Seconds, bounce: Double = 0, initialVelocity: Double = 0) {
    let duration = AnimationError.Quantity.perceptualDuration.clamped(duration, orIfNaN: 0.5)
    let bounce = AnimationError.Quantity.bounce.clamped(bounce, orIfNaN: 0)
    self.init(
      frequency: 2 * .pi / duration,
      dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), initialVelocity: initialVelocity)
  }

  private init(frequency: Double, dampingRatio: Double, initialVelocity: Double) {
    typealias Quantity = AnimationError.Quantity
    self.frequency = Quantity.frequency.clamped(frequency, orIfNaN: 10)
    self.dampingRatio = Quantity.dampingRatio.clamped(dampingRatio, orIfNaN: 1)
    self.initialVelocity = Quantity.initialVelocity.clamped(initialVelocity, orIfNaN: 0)
    dampedFrequency =
      self.frequency * abs((1 - self.dampingRatio) * (1 + self.dampingRatio)).squareRoot()
  }

  /// The progress at `time` seconds: 0 at 0, approaching 1.
  public func value(at time: Seconds) -> Double {
    let response = response(at: time)
    return 1 - response.displacement + initialVelocity * response.impulse
  }

  /// The velocity at `time` seconds, in units of the whole distance per second.
  public func velocity(at time: Seconds) -> Double {
    let response = response(at: time)
    return -response.displacementRate + initialVelocity * response.impulseRate
  }
}
