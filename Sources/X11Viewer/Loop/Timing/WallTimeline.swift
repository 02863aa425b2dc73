import AnimCore

/// What scene time would be if it had run with the time of day since the user last changed it: by
/// how much the clocks of a scene are slow.
///
/// They are slow when frames were stopped, since scene time is then stopped, after a suspend, and
/// when the system's clock was set or changed between winter and summer time.
struct WallTimeline {
  /// From the time of day to scene time.
  private var timeline: Timeline
  /// By how many seconds clocks were set on since ``timeline`` began.
  private var corrected: Seconds = 0
  /// The second of the day of the latest comparison.
  private var comparedSecond: Int64 = .min

  /// - Parameters:
  ///   - start: a time of day at which clocks are right.
  ///   - sceneTime: the scene time then.
  init(start: Timestamp, sceneTime: Timestamp) {
    timeline = Timeline(start: start, sceneTime: sceneTime)
  }

  /// Clocks are as the user wants them: `sceneTime` belongs to this time of day from now on.
  mutating func restart(at timeOfDay: Timestamp, sceneTime: Timestamp) {
    self = WallTimeline(start: timeOfDay, sceneTime: sceneTime)
  }

  /// By how many whole seconds clocks are to be set on, which they then are. It compares once a
  /// second.
  mutating func correction(of sceneTime: Timestamp, at timeOfDay: Timestamp) -> Seconds {
    let second = timeOfDay.nanoseconds / 1_000_000_000
    guard second != comparedSecond else { return 0 }
    comparedSecond = second
    let slow = (timeline.delay(of: sceneTime, at: timeOfDay) - corrected).rounded()
    corrected += slow
    return slow
  }
}
