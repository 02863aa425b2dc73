import AnimCore

// What happened.
extension FrameCycle {
  /// A sleep is over: signals, events and time may have come.
  mutating func didWake() {
    needsExchange = true
    hasSlept = true
  }

  /// An event was read whose handling may have asked something of the server.
  mutating func didHandleEvent(at now: Timestamp) {
    needsExchange = true
    if state == .hidden, timing.probes(at: now) { wantsStamp = true }
  }

  /// Part of the window lost its picture.
  mutating func didLose(_ area: PixelRect) {
    lostArea = lostArea.map { $0.union(area) } ?? area
  }

  /// The picture has to change soon, whatever the scene wants: a key was pressed, the window has a
  /// new size, there is another scene.
  mutating func contentsChanged(at now: Timestamp) {
    switch state {
    case .hidden, .due, .blocked: break
    case .idle:
      start(at: now)
      state = .due
    case .waiting:
      advanceDeadline(at: now)
    case .drawn(let frame):
      missed += frame.missed
      advanceDeadline(at: now)
    case .shown:
      state = .shown(isStale: true)
    }
  }

  /// The user changes the time. `change` gets the timeline, and the instant of the display's clock
  /// at which it takes effect: that of the next frame.
  mutating func changeTime(
    at now: Timestamp, _ change: (inout Timeline, _ instant: Timestamp) -> Void
  ) {
    contentsChanged(at: now)
    isInterrupted = true
    var instant = timing.instant(at: now)
    // A slot whose frame is shown already may have moved by a stamp since.
    if case .shown = state, let lastInstant { instant = max(instant, lastInstant) }
    change(&timeline, instant)
  }

  /// Whether the window can be seen, as far as the server and the window manager say.
  mutating func windowIsVisible(_ isVisible: Bool, at now: Timestamp) {
    isWindowVisible = isVisible
    visibilityMayHaveChanged(at: now)
  }

  /// Another output shows the window, or its mode has changed.
  ///
  /// - Parameter rate: nil where it is not known.
  mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    timing.displayChanged(to: rate, at: now)
    if state == .waiting { planSlot() }
    visibilityMayHaveChanged(at: now)
  }

  /// The server reports when a vblank was.
  ///
  /// - Returns: how much later it was than predicted, in seconds; nil where that is not known.
  mutating func didReceive(_ stamp: VblankStamp, at now: Timestamp) -> Seconds? {
    let (error, asksAgain) = timing.stamped(stamp, at: now)
    wantsStamp = wantsStamp || asksAgain
    // The display may turn out to have another rate, and the slot to be a nearer one.
    if state == .waiting { planSlot() }
    visibilityMayHaveChanged(at: now)
    return error
  }

  /// The process goes on after it was stopped.
  mutating func didContinue(at now: Timestamp) {
    guard state != .hidden else { return }
    restart(at: now, missing: false)
  }

  /// The run is to end.
  mutating func end(_ outcome: Outcome) { self.outcome = self.outcome ?? outcome }

  /// The frame that was asked for is drawn.
  ///
  /// - Parameter demand: what the scene wants next, in scene time.
  mutating func didDraw(_ demand: FrameSource.Demand) {
    self.demand = demand
    state = .drawn(DrawnFrame(slot: timing.nextSlot, missed: missed))
    missed = 0
  }

  /// The frame that was asked for cannot be drawn, at this size or at all. The next one is due when
  /// the contents change.
  mutating func didNotDraw(at now: Timestamp) {
    drawingStart = nil
    rest(at: now)
  }
}

// From state to state.
extension FrameCycle {
  /// Frames begin: scene time continues where it was held, with a delta of zero.
  private mutating func start(at now: Timestamp) {
    timing.restart(at: now)
    timeline.release(at: timing.instant(at: now))
    isInterrupted = true
    isRecordInterrupted = true
  }

  /// Frames begin again after a stop: the next one at once, and from where scene time stood.
  ///
  /// - Parameter missing: whether the slots that have passed are missed.
  mutating func restart(at now: Timestamp, missing: Bool) {
    hold(at: now)
    if missing { missed += timing.wake(at: now)?.missed ?? 0 }
    start(at: now)
    publishesEarly = true
    state = .due
  }

  /// Nothing is to change: no frame is due, and scene time is stopped.
  private mutating func rest(at now: Timestamp) {
    hold(at: now)
    state = .idle
  }

  /// Scene time is stopped from now on: not before what was drawn, and not as far ahead as a slot
  /// that is still to come.
  private mutating func hold(at now: Timestamp) {
    if !timeline.isHeld {
      let present = timing.isUncapped ? lastInstant ?? now : min(now, timing.instant(at: now))
      timeline.hold(at: lastInstant.map { max($0, present) } ?? present)
    }
    timing.pauseSampling()
  }

  private mutating func visibilityMayHaveChanged(at now: Timestamp) {
    let isVisible = isWindowVisible && timing.isDisplayVisible
    if state == .hidden, isVisible {
      start(at: now)
      publishesEarly = true
      state = .due
    } else if state != .hidden, !isVisible {
      hold(at: now)
      state = .hidden
      nextVisibilityCheck = now + Self.visibilityInterval
    }
  }

  private mutating func advanceDeadline(at now: Timestamp) {
    if timing.advanceDeadline(at: now) { isInterrupted = true }
    state = .due
  }

  /// The frame is published: in the slot of a wake-up, or before its own.
  mutating func publish(
    _ frame: DrawnFrame, _ wake: FrameScheduler.Wake?, at now: Timestamp
  ) -> Effect {
    publishesEarly = false
    publishedCount += 1
    if publishedCount == frameLimit { end(.finished) }
    shownInstant = wake.flatMap { timing.time(of: $0.slot) } ?? now
    timing.didPublish()
    hasSlept = false
    defer { isRecordInterrupted = false }
    return .publish(
      Publication(
        slot: wake?.slot ?? frame.slot, lateness: wake?.lateness, drawingTime: drawingTime,
        missed: frame.missed, isInterrupted: isRecordInterrupted,
        asksForVblank: timing.asksForVblank(at: now)))
  }

  /// Plans the frame after the one that was just published.
  mutating func plan(at now: Timestamp) {
    guard planSlot() else { return rest(at: now) }
    state = drawingStart(at: now) == nil ? .due : .waiting
  }

  /// Gives the next frame the slot that the scene wants.
  /// - Returns: false if it wants none.
  @discardableResult
  mutating func planSlot() -> Bool {
    if timeline.isPaused { return false }
    switch demand {
    case .nothing:
      return false
    case .at(let time):
      guard let instant = timeline.instant(reaching: time) else { return false }
      timing.plan(slot: nil, orAt: instant)
    case .slot(let slot, let time):
      timing.plan(slot: slot, orAt: time.flatMap(timeline.instant(reaching:)))
    }
    return true
  }

  /// When the next frame is drawn, if that is later: one whose slot is far ahead is drawn shortly
  /// before it, so that it shows what has happened until then, and the window keeps a picture that
  /// can be shown again.
  func drawingStart(at now: Timestamp) -> Timestamp? {
    timing.drawingStart(lead: Self.near + drawingTime).flatMap { $0 > now ? $0 : nil }
  }
}
