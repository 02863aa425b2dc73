import AnimCore

/// How the fan looks and moves.
package struct FanConfiguration: Hashable, Sendable {
  /// How long the fan takes to open, in seconds; more than 0.
  package var duration: Seconds = 3
  package var radius = Radius.usual
  package var color = Color.blue
  /// The angle from which the fan opens; zero is 3 o'clock, and positive angles go clockwise.
  package var startAngle = Angle.zero
  package var direction = Direction.clockwise
  /// The timing function of the opening.
  package var easing = TimingFunction.linear
  /// The number of times that the fan opens, which may be fractional or infinite; more than 0.
  package var repeatCount = 1.0
  /// Whether every opening is followed by a closing of the same duration.
  package var autoreverses = false

  package init() {}

  /// A fan to show beside other scenes: it fills its part of the picture, opens from the top, and
  /// never stops.
  package static var tiled: FanConfiguration {
    var configuration = FanConfiguration()
    configuration.radius = .fitting
    configuration.color = Color(rgb: 0x2E7DD7)
    configuration.startAngle = .turns(-0.25)
    configuration.easing = .easeInEaseOut
    configuration.repeatCount = .infinity
    configuration.autoreverses = true
    return configuration
  }

  /// How large the fan is.
  package enum Radius: Hashable, Sendable {
    /// 100 points, or less where the view is too small for that.
    case usual
    /// As large as fits the view, with a margin around it.
    case fitting
    /// In points, more than 0.
    case points(Double)
  }

  package enum Direction: String, CaseIterable, Hashable, Sendable {
    case clockwise
    case counterclockwise
  }
}
