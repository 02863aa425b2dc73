/// The endpoints of a basic animation, once its rules have been applied. A nil endpoint is the
/// value underneath at each time.
final class BasicInterpolator<Value: Interpolatable> {
  private let start: Value?
  private let end: Value?
  /// The displacement from start to end, if it does not follow from them.
  private let way: Value.Displacement?
  private let curve: AnimationCurve
  private let turning: Turning
  /// The velocity per second of basic time that the motion keeps, or nil to start as the curve
  /// does.
  private let velocity: Value.Displacement?
  /// The last value between the ends. Once nothing else refers to it, the next one reuses its
  /// memory.
  @exclusivity(unchecked) private var last = Value.zero

  init(
    start: Value?, end: Value?, way: Value.Displacement?, curve: AnimationCurve, turning: Turning,
    velocity: Value.Displacement?
  ) {
    self.start = start
    self.end = end
    self.way = way
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
      let way = wayThrough(from: start, over: base)
      return start.moved(by: way * paced.progress + velocity * paced.impulse)
    }
    let progress = curve.progress(at: sample)
    if progress == 0 { return start }
    if progress == 1 { return finish(from: start, over: base) }
    if let way { return start.moved(by: way * progress) }
    last.interpolate(from: start, to: end ?? base, progress: progress, turning: turning)
    return last
  }

  /// The derivative per second of the parent's time; `baseVelocity` is that of the value
  /// underneath, in the same unit.
  func velocity(
    at sample: TimeSample, duration: Seconds, over base: Value, baseVelocity: Value.Displacement
  ) -> Value.Displacement {
    let way = wayThrough(from: start ?? base, over: base)
    var progress = curve.progress(at: sample)
    var own = way * curve.progressRate(at: sample, duration: duration)
    if let velocity {
      let paced = curve.progressKeepingVelocity(at: sample, duration: duration)
      progress = paced.progress
      own = way * paced.progressRate + velocity * paced.impulseRate
    }
    // An endpoint that is the value underneath moves with it.
    let share: Double =
      start == nil ? (self.way == nil ? 1 - progress : 1) : (end == nil ? progress : 0)
    return own * sample.rate + baseVelocity * share
  }

  private func wayThrough(from start: Value, over base: Value) -> Value.Displacement {
    way ?? Value.displacement(from: start, to: end ?? base, turning: turning)
  }

  private func finish(from start: Value, over base: Value) -> Value {
    end ?? way.map(start.moved(by:)) ?? base
  }

  /// The displacement that a cumulative animation adds with each repetition.
  func gain(over base: Value) -> Value.Displacement {
    wayThrough(from: start ?? base, over: base)
  }
}
