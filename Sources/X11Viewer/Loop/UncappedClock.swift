import AnimCore

/// The times of frames that no display paces: each is drawn for the instant at which it is drawn.
struct UncappedClock {
  private(set) var isRunning = false
  /// Counts the frames.
  private(set) var nextSlot = 0
  /// How far the time of the animation lies behind the display's: the sum of all stops, in seconds.
  private var lag: Seconds = 0
  private var stopped: Timestamp?

  mutating func start(at now: Timestamp) {
    isRunning = true
    if let stopped { lag += now - stopped }
    stopped = nil
  }

  mutating func stop(at now: Timestamp) {
    isRunning = false
    stopped = now
  }

  /// The instant of the animation that a frame drawn `now` is for.
  func animationTime(at now: Timestamp) -> Timestamp { (stopped ?? now) - lag }

  mutating func published() { nextSlot += 1 }
}
