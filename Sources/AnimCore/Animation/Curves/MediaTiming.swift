/// The timing of an animation: its start, speed, repetitions and fill mode, like Core Animation's
/// CAMediaTiming.
///
/// A time of the parent is mapped twice. The *active* time `(parent − delay)·speed` runs from the
/// start through all repetitions, and the animation has an effect while it is in `0 ..<
/// activeDuration`. The *basic* time is the position within one cycle, `0 ... duration`.
public struct MediaTiming: Hashable, Sendable {
  /// The time from the instant at which the animation is added (or, in a group, from the group's
  /// zero) until it begins, in seconds of the parent's time. Finite.
  ///
  /// 0 means now, regardless of the direction of time: if time runs backwards because of ``speed``
  /// or of the layer's, the animation is placed so that its end is now, and plays from there to its
  /// start.
  public var delay: Seconds
  /// The duration of one cycle in seconds, excluding the reverse part; finite and not negative.
  /// `nil` means the settling time of a spring, otherwise the transaction's duration, otherwise
  /// 0.25 s.
  public var duration: Seconds?
  /// The speed relative to the parent. It must be finite. At 0, time stops. With a negative
  /// speed, the animation runs backwards and ends at ``delay``, which must be late enough for that
  /// unless it is 0.
  public var speed: Double
  /// The time in the cycle at which the animation starts, in seconds. The part skipped at the front
  /// plays at the end, so the animation isn't shorter. Finite.
  public var timeOffset: Seconds
  /// The number of cycles, including fractions. 0 means one, and infinity is allowed.
  public var repeatCount: Double
  /// The seconds of active time during which cycles repeat. Unless 0, it overrides ``repeatCount``.
  /// May be infinite.
  public var repeatDuration: Seconds
  /// A Boolean value that indicates whether each cycle runs forwards and then backwards, and so
  /// takes twice the duration.
  public var autoreverses: Bool
  /// The effect of the animation outside its active time.
  public var fillMode: FillMode

  /// The effect of an animation outside its active time.
  public enum FillMode: Hashable, Sendable {
    /// Nothing is shown outside the active time.
    case removed
    /// The first value is shown before the active time.
    case backwards
    /// The last value is shown after the active time.
    case forwards
    /// The first value is shown before the active time, and the last value after it.
    case both
  }

  /// Creates timing that begins at once and runs once, forwards, by default.
  public init(
    delay: Seconds = 0, duration: Seconds? = nil, speed: Double = 1, timeOffset: Seconds = 0,
    repeatCount: Double = 0, repeatDuration: Seconds = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.delay = delay
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// The begin time of Core Animation is an absolute media time. The delay is in seconds from
  /// now.
  @available(*, unavailable, renamed: "delay")
  public var beginTime: Seconds {
    get { delay }
    set { delay = newValue }
  }

  /// The begin time of Core Animation is an absolute media time. The delay is in seconds from
  /// now.
  @available(*, unavailable, message: "use delay, which counts from when the animation is added")
  public init(
    beginTime: Seconds, duration: Seconds? = nil, speed: Double = 1, timeOffset: Seconds = 0,
    repeatCount: Double = 0, repeatDuration: Seconds = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.init(delay: beginTime)
  }

  /// Throws an error for the first value that is out of range.
  func validate() throws(AnimationError) {
    try AnimationError.Quantity.delay.check(delay)
    if let duration { try AnimationError.Quantity.duration.check(duration) }
    try AnimationError.Quantity.speed.check(speed)
    try AnimationError.Quantity.timeOffset.check(timeOffset)
    try AnimationError.Quantity.repeatCount.check(repeatCount)
    try AnimationError.Quantity.repeatDuration.check(repeatDuration)
  }
}

extension MediaTiming {
  /// The duration of one cycle in seconds, including the reverse part.
  var cycle: Seconds { (duration ?? 0) * (autoreverses ? 2 : 1) }

  /// The active time including all repetitions, in seconds. May be infinite.
  public var activeDuration: Seconds {
    if repeatDuration > 0 { return repeatDuration }
    return cycle == 0 ? 0 : cycle * (repeatCount > 0 ? repeatCount : 1)
  }

  /// Whether the basic time goes exactly once from 0 to the duration.
  var isStraight: Bool {
    !autoreverses && timeOffset == 0 && speed > 0 && activeDuration == duration ?? 0
  }

