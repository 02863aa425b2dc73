import AnimCore

/// When frames are due: in the slots of a display, or, uncapped, whenever the server is ready.
struct Pace {
  /// Of the slots. Uncapped, it only keeps what is known of the display.
  var scheduler: FrameScheduler
  private var uncapped: UncappedClock?

  init(_ scheduler: FrameScheduler, isUncapped: Bool) {
    self.scheduler = scheduler
    uncapped = isUncapped ? UncappedClock() : nil
  }

  var isUncapped: Bool { uncapped != nil }

  var isRunning: Bool { uncapped?.isRunning ?? scheduler.isRunning }

  /// The slot of the next frame to be drawn.
  var nextSlot: Int { uncapped?.nextSlot ?? scheduler.nextSlot }

  /// When that frame is to be published, or drawn where there are no slots; nil while stopped.
  func deadline(at now: Timestamp) -> Timestamp? {
    uncapped.map { $0.deadline(at: now) } ?? scheduler.deadline
  }

  /// The instant of the animation that the next frame is drawn for.
  func animationTime(at now: Timestamp) -> Timestamp {
    uncapped?.animationTime(at: now) ?? scheduler.animationTime(of: scheduler.nextSlot)
  }

  /// Frames are wanted again, the next one soon.
  mutating func start(at now: Timestamp) {
    if uncapped != nil { uncapped?.start(at: now) } else { scheduler.start(at: now) }
  }

  /// No frame is wanted, and the time of the animation stands still.
  mutating func stop(at now: Timestamp) {
    if uncapped != nil { uncapped?.stop() } else { scheduler.stop(at: now) }
  }

  /// The next frame cannot wait for a slot far ahead.
  /// - Returns: whether it was to be for such a slot, and now is for an earlier one.
  mutating func hurry(at now: Timestamp) -> Bool {
    if uncapped != nil {
      uncapped?.hurry()
      return false
    }
    let planned = scheduler.nextSlot
    scheduler.hurry(at: now)
    return scheduler.nextSlot != planned
  }

  /// Takes note of a frame that was drawn for `instant` of the animation, in so many seconds.
  mutating func drew(for instant: Timestamp, in span: Seconds) {
    uncapped?.drew(for: instant)
    scheduler.drew(in: span)
  }

  /// The next frame is for when there is something new to show.
  /// - Returns: false if there is nothing.
  mutating func plan(_ demand: FrameSource.Demand) -> Bool {
    switch demand {
    case .nothing:
      return false
    case .at(let instant):
      uncapped?.plan(notBefore: instant)
      scheduler.plan(slot: nil, orAt: instant)
    case .slot(let slot, let instant):
      uncapped?.plan(notBefore: nil)
      scheduler.plan(slot: slot, orAt: instant)
    }
    return true
  }
}
