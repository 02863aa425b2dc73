import AnimCore

// Inputs: what happened.
extension FrameCycle {
  /// A sleep has ended: there may be signals or events, and time has passed.
  package mutating func didWake() {
    needsExchange = true
    hasSlept = true
  }

  /// An event was handled, which may have sent requests to the server.
  package mutating func didHandleEvent(at now: Timestamp) {
    needsExchange = true
    if state == .hidden, timing.probes(at: now) { wantsStamp = true }
  }

  /// Part of the window lost its contents.
  package mutating func didLose(_ area: PixelRect) {
    lostArea = lostArea.map { $0.union(area) } ?? area
  }

  /// The picture must change soon, whatever the scene wants: a key was pressed, the window was
  /// resized, or another scene is shown.
  package mutating func contentsChanged(at now: Timestamp) {
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

  /// The user changed the time. `change` receives the timeline, and the instant of the display's
  /// clock at which the change takes effect: that of the next frame.
  package mutating func changeTime(
    at now: Timestamp, _ change: (inout Timeline, _ instant: Timestamp) -> Void
  ) {
    contentsChanged(at: now)
    isInterrupted = true
    change(&timeline, nextInstant(at: now))
  }

  /// Whether the window can be seen, as far as the server and the window manager say.
  package mutating func windowIsVisible(_ isVisible: Bool, at now: Timestamp) {
    isWindowVisible = isVisible
    visibilityMayHaveChanged(at: now)
  }

  /// The window is on another output, or the output's mode has changed.
  ///
  /// - Parameter rate: the new refresh rate; nil if it is unknown.
  package mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    timing.displayChanged(to: rate, at: now)
    if state == .waiting { planSlot() }
    visibilityMayHaveChanged(at: now)
  }

  /// The server reported the time of a vblank.
  ///
  /// - Returns: how much later than predicted it was, in seconds; nil if there was no prediction.
  package mutating func didReceive(_ stamp: VblankStamp, at now: Timestamp) -> Seconds? {
    let (error, asksAgain) = timing.stamped(stamp, at: now)
    wantsStamp = wantsStamp || asksAgain
    // The stamp may have revealed another refresh rate, and with it a nearer slot.
    if state == .waiting { planSlot() }
    visibilityMayHaveChanged(at: now)
    return error
  }

  /// The process continues after a stop.
  package mutating func didContinue(at now: Timestamp) {
    guard state != .hidden else { return }
    restart(at: now, missing: false)
  }

  /// Ends the run, unless it is already ending.
  package mutating func end(_ outcome: Outcome) { self.outcome = self.outcome ?? outcome }

  /// The requested frame was drawn.
  ///
  /// - Parameter demand: what the scene wants next, in scene time.
  package mutating func didDraw(_ demand: FrameSource.Demand) {
    self.demand = demand
    state = .drawn(DrawnFrame(slot: timing.nextSlot, missed: missed))
    missed = 0
  }

  /// The requested frame could not be drawn, at this size or at all. The next one is due when the
  /// contents change.
  package mutating func didNotDraw(at now: Timestamp) {
    drawingStart = nil
    rest(at: now)
  }
}

// Transitions between states.
extension FrameCycle {
  /// Starts frames: scene time continues where it was held, with a delta of zero.
  private mutating func start(at now: Timestamp) {
    timing.restart(at: now)
    timeline.release(at: nextInstant(at: now))
    isInterrupted = true
    isRecordInterrupted = true
  }

  /// The instant that the next frame is drawn for. It does not go back beyond that of the last
  /// published frame, even if a stamp, or another display, has moved the slots since.
  func nextInstant(at now: Timestamp) -> Timestamp {
    let instant = timing.instant(at: now)
    return publishedInstant.map { max($0, instant) } ?? instant
  }

  /// Restarts frames after a stop: the next one is due at once, and continues from the held scene
  /// time.
  ///
  /// - Parameter missing: whether the slots that passed count as missed.
  mutating func restart(at now: Timestamp, missing: Bool) {
    hold(at: now)
    if missing { missed += timing.wake(at: now)?.missed ?? 0 }
    start(at: now)
    publishesEarly = true
    state = .due
  }

  /// Goes idle: no frame is due, and scene time stops.
  private mutating func rest(at now: Timestamp) {
    hold(at: now)
    state = .idle
  }

  /// Stops scene time: not before the time that was last drawn, and not ahead at a slot that is
  /// still to come.
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

  /// Publishes the drawn frame, in the slot of a wake-up or before its own slot.
  mutating func publish(
    _ frame: DrawnFrame, _ wake: FrameScheduler.Wake?, at now: Timestamp
  ) -> Effect {
    publishesEarly = false
    publishedCount += 1
    publishedInstant = lastInstant
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

  /// Assigns the slot that the scene wants to the next frame.
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

  /// When to draw the next frame, if not now. A frame whose slot is far ahead is drawn shortly
  /// before the slot, so that it shows everything that has happened by then, and until then the
  /// window keeps a picture that can be shown again.
  func drawingStart(at now: Timestamp) -> Timestamp? {
    timing.drawingStart(lead: Self.near + drawingTime).flatMap { $0 > now ? $0 : nil }
  }
}
