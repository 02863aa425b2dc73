/// What a display link gives its listener: when the last frame was shown, and when the one that is
/// now to be prepared will be.
public struct Frame: Hashable, Sendable {
  /// How many frames the link has delivered before this one.
  public var number: Int
  /// When the last shown frame reached the screen; on a link's first frame after a start or a rest,
  /// when the screen was last refreshed. So ``targetTimestamp`` lies ahead of it by the time that
  /// the last frame stays on the screen: two refreshes at half the display's rate, more where slots
  /// were missed.
  public var timestamp: Timestamp
  /// When the frame now being prepared will reach the screen. Animate for this instant.
  public var targetTimestamp: Timestamp
  /// The display's refresh interval in seconds; a lower preferred rate does not change it.
  public var duration: Seconds
  /// Seconds since the target of the link's previous frame, after the link's ``DeltaPolicy``;
  /// never negative. Zero on the first frame after a start, a resume, a map or a suspend.
  public var delta: Seconds
  /// How many of the link's slots went by unused since its previous frame.
  public var missed: Int
  /// How many equal steps ``delta`` is to be taken in: any number from zero under
  /// ``DeltaPolicy/fixedStep(_:maximumSteps:)``, one under the other policies.
  public var steps: Int
  /// Seconds by which the target lies beyond the last fixed step, from zero to the step's length,
  /// for interpolation between two steps; zero under the other policies.
  public var remainder: Seconds

  public init(
    number: Int, timestamp: Timestamp, targetTimestamp: Timestamp, duration: Seconds,
    delta: Seconds, missed: Int, steps: Int = 1, remainder: Seconds = 0
  ) {
    self.number = number
    self.timestamp = timestamp
    self.targetTimestamp = targetTimestamp
    self.duration = duration
    self.delta = delta
    self.missed = missed
    self.steps = steps
    self.remainder = remainder
  }
}
