import AnimCore

/// What is known of one frame, once all is known. Spans are in nanoseconds; nil stands for what
/// cannot be known, as the phase on a server that reports no vblanks.
struct FrameRecord: Hashable, Sendable {
  /// The display's count of refreshes at which the frame was shown.
  var slot: Int
  /// When the frame was given to the server.
  var published: Timestamp
  /// From the deadline to the wake-up.
  var lateness: Int64?
  /// For updating the scene and painting the picture.
  var drawing: Int64?
  /// For handing the picture to the server.
  var publishing: Int64?
  /// From then until the server says that it is done with it.
  var completion: Int64?
  /// How many slots before this one went by for which a frame was wanted.
  var missed = 0
  /// The server's next vblank stamp less what was predicted: positive where the display is later.
  var phaseError: Int64?
}
