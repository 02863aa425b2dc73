/// How changes of animatable properties are carried out. What is nil is as the surrounding
/// transaction has it, and in the end as the defaults do.
public struct Transaction: Sendable {
  /// Seconds that the animations take, by default 0.25. Springs take their settling duration
  /// whatever stands here, for they would be cut off on their way.
  public private(set) var duration: Seconds?
  /// By default ``Pacing/standard``.
  public var pacing: Pacing?
  /// The instant of the tree's time at which the animations begin; by default its present time. It
  /// may lie in the past, so that a motion starts when its cause was and not at the frame that
  /// noticed it. At an instant that is not finite nothing begins, and changes take effect at once.
  public var beginTime: Seconds?
  /// What becomes of the velocity of a motion that is changed on its way. By default curves replace
  /// it, as Core Animation does, and springs keep it.
  public var retargeting: Retargeting?
  /// Whether changes take effect at once, without any action; by default false.
  public var disablesActions: Bool?

  /// What becomes of a motion whose target changes on its way.
  public enum Retargeting: Hashable, Sendable {
    /// The new motion starts where the old one is, with the velocity of its own curve.
    case replace
    /// The new motion starts where the old one is, and as fast.
    case keepVelocity
  }

  public init(
    pacing: Pacing? = nil, beginTime: Seconds? = nil, retargeting: Retargeting? = nil,
    disablesActions: Bool? = nil
  ) {
    self.pacing = pacing
    self.beginTime = beginTime
    self.retargeting = retargeting
    self.disablesActions = disablesActions
  }

  /// - Throws: ``AnimationError/outOfRange(_:_:)`` where `duration` is negative or not finite.
  public init(
    duration: Seconds, pacing: Pacing? = nil, beginTime: Seconds? = nil,
    retargeting: Retargeting? = nil
  ) throws(AnimationError) {
    try AnimationError.Quantity.duration.check(duration)
    self.init(pacing: pacing, beginTime: beginTime, retargeting: retargeting)
    self.duration = duration
  }

  /// Changes take effect at once.
  public static let withoutActions = Transaction(disablesActions: true)

  /// This transaction, and `outer` where it says nothing.
  func inside(_ outer: Transaction) -> Transaction {
    var result = self
    result.duration = duration ?? outer.duration
    result.pacing = pacing ?? outer.pacing
    result.beginTime = beginTime ?? outer.beginTime
    result.retargeting = retargeting ?? outer.retargeting
    result.disablesActions = disablesActions ?? outer.disablesActions
    return result
  }
}
