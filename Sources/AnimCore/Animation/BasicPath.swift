/// The way of a basic animation, its rules already applied. Nil ends stand for the value underneath
/// at each time.
final class BasicPath<Value: Interpolatable> {
  private let start: Value?
  private let end: Value?
  /// Where only the way is known: from the value underneath.
  private let way: Value.Displacement?
  private let pacing: Pacing
  private let turning: Turning
  /// The velocity per second of basic time that the motion takes over, or nil for a start as the
  /// pacing has it.
  private let velocity: Value.Displacement?

  init(
    start: Value?, end: Value?, way: Value.Displacement?, pacing: Pacing, turning: Turning,
    velocity: Value.Displacement?
  ) {
    self.start = start
    self.end = end
    self.way = way
    self.pacing = pacing
    self.turning = turning
    self.velocity = velocity
  }

  func value(at sample: TimeSample, duration: Seconds, over base: Value) -> Value {
    let start = start ?? base
    if let velocity {
      if sample.progress == 1 { return finish(from: start, over: base) }
      if sample.progress == 0 { return start }
      let paced = pacing.progressKeepingVelocity(at: sample, duration: duration)
      let way = wayThrough(from: start, over: base)
      return start.moved(by: way * paced.progress + velocity * paced.impulse)
    }
    let progress = pacing.progress(at: sample)
    if progress == 0 { return start }
    if progress == 1 { return finish(from: start, over: base) }
    return start.moved(by: wayThrough(from: start, over: base) * progress)
  }

  /// The derivative per second of the animation's parent, as `baseVelocity` is, that of the value
  /// underneath.
  func velocity(
    at sample: TimeSample, duration: Seconds, over base: Value, baseVelocity: Value.Displacement
  ) -> Value.Displacement {
    let way = wayThrough(from: start ?? base, over: base)
    var progress = pacing.progress(at: sample)
    var own = way * pacing.progressRate(at: sample, duration: duration)
    if let velocity {
      let paced = pacing.progressKeepingVelocity(at: sample, duration: duration)
      progress = paced.progress
      own = way * paced.progressRate + velocity * paced.impulseRate
    }
    // The value underneath moves the ends that stand for it.
    let share: Double =
      start == nil ? (self.way == nil ? 1 - progress : 1) : (end == nil ? progress : 0)
    return own * sample.rate + baseVelocity * share
  }

  private func wayThrough(from start: Value, over base: Value) -> Value.Displacement {
    way ?? Value.displacement(from: start, to: end ?? base, turning: turning)
  }

  private func finish(from start: Value, over base: Value) -> Value {
    if let way { return start.moved(by: way) }
    return end ?? base
  }
}
