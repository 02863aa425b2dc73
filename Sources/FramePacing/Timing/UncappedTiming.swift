import AnimCore

/// The timing of frames that follow no display: each is for the instant at which it is drawn.
package struct UncappedTiming {
  /// The number of the next frame.
  private(set) var nextSlot = 0
  /// The instant before which no frame is wanted; nil if one is wanted at once.
  private(set) var notBefore: Timestamp?

  /// Makes the next frame due at once.
  mutating func advanceDeadline() { notBefore = nil }

  /// Makes the next frame due at `instant`, or at once if that is nil.
  mutating func plan(notBefore instant: Timestamp?) { notBefore = instant }

  mutating func didPublish() { nextSlot += 1 }
}
