import AnimCore

/// How the clock looks and moves.
package struct ClockConfiguration: Hashable, Sendable {
  /// The time that the clock shows at the start of the scene, in seconds since midnight. It
  /// continues from there with the scene's time.
  package var startTime: Seconds = 36_522
  package var motion = HandMotion.tick
  /// The curve of a hand's motion at a tick.
  package var curve = TimingFunction.easeIn
  /// The duration of a hand's motion at a tick, in seconds, from 0 to 1.
  package var duration: Seconds = 0.25
  /// Whether the face has its twelve marks.
  package var hasMarks = true
  package var faceColor = Color.white
  package var markColor = Color(rgb: 0x8A8F98)
  package var hourColor = Color(rgb: 0x20242C)
  package var minuteColor = Color(rgb: 0x20242C)
  package var secondColor = Color(rgb: 0xE4572E)

  package init() {}

  package enum HandMotion: String, CaseIterable, Hashable, Sendable {
    /// Once a second the hands are set, and implicit animations move them.
    case tick
    /// The hands move all the time.
    case sweep
  }
}
