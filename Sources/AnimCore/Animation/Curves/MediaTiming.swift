/// When an animation runs, how fast, how often, and what it shows before and after: the meaning of
/// Core Animation's CAMediaTiming.
///
/// A time of the parent is mapped twice. The *active* time `(parent − beginTime)·speed` counts
/// from the begin through all repetitions, and the animation contributes while it is in
/// `0 ..< activeDuration`. The *basic* time is the place within one cycle, `0 ... duration`.
public struct MediaTiming: Hashable, Sendable {
  /// Seconds from the start of the animation, in its parent's time, until it begins. The start is
  /// the instant at which it is added, or the group's own zero. Finite.
  public var beginTime: Seconds
  /// The length of one cycle in seconds, before it is reversed: finite, not negative. `nil` takes
  /// the settling time of a spring, else the transaction's duration, else 0.25 s.
  public var duration: Seconds?
  /// How many seconds pass here in one of the parent's. 0 stands still; a negative speed runs back
  /// and ends at ``beginTime``, which has to be as late as that. Finite.
  public var speed: Double
  /// Seconds by which the cycle is entered later; what is left out at its front comes at its end.
  /// It does not make the animation shorter. Finite.
  public var timeOffset: Seconds
  /// The number of cycles, fractions included; 0 means one. May be infinite.
  public var repeatCount: Double
  /// The seconds of active time in which cycles are repeated; where not 0, it wins over
  /// ``repeatCount``. May be infinite.
  public var repeatDuration: Seconds
  /// Whether every cycle runs forwards and then back, and so takes twice the duration.
  public var autoreverses: Bool
  /// Whether the ends are shown beyond the active time.
  public var fillMode: FillMode

  public enum FillMode: Hashable, Sendable {
    /// Nothing is shown outside the active time.
    case removed
    /// The first value is shown before the active time.
    case backwards
    /// The last value is shown after the active time.
    case forwards
    case both
  }

  public init(
    beginTime: Seconds = 0, duration: Seconds? = nil, speed: Double = 1, timeOffset: Seconds = 0,
    repeatCount: Double = 0, repeatDuration: Seconds = 0, autoreverses: Bool = false,
    fillMode: FillMode = .removed
  ) {
    self.beginTime = beginTime
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fillMode = fillMode
  }

  /// Throws the first value that is out of its range.
  func validate() throws(AnimationError) {
    try AnimationError.Quantity.beginTime.check(beginTime)
    if let duration { try AnimationError.Quantity.duration.check(duration) }
    try AnimationError.Quantity.speed.check(speed)
    try AnimationError.Quantity.timeOffset.check(timeOffset)
    try AnimationError.Quantity.repeatCount.check(repeatCount)
    try AnimationError.Quantity.repeatDuration.check(repeatDuration)
  }
}

extension MediaTiming {
  /// Seconds of one cycle, the way back included.
  var cycle: Seconds { (duration ?? 0) * (autoreverses ? 2 : 1) }

  /// Seconds of active time, all repetitions included. May be infinite.
  public var activeDuration: Seconds {
    if repeatDuration > 0 { return repeatDuration }
    return cycle == 0 ? 0 : cycle * (repeatCount > 0 ? repeatCount : 1)
  }

  /// Whether the basic time passes once from 0 to the duration.
  var isStraight: Bool {
    !autoreverses && timeOffset == 0 && speed > 0 && activeDuration == duration ?? 0
  }

  /// When the animation begins and ends in its parent's time; `isReversed` where the active time
  /// runs back as the tree's goes on.
  func span(isReversed: Bool) -> (begin: Seconds, end: Seconds) {
    let far = beginTime + activeDuration / speed
    return isReversed ? (far, beginTime) : (beginTime, far)
  }

  /// The basic time in `0 ... duration` at a time of the parent, or nil where the animation
  /// contributes nothing. A boundary between two cycles belongs to the later one.
  public func basicTime(at parent: Seconds) -> Seconds? { sample(at: parent)?.time }

  /// - Parameter holdingEnd: whether the parent holds its end, and with it the animations that end
  ///   there.
  func sample(at parent: Seconds, holdingEnd: Bool = false) -> TimeSample? {
    let active = (parent - beginTime) * speed
    let end = activeDuration
    if active < 0 {
      guard fillMode == .backwards || fillMode == .both else { return nil }
      return first
    }
    if holdingEnd && abs(active - end) <= 4 * max(parent.magnitude, end).ulp { return last }
    return active < end ? fold(active, rate: speed) : heldSample
  }

  /// What is shown after the active time.
  var heldSample: TimeSample? { fillMode == .forwards || fillMode == .both ? last : nil }

  /// The first sample, before the begin as well, where no duration is no reason to show the end.
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
    var place = time.truncatingRemainder(dividingBy: cycle)
    if place < 0 { place += cycle }
    // A tiny negative remainder rounds up to the whole cycle, which is the next one's zero.
    if place >= cycle { place = 0 }
    let iteration = ((time - place) / cycle).rounded()
    if autoreverses && place > duration {
      return TimeSample(cycle - place, of: duration, iteration: iteration, rate: -rate)
    }
    return TimeSample(place, of: duration, iteration: iteration, rate: rate)
  }

  /// The last sample. Where the active time ends with a cycle, or turns there, it is that end
  /// exactly, although products and remainders of decimal durations are a little off it.
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
    // Reversed cycles have two passes, and end at 0 after the second.
    let perCycle = autoreverses ? 2.0 : 1
    let isBack = autoreverses && count.truncatingRemainder(dividingBy: 2) == 0
    sample.time = isBack ? 0 : duration
    sample.progress = isBack ? 0 : 1
    sample.iteration = ((count - 1) / perCycle).rounded(.down)
    return sample
  }
}

/// Where an animation is in its cycle.
struct TimeSample: Equatable {
  /// The basic time, `0 ... duration`, in seconds.
  var time: Seconds
  /// The basic time as a part of the duration, `0 ... 1`; exactly 1 at the end.
  var progress: Double
  /// How many cycles lie before this one.
  var iteration: Double
  /// Seconds of basic time in a second of the parent; negative on the way back, 0 where a fill
  /// mode holds an end.
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
