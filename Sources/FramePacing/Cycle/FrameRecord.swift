import AnimCore

/// The measurements of a frame. Durations are in nanoseconds, or `nil` if unknown, such as the
/// phase error if the server doesn't report vblanks.
package struct FrameRecord: Hashable, Sendable {
  /// The slot in which the frame was shown, as a count of refreshes.
  package var slot: Int
  /// The time at which the frame was sent to the server.
  package var published: Timestamp
  /// The time from the deadline to the wake-up.
  package var lateness: Int64?
  /// The time for updating the scene and painting the image.
  package var drawing: Int64?
  /// The time for sending the image to the server.
  package var publishing: Int64?
  /// The time from publishing until the server finished the image.
  package var completion: Int64?
  /// The number of preceding slots in which a frame was requested but missed.
  package var missed = 0
  /// Whether frames stopped before it, because they were paused, hidden or not requested. The time
  /// since the previous frame is then meaningless.
  package var isInterrupted = false
  /// The server's next vblank timestamp minus the prediction. Positive if the display is later.
  package var phaseError: Int64?

  package init(
    slot: Int, published: Timestamp, lateness: Int64? = nil, drawing: Int64? = nil,
    publishing: Int64? = nil, completion: Int64? = nil, missed: Int = 0,
    isInterrupted: Bool = false,
    phaseError: Int64? = nil
  ) {
    self.slot = slot
    self.published = published
    self.lateness = lateness
    self.drawing = drawing
    self.publishing = publishing
    self.completion = completion
    self.missed = missed
    self.isInterrupted = isInterrupted
    self.phaseError = phaseError
  }
}
