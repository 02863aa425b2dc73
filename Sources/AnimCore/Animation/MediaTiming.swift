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

  /// The basic time in `0 ... duration` at a time of the parent, or nil where the animation
  /// contributes nothing. A boundary between two cycles belongs to the later one.
  public func basicTime(at parent: Seconds) -> Seconds? { sample(at: parent)?.time }

  func sample(at parent: Seconds) -> TimeSample? {
    let active = (parent - beginTime) * speed
    let end = activeDuration
    if active < 0 {
      guard fillMode == .backwards || fillMode == .both else { return nil }
      return fold(0, rate: 0)
    }
    if active >= end {
      guard fillMode == .forwards || fillMode == .both else { return nil }
      return terminal(end)
    }
    return fold(active, rate: speed)
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

  /// The last sample. On a boundary it is still the end of the last cycle.
  private func terminal(_ end: Seconds) -> TimeSample {
    let sample = fold(end, rate: 0)
    guard cycle > 0, sample.time == 0, end + timeOffset == sample.iteration * cycle else {
      return sample
    }
    return TimeSample(
      autoreverses ? 0 : duration ?? 0, of: duration ?? 0, iteration: sample.iteration - 1, rate: 0)
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
}

extension TimeSample {
  init(_ time: Seconds, of duration: Seconds, iteration: Double, rate: Double) {
    self.init(
      time: time, progress: time >= duration ? 1 : time / duration, iteration: iteration, rate: rate
    )
  }
}
