/// A damped spring that pulls progress from 0 to 1: `m·x″ + c·x′ + k·(x − 1) = 0`.
///
/// The motion is in closed form, so that any time can be asked for without the ones before it.
/// With ω = √(k/m) and ζ = c/(2√(k·m)) it swings for ζ < 1, and creeps for ζ ≥ 1.
public struct Spring: Hashable, Sendable {
  /// The undamped angular frequency ω in radians per second.
  public let frequency: Double
  /// ζ: below 1 the spring swings over, at 1 it arrives soonest without doing so, above it creeps.
  public let dampingRatio: Double
  /// The velocity at time 0 in whole distances per second.
  public let initialVelocity: Double
  /// ω·√|1 − ζ²| in radians per second.
  let dampedFrequency: Double

  /// Mass 1, stiffness 100, damping 10, initial velocity 0.
  public static let standard = Spring(frequency: 10, dampingRatio: 0.5, initialVelocity: 0)

  /// - Parameters:
  ///   - mass: above 0.
  ///   - stiffness: above 0, in mass units per second squared.
  ///   - damping: not negative, in mass units per second.
  ///   - initialVelocity: in whole distances per second, positive towards the target.
  ///   - allowsOverdamping: where false, a damping beyond the critical one counts as critical.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0,
    allowsOverdamping: Bool = false
  ) throws(AnimationError) {
    try AnimationError.Quantity.mass.check(mass)
    try AnimationError.Quantity.stiffness.check(stiffness)
    try AnimationError.Quantity.damping.check(damping)
    try AnimationError.Quantity.initialVelocity.check(initialVelocity)
    let ratio = damping / (2 * stiffness.squareRoot() * mass.squareRoot())
    try self.init(
      checking: (stiffness / mass).squareRoot(),
      dampingRatio: allowsOverdamping ? ratio : min(ratio, 1), initialVelocity: initialVelocity)
  }

  /// A spring by how it feels.
  /// - Parameters:
  ///   - perceptualDuration: the seconds of one undamped swing, above 0: about how long the motion
  ///     seems to take.
  ///   - bounce: 0 does not swing over, towards 1 it swings ever longer, and at 1 for ever; below 0
  ///     it creeps. Above −1, at most 1.
  ///   - initialVelocity: in whole distances per second, positive towards the target.
  public init(
    perceptualDuration: Seconds, bounce: Double = 0, initialVelocity: Double = 0
  ) throws(AnimationError) {
    try AnimationError.Quantity.perceptualDuration.check(perceptualDuration)
    try AnimationError.Quantity.bounce.check(bounce)
    try AnimationError.Quantity.initialVelocity.check(initialVelocity)
    try self.init(
      checking: 2 * .pi / perceptualDuration,
      dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce), initialVelocity: initialVelocity)
  }

  private init(
    checking frequency: Double, dampingRatio: Double, initialVelocity: Double
  ) throws(AnimationError) {
    try AnimationError.Quantity.frequency.check(frequency)
    try AnimationError.Quantity.dampingRatio.check(dampingRatio)
    self.init(
      frequency: frequency, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
  }

  private init(frequency: Double, dampingRatio: Double, initialVelocity: Double) {
    self.frequency = frequency
    self.dampingRatio = dampingRatio
    self.initialVelocity = initialVelocity
    dampedFrequency = frequency * abs((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
  }

  /// The progress at `time` seconds; 0 at 0, and 1 in the end.
  public func value(at time: Seconds) -> Double {
    let response = response(at: time)
    return 1 - response.displacement + initialVelocity * response.impulse
  }

  /// The velocity at `time` seconds, in whole distances per second.
  public func velocity(at time: Seconds) -> Double {
    let response = response(at: time)
    return -response.displacementRate + initialVelocity * response.impulseRate
  }
}
