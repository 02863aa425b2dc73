@testable import AnimCore
@testable import FramePacing

// Frames, and the invariants that they must satisfy.
extension CycleModel {
  mutating func draw(_ request: FrameRequest) throws(CycleViolation) {
    guard isShown else { throw CycleViolation(description: "it draws while hidden") }
    guard isFree else { throw CycleViolation(description: "it draws while the server is busy") }
    guard request.slot > lastSlot else {
      throw CycleViolation(description: "it draws for slot \(request.slot) after \(lastSlot)")
    }
    if let lastSceneTime, request.sceneTime < lastSceneTime {
      throw CycleViolation(
        description: "scene time goes back from \(lastSceneTime) to \(request.sceneTime)")
    }
    if stood, !request.isInterrupted {
      throw CycleViolation(description: "after a stop the delta is not zero")
    }
    if stood, drawnScene == .moving, let drawnSceneTime,
      request.sceneTime - drawnSceneTime > 0.05 + max(frameInterval, 1 / 30) + beforeStop
        + (now - ranFrom)
    {
      throw CycleViolation(
        description: "after a stop time jumps by \(request.sceneTime - drawnSceneTime) s")
    }
    stood = false
    wantedSince = nil
    now = now + drawing
    drawnSceneTime = request.sceneTime
    drawnScene = scene
    // A late frame, after a stop too short to be noticed, shows its slot and not the present.
    drawnAt = cycle.timing.deadline.map { min($0, now) } ?? now
    if cannotDraw {
      cannotDraw = false
      isDrawn = false
      cycle.didNotDraw(at: now)
      return
    }
    isDrawn = true
    demand = demand(after: request)
    cycle.didDraw(demand)
  }

  func demand(after request: FrameRequest) -> FrameSource.Demand {
    switch scene {
    case .moving: .slot(request.slot + 1, orAt: nil)
    case .everySecond: .at(Timestamp(seconds: request.sceneTime.seconds.rounded(.down) + 1))
    case .finished: .nothing
    }
  }

  mutating func publish(_ publication: Publication) throws(CycleViolation) {
    guard isDrawn, isShown else {
      throw CycleViolation(description: "it publishes without a drawn frame")
    }
    guard publication.slot > lastSlot else {
      throw CycleViolation(
        description: "two frames for slot \(publication.slot), or the slots go back")
    }
    lastSlot = publication.slot
    lastSceneTime = drawnSceneTime
    (isDrawn, needsPublishing, unsent) = (false, false, false)
    completions.append(losesCompletion ? nil : max(now + serverTime, isStoppedUntil))
    losesCompletion = false
    if publication.needsVblank { ask() }
    now = now + 50e-6
  }

  func checkSleep(until end: Timestamp?) throws(CycleViolation) {
    if unsent { throw CycleViolation(description: "it sleeps with unsent requests") }
    if hasRead { throw CycleViolation(description: "it sleeps with unhandled events") }
    if lostArea { throw CycleViolation(description: "it sleeps with an area to repair") }
    if needsPublishing {
      throw CycleViolation(description: "it sleeps with a repair to publish")
    }
    guard isShown else {
      if let end, end - now <= 2.000_1, now - lastAsk < 2.1 + slept { return }
      throw CycleViolation(description: "a hidden window does not ask again")
    }
    try checkSlot(until: end)
    if !isFree {
      guard wantedSince == nil || (end.map { $0 - now <= 0.25 + 1e-6 } ?? false) else {
        throw CycleViolation(description: "it waits forever for a lost completion")
      }
      return
    }
    // When uncapped, it checks for signals before it draws.
    guard isMoving else { return }
    guard let end, end - max(wantedSince ?? now, freeSince, wentOn) <= bound else {
      throw CycleViolation(
        description:
          "a wanted frame is not drawn: it sleeps in \(cycle.state) until \(String(describing: end))"
      )
    }
  }

  /// Checks that a frame that is drawn, or was published early, waits for its slot and no longer.
  func checkSlot(until end: Timestamp?) throws(CycleViolation) {
    switch cycle.state {
    case .drawn, .shown: break
    default: return
    }
    guard let deadline = cycle.timing.deadline else { return }
    guard let end, end <= deadline else {
      throw CycleViolation(description: "it sleeps in \(cycle.state) beyond the slot")
    }
  }

  /// Whether a frame is wanted in the next slot.
  var isMoving: Bool {
    if case .idle = cycle.state, wantedSince == nil { return false }
    return wantedSince != nil
      || scene == .moving && !isPaused && demand == .slot(lastSlot + 1, orAt: nil)
  }

  /// The longest time in seconds that a wanted frame may wait while the renderer is free: one slot,
  /// plus the delay from vblanks to deadlines.
  var bound: Seconds {
    guard let timing = cycle.timing as? VblankTiming else { return 0 }
    // A slot is kept when the display changes, so it may be one of the slowest display.
    let slot = max(timing.scheduler.predictor.period, 1 / 30) + 5e-3
    let usual = wantedSince == nil ? max(frameInterval, slot) + 5e-3 : slot
    // After early publishing, the slot is still to come. It is ahead by at most the lead of drawing
    // plus 40 ms of drawing time. The alternative is smaller: one slot and half a refresh, if a
    // stamp has since shown that the display refreshes later.
    guard case .shown = cycle.state else { return usual }
    return max(usual, FrameCycle.near + 0.04 + 5e-3)
  }

  /// Seconds from frame to frame.
  var frameInterval: Seconds {
    guard let timing = cycle.timing as? VblankTiming else { return 0 }
    let interval = Double(timing.scheduler.stride) * timing.scheduler.predictor.period
    // A display that reports up to 2.4 times its rate is trusted until the rate is measured, which
    // takes longer while the server is stopped.
    guard case .fixed(let wanted) = timing.configuration.rate else { return interval }
    return max(interval, 3 * wanted.interval)
  }
}
