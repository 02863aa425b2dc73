import AnimCore

extension FrameCycle {
  /// An action that the loop must carry out.
  package enum Effect: Hashable {
    /// Send pending requests, and read everything that the server has sent.
    case exchange
    /// Show the published image again in an area that has lost it.
    case repair(PixelRect)
    /// Request the timestamp of the next vblank, without publishing a frame.
    case askForVblank
    /// Query whether the window is visible.
    case askForVisibility
    /// Draw a frame, and call ``didDraw(_:)`` or ``didNotDraw(at:)``.
    case draw(FrameRequest)
    /// Show the drawn frame.
    case publish(Publication)
    /// Query whether the server has finished, in case its completion event was lost.
    case recover
    /// Sleep until a time or until an event arrives, or without a time limit if the time is `nil`.
    /// Unless listening, events from the server don't end the sleep.
    case sleep(until: Timestamp?, isListening: Bool)
    /// Leave the loop.
    case end(Outcome)
  }

  /// The reason why the run ends.
  package enum Outcome: Hashable {
    /// The duration or the number of frames has been reached, or the user has quit.
    case finished
    /// Another client has destroyed the window.
    case windowLost
    /// The process received this signal.
    case signal(Int32)
  }
}

/// A frame to draw.
package struct FrameRequest: Hashable {
  /// The slot of the frame.
  package var slot: Int
  /// The scene time of the frame.
  package var sceneTime: Timestamp
  /// Whether the scene advances to this time. If paused, it is drawn without changes.
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

/// A frame that has been drawn but not published.
struct DrawnFrame: Hashable {
  /// The slot of the frame.
  var slot: Int
  /// The number of preceding slots in which a frame was requested but missed.
  var missed: Int
}

/// A frame to publish, and its properties.
package struct Publication: Hashable {
  /// The slot in which the frame is shown.
  package var slot: Int
  /// The delay after the deadline of the slot in seconds, or `nil` for a frame without a deadline.
  package var lateness: Seconds?
  /// The drawing time, in seconds.
  package var drawingTime: Seconds
  /// The number of preceding slots in which a frame was requested but missed.
  package var missed: Int
  /// Whether frames stopped before it, so that the time since the previous one is meaningless.
  package var isInterrupted: Bool
  /// Whether to also request a vblank timestamp. Both requests are sent in one write.
  package var needsVblank: Bool
}

/// The load of a renderer.
package enum RendererLoad: Hashable {
  /// The server has finished every published frame.
  case idle
  /// A frame can be drawn while the server is still working on the last one.
  case ready
  /// No frame can be drawn at the moment.
  case busy
}
