/// A damped spring that pulls progress from 0 to 1: `m·x″ + c·x′ + k·(x − 1) = 0`.
///
/// The motion is in closed form, so it can be evaluated at any time without the times before it.
/// With ω = √(k/m) and ζ = c/(2√(k·m)) the spring oscillates if ζ < 1, and doesn't overshoot if ζ
/// ≥ 1.
public struct Spring: Hashable, Sendable {
  /// The undamped angular frequency ω in radians per second.
  public let frequency: Double
  /// The damping ratio ζ: below 1 the spring overshoots, at 1 it arrives as soon as it can without
  /// overshooting, and above 1 it arrives more slowly.
  public let dampingRatio: Double
  /// The velocity at time 0, in units of the entire distance per second.
  ///
  /// If it isn't 0, the motion starts with it even if the property is moving: it is the velocity at
  /// which a finger lets go. Springs of Core Animation do the same; those of UIKit and SwiftUI add
  /// it to the current velocity. If it is 0, a change in mid-flight keeps the current velocity.
  /// ``Transaction/retargeting`` overrides both.
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

  /// Creates a spring from its physical properties. Values outside their range are clamped to it,
  /// and NaN is replaced by the default.
  /// - Parameters:
  ///   - mass: Above 0.
  ///   - stiffness: Above 0, in mass units per second squared.
  ///   - damping: Not negative, in mass units per second.
  ///   - initialVelocity: The velocity in units of the entire distance per second, positive towards
  ///     the target.
  ///   - allowsOverdamping: If false, damping beyond the critical value is reduced to it.
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

  /// Creates a spring from its perceived duration and bounce. Values outside their range are
  /// clamped to it, and NaN is replaced by the default.
  /// - Parameters:
  ///   - duration: The period of the undamped spring in seconds, above 0: about how long the motion
  ///     seems to take. It really lasts a little longer, for ``settlingDuration``.
  ///   - bounce: The bounce, above −1 and at most 1. At 0, there is no overshoot. Towards 1, the
  ///     spring oscillates longer and longer; at 1, forever. Below 0, it is overdamped.
  ///   - initialVelocity: The velocity in units of the entire distance per second, positive towards
  ///     the target.
  public init(duration: Seconds, bounce: Double = 0, initialVelocity: Double = 0) {
    let duration = AnimationError.Quantity.perceptualDuration.clamped(duration, orIfNaN: 0.5)
    let bounce = AnimationError.Quantity.bounce.clamped(bounce, orIfNaN: 0)
    self.init(
      frequency: 2 * .pi / duration,
      dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), initialVelocity: initialVelocity)
  }

  /// Creates a spring from its response and its damping ratio, as in the older APIs of UIKit and
  /// SwiftUI. Values outside their range are clamped to it, and NaN is replaced by the default.
  /// - Parameters:
  ///   - response: The period of the undamped spring in seconds, above 0; the duration of
  ///     ``init(duration:bounce:initialVelocity:)``.
  ///   - dampingRatio: The damping ratio. With 0, the spring oscillates forever; below 1, it
  ///     overshoots; with 1 or more, it doesn't.
  ///   - initialVelocity: The velocity in units of the entire distance per second, positive towards
  ///     the target.
  public init(response: Seconds, dampingRatio: Double, initialVelocity: Double = 0) {
    let response = AnimationError.Quantity.perceptualDuration.clamped(response, orIfNaN: 0.5)
    self.init(
      frequency: 2 * .pi / response, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
  }

  /// The ratio is the same number by another name.
  @available(*, unavailable, renamed: "init(response:dampingRatio:initialVelocity:)")
  public init(response: Seconds, dampingFraction: Double, initialVelocity: Double = 0) {
    self = .standard
  }

  private init(frequency: Double, dampingRatio: Double, initialVelocity: Double) {
    typealias Quantity = AnimationError.Quantity
    self.frequency = Quantity.frequency.clamped(frequency, orIfNaN: 10)
    self.dampingRatio = Quantity.dampingRatio.clamped(dampingRatio, orIfNaN: 1)
    self.initialVelocity = Quantity.initialVelocity.clamped(initialVelocity, orIfNaN: 0)
    dampedFrequency =
      self.frequency * abs((1 - self.dampingRatio) * (1 + self.dampingRatio)).squareRoot()
  }

  /// Returns the progress at `time` seconds, which is 0 at 0 and approaches 1.
  public func value(at time: Seconds) -> Double {
    let response = response(at: time)
    return 1 - response.displacement + initialVelocity * response.impulse
  }

  /// Returns the velocity at `time` seconds, in units of the entire distance per second.
  public func velocity(at time: Seconds) -> Double {
    let response = response(at: time)
    return -response.displacementRate + initialVelocity * response.impulseRate
  }
}

