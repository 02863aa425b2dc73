import AnimCore

/// The times of frames that no display paces: each is drawn for the instant at which it is drawn.
struct UncappedTiming {
  /// Counts the frames.
  private(set) var nextSlot = 0
  /// The instant before which no frame is wanted; nil where one is wanted at once.
  private(set) var notBefore: Timestamp?

  /// The next frame is wanted at once.
  mutating func advanceDeadline() { notBefore = nil }

  /// The next frame is not wanted before `instant`; at once where that is nil.
  mutating func plan(notBefore instant: Timestamp?) { notBefore = instant }

  mutating func didPublish() { nextSlot += 1 }
}
