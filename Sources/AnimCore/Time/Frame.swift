/// The times that a display link passes to its listener: when the last frame was shown, and when
/// the one being prepared will be.
public struct Frame: Hashable, Sendable {
  /// The number of frames that the link delivered before this one.
  public var number: Int
  /// When the last frame reached the screen or, on a link's first frame after a start or a pause,
  /// when the screen was last refreshed. ``targetTimestamp`` is later by the time that the last
  /// frame stays on the screen: two refreshes at half the display's rate, more if slots were
  /// missed.
  public var timestamp: Timestamp
  /// When the frame being prepared will reach the screen. Animate for this instant.
  public var targetTimestamp: Timestamp
  /// The display's refresh interval in seconds, regardless of the preferred rate.
  public var duration: Seconds
  /// Seconds since the target of the link's previous frame, subject to the link's ``DeltaPolicy``;
  /// never negative. Zero on the first frame after a start, a pause, a hidden window or a suspend.
  public var delta: Seconds
  /// The number of the link's slots that went unused since its previous frame.
  public var missed: Int
  /// The number of equal steps that make up ``delta``: any number from zero with
  /// ``DeltaPolicy/fixedStep(_:maximumSteps:)``, one with the other policies.
  public var steps: Int
  /// Seconds from the last fixed step to the target, from zero to the step's length, for
  /// interpolation between two steps; zero with the other policies.
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
