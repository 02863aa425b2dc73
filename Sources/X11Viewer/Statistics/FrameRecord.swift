import AnimCore

/// Everything that is measured of one frame. Spans are in nanoseconds; nil means unknown, such as
/// the phase error on a server that reports no vblanks.
struct FrameRecord: Hashable, Sendable {
  /// The slot in which the frame was shown, as a count of refreshes.
  var slot: Int
  /// When the frame was sent to the server.
  var published: Timestamp
  /// The time from the deadline to the wake-up.
  var lateness: Int64?
  /// The time for updating the scene and painting the picture.
  var drawing: Int64?
  /// The time for sending the picture to the server.
  var publishing: Int64?
  /// The time from publishing until the server was done with the picture.
  var completion: Int64?
  /// How many slots before this one passed in which a frame was wanted but missed.
  var missed = 0
  /// The server's next vblank stamp minus the prediction; positive if the display is later.
  var phaseError: Int64?
}
