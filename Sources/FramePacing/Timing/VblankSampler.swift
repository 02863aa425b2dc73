import AnimCore

/// Decides when to ask the server for the stamp of a vblank: as often as the predictor needs one.
///
/// Only one request is pending at a time. Each costs the server a notification, and the viewer
/// reading it.
package struct VblankSampler {
  /// Frames published since the last request.
  private var frames = 0
  /// How many requests follow the pending one immediately.
  private var followUps: Int
  /// When the pending request was sent; nil if none is pending.
  private var asked: Timestamp?
  /// When its answer will next count as overdue.
  private var overdue = Timestamp.zero

  /// How long to wait for an answer, in seconds. A display that shows nothing still answers once a
  /// second.
  private static let patience: Seconds = 2.5

  /// - Parameter burst: how many requests are sent in succession at first, so that the display's
  ///   rate is known soon, however rarely frames are wanted.
  init(burst: Int) { followUps = burst }

  /// Reports that a frame is about to be published.
  /// - Returns: whether to send a request with it, in the same write.
  mutating func framePublished(_ predictor: inout VblankPredictor, at now: Timestamp) -> Bool {
    frames += 1
    if let asked {
      if now > overdue {
        predictor.sampleLost()
        overdue = now + predictor.period + predictor.sampleTimeout
      }
      guard now - asked > Self.patience else { return false }
    }
    guard frames >= predictor.framesToNextSample else { return false }
    ask(predictor, at: now)
    return true
  }

  /// Checks, while no frames are published, whether the display shows something again. This takes
  /// two stamps, since the first one only ends the gap.
  /// - Returns: whether to send a request.
  mutating func probe(_ predictor: VblankPredictor, at now: Timestamp) -> Bool {
    if let asked, now - asked <= Self.patience { return false }
    followUps = max(followUps, 1)
    ask(predictor, at: now)
    return true
  }

  /// Ends the initial burst, because the display's rate is known.
  mutating func endBurst() { followUps = 0 }

  /// Reports that the answer has arrived.
  /// - Returns: whether to send another request at once.
  mutating func answered(_ predictor: VblankPredictor, at now: Timestamp) -> Bool {
    asked = nil
    guard followUps > 0 else { return false }
    followUps -= 1
    ask(predictor, at: now)
    return true
  }

  /// Stops waiting for the pending answer, because no frame will come for a while.
  mutating func pause() {
    asked = nil
    frames = 0
  }

  private mutating func ask(_ predictor: VblankPredictor, at now: Timestamp) {
    frames = 0
    asked = now
    overdue = now + predictor.period + predictor.sampleTimeout
  }
}
