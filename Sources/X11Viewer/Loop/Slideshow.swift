import AnimCore
import LinuxSystem
import OptionValues

/// When the next file takes its turn without a key.
struct Slideshow: Hashable {
  /// How long each is shown at least; nil to leave that to ``repetitions``.
  var interval: Seconds?
  /// How often each is played at least; nil to leave that to ``interval``.
  var repetitions: Int?
  /// Since when the present one is shown, by the display's clock; nil before its first frame, and while time is
  /// stopped.
  private var start: Timestamp?

  /// How long something without an end is shown if only ``repetitions`` are asked for.
  static let stillDuration: Seconds = 5

  init() {}

  var isOn: Bool { !isStopped && (interval != nil || repetitions != nil) }

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

  /// The present one is shown from its beginning again, or time is stopped.
  mutating func restart() { start = nil }

  /// How long the present one is still shown; zero or less if the next is due.
  ///
  /// - Parameters:
  ///   - playback: how it is played; nil without an end.
  ///   - sceneTime: how long it has been played.
  ///   - speed: seconds of scene time per second.
  mutating func remaining(
    _ playback: Playback?, sceneTime: Timestamp, speed: Double, at now: Timestamp
  ) -> Seconds {
    guard isOn else { return .infinity }
    let start = start ?? now
    self.start = start
    let shown = now - start
    var remaining = interval.map { $0 - shown }
    if let repetitions {
      let isMoving = playback.map { $0.moves && $0.cycleDuration > 0 } ?? false
      let plays =
        isMoving
        ? (Double(repetitions) * (playback?.cycleDuration ?? 0) - sceneTime.seconds) / speed
        : interval == nil ? Self.stillDuration - shown : 0
      remaining = max(remaining ?? plays, plays)
    }
    return remaining ?? .infinity
  }
}
