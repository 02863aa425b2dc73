/// The curve along which a value goes from start to end.
public enum AnimationCurve: Hashable, Sendable {
  /// A timing function over the animation's duration.
  case function(TimingFunction)
  /// A spring in real seconds; ``TimingFunction/spring(_:)`` fits one to a duration.
  case spring(Spring)
}

extension AnimationCurve {
  public static let linear = AnimationCurve.function(.linear)
  /// Starts slowly; see ``TimingFunction/easeIn``.
  public static let easeIn = AnimationCurve.function(.easeIn)
  /// Ends slowly; see ``TimingFunction/easeOut``.
  public static let easeOut = AnimationCurve.function(.easeOut)
  /// Starts and ends slowly; see ``TimingFunction/easeInEaseOut``.
  public static let easeInEaseOut = AnimationCurve.function(.easeInEaseOut)
  /// The default of implicit animations; see ``TimingFunction/standard``.
  public static let standard = AnimationCurve.function(.standard)

  /// The cubic Bézier with these control points; see ``CubicBezier``.
  public static func cubicBezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> AnimationCurve {
    .function(.cubicBezier(x1, y1, x2, y2))
  }

  /// `count` equal jumps; see ``TimingFunction/steps(_:)``.
  public static func steps(_ count: Int) -> AnimationCurve { .function(.steps(count)) }

  /// A spring from its perceived duration and bounce; see
  /// ``Spring/init(duration:bounce:initialVelocity:)``.
  public static func spring(duration: Seconds = 0.5, bounce: Double = 0) -> AnimationCurve {
    .spring(Spring(duration: duration, bounce: bounce))
  }

  /// ``Spring/smooth``.
  public static let smooth = AnimationCurve.spring(.smooth)
  /// ``Spring/snappy``.
  public static let snappy = AnimationCurve.spring(.snappy)
  /// ``Spring/bouncy``.
  public static let bouncy = AnimationCurve.spring(.bouncy)

  var isSpring: Bool { ownDuration != nil }

  /// The curve's own duration, if it has one.
  var ownDuration: Seconds? {
    switch self {
    case .function: nil
    case .spring(let spring): spring.settlingDuration
    }
  }

  var function: TimingFunction? {
    switch self {
    case .function(let function): function
    case .spring: nil
    }
  }
}
