import AnimCore

extension FrameCycle {
  /// What the loop is to do.
  enum Effect: Hashable {
    /// Send what is unsent, and read what the server has sent.
    case exchange
    /// Show the published picture again in an area that lost it.
    case repair(PixelRect)
    /// Ask the server for the stamp of the next vblank, although no frame is published.
    case askForVblank
    /// Ask the server whether the window can be seen.
    case askForVisibility
    /// Draw a frame, and report ``didDraw(_:)`` or ``didNotDraw(at:)``.
    case draw(FrameRequest)
    /// Show the frame that is drawn.
    case publish(Publication)
    /// Ask the server whether it is done: its word may be lost.
    case recover
    /// Sleep until an instant, or until something happens. Where it is not listened to, what the
    /// server sends does not end the sleep.
    case sleep(until: Timestamp?, isListening: Bool)
    /// Leave the loop.
    case end(Outcome)
  }

  /// Why the run ends.
  enum Outcome: Hashable {
    /// Its time or its frames are over, or the user has left.
    case finished
    /// The window was destroyed by another client.
    case windowLost
    /// By a signal.
    case signal(Int32)
  }
}

/// A frame to be drawn.
struct FrameRequest: Hashable {
  /// The slot that it is for.
  var slot: Int
  /// The scene time that it shows.
  var sceneTime: Timestamp
  /// Whether the scene moves there; paused, it is drawn as it stands.
  var advances: Bool
  /// Whether time has not gone on as usual since the frame before.
  var isInterrupted: Bool
  /// How many slots went by without a frame that was wanted.
  var missed: Int
  /// The nominal time between two slots in seconds; nil where there are none.
  var slotInterval: Seconds?
  /// The scene time of the slot in which the last frame was really shown; nil before the first.
  var shownTime: Timestamp?
}

/// A frame that is drawn and not yet published.
struct DrawnFrame: Hashable {
  /// The slot that it was drawn for.
  var slot: Int
  /// How many slots went by before it without a frame that was wanted.
  var missed: Int
}

/// A frame to be published, with what is known of it.
struct Publication: Hashable {
  /// The slot that it is shown in.
  var slot: Int
  /// Seconds from the slot's deadline; nil for a frame that does not wait for one.
  var lateness: Seconds?
  /// How many seconds it took to draw.
  var drawingTime: Seconds
  /// How many slots went by before it without a frame that was wanted.
  var missed: Int
  /// Whether frames stopped before it, so that the time since the last one means nothing.
  var isInterrupted: Bool
  /// Whether to ask for a vblank's stamp with it, so that both go out in one write.
  var asksForVblank: Bool
}

/// What a renderer can take.
enum RendererLoad: Hashable {
  /// The server is done with all that was published.
  case idle
  /// A frame can be drawn while the server works on the last.
  case ready
  /// No frame can be drawn.
  case busy
}
