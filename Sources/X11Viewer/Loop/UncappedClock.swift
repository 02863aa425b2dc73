import AnimCore

/// The times of frames that no display paces: each is drawn for the instant at which it is drawn.
struct UncappedClock {
  private(set) var isRunning = false
  /// Counts the frames.
  private(set) var nextSlot = 0
  /// The instant of the animation before which no frame is wanted.
  private var notBefore: Timestamp?
  /// How far the time of the animation lies behind the display's, in seconds: the sum of all stops.
  private var lag: Seconds = 0
  /// The instant of the animation that the latest frame was for.
  private var latest: Timestamp?

  /// The time of the animation goes on from its latest frame.
  mutating func start(at now: Timestamp) {
    guard !isRunning else { return }
    isRunning = true
    notBefore = nil
    if let latest { lag = now - latest }
  }

  mutating func stop() { isRunning = false }

  /// The next frame is wanted at once.
  mutating func hurry() { notBefore = nil }

  /// The next frame is not wanted before `instant` of the animation; at once where that is nil.
  mutating func plan(notBefore instant: Timestamp?) { notBefore = instant }

  /// When the next frame may be drawn, by the display's time; nil while stopped.
  func deadline(at now: Timestamp) -> Timestamp? {
    isRunning ? notBefore.map { $0 + lag } ?? now : nil
  }

  /// The instant of the animation that a frame drawn `now` is for.
  func animationTime(at now: Timestamp) -> Timestamp {
    isRunning ? now - lag : latest ?? now
  }

  /// Takes note of a frame that was drawn for `instant` of the animation.
  mutating func drew(for instant: Timestamp) {
    nextSlot += 1
    latest = instant
  }
}
