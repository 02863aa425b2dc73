/// The curve along which a value goes from start to end.
public enum AnimationCurve: Hashable, Sendable {
  /// A timing function over the animation's duration.
  case function(TimingFunction)
  /// A spring in real seconds; ``TimingFunction/spring(_:)`` fits one to a duration.
  case spring(Spring)
}

extension AnimationCurve {
  /// Constant speed.
  public static let linear = AnimationCurve.function(.linear)
  /// Starts slowly; see ``TimingFunction/easeIn``.
  public static let easeIn = AnimationCurve.function(.easeIn)
  /// Ends slowly; see ``TimingFunction/easeOut``.
  public static let easeOut = AnimationCurve.function(.easeOut)
  /// Starts and ends slowly; see ``TimingFunction/easeInEaseOut``.
  public static let easeInEaseOut = AnimationCurve.function(.easeInEaseOut)
  /// UIKit's and SwiftUI's name for Core Animation's curve.
  @available(*, unavailable, renamed: "easeInEaseOut")
  public static var easeInOut: AnimationCurve { easeInEaseOut }
  /// The default of implicit animations; see ``TimingFunction/standard``.
  public static let standard = AnimationCurve.function(.standard)

  /// Returns the cubic Bézier curve with these control points; see ``CubicBezier``.
  public static func cubicBezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> AnimationCurve {
    .function(.cubicBezier(x1, y1, x2, y2))
  }

  /// Returns a curve with `count` equal jumps; see ``TimingFunction/steps(_:)``.
  public static func steps(_ count: Int) -> AnimationCurve { .function(.steps(count)) }

  /// Returns a spring from its perceived duration and bounce; see
  /// ``Spring/init(duration:bounce:initialVelocity:)``.
  public static func spring(duration: Seconds = 0.5, bounce: Double = 0) -> AnimationCurve {
    .spring(Spring(duration: duration, bounce: bounce))
  }

  /// Returns a spring from its response and its damping ratio; see
  /// ``Spring/init(response:dampingRatio:initialVelocity:)``.
  public static func spring(response: Seconds, dampingRatio: Double) -> AnimationCurve {
    .spring(Spring(response: response, dampingRatio: dampingRatio))
  }

  /// The ratio is the same number by another name.
  @available(*, unavailable, renamed: "spring(response:dampingRatio:)")
  public static func spring(response: Seconds, dampingFraction: Double) -> AnimationCurve {
    .smooth
  }

  /// ``Spring/smooth``.
  public static let smooth = AnimationCurve.spring(.smooth)
  /// ``Spring/snappy``.
  public static let snappy = AnimationCurve.spring(.snappy)
  /// ``Spring/bouncy``.
  public static let bouncy = AnimationCurve.spring(.bouncy)

  /// The curve's own duration, if it has one.
  var naturalDuration: Seconds? {
    switch self {
    case .function: nil
    case .spring(let spring): spring.settlingDuration
    }
  }

  /// The duration of ``fitted`` if it isn't specified: the spring's own, or ten oscillations of a
  /// spring that never settles.
  var fittedDuration: Seconds? {
    switch self {
    case .function: nil
    case .spring: fitted.naturalDuration
    }
  }

  /// The curve as a function of the fraction of a duration: a spring's own duration, or another
  /// that it is fitted to.
  var fitted: TimingFunction {
    switch self {
    case .function(let function): function
    case .spring(let spring): .spring(spring)
    }
  }
}

// MARK: - Progress

extension AnimationCurve {
  /// Returns the progress of a motion from rest, or from the spring's own initial velocity.
  func progress(at sample: TimeSample) -> Double {
    if sample.progress == 1 { return 1 }
    return switch self {
    case .function(let function): function.value(at: sample.progress)
    case .spring(let spring): spring.value(at: sample.time)
    }
  }

  /// Returns the derivative of ``progress(at:)`` per second of basic time, or 0 where it is
  /// vertical.
  func progressRate(at sample: TimeSample, duration: Seconds) -> Double {
    switch self {
    case .function(let function):
      duration > 0 ? (function.slope(at: sample.progress) ?? 0) / duration : 0
    case .spring(let spring):
      spring.velocity(at: sample.time)
    }
  }

  /// Returns the progress of a motion that keeps an earlier velocity.
  ///
  /// A spring does so naturally. For a timing function, the velocity replaces its initial slope by
  /// adding cubic Hermite bumps s·(1 − s)², which have slope 1 at the start, and value and slope 0
  /// at the end. A function that starts vertically has no finite slope to replace and stays as it
  /// is.
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
      // A motion without duration stays at its start until it is over.
      guard duration > 0 else { return .start }
      let velocity = Bump(at: s, width: 1)
      let slope = function.slope(at: 0) ?? 0
      // A steep start takes a narrower bump, so that removing it doesn't push the value back.
      let start = Bump(at: s, width: min(1, 2 / max(slope.magnitude, 1)))
      return CurveProgress(
        progress: function.value(at: s) - slope * start.value,
        impulse: duration * velocity.value,
        progressRate: ((function.slope(at: s) ?? 0) - slope * start.slope) / duration,
        impulseRate: velocity.slope)
    }
  }
}

/// The progress of a motion, split into the contributions of the distance and the initial velocity:
/// value = start + distance·`progress` + velocity·`impulse`.
struct CurveProgress {
  var progress: Double
  var impulse: Double
  /// The derivatives of both per second of basic time.
  var progressRate: Double
  var impulseRate: Double

  static let start = CurveProgress(progress: 0, impulse: 0, progressRate: 0, impulseRate: 0)
  static let end = CurveProgress(progress: 1, impulse: 0, progressRate: 0, impulseRate: 0)
}

/// The function w·x·(1 − x)² with x = s/w: it has slope 1 at 0, and value and slope 0 at and beyond
/// `width` w.
private struct Bump {
  var value: Double
  var slope: Double

  init(at s: Double, width: Double) {
    let x = min(s / width, 1)
    value = width * x * (1 - x) * (1 - x)
    slope = (1 - x) * (1 - 3 * x)
  }
}