// Springs from untrusted values.
extension Spring {
  /// Creates a spring from its physical properties; see
  /// ``init(mass:stiffness:damping:initialVelocity:allowsOverdamping:)``.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` with the value that is out of range.
  public init(
    validatingMass mass: Double, stiffness: Double, damping: Double, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) throws(AnimationError) {
    try AnimationError.Quantity.mass.check(mass)
    try AnimationError.Quantity.stiffness.check(stiffness)
    try AnimationError.Quantity.damping.check(damping)
    try AnimationError.Quantity.initialVelocity.check(initialVelocity)
    let ratio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    try AnimationError.Quantity.frequency.check((stiffness / mass).squareRoot())
    try AnimationError.Quantity.dampingRatio.check(allowsOverdamping ? ratio : min(ratio, 1))
    self.init(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity,
      allowsOverdamping: allowsOverdamping)
  }

  /// Creates a spring from its perceived duration and bounce; see
  /// ``init(duration:bounce:initialVelocity:)``.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` with the value that is out of range.
  public init(
    validatingDuration duration: Seconds, bounce: Double = 0, initialVelocity: Double = 0
  ) throws(AnimationError) {
    try AnimationError.Quantity.perceptualDuration.check(duration)
    try AnimationError.Quantity.bounce.check(bounce)
    try AnimationError.Quantity.initialVelocity.check(initialVelocity)
    try AnimationError.Quantity.frequency.check(2 * .pi / duration)
    self.init(duration: duration, bounce: bounce, initialVelocity: initialVelocity)
  }
}

// MARK: - Motion

extension Spring {
  /// Returns the response at `time`. The displacement starts at 1 with rate 0, the impulse at 0
  /// with rate 1.
  ///
  /// All regimes share one form. With the decay d = e^(−ζωt) and the pair (C, S), which is (cos ω_d
  /// t, sin ω_d t / ω_d) for ζ < 1, (1, t) for ζ = 1 and the hyperbolic pair for ζ > 1, the impulse
  /// is d·S and the displacement d·(C + ζω·S).
  func response(at time: Seconds) -> SpringResponse {
    let t = max(time, 0)
    let pull = dampingRatio * frequency
    let (even, odd) = decayingPair(at: t, pull: pull)
    return SpringResponse(
      displacement: even + pull * odd,
      impulse: odd,
      displacementRate: -frequency * frequency * odd,
      impulseRate: even - pull * odd)
  }

  /// Returns d·C and d·S.
  private func decayingPair(at t: Double, pull: Double) -> (even: Double, odd: Double) {
    if dampingRatio > 1 {
      // The slow root −ζω + ω_d, written without cancellation. cosh and sinh would overflow long
      // after the decay has made the product vanish.
      let slow = exponential(-frequency * frequency / (pull + dampedFrequency) * t)
      let gap = -exponentialMinusOne(-2 * dampedFrequency * t)
      return (slow * (2 - gap) / 2, slow * gap / (2 * dampedFrequency))
    }
    let decay = exponential(-pull * t)
    let angle = dampedFrequency * t
    guard decay > 0, angle.isFinite else { return (0, 0) }
    guard dampedFrequency > 0 else { return (decay, decay * t) }
    let (sine, cosine) = sineAndCosine(angle)
    return (decay * cosine, decay * sine / dampedFrequency)
  }

  /// Seconds until the spring stays within a thousandth of the distance from its target; infinite
  /// without damping.
  ///
  /// Below critical damping, it is the time at which the envelope of the oscillation, (1 + |ζω −
  /// v|/ω_d)·e^(−ζωt), has fallen to a thousandth. Otherwise, the envelope has no such inverse, and
  /// the time is found by bisection.
  public var settlingDuration: Seconds { settlingDuration(epsilon: 0.001) }

  /// Returns the time until the spring stays within a fraction of the distance from its target, in
  /// seconds. It is infinite without damping. See ``settlingDuration``.
  /// - Parameter epsilon: The fraction of the distance, clamped to 10⁻¹⁵ ... 1. NaN is replaced by
  ///   a thousandth. For a motion of 300 points that should end within half a point, use `0.5 /
  ///   300`.
  public func settlingDuration(epsilon: Double) -> Seconds {
    let epsilon = epsilon.isNaN ? 0.001 : min(max(epsilon, 1e-15), 1)
    let pull = dampingRatio * frequency
    guard pull > 0 else { return .infinity }
    if dampingRatio < 1 && dampedFrequency > 0 {
      let swing = 1 + abs(pull - initialVelocity) / dampedFrequency
      return max(naturalLogarithm(1 / epsilon * swing) / pull, 0)
    }
    var low = 0.0
    var high = 1 / frequency
    while creep(at: high) > epsilon && high < .greatestFiniteMagnitude / 2 {
      low = high
      high *= 2
    }
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      if creep(at: middle) > epsilon { low = middle } else { high = middle }
    }
    return high
  }

  /// Returns an upper bound of the distance to the target at and after `time`. It decreases after
  /// its initial rise.
  private func creep(at time: Seconds) -> Double {
    let (even, odd) = decayingPair(at: time, pull: dampingRatio * frequency)
    return even + abs(dampingRatio * frequency - initialVelocity) * odd
  }
}

/// The responses of a spring at rest t seconds after a displacement by 1, and t seconds after an
/// impulse with a velocity of 1 per second. Every motion of the spring is a linear combination of
/// the two.
struct SpringResponse {
  var displacement: Double
  var impulse: Double
  var displacementRate: Double
  var impulseRate: Double
}
