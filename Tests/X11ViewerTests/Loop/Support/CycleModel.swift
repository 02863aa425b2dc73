import AnimCore

@testable import X11Viewer

/// One step in a viewer's run: the rest of the current sleep, then an event.
enum CycleStep: Hashable {
  /// The sleep ends as planned.
  case sleep
  /// A signal or a spurious wake-up ends the sleep early.
  case wakeEarly(Double)
  case expose(Double)
  /// The contents change because of a key or a new size.
  case key(Double)
  case togglePause
  case seek
  case hide
  case show
  case displayChange(Int)
  /// SIGSTOP, and this many seconds later SIGCONT.
  case stop(Double)
  /// The machine is suspended for this many seconds, without notice.
  case stall(Double)
  /// The server is stopped for this many seconds.
  case serverStop(Double)
  /// The server's next completion or vblank is lost.
  case loseCompletion
  case loseStamp
  /// The next stamp is from another clock.
  case foreignStamp
  case scene(ModelScene)
  /// The milliseconds that drawing a frame takes, and that the server needs for it.
  case work(drawing: Double, server: Double)
  case cannotDraw
}

/// A scene's demand after each frame.
enum ModelScene: Int, CaseIterable {
  case moving
  case everySecond
  case finished
}

/// An invariant of the cycle that was violated.
struct CycleViolation: Error, CustomStringConvertible {
  let description: String
}

/// A ``FrameCycle`` with a simulated renderer, server and clock: it carries out the outputs as the
/// loop does, and checks each against the cycle's invariants.
struct CycleModel {
  var cycle: FrameCycle
  private(set) var now = Timestamp(seconds: 1_000)
  private(set) var turns = 0

  // The window and the scene.
  private var isVisible = false
  private var scene = ModelScene.moving
  private var isPaused = false
  private var drawing: Seconds = 0.001
  private var cannotDraw = false
  /// When a change of the contents was read that has not been drawn yet.
  private var wantedSince: Timestamp?
  private var lostArea = false
  private var needsPublishing = false

  // The server.
  private var serverTime: Seconds = 0.0005
  private var isStoppedUntil = Timestamp.zero
  /// When the server completes the published frame; nil if the completion is lost.
  private var completions: [Timestamp?] = []
  private var losesCompletion = false
  private var freeSince: Timestamp
  private var asked: Timestamp?
  private var losesStamp = false
  private var isForeign = false
  /// Events in transit or in Xlib's queue.
  private var events: [CycleStep] = []
  private var hasRead = false
  private var unsent = true

  // What was seen.
  private var lastSlot = Int.min
  private var lastSceneTime: Timestamp?
  private var drawnSceneTime: Timestamp?
  private var drawnScene = ModelScene.moving
  private var isDrawn = false
  /// Whether the process or the server was stopped since the last frame was drawn.
  private var stood = false
  /// When it continued.
  private var wentOn = Timestamp.zero
  /// The time from the drawing of the last frame to the stop.
  private var beforeStop: Seconds = 0
  private var drawnAt = Timestamp.zero
  private var lastAsk: Timestamp
  /// The longest stop of the process, in seconds.
  private var slept: Seconds = 0
  private var sleepEnd: Timestamp?
  private var isListening = true

  static let vblank: Seconds = 1 / 60

  init(_ timing: TimingConfiguration, hasVblanks: Bool) {
    cycle = FrameCycle(
      FrameTiming(
        timing, rate: RefreshRate(hertz: 60), hasVblanks: hasVblanks, at: Timestamp(seconds: 1_000)),
      sceneTime: .zero, at: Timestamp(seconds: 1_000))
    freeSince = Timestamp(seconds: 1_000)
    lastAsk = freeSince
    events.reserveCapacity(8)
    completions.reserveCapacity(4)
  }
}

// MARK: - Steps

extension CycleModel {
  mutating func run(_ steps: [CycleStep]) throws(CycleViolation) {
    try runTurns()
    for step in steps {
      try take(step)
      try runTurns()
    }
  }

