import AnimCore
import LinuxSystem
import PlainText

/// The timing of automatic changes to the next file.
package struct Slideshow: Hashable {
  /// The minimum time for each file, or `nil` if only ``repetitions`` counts.
  var interval: Seconds?
  /// The minimum number of plays of each file, or `nil` if only ``interval`` counts.
  var repetitions: Int?
  /// The time since which the current file has been shown, on the display's clock, or `nil` before
  /// its first frame, and while time is stopped.
  private var start: Timestamp?

  /// The time for files without an end if only ``repetitions`` is set.
  package static let stillDuration: Seconds = 5

  package init(interval: Seconds? = nil, repetitions: Int? = nil) {
    (self.interval, self.repetitions) = (interval, repetitions)
  }

  package var isOn: Bool { !isStopped && (interval != nil || repetitions != nil) }

  /// Whether the user has stopped it.
  private var isStopped = false

  /// Starts the slide show, or stops it.
  mutating func toggle() {
    if isOn {
      isStopped = true
    } else {
      isStopped = false
      if interval == nil, repetitions == nil { interval = Self.stillDuration }
    }
    restart()
  }

  /// The state in words.
  var notice: String {
    if !isOn { return "slide show off" }
    let times = [
      interval.map { "\(plain($0)) s" },
      repetitions.map { "\(counted($0, "loop"))" },
    ].compactMap(\.self)
    return "slide show: \(times.joined(separator: ", "))"
  }

  /// Restarts the interval, because the current file is shown from its start again or time is
  /// stopped.
  mutating func restart() { start = nil }

  /// Returns the remaining time of the current file, which is zero or less if the next file is due.
  ///
  /// - Parameters:
  ///   - playback: The item's playback, or `nil` without an end.
  ///   - sceneTime: The time for which it has been played.
  ///   - speed: Seconds of scene time per second.
  mutating func remaining(
    _ playback: Playback?, sceneTime: Timestamp, speed: Double, at now: Timestamp
  ) -> Seconds {
    guard isOn else { return .infinity }
    let start = start ?? now
    self.start = start
    let shown = now - start
    var remaining = interval.map { $0 - shown }
    if let repetitions {
      let isMoving = playback.map { $0.isAnimated && $0.cycleDuration > 0 } ?? false
      let plays =
        isMoving
        ? (Double(repetitions) * (playback?.cycleDuration ?? 0) - sceneTime.seconds) / speed
        : interval == nil ? Self.stillDuration - shown : 0
      remaining = max(remaining ?? plays, plays)
    }
    return remaining ?? .infinity
  }
}
