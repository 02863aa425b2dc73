/// An animation of one property between two values, with a curve or a spring.
///
/// The values depend on which of `from`, `to` and `by` are set. *Current* is the value without this
/// animation:
///
/// | set | animates |
/// |---|---|
/// | from, to | from … to |
/// | from, by | from … from + by |
/// | to, by | to − by … to |
/// | from | from … current |
/// | to | current … to |
/// | by | current … current + by |
///
/// Setting all or none of them is an error, which is thrown when the animation is added.
public struct BasicAnimation<Value: Interpolatable>: PropertyAnimation, Sendable {
  /// The value at the start.
  public var from: Value?
  /// The value at the end.
  public var to: Value?
  /// The displacement from the start to the end.
  public var by: Value.Displacement?
  /// The initial velocity, as a displacement of the property per second of the animation, or `nil`
  /// to start like the curve. It moves the value even if the start and the end are equal.
  ///
  /// A spring uses it directly, instead of its own ``Spring/initialVelocity``. Other curves use it
  /// instead of their initial slope.
  public var velocity: Value.Displacement?
  /// The curve, or `nil` for a linear one. A transaction with a curve overrides it.
  public var curve: AnimationCurve?
  /// The timing of the animation relative to its layer.
  public var timing: MediaTiming
  /// The direction in which a value that repeats every turn is interpolated.
  public var turning: RotationDirection
  /// A Boolean value that indicates whether the values are added to the current one instead of
  /// replacing it.
  public var isAdditive: Bool
  /// A Boolean value that indicates whether each repetition continues from where the one before it
  /// ended.
  public var isCumulative: Bool
  /// A Boolean value that indicates whether the animation is removed when it ends. Otherwise, it
  /// stays attached and follows its fill mode.
  public var isRemovedOnCompletion: Bool

  /// Creates an animation. Set one or two of `from`, `to` and `by`.
  public init(
    from: Value? = nil, to: Value? = nil, by: Value.Displacement? = nil,
    velocity: Value.Displacement? = nil, curve: AnimationCurve? = nil,
    timing: MediaTiming = MediaTiming(), turning: RotationDirection = .raw,
    isAdditive: Bool = false,
    isCumulative: Bool = false, isRemovedOnCompletion: Bool = true
  ) {
    self.from = from
    self.to = to
    self.by = by
    self.velocity = velocity
    self.curve = curve
    self.timing = timing
    self.turning = turning
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// Takes `by` as a value, like Core Animation's `byValue`: its displacement from zero.
  public init(
    from: Value? = nil, to: Value? = nil, by: Value, curve: AnimationCurve? = nil,
    timing: MediaTiming = MediaTiming(), isAdditive: Bool = false, isCumulative: Bool = false,
    isRemovedOnCompletion: Bool = true
  ) {
    self.init(
      from: from, to: to, by: Value.displacement(from: .zero, to: by, turning: .raw),
      curve: curve, timing: timing, isAdditive: isAdditive, isCumulative: isCumulative,
      isRemovedOnCompletion: isRemovedOnCompletion)
  }

  /// - Throws: ``AnimationError/overdetermined(from:to:by:)`` or ``AnimationError/noEndpoints``.
  public func prepared(
    overriding override: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value> {
    var (start, end, displacement) = (from, to, by)
    switch (from, to, by) {
    case (let from?, let to?, let by?):
      throw .overdetermined(from: "\(from)", to: "\(to)", by: "\(by)")
    case (nil, nil, nil):
      throw .noEndpoints
    case (let from?, nil, let by?):
      end = from.moved(by: by)
    case (nil, let to?, let by?):
      start = to.moved(by: by * -1)
    default:
      break
    }
    let curve = override ?? curve ?? .linear
    let interpolator = BasicInterpolator(
      start: start, end: end, displacement: displacement, curve: curve, turning: turning,
      velocity: velocity)
    return PreparedAnimation(
      .basic(interpolator), isAdditive: isAdditive, isCumulative: isCumulative,
      naturalDuration: curve.naturalDuration)
  }
}

/// The endpoints of a basic animation, after its rules have been applied. An endpoint that is `nil`
/// follows the value underneath.
final class BasicInterpolator<Value: Interpolatable> {
  private let start: Value?
  private let end: Value?
  /// The displacement from start to end, if it doesn't follow from them.
  private let displacement: Value.Displacement?
  private let curve: AnimationCurve
  private let turning: RotationDirection
  /// The initial velocity per second of basic time, or `nil` to start like the curve.
  private let velocity: Value.Displacement?
  /// The last interpolated value. If nothing else refers to it, the next one reuses its memory.
  @exclusivity(unchecked) private var last = Value.zero

  init(
    start: Value?, end: Value?, displacement: Value.Displacement?, curve: AnimationCurve,
    turning: RotationDirection,
    velocity: Value.Displacement?
  ) {
    self.start = start
    self.end = end
    self.displacement = displacement
    self.curve = curve
    self.turning = turning
    self.velocity = velocity
  }

  func value(at sample: TimeSample, duration: Seconds, over base: Value) -> Value {
    let start = start ?? base
    if let velocity {
      if sample.progress == 1 { return finish(from: start, over: base) }
      if sample.time == 0 { return start }
      let paced = curve.progressKeepingVelocity(at: sample, duration: duration)
      let displacement = displacement(from: start, over: base)
      return start.moved(by: displacement * paced.progress + velocity * paced.impulse)
    }
    let progress = curve.progress(at: sample)
    if progress == 0 { return start }
    if progress == 1 { return finish(from: start, over: base) }
    if let displacement { return start.moved(by: displacement * progress) }
    last.interpolate(from: start, to: end ?? base, progress: progress, turning: turning)
    return last
  }

  /// Returns the derivative per second of the parent's time. `baseVelocity` is the derivative of
  /// the value underneath, in the same unit.
  func velocity(
    at sample: TimeSample, duration: Seconds, over base: Value, baseVelocity: Value.Displacement
  ) -> Value.Displacement {
    let displacement = displacement(from: start ?? base, over: base)
    var progress = curve.progress(at: sample)
    var contribution = displacement * curve.progressRate(at: sample, duration: duration)
    if let velocity {
      let paced = curve.progressKeepingVelocity(at: sample, duration: duration)
      progress = paced.progress
      contribution = displacement * paced.progressRate + velocity * paced.impulseRate
    }
    // An endpoint that is the value underneath moves with it.
    let share: Double =
      start == nil ? (self.displacement == nil ? 1 - progress : 1) : (end == nil ? progress : 0)
    return contribution * sample.rate + baseVelocity * share
  }

  private func displacement(from start: Value, over base: Value) -> Value.Displacement {
    displacement ?? Value.displacement(from: start, to: end ?? base, turning: turning)
  }

  private func finish(from start: Value, over base: Value) -> Value {
    end ?? displacement.map(start.moved(by:)) ?? base
  }

  /// Returns the displacement that a cumulative animation adds with each repetition.
  func gain(over base: Value) -> Value.Displacement {
    displacement(from: start ?? base, over: base)
  }
}
