@testable import AnimCore

extension Playback {
  /// Returns the time at which the image changes next, in seconds, or `time` itself if it changes
  /// now.
  func nextChange(after time: Seconds) -> Seconds? {
    let instant = Timestamp(seconds: time.isFinite ? max(time, 0) : 0)
    return nextChange(after: instant).map { $0 == instant ? time : $0.seconds }
  }

  /// Returns the frame that is shown after `count` frames have been played.
  func frame(afterPlaying count: Double) -> Double {
    let count = Fraction(decimal: count.isFinite ? max(count, 0) : 0)
    return frame(afterPlaying: count / Fraction(frameRate ?? .assumed)).double
  }
}
