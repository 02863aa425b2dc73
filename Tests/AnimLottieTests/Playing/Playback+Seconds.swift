@testable import AnimCore

extension Playback {
  /// When another picture is due, in seconds; `time` itself if that is at once.
  func nextChange(after time: Seconds) -> Seconds? {
    let instant = Timestamp(seconds: time.isFinite ? max(time, 0) : 0)
    return nextChange(after: instant).map { $0 == instant ? time : $0.seconds }
  }

  /// The frame that is shown after so many frames were played.
  func frame(afterPlaying count: Double) -> Double {
    let count = Fraction(decimal: count.isFinite ? max(count, 0) : 0)
    return frame(afterPlaying: count / Fraction(frameRate ?? .assumed)).double
  }
}
