extension PropertyAnimator {
  /// A stretch of an animator's run, from one fraction of the whole to another.
  struct Leg {
    var from: Double
    var to: Double
    var curve: AnimationCurve
    var duration: Seconds
    /// The velocity that the leg keeps, in fractions of the whole per second.
    var velocity: Double?
  }
}

extension PropertyAnimator.Leg {
  func fraction(at sample: TimeSample) -> Double {
    if sample.progress == 1 { return to }
    guard let velocity else { return from + (to - from) * curve.progress(at: sample) }
    let part = curve.progressKeepingVelocity(at: sample, duration: duration)
    return from + (to - from) * part.progress + velocity * part.impulse
  }

  func velocity(at sample: TimeSample) -> Double {
    guard let velocity else {
      return (to - from) * curve.progressRate(at: sample, duration: duration) * sample.rate
    }
    let part = curve.progressKeepingVelocity(at: sample, duration: duration)
    return ((to - from) * part.progressRate + velocity * part.impulseRate) * sample.rate
  }
}
