/// The order in which the frames of an animation are played.
public enum PlaybackMode: String, CaseIterable, Sendable {
  /// From the first to the last.
  case forward
  /// From the last to the first.
  case reverse
  /// From the first to the last, and back.
  case bounce
  /// From the last to the first, and back.
  case reverseBounce = "reverse-bounce"
}

extension PlaybackMode {
  /// Whether it begins with the last frame.
  package var beginsAtEnd: Bool { self == .reverse || self == .reverseBounce }
  /// Whether it comes back to where it began.
  package var returns: Bool { self == .bounce || self == .reverseBounce }
}
