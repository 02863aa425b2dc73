/// What the fanning circle can be asked for.
public struct FanOptions: Hashable, Sendable {
  /// How long the fan takes to open, in seconds; more than 0.
  public var duration: Seconds = 3
  /// In points, more than 0; nil for 100, or less where the view is too small for it.
  public var radius: Double?
  public var color = Color.blue
  /// Where the fan begins to open; zero is 3 o'clock, and positive angles go clockwise.
  public var startAngle = Angle.zero
  public var direction = Direction.clockwise
  /// How the opening is spread over the duration.
  public var easing = TimingFunction.linear
  /// How often the fan opens, fractions included, more than 0; may be infinite.
  public var repeatCount = 1.0
  /// Whether every opening is followed by a closing, which takes as long again.
  public var autoreverses = false

  public init() {}

  public enum Direction: String, CaseIterable, Hashable, Sendable {
    case clockwise
    case counterclockwise
  }
}
