import AnimCore

/// Compares scene time with the time of day, to find by how much the clocks of a scene are slow.
///
/// They are slow after frames were stopped, which stops scene time; after a suspend; and after the
/// system's clock was set, or changed to or from summer time.
package struct WallTimeline {
  /// Maps the time of day to scene time.
  private var timeline: Timeline
  /// By how many seconds clocks were set ahead since ``timeline`` began.
  private var corrected: Seconds = 0
  /// The second in which the last comparison was made.
  private var comparedSecond: Int64 = .min

  /// - Parameters:
  ///   - start: a time of day at which clocks are right.
  ///   - sceneTime: the scene time at `start`.
  package init(start: Timestamp, sceneTime: Timestamp) {
    timeline = Timeline(start: start, sceneTime: sceneTime)
  }

  /// Accepts the clocks as they are: `sceneTime` corresponds to this time of day from now on.
  package mutating func restart(at timeOfDay: Timestamp, sceneTime: Timestamp) {
    self = WallTimeline(start: timeOfDay, sceneTime: sceneTime)
  }

  /// By how many whole seconds clocks must be set ahead, which the caller must do. Compares only
  /// once a second.
  package mutating func correction(of sceneTime: Timestamp, at timeOfDay: Timestamp) -> Seconds {
    let second = timeOfDay.nanoseconds / 1_000_000_000
    guard second != comparedSecond else { return 0 }
    comparedSecond = second
    let slow = (timeline.delay(of: sceneTime, at: timeOfDay) - corrected).rounded()
    corrected += slow
    return slow
  }
}
