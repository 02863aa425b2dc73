/// The order in which the frames of an animation are played.
public enum PlaybackMode: String, CaseIterable, Sendable {
  /// Plays from the first to the last frame.
  case forward
  /// Plays from the last to the first frame.
  case reverse
  /// Plays from the first to the last frame and back.
  case bounce
  /// Plays from the last to the first frame and back.
  case reverseBounce = "reverse-bounce"
}

extension PlaybackMode {
  /// Whether playback begins with the last frame.
  package var beginsAtEnd: Bool { self == .reverse || self == .reverseBounce }
  /// Whether playback returns to its start.
  package var returns: Bool { self == .bounce || self == .reverseBounce }
}
