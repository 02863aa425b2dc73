import AnimCore

/// When frames are due: in the slots of a display, or, uncapped, whenever the server is ready.
package enum FrameTiming {
  case vblanks(VblankTiming)
  case uncapped(UncappedTiming)

  /// - Parameters:
  ///   - rate: the display's refresh rate; nil if it is unknown.
  ///   - hasVblanks: whether the server reports vblanks.
  package init(
    _ configuration: TimingConfiguration, rate: RefreshRate?, hasVblanks: Bool, at now: Timestamp
  ) {
    self =
      configuration.rate == .maximum
      ? .uncapped(UncappedTiming())
      : .vblanks(
        VblankTiming(configuration, rate: rate, hasVblanks: hasVblanks, at: now))
  }
}

// MARK: - The next frame

extension FrameTiming {
  var isUncapped: Bool { if case .uncapped = self { true } else { false } }

  /// The slot of the next frame to be drawn.
  var nextSlot: Int {
    switch self {
    case .vblanks(let timing): timing.scheduler.nextSlot
    case .uncapped(let timing): timing.nextSlot
    }
  }

  /// The instant, by the display's clock, that the next frame is drawn for.
  func instant(at now: Timestamp) -> Timestamp {
    switch self {
    case .vblanks(let timing): timing.scheduler.instant(of: timing.scheduler.nextSlot)
    case .uncapped: now
    }
  }

  /// When a slot begins, by the display's clock; nil if there are no slots.
  func time(of slot: Int) -> Timestamp? {
    switch self {
    case .vblanks(let timing): timing.scheduler.time(of: slot)
    case .uncapped: nil
    }
  }

  /// When to publish the next frame; nil for as soon as it is drawn.
  var deadline: Timestamp? {
    switch self {
    case .vblanks(let timing): timing.scheduler.deadline
    case .uncapped: nil
    }
  }

  /// When to begin drawing the next frame so that it is ready `lead` seconds before its deadline;
  /// nil for at once.
  func drawingStart(lead: Seconds) -> Timestamp? {
    switch self {
    case .vblanks(let timing): timing.scheduler.deadline - lead
    case .uncapped(let timing): timing.notBefore
    }
  }

  /// The nominal time between two slots, in seconds; nil if there are no slots.
  var slotInterval: Seconds? {
    switch self {
    case .vblanks(let timing): timing.slotTiming.slots.interval
    case .uncapped: nil
    }
  }
}

// MARK: - From frame to frame

extension FrameTiming {
  /// Starts, or restarts after a stop.
  mutating func restart(at now: Timestamp) {
    switch self {
    case .vblanks(var timing):
      timing.scheduler.restart(at: now)
      self = .vblanks(timing)
    case .uncapped(var timing):
      timing.advanceDeadline()
      self = .uncapped(timing)
    }
  }

  /// Moves the next frame to an earlier slot, because it cannot wait for one far ahead.
  /// - Returns: whether the frame was moved.
  mutating func advanceDeadline(at now: Timestamp) -> Bool {
    switch self {
    case .vblanks(var timing):
      let isEarlier = timing.scheduler.advanceDeadline(at: now)
      self = .vblanks(timing)
      return isEarlier
    case .uncapped(var timing):
      timing.advanceDeadline()
      self = .uncapped(timing)
      return false
    }
  }

  /// Plans the next frame for `slot`, or for `instant` of the display's clock, whichever is sooner.
  mutating func plan(slot: Int?, orAt instant: Timestamp?) {
    switch self {
    case .vblanks(var timing):
      timing.scheduler.plan(slot: slot, orAt: instant)
      self = .vblanks(timing)
    case .uncapped(var timing):
      timing.plan(notBefore: slot == nil ? instant : nil)
      self = .uncapped(timing)
    }
  }

  /// Takes the wake-up for the next frame's slot; nil if it is too early, or uncapped.
  mutating func wake(at now: Timestamp) -> FrameScheduler.Wake? {
    guard case .vblanks(var timing) = self, let wake = timing.scheduler.wake(at: now) else {
      return nil
    }
    self = .vblanks(timing)
    return wake
  }

  /// Reports how many seconds a frame took to draw.
  mutating func didDraw(in time: Seconds) {
    guard case .vblanks(var timing) = self else { return }
    timing.scheduler.didDraw(in: time)
    self = .vblanks(timing)
  }

  /// If uncapped, goes on to the next frame, now that one was published.
  mutating func didPublish() {
    guard case .uncapped(var timing) = self else { return }
    timing.didPublish()
    self = .uncapped(timing)
  }
}

// MARK: - The display

extension FrameTiming {
  /// Whether the display shows anything, judging by its vblanks.
  var isDisplayVisible: Bool {
    switch self {
    case .vblanks(let timing): timing.isDisplayVisible
    case .uncapped: true
    }
  }

  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    guard case .vblanks(var timing) = self else { return }
    timing.displayChanged(to: rate, at: now)
    self = .vblanks(timing)
  }

  /// Whether to ask for a vblank stamp with the frame that is about to be published.
  mutating func asksForVblank(at now: Timestamp) -> Bool {
    guard case .vblanks(var timing) = self else { return false }
    let asks = timing.asksForVblank(at: now)
    self = .vblanks(timing)
    return asks
  }

  /// Whether to ask for a stamp now, to learn whether the display shows something again.
  mutating func probes(at now: Timestamp) -> Bool {
    guard case .vblanks(var timing) = self else { return false }
    let probes = timing.probes(at: now)
    self = .vblanks(timing)
    return probes
  }

  mutating func pauseSampling() {
    guard case .vblanks(var timing) = self else { return }
    timing.pauseSampling()
    self = .vblanks(timing)
  }

  /// See ``VblankTiming/stamped(_:at:)``.
  mutating func stamped(
    _ stamp: VblankStamp, at now: Timestamp
  ) -> (error: Seconds?, asksAgain: Bool) {
    guard case .vblanks(var timing) = self else { return (nil, false) }
    let result = timing.stamped(stamp, at: now)
    self = .vblanks(timing)
    return result
  }

  /// How frames are timed now, and that `renderer` draws them.
  package func status(renderer: String) -> TimingStatus {
    switch self {
    case .uncapped: TimingStatus(source: .uncapped, renderer: renderer)
    case .vblanks(let timing):
      TimingStatus(
        source: timing.source, reason: timing.reason, isLocked: timing.isLocked,
        refreshRate: 1 / timing.scheduler.predictor.period, renderer: renderer)
    }
  }
}
