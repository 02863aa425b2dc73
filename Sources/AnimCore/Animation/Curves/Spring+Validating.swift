// Springs from untrusted values.
extension Spring {
  /// A spring from its physical properties; see
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

  /// A spring from its perceived duration and bounce; see
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
