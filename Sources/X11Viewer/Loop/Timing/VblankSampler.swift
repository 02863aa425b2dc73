import AnimCore

/// Decides when to ask the server for the stamp of a vblank: as often as the predictor wants one.
///
/// One question is out at a time. Each costs the server a notification, and the viewer the reading
/// of it.
struct VblankSampler {
  /// Frames published since the last question.
  private var frames = 0
  /// Questions to follow the one that is out, at once.
  private var followUps: Int
  /// When the question that is out was asked.
  private var asked: Timestamp?
  /// When its answer is overdue, repeatedly.
  private var overdue = Timestamp.zero

  /// A display that shows nothing answers once a second. After this time there will be no answer.
  private static let patience: Seconds = 2.5

  /// - Parameter burst: how many questions are asked one after the other at first, so that the
  ///   display is known soon however seldom frames are wanted.
  init(burst: Int) { followUps = burst }

  /// A frame is about to be published.
  /// - Returns: whether to ask with it, so that the question goes out in the same write.
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

  /// Asks although no frame is published: whether the display shows something again. That takes two
  /// stamps, since the first one ends the time in which it did not.
  /// - Returns: whether to ask.
  mutating func probe(_ predictor: VblankPredictor, at now: Timestamp) -> Bool {
    if let asked, now - asked <= Self.patience { return false }
    followUps = max(followUps, 1)
    ask(predictor, at: now)
    return true
  }

  /// The display is known: what was still to follow is not asked.
  mutating func endBurst() { followUps = 0 }

  /// The answer has come.
  /// - Returns: whether to ask again at once.
  mutating func answered(_ predictor: VblankPredictor, at now: Timestamp) -> Bool {
    asked = nil
    guard followUps > 0 else { return false }
    followUps -= 1
    ask(predictor, at: now)
    return true
  }

  /// No frame will come for a while: what is out is not waited for.
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
