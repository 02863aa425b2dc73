/// The times that a display link passes to its listener: when the last frame was shown, and when
/// the one being prepared will be.
public struct Frame: Hashable, Sendable {
  /// The number of frames that the link delivered before this one.
  public var number: Int
  /// The time at which the last frame reached the screen or, for a link's first frame after a start
  /// or a pause, of the last refresh. ``targetTimestamp`` is later by the time that the last frame
  /// stays on the screen: two refreshes at half the rate of the display, and more if slots were
  /// missed.
  public var timestamp: Timestamp
  /// The time at which the current frame will reach the screen. Animate for this time.
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

  /// Creates a frame, for example for a test. See the properties.
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

/// The policy for the time between two frames that a listener receives.
public enum DeltaPolicy: Hashable, Sendable {
  /// The time between the two targets, however long.
  case measured
  /// The measured time, but at most `maximum` seconds, so that a stall doesn't cause a jump. For a
  /// link with a longer interval, the limit is one and a half of its intervals.
  case clamped(maximum: Seconds = 0.25)
  /// Whole steps of the given length in seconds, for simulations whose outcome must not depend on
  /// the frame rate. The time left over is reported in ``Frame/remainder`` and carried over to the
  /// next frame. Steps beyond `maximumSteps` in one frame are dropped, so that a simulation slower
  /// than real time doesn't fall further and further behind. A length that isn't positive gives
  /// no steps.
  case fixedStep(Seconds, maximumSteps: Int = 15)
}

/// Measures the time between a link's targets and divides it by the link's policy.
struct DeltaMeter {
  /// The target of the previous frame, or `nil` before the first frame after a start or an
  /// interruption.
  private var last: Timestamp?
  /// Nanoseconds for fixed steps, since their count last started at zero.
  private var elapsed: Int64 = 0
  /// The number of steps taken of that time.
  private var taken: Int64 = 0

  /// The values for one frame; see the properties of the same names in ``Frame``.
  struct Share {
    var delta: Seconds
    var steps = 1
    var remainder: Seconds = 0
  }

  /// Starts over: the next share has a delta of zero.
  mutating func interrupt() { self = DeltaMeter() }

  /// Discards the remainder of the steps, since their length is about to change.
  mutating func restartSteps() { (elapsed, taken) = (0, 0) }

  /// Updates the policy for a frame.
  /// - Parameter interval: The time between two frames of the link in seconds, if no frame is
  ///   missed.
  mutating func share(
    until target: Timestamp, by policy: DeltaPolicy, interval: Seconds
  ) -> Share {
    let delta = max(last.map { target - $0 } ?? 0, 0)
    last = target
    switch policy {
    case .measured: return Share(delta: delta)
    case .clamped(let maximum): return Share(delta: min(delta, max(maximum, 1.5 * interval)))
    case .fixedStep(let step, let maximumSteps):
      return steps(of: step, atMost: Int64(max(maximumSteps, 0)), after: delta)
    }
  }

  /// Steps are computed from an integral number of nanoseconds instead of being added up, so that
  /// steps of 1/60 s and a display of 60 Hz stay in step for months.
  private mutating func steps(of step: Seconds, atMost limit: Int64, after delta: Seconds) -> Share
  {
    guard step > 0, step.isFinite else { return Share(delta: 0, steps: 0) }
    elapsed += Timestamp(seconds: min(delta, 1e6)).nanoseconds
    // Both ends of the span were rounded to a nanosecond, so it may be one too short.
    let due = ((Double(elapsed) + 1) / (step * 1e9)).rounded(.down)
    var steps = (Int64(exactly: due) ?? .max) - taken
    taken += steps
    let remainder = max(Double(elapsed) / 1e9 - Double(taken) * step, 0)
    if steps > limit {
      steps = limit
      elapsed = Timestamp(seconds: remainder).nanoseconds
      taken = 0
    }
    return Share(delta: Double(steps) * step, steps: Int(steps), remainder: remainder)
  }
}
