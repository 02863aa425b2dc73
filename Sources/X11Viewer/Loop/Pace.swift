import AnimCore

/// When frames are due: in the slots of a display, or, uncapped, whenever the server is ready.
enum Pace {
  case vblankPaced(VblankPace)
  case uncapped(UncappedPace)

  /// - Parameters:
  ///   - rate: of the display, nil where that is not known.
  ///   - hasVblanks: whether the server reports vblanks.
  init(
    _ configuration: TimingConfiguration, rate: RefreshRate?, hasVblanks: Bool, at now: Timestamp
  ) {
    self =
      configuration.rate == .maximum
      ? .uncapped(UncappedPace())
      : .vblankPaced(
        VblankPace(configuration, rate: rate, hasVblanks: hasVblanks, at: now))
  }
}

// MARK: - The next frame

extension Pace {
  var isUncapped: Bool { if case .uncapped = self { true } else { false } }

  /// The slot of the next frame to be drawn.
  var nextSlot: Int {
    switch self {
    case .vblankPaced(let pace): pace.scheduler.nextSlot
    case .uncapped(let pace): pace.nextSlot
    }
  }

  /// The instant, by the display's clock, that the next frame is drawn for.
  func instant(at now: Timestamp) -> Timestamp {
    switch self {
    case .vblankPaced(let pace): pace.scheduler.instant(of: pace.scheduler.nextSlot)
    case .uncapped: now
    }
  }

  /// When the next frame is to be published; nil for as soon as it is drawn.
  var deadline: Timestamp? {
    switch self {
    case .vblankPaced(let pace): pace.scheduler.deadline
    case .uncapped: nil
    }
  }

  /// When to begin drawing the next frame, so that it is ready `lead` seconds before its deadline;
  /// nil for at once.
  func drawingStart(lead: Seconds) -> Timestamp? {
    switch self {
    case .vblankPaced(let pace): pace.scheduler.deadline - lead
    case .uncapped(let pace): pace.notBefore
    }
  }

  /// The nominal time between two slots in seconds; nil where there are none.
  var slotInterval: Seconds? {
    switch self {
    case .vblankPaced(let pace): pace.plan.slots.interval
    case .uncapped: nil
    }
  }
}

// MARK: - From frame to frame

extension Pace {
  /// Begins, or begins again after a stop.
  mutating func restart(at now: Timestamp) {
    switch self {
    case .vblankPaced(var pace):
      pace.scheduler.restart(at: now)
      self = .vblankPaced(pace)
    case .uncapped(var pace):
      pace.advanceDeadline()
      self = .uncapped(pace)
    }
  }

  /// The next frame cannot wait for a slot far ahead.
  /// - Returns: whether it was to be for such a slot, and now is for an earlier one.
  mutating func advanceDeadline(at now: Timestamp) -> Bool {
    switch self {
    case .vblankPaced(var pace):
      let isEarlier = pace.scheduler.advanceDeadline(at: now)
      self = .vblankPaced(pace)
      return isEarlier
    case .uncapped(var pace):
      pace.advanceDeadline()
      self = .uncapped(pace)
      return false
    }
  }

  /// The next frame is not wanted before `slot`, nor before `instant` of the display's clock,
  /// whichever is sooner.
  mutating func plan(slot: Int?, orAt instant: Timestamp?) {
    switch self {
    case .vblankPaced(var pace):
      pace.scheduler.plan(slot: slot, orAt: instant)
      self = .vblankPaced(pace)
    case .uncapped(var pace):
      pace.plan(notBefore: slot == nil ? instant : nil)
      self = .uncapped(pace)
    }
  }

  /// Marks the wake-up for the next frame's slot; nil if it is too early, and uncapped.
  mutating func wake(at now: Timestamp) -> FrameScheduler.Wake? {
    guard case .vblankPaced(var pace) = self, let wake = pace.scheduler.wake(at: now) else {
      return nil
    }
    self = .vblankPaced(pace)
    return wake
  }

  /// Reports how many seconds a frame took to draw.
  mutating func didDraw(in time: Seconds) {
    guard case .vblankPaced(var pace) = self else { return }
    pace.scheduler.didDraw(in: time)
    self = .vblankPaced(pace)
  }

  /// Uncapped, a frame that was published makes room for the next.
  mutating func didPublish() {
    guard case .uncapped(var pace) = self else { return }
    pace.didPublish()
    self = .uncapped(pace)
  }
}

// MARK: - The display

extension Pace {
  /// Whether the display shows anything, as far as its vblanks tell.
  var isDisplayVisible: Bool {
    switch self {
    case .vblankPaced(let pace): pace.isDisplayVisible
    case .uncapped: true
    }
  }

  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    guard case .vblankPaced(var pace) = self else { return }
    pace.displayChanged(to: rate, at: now)
    self = .vblankPaced(pace)
  }

  /// Whether to ask for a vblank's stamp with the frame that is about to be published.
  mutating func asksForVblank(at now: Timestamp) -> Bool {
    guard case .vblankPaced(var pace) = self else { return false }
    let asks = pace.asksForVblank(at: now)
    self = .vblankPaced(pace)
    return asks
  }

  /// Whether to ask now, to learn whether the display shows something again.
  mutating func probes(at now: Timestamp) -> Bool {
    guard case .vblankPaced(var pace) = self else { return false }
    let probes = pace.probes(at: now)
    self = .vblankPaced(pace)
    return probes
  }

  mutating func pauseSampling() {
    guard case .vblankPaced(var pace) = self else { return }
    pace.pauseSampling()
    self = .vblankPaced(pace)
  }

  /// See ``VblankPace/stamped(_:at:)``.
  mutating func stamped(
    _ stamp: VblankStamp, at now: Timestamp
  ) -> (error: Seconds?, asksAgain: Bool) {
    guard case .vblankPaced(var pace) = self else { return (nil, false) }
    let result = pace.stamped(stamp, at: now)
    self = .vblankPaced(pace)
    return result
  }

  /// By what frames are timed now, and `renderer`, which draws them.
  func status(renderer: String) -> TimingStatus {
    switch self {
    case .uncapped: TimingStatus(source: .uncapped, renderer: renderer)
    case .vblankPaced(let pace):
      TimingStatus(
        source: pace.source, reason: pace.reason, isLocked: pace.isLocked,
        refreshRate: 1 / pace.scheduler.predictor.period, renderer: renderer)
    }
  }
}