  private mutating func take(_ step: CycleStep) throws(CycleViolation) {
    slept = 0
    switch step {
    case .sleep: wake(at: naturalEnd)
    case .wakeEarly(let part): wake(at: instant(part))
    case .expose(let part), .key(let part): arrive(step, at: instant(part))
    case .togglePause, .seek, .hide, .show, .displayChange: arrive(step, at: instant(0.5))
    case .stop(let span):
      slept = span
      didStop(at: now)
      now = now + span
      cycle.didWake()
      cycle.didContinue(at: now)
    case .stall(let span):
      let end = naturalEnd
      slept = span
      let isLong = sleepEnd.map { end + span - $0 > 0.25 } ?? false
      if isLong { didStop(at: end) }
      wake(at: end + span)
    case .serverStop(let span):
      isStoppedUntil = max(isStoppedUntil, now + span)
      for index in completions.indices {
        completions[index] = completions[index].map { max($0, isStoppedUntil) }
      }
      wake(at: naturalEnd)
    case .loseCompletion: losesCompletion = true
    case .loseStamp: losesStamp = true
    case .foreignStamp: isForeign = true
    case .scene(let scene):
      self.scene = scene
      arrive(.key(0), at: now)
    case .work(let drawing, let server): (self.drawing, serverTime) = (drawing / 1e3, server / 1e3)
    case .cannotDraw:
      cannotDraw = true
      arrive(.key(0), at: now)
    }
  }

  private mutating func didStop(at instant: Timestamp) {
    guard isShown else { return }
    if !stood { beforeStop = max(0, instant - drawnAt) }
    stood = true
  }

  /// When the sleep ends if nothing else happens: its own end, or the server's next message.
  private var naturalEnd: Timestamp {
    var end = sleepEnd ?? now + 1
    guard isListening else { return end }
    for completion in completions { if let completion { end = min(end, completion) } }
    if let answer { end = min(end, answer) }
    return max(end, now)
  }

  /// An instant during the sleep.
  private func instant(_ part: Double) -> Timestamp { now + part * (naturalEnd - now) }

  /// An event arrives from the server, and is read when the loop next reads.
  private mutating func arrive(_ step: CycleStep, at instant: Timestamp) {
    events.append(step)
    wake(at: isListening ? instant : naturalEnd)
  }

  private mutating func wake(at instant: Timestamp) {
    now = max(now, instant)
    cycle.didWake()
  }

  /// When the reply to the request for a stamp arrives, if one will.
  private var answer: Timestamp? {
    asked.map { max(isStoppedUntil, vblank(after: $0)) }
  }

  private func vblank(after instant: Timestamp) -> Timestamp {
    Timestamp(seconds: ((instant.seconds / Self.vblank).rounded(.down) + 1) * Self.vblank)
  }
}

// MARK: - Turns, as the loop does them

extension CycleModel {
  private mutating func runTurns() throws(CycleViolation) {
    for _ in 0..<40 {
      turns += 1
      now = now + 1e-6
      takeEvents()
      let output = cycle.next(at: now, renderer: load)
      if try carryOut(output) { return }
    }
    throw CycleViolation(description: "the loop does not go to sleep; \(cycle.state)")
  }

  private var load: RendererLoad {
    completions.isEmpty ? .idle : completions.count < 2 ? .ready : .busy
  }

