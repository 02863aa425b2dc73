/// The progress of a motion, split into a share of the distance and a share of the velocity with
/// which it began: value = start + distance·`progress` + velocity·`impulse`.
struct CurveProgress {
  var progress: Double
  var impulse: Double
  /// Their derivatives per second of basic time.
  var progressRate: Double
  var impulseRate: Double

  static let end = CurveProgress(progress: 1, impulse: 0, progressRate: 0, impulseRate: 0)
}

extension AnimationCurve {
  /// The progress of a motion from rest, or from the spring's own initial velocity.
  func progress(at sample: TimeSample) -> Double {
    if sample.progress == 1 { return 1 }
    return switch self {
    case .function(let function): function.value(at: sample.progress)
    case .spring(let spring): spring.value(at: sample.time)
    }
  }

  /// The derivative of ``progress(at:)`` per second of basic time, or 0 where it is vertical.
  func progressRate(at sample: TimeSample, duration: Seconds) -> Double {
    switch self {
    case .function(let function):
      duration > 0 ? (function.slope(at: sample.progress) ?? 0) / duration : 0
    case .spring(let spring):
      spring.velocity(at: sample.time)
    }
  }

  /// The progress of a motion that keeps an earlier velocity.
  ///
  /// A spring does so naturally. A function starts with a slope of its own, which is replaced by
  /// the velocity with cubic Hermite bumps s·(1 − s)²: these have slope 1 at the start, and both
  /// value and slope 0 at the end. A function that starts vertically has no finite slope to replace
  /// and keeps its own.
  func progressKeepingVelocity(at sample: TimeSample, duration: Seconds) -> CurveProgress {
    if sample.progress == 1 { return .end }
    switch self {
    case .spring(let spring):
      let response = spring.response(at: sample.time)
      return CurveProgress(
        progress: 1 - response.displacement, impulse: response.impulse,
        progressRate: -response.displacementRate, impulseRate: response.impulseRate)
    case .function(let function):
      let s = sample.progress
      let velocity = Bump(at: s, width: 1)
      let slope = function.slope(at: 0) ?? 0
      // A steep start takes a narrower bump, so that removing it does not push the value back.
      let start = Bump(at: s, width: min(1, 2 / max(slope.magnitude, 1)))
      return CurveProgress(
        progress: function.value(at: s) - slope * start.value,
        impulse: duration * velocity.value,
        progressRate: ((function.slope(at: s) ?? 0) - slope * start.slope) / duration,
        impulseRate: velocity.slope)
    }
  }
}

/// w·x·(1 − x)² with x = s/w: slope 1 at 0, and value and slope 0 from `width` w on.
private struct Bump {
  var value: Double
  var slope: Double

  init(at s: Double, width: Double) {
    let x = min(s / width, 1)
    value = width * x * (1 - x) * (1 - x)
    slope = (1 - x) * (1 - 3 * x)
  }
}
