@testable import AnimCore
@testable import AnimGraphics
@testable import FramePacing

// Iterations of the loop.
extension CycleModel {
  mutating func runTurns() throws(CycleViolation) {
    for _ in 0..<40 {
      turns += 1
      now = now + 1e-6
      takeEvents()
      let output = cycle.next(at: now, renderer: load)
      if try carryOut(output) { return }
    }
    throw CycleViolation(description: "the loop does not go to sleep; \(cycle.state)")
  }

  var load: RendererLoad {
    completions.isEmpty ? .idle : completions.count < 2 ? .ready : .busy
  }

  mutating func takeEvents() {
    if slept > 0 { wentOn = now }
    if isStopped { (isStopped, ranFrom) = (false, now) }
    if hasRead {
      hasRead = false
      takeCompletions()
      takeStamp()
      for event in events {
        unsent = true
        handle(event)
        cycle.didHandleEvent(at: now)
      }
      events.removeAll(keepingCapacity: true)
    }
    cycle.windowIsVisible(isVisible, at: now)
    if !isShown { (wantedSince, needsPublishing, isDrawn) = (nil, false, false) }
    if isShown { lastAsk = now }
  }

  /// Whether frames are visible, as far as the cycle can know.
  var isShown: Bool { isVisible && cycle.timing.isDisplayVisible }

  mutating func takeCompletions() {
    let wasFree = isFree
    completions.removeAll { $0.map { $0 <= now } ?? false }
    if !wasFree, isFree { freeSince = now }
  }

  var isFree: Bool { cycle.timing.isUncapped ? load == .idle : load != .busy }

  mutating func takeStamp() {
    guard let answer, answer <= now else { return }
    asked = nil
    let msc = Int64((answer.seconds / Self.vblank).rounded())
    _ = cycle.didReceive(
      VblankStamp(msc: msc, ust: isForeign ? answer - 500 : answer), at: now)
    isForeign = false
  }

  mutating func handle(_ event: CycleStep) {
    switch event {
    case .expose:
      cycle.didLose(PixelRect(x0: 1, y0: 2, x1: 3, y1: 4))
      lostArea = true
    case .key:
      cycle.contentsChanged(at: now)
      if isShown { wantedSince = wantedSince ?? now }
    case .togglePause:
      isPaused.toggle()
      cycle.changeTime(at: now) { [isPaused] timeline, instant in
        if isPaused { timeline.pause(at: instant) } else { timeline.resume(at: instant) }
      }
      if isShown { wantedSince = wantedSince ?? now }
    case .seek:
      lastSceneTime = nil
      drawnSceneTime = nil
      cycle.changeTime(at: now) { $0.seek(to: Timestamp(seconds: 5), at: $1) }
      if isShown { wantedSince = wantedSince ?? now }
    case .hide: isVisible = false
    case .show:
      if !isVisible { wantedSince = now }
      isVisible = true
    case .displayChange(let hertz):
      cycle.displayChanged(to: RefreshRate(hertz: Double(hertz)), at: now)
    default: break
    }
  }

  /// - Returns: Whether the loop sleeps.
  mutating func carryOut(_ effect: FrameCycle.Effect) throws(CycleViolation) -> Bool {
    switch effect {
    case .exchange:
      hasRead = true
      unsent = false
    case .repair:
      lostArea = false
      unsent = true
      if isDrawn, isShown { needsPublishing = true }
    case .askForVblank:
      ask()
      unsent = true
    case .askForVisibility:
      guard !isShown else {
        throw CycleViolation(description: "a visible window asks whether it is visible")
      }
      lastAsk = now
      unsent = true
    case .draw(let request): try draw(request)
    case .publish(let publication): try publish(publication)
    case .recover:
      for index in completions.indices where completions[index] == nil {
        completions[index] = max(now + serverTime, isStoppedUntil)
      }
      unsent = true
    case .sleep(let end, let isListening):
      try checkSleep(until: end)
      (sleepEnd, self.isListening) = (end, isListening)
      return true
    case .end: throw CycleViolation(description: "it ends without a request")
    }
    return false
  }

  mutating func ask() {
    asked = losesStamp ? nil : now
    losesStamp = false
  }
}