  private mutating func takeEvents() {
    if slept > 0 { wentOn = now }
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
  private var isShown: Bool { isVisible && cycle.timing.isDisplayVisible }

  private mutating func takeCompletions() {
    let wasFree = isFree
    completions.removeAll { $0.map { $0 <= now } ?? false }
    if !wasFree, isFree { freeSince = now }
  }

  private var isFree: Bool { cycle.timing.isUncapped ? load == .idle : load != .busy }

  private mutating func takeStamp() {
    guard let answer, answer <= now else { return }
    asked = nil
    let msc = Int64((answer.seconds / Self.vblank).rounded())
    _ = cycle.didReceive(
      VblankStamp(msc: msc, ust: isForeign ? answer - 500 : answer), at: now)
    isForeign = false
  }

  private mutating func handle(_ event: CycleStep) {
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

  /// - Returns: whether the loop sleeps.
  private mutating func carryOut(_ output: FrameCycle.Output) throws(CycleViolation) -> Bool {
    switch output {
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
        throw CycleViolation(description: "a visible window asks whether it is")
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
    case .end: throw CycleViolation(description: "it ends, and nobody asked for that")
    }
    return false
  }

  private mutating func ask() {
    asked = losesStamp ? nil : now
    losesStamp = false
  }
}

// MARK: - Frames, and what is promised of them

extension CycleModel {
  private mutating func draw(_ request: FrameRequest) throws(CycleViolation) {
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
      request.sceneTime - drawnSceneTime > 0.05 + frameInterval + beforeStop + (now - wentOn)
    {
      throw CycleViolation(
        description: "after a stop time leaps by \(request.sceneTime - drawnSceneTime) s")
    }
    stood = false
    wantedSince = nil
    now = now + drawing
    drawnSceneTime = request.sceneTime
    drawnScene = scene
    drawnAt = now
    if cannotDraw {
      cannotDraw = false
      isDrawn = false
      cycle.didNotDraw(at: now)
      return
    }
    isDrawn = true
    cycle.didDraw(demand(after: request))
  }

  private func demand(after request: FrameRequest) -> FrameSource.Demand {
    switch scene {
    case .moving: .slot(request.slot + 1, orAt: nil)
    case .everySecond: .at(Timestamp(seconds: request.sceneTime.seconds.rounded(.down) + 1))
    case .finished: .nothing
    }
  }

  private mutating func publish(_ publication: Publication) throws(CycleViolation) {
    guard isDrawn, isShown else {
      throw CycleViolation(description: "it publishes what is not drawn")
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
    if publication.asksForVblank { ask() }
    now = now + 50e-6
  }

  private func checkSleep(until end: Timestamp?) throws(CycleViolation) {
    if unsent { throw CycleViolation(description: "it sleeps, and requests are unsent") }
    if hasRead { throw CycleViolation(description: "it sleeps, and what was read is not handled") }
    if lostArea { throw CycleViolation(description: "it sleeps, and an area is not repaired") }
    if needsPublishing {
      throw CycleViolation(description: "it sleeps, and a repair waits for a frame")
    }
    guard isShown else {
      if let end, end - now <= 2.000_1, now - lastAsk < 2.1 + slept { return }
      throw CycleViolation(description: "a hidden window does not ask again")
    }
    if !isFree {
      guard wantedSince == nil || (end.map { $0 - now <= 0.25 + 1e-6 } ?? false) else {
        throw CycleViolation(description: "it waits for a lost completion for ever")
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

  /// Whether a frame is wanted in the next slot.
  private var isMoving: Bool {
    if case .idle = cycle.state, wantedSince == nil { return false }
    return wantedSince != nil
      || scene == .moving && !isPaused && cycle.demand == .slot(lastSlot + 1, orAt: nil)
  }

  /// The longest time in seconds that a wanted frame may wait while the renderer is free: one slot,
  /// plus the delay from vblanks to deadlines.
  private var bound: Seconds {
    guard case .vblanks(let timing) = cycle.timing else { return 0 }
    // A slot is kept when the display changes, so it may be one of the slowest display.
    let slot = max(timing.scheduler.predictor.period, 1 / 30) + 5e-3
    guard wantedSince != nil else { return max(frameInterval, slot) + 5e-3 }
    // A frame that was published early, for a repair, still has its slot ahead.
    guard case .shown = cycle.state else { return slot }
    return max(slot, min(frameInterval, 2 * FrameCycle.near) + 5e-3)
  }

  /// Seconds from frame to frame.
  private var frameInterval: Seconds {
    guard case .vblanks(let timing) = cycle.timing else { return 0 }
    let interval = Double(timing.scheduler.stride) * timing.scheduler.predictor.period
    // A display that reports up to 2.4 times its rate is trusted until the rate is measured, which
    // takes longer while the server is stopped.
    guard case .fixed(let wanted) = timing.configuration.rate else { return interval }
    return max(interval, 3 * wanted.interval)
  }
}