  /// Returns when the animation begins and ends in its parent's time.
  ///
  /// - Parameter isReversed: Whether active time runs backwards while the tree's time runs
  ///   forwards.
  func span(isReversed: Bool) -> (begin: Seconds, end: Seconds) {
    let far = delay + activeDuration / speed
    return isReversed ? (far, delay) : (delay, far)
  }

  /// Returns the basic time in `0 ... duration` at a time of the parent, or `nil` if the animation
  /// contributes nothing. The boundary between two cycles belongs to the later one.
  public func basicTime(at parent: Seconds) -> Seconds? { sample(at: parent)?.time }

  /// - Parameter includingEnd: Whether an animation that ends at this time still shows its end.
  func sample(at parent: Seconds, includingEnd: Bool = false) -> TimeSample? {
    let active = (parent - delay) * speed
    let end = activeDuration
    if active < 0 {
      guard fillMode == .backwards || fillMode == .both else { return nil }
      return first
    }
    if includingEnd && abs(active - end) <= 4 * max(parent.magnitude, end).ulp { return last }
    return active < end ? fold(active, rate: speed) : heldSample
  }

  /// The sample to show after the active time.
  var heldSample: TimeSample? { fillMode == .forwards || fillMode == .both ? last : nil }

  /// The first sample. It is also shown before the start, where even an animation without duration
  /// shows its first value.
  private var first: TimeSample {
    cycle > 0 ? fold(0, rate: 0) : TimeSample(time: 0, progress: 0, iteration: 0, rate: 0)
  }

  private func fold(_ active: Seconds, rate: Double) -> TimeSample {
    let cycle = cycle
    let duration = duration ?? 0
    guard cycle > 0 else {
      return TimeSample(time: 0, progress: 1, iteration: 0, rate: 0)
    }
    let time = active + timeOffset
    var position = time
    var iteration = 0.0
    // Most animations are in their first cycle, where the remainder is the time itself.
    if time < 0 || time >= cycle {
      position = time.truncatingRemainder(dividingBy: cycle)
      if position < 0 { position += cycle }
      // A tiny negative remainder is rounded up to an entire cycle, which is the start of the next
      // one.
      if position >= cycle { position = 0 }
      iteration = ((time - position) / cycle).rounded()
    }
    if autoreverses && position > duration {
      return TimeSample(cycle - position, of: duration, iteration: iteration, rate: -rate)
    }
    return TimeSample(position, of: duration, iteration: iteration, rate: rate)
  }

  /// The last sample. If the active time ends with a cycle or at a turning point, this is exactly
  /// that end, although products and remainders of decimal durations are slightly off.
  private var last: TimeSample {
    let end = activeDuration
    let duration = duration ?? 0
    var sample = fold(end, rate: 0)
    sample.isHeld = true
    guard duration > 0 else { return sample }
    let passes = (end + timeOffset) / duration
    let count = passes.rounded()
    let error = 4 * ((end + timeOffset.magnitude) / duration).ulp
    guard abs(passes - count) <= error else { return sample }
    // Autoreversed cycles have two passes, and end at 0 after the second.
    let perCycle = autoreverses ? 2.0 : 1
    let isBack = autoreverses && count.truncatingRemainder(dividingBy: 2) == 0
    sample.time = isBack ? 0 : duration
    sample.progress = isBack ? 0 : 1
    sample.iteration = ((count - 1) / perCycle).rounded(.down)
    return sample
  }
}

/// A position in the cycle of an animation.
struct TimeSample: Equatable {
  /// The basic time, `0 ... duration`, in seconds.
  var time: Seconds
  /// The basic time as a fraction of the duration, `0 ... 1`; exactly 1 at the end.
  var progress: Double
  /// The number of cycles before this one.
  var iteration: Double
  /// The basic time per second of the parent's time, in seconds: negative in the reverse part, and
  /// 0 while a fill mode holds an end.
  var rate: Double
  /// Whether a fill mode holds the end.
  var isHeld = false
}

extension TimeSample {
  init(_ time: Seconds, of duration: Seconds, iteration: Double, rate: Double) {
    self.init(
      time: time, progress: time >= duration ? 1 : time / duration, iteration: iteration, rate: rate
    )
  }
}
