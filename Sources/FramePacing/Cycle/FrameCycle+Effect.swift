import AnimCore

extension FrameCycle {
  /// An action that the loop must carry out.
  package enum Effect: Hashable {
    /// Send pending requests, and read what the server has sent.
    case exchange
    /// Show the published picture again in an area that lost it.
    case repair(PixelRect)
    /// Ask the server for the stamp of the next vblank, without publishing a frame.
    case askForVblank
    /// Ask the server whether the window can be seen.
    case askForVisibility
    /// Draw a frame, and report ``didDraw(_:)`` or ``didNotDraw(at:)``.
    case draw(FrameRequest)
    /// Show the frame that is drawn.
    case publish(Publication)
    /// Ask the server whether it is done: its completion may have been lost.
    case recover
    /// Sleep until an instant, or until something happens; forever if nil. Unless listening, events
    /// from the server do not end the sleep.
    case sleep(until: Timestamp?, isListening: Bool)
    /// Leave the loop.
    case end(Outcome)
  }

  /// The reason why the run ends.
  package enum Outcome: Hashable {
    /// Its duration or its number of frames is reached, or the user quit.
    case finished
    /// The window was destroyed by another client.
    case windowLost
    /// The process received this signal.
    case signal(Int32)
  }
}

/// A frame to draw.
package struct FrameRequest: Hashable {
  /// The slot that it is for.
  package var slot: Int
  /// The scene time that it shows.
  package var sceneTime: Timestamp
  /// Whether the scene advances to this time; if paused, it is drawn as it is.
  package var advances: Bool
  /// Whether frames were interrupted since the previous one.
  package var isInterrupted: Bool
  /// The number of slots in which a frame was requested but missed.
  package var missed: Int
  /// The nominal time between two slots in seconds, or `nil` if there are no slots.
  package var slotInterval: Seconds?
  /// The scene time of the slot in which the last frame was shown, or `nil` before the first frame.
  package var shownTime: Timestamp?
}

/// A frame that is drawn but not yet published.
struct DrawnFrame: Hashable {
  /// The slot that it was drawn for.
  var slot: Int
  /// The number of slots before it in which a frame was requested but missed.
  var missed: Int
}

/// A frame to publish, and what is known about it.
package struct Publication: Hashable {
  /// The slot that it is shown in.
  package var slot: Int
  /// The delay after the deadline of the slot in seconds, or `nil` for a frame without a deadline.
  package var lateness: Seconds?
  /// The drawing time, in seconds.
  package var drawingTime: Seconds
  /// The number of slots before it in which a frame was requested but missed.
  package var missed: Int
  /// Whether frames stopped before it, so that the time since the previous one is meaningless.
  package var isInterrupted: Bool
  /// Whether to ask for a vblank stamp as well, so that both requests go out in one write.
  package var asksForVblank: Bool
}

/// The load of a renderer.
package enum RendererLoad: Hashable {
  /// The server is done with every published frame.
  case idle
  /// A frame can be drawn while the server is still working on the last one.
  case ready
  /// No frame can be drawn.
  case busy
}
