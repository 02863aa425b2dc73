import AnimCore

// What to do next.
extension FrameCycle {
  /// The next thing to do. Carry it out before asking again.
  ///
  /// - Parameters:
  ///   - now: the time of this turn, in which the clock is read only once.
  ///   - renderer: how much the renderer can accept now.
  package mutating func next(at now: Timestamp, renderer: RendererLoad) -> Effect {
    if let end, now >= end { self.end(.finished) }
    if let outcome { return .end(outcome) }
    finishDrawing(at: now)
    noticeStall(at: now)
    if let change = nextContentsChange, now >= change {
      nextContentsChange = nil
      contentsChanged(at: now)
    }
    if needsExchange {
      needsExchange = false
      return .exchange
    }
    if let lostArea { return repair(lostArea) }
    if wantsStamp {
      wantsStamp = false
      needsExchange = true
      return .askForVblank
    }
    while true {
      if let effect = step(at: now, renderer: renderer) { return effect }
    }
  }

  /// Takes one step in the current state.
  /// - Returns: nil if the state changed, and the new state must take a step.
  private mutating func step(at now: Timestamp, renderer: RendererLoad) -> Effect? {
    switch state {
    case .hidden: return hidden(at: now)
    case .idle: return sleep(until: nil)
    case .waiting: return waiting(at: now)
    case .due: return due(at: now, renderer)
    case .blocked(let since, let asked): return blocked(since, asked, at: now, renderer)
    case .drawn(let frame): return drawn(frame, at: now)
    case .shown(let isStale): return shown(isStale, at: now)
    }
  }

  private mutating func repair(_ area: PixelRect) -> Effect {
    lostArea = nil
    needsExchange = true
    // If the next frame is drawn, the last one may have been painted over, so publishing repairs
    // the area.
    if case .drawn = state { publishesEarly = true }
    return .repair(area)
  }

  private mutating func sleep(until instant: Timestamp?, isListening: Bool = true) -> Effect {
    sleepEnd = instant
    let change = state == .hidden ? nil : nextContentsChange
    return .sleep(
      until: earliest(earliest(instant, end), change), isListening: isListening || timesCompletions)
  }

  /// Measures, one turn later, how long drawing took.
  private mutating func finishDrawing(at now: Timestamp) {
    guard let start = drawingStart else { return }
    drawingStart = nil
    drawingTime = now - start
    timing.didDraw(in: drawingTime)
  }

  /// Detects that the process or the machine was stopped during the last sleep.
  private mutating func noticeStall(at now: Timestamp) {
    defer { sleepEnd = nil }
    guard let sleepEnd, now - sleepEnd > Self.longestStall, state != .hidden else { return }
    restart(at: now, missing: true)
  }

  private mutating func hidden(at now: Timestamp) -> Effect {
    guard now >= nextVisibilityCheck else { return sleep(until: nextVisibilityCheck) }
    nextVisibilityCheck = now + Self.visibilityInterval
    wantsStamp = wantsStamp || timing.probes(at: now)
    needsExchange = true
    return .askForVisibility
  }

  private mutating func waiting(at now: Timestamp) -> Effect? {
    if let start = drawingStart(at: now) { return sleep(until: start) }
    // New stamps may have moved the slots in the meantime.
    planSlot()
    state = .due
    return nil
  }

  private mutating func due(at now: Timestamp, _ renderer: RendererLoad) -> Effect? {
    guard isFree(renderer) else {
      state = .blocked(since: now, asked: now)
      return nil
    }
    // If uncapped, the next frame would follow at once, and signals would never be read.
    if timing.isUncapped, !hasSlept { return sleep(until: now) }
    drawingStart = now
    let instant = nextInstant(at: now)
    lastInstant = instant
    defer { isInterrupted = false }
    return .draw(
      FrameRequest(
        slot: timing.nextSlot, sceneTime: timeline.sceneTime(at: instant),
        advances: !timeline.isPaused, isInterrupted: isInterrupted, missed: missed,
        slotInterval: timing.slotInterval, shownTime: shownInstant.map(timeline.sceneTime(at:))))
  }

  private func isFree(_ renderer: RendererLoad) -> Bool {
    renderer == .idle || renderer == .ready && !timing.isUncapped
  }

  private mutating func blocked(
    _ since: Timestamp, _ asked: Timestamp, at now: Timestamp, _ renderer: RendererLoad
  ) -> Effect? {
    if isFree(renderer) {
      let block = now - since
      defer { lastBlock = block }
      if block > max(Self.longestBlock, 4 * lastBlock) {
        restart(at: now, missing: true)
      } else if let wake = timing.wake(at: now) {
        // The frame is late, so it takes the first slot that comes, however rarely frames are
        // wanted.
        missed += wake.missed + 1
        _ = timing.advanceDeadline(at: now)
      }
      state = .due
      return nil
    }
    guard now - asked >= Self.lostCompletion else {
      return sleep(until: asked + Self.lostCompletion)
    }
    state = .blocked(since: since, asked: now)
    needsExchange = true
    return .recover
  }

  private mutating func drawn(_ frame: DrawnFrame, at now: Timestamp) -> Effect? {
    if timing.isUncapped {
      defer { plan(at: now) }
      return publish(frame, nil, at: now)
    }
    if publishesEarly {
      state = .shown(isStale: false)
      return publish(frame, nil, at: now)
    }
    guard let wake = timing.wake(at: now) else { return sleepUntilSlot(at: now) }
    missed += wake.missed
    defer { plan(at: now) }
    return publish(frame, wake, at: now)
  }

  private mutating func shown(_ isStale: Bool, at now: Timestamp) -> Effect? {
    guard timing.wake(at: now) != nil else { return sleepUntilSlot(at: now) }
    guard isStale else {
      plan(at: now)
      return nil
    }
    _ = timing.advanceDeadline(at: now)
    state = .due
    return nil
  }

  private mutating func sleepUntilSlot(at now: Timestamp) -> Effect {
    let slot = timing.deadline ?? now
    // While a frame waits for a near slot, events do not end the sleep: they could not show before
    // that slot anyway. So a frame usually wakes the process up once, and neither the completion of
    // the previous frame nor a vblank stamp costs another wake-up.
    return sleep(until: slot, isListening: slot - now > Self.near)
  }
}

private func earliest(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
