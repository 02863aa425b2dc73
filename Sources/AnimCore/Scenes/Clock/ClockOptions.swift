/// What the clock can be asked for.
public struct ClockOptions: Hashable, Sendable {
  /// What the clock shows at the start of the scene, in seconds since midnight; it goes on from
  /// there with the scene's time.
  public var startTime: Seconds = 36_522
  public var motion = Motion.tick
  /// How a hand moves from tick to tick.
  public var curve = TimingFunction.easeIn
  /// How long a hand moves at a tick, in seconds, from 0 to 1.
  public var duration: Seconds = 0.25
  /// Whether the face has its twelve marks.
  public var hasMarks = true
  public var faceColor = Color.white
  public var markColor = Color(rgb: 0x8A8F98)
  public var hourColor = Color(rgb: 0x20242C)
  public var minuteColor = Color(rgb: 0x20242C)
  public var secondColor = Color(rgb: 0xE4572E)

  public init() {}

  public enum Motion: String, CaseIterable, Hashable, Sendable {
    /// Once a second the hands are set, and an implicit animation carries them there.
    case tick
    /// The hands move all the time.
    case sweep
  }
}
