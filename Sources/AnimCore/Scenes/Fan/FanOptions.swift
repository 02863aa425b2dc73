/// What the fanning circle can be asked for.
package struct FanOptions: Hashable, Sendable {
  /// How long the fan takes to open, in seconds; more than 0.
  package var duration: Seconds = 3
  /// In points, more than 0; nil for 100, or less where the view is too small for it.
  package var radius: Double?
  package var color = Color.blue
  /// Where the fan begins to open; zero is 3 o'clock, and positive angles go clockwise.
  package var startAngle = Angle.zero
  package var direction = Direction.clockwise
  /// How the opening is spread over the duration.
  package var easing = TimingFunction.linear
  /// How often the fan opens, fractions included, more than 0; may be infinite.
  package var repeatCount = 1.0
  /// Whether every opening is followed by a closing, which takes as long again.
  package var autoreverses = false

  package init() {}

  package enum Direction: String, CaseIterable, Hashable, Sendable {
    case clockwise
    case counterclockwise
  }
}
