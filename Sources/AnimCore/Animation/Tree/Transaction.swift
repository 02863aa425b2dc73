/// How changes of animatable properties are carried out. What is nil is as the surrounding
/// transaction has it, and in the end as the defaults do.
///
/// Durations and curves hold for explicit animations that name none, too.
public struct Transaction: Sendable {
  /// Seconds that the animations take, by default 0.25; not negative. Springs take their settling
  /// duration whatever stands here, for they would be cut off on their way.
  public private(set) var duration: Seconds?
  /// Seconds from ``beginTime`` until the animations begin, by default 0. What is less than 0 lets
  /// them begin on their way.
  public var delay: Seconds?
  /// By default ``AnimationCurve/standard`` for implicit animations, and linear for explicit ones.
  public var curve: AnimationCurve?
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

  /// A duration outside its range counts as the nearest one in it;
  /// ``init(validatingDuration:delay:curve:beginTime:retargeting:)`` refuses it.
  public init(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    beginTime: Seconds? = nil, retargeting: Retargeting? = nil, disablesActions: Bool? = nil
  ) {
    self.duration = duration.map { AnimationError.Quantity.duration.clamped($0, orIfNaN: 0) }
    self.delay = delay
    self.curve = curve
    self.beginTime = beginTime
    self.retargeting = retargeting
    self.disablesActions = disablesActions
  }

  /// For a duration from outside.
  /// - Throws: ``AnimationError/outOfRange(_:_:)`` where `duration` is negative or not finite.
  public init(
    validatingDuration duration: Seconds, delay: Seconds? = nil, curve: AnimationCurve? = nil,
    beginTime: Seconds? = nil, retargeting: Retargeting? = nil
  ) throws(AnimationError) {
    try AnimationError.Quantity.duration.check(duration)
    self.init(
      duration: duration, delay: delay, curve: curve, beginTime: beginTime, retargeting: retargeting
    )
  }

  /// Changes take effect at once.
  public static let withoutActions = Transaction(disablesActions: true)

  /// Core Animation's.
  static let defaultDuration: Seconds = 0.25

  /// This transaction, and `outer` where it says nothing.
  func inside(_ outer: Transaction) -> Transaction {
    var result = self
    result.duration = duration ?? outer.duration
    result.delay = delay ?? outer.delay
    result.curve = curve ?? outer.curve
    result.beginTime = beginTime ?? outer.beginTime
    result.retargeting = retargeting ?? outer.retargeting
    result.disablesActions = disablesActions ?? outer.disablesActions
    return result
  }

  /// When animations begin if it is now `time`.
  func begin(at time: Seconds) -> Seconds { (beginTime ?? time) + (delay ?? 0) }
}
