import AnimCore

/// Everything that is measured of one frame. Spans are in nanoseconds; nil means unknown, such as
/// the phase error on a server that reports no vblanks.
package struct FrameRecord: Hashable, Sendable {
  /// The slot in which the frame was shown, as a count of refreshes.
  package var slot: Int
  /// When the frame was sent to the server.
  package var published: Timestamp
  /// The time from the deadline to the wake-up.
  package var lateness: Int64?
  /// The time for updating the scene and painting the picture.
  package var drawing: Int64?
  /// The time for sending the picture to the server.
  package var publishing: Int64?
  /// The time from publishing until the server was done with the picture.
  package var completion: Int64?
  /// How many slots before this one passed in which a frame was wanted but missed.
  package var missed = 0
  /// The server's next vblank stamp minus the prediction; positive if the display is later.
  package var phaseError: Int64?

  package init(
    slot: Int, published: Timestamp, lateness: Int64? = nil, drawing: Int64? = nil,
    publishing: Int64? = nil, completion: Int64? = nil, missed: Int = 0, phaseError: Int64? = nil
  ) {
    self.slot = slot
    self.published = published
    self.lateness = lateness
    self.drawing = drawing
    self.publishing = publishing
    self.completion = completion
    self.missed = missed
    self.phaseError = phaseError
  }
}
