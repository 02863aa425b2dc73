/// How the clock looks and moves.
package struct ClockConfiguration: Hashable, Sendable {
  /// What the clock shows at the start of the scene, in seconds since midnight; it goes on from
  /// there with the scene's time.
  package var startTime: Seconds = 36_522
  package var motion = HandMotion.tick
  /// How a hand moves from tick to tick.
  package var curve = TimingFunction.easeIn
  /// How long a hand moves at a tick, in seconds, from 0 to 1.
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
    /// Once a second the hands are set, and an implicit animation carries them there.
    case tick
    /// The hands move all the time.
    case sweep
  }
}
