import AnimCore

/// The life of a frame, and what the loop does next: a pure value, without a clock, a server or a
/// scene.
///
/// The loop reports what happened (see *Inputs*), and in each turn asks for the
/// ``next(at:renderer:)`` thing to do until that is to sleep. All decisions are made here.
///
///                          not visible, from every state
///      ┌────────┐ ◀───────────────────────────────────────────────
///      │ hidden │
///      └────────┘ ─── visible, continued ───┐
///        asks every two seconds             ▼
///      ┌────────┐ contents changed      ┌───────┐  renderer busy  ┌─────────┐
///      │  idle  │ ────────────────────▶ │  due  │ ──────────────▶ │ blocked │
///      └────────┘                       └───────┘ ◀────────────── └─────────┘
///          ▲    ┌─────────┐ near enough  ▲  │ ▲    renderer free    asks the server
///          │    │ waiting │ ─────────────┘  │ │                     every 250 ms
///          │    └─────────┘            draw │ │ contents changed
///          │ nothing ▲ slot is far          ▼ │
///          │ wanted  │                  ┌───────┐ before its slot: the  ┌───────┐
///          └─────────┴──── publish ──── │ drawn │ ────────────────────▶ │ shown │
///                        in its slot    └───────┘ first frame, a loss   └───────┘
///                          or due again
///
/// When its slot comes, *shown* is left as if the frame had been published in it: to *due*,
/// *waiting* or *idle*.
package struct FrameCycle {
  /// The state of the next frame.
  enum State: Hashable {
    /// The window is hidden; scene time is stopped.
    case hidden
    /// Nothing changes; scene time is stopped.
    case idle
    /// The next frame is for a slot far ahead, and will be drawn shortly before it.
    case waiting
    /// The next frame will be drawn as soon as the renderer is free.
    case due
    /// The next frame must be drawn, but the server has been busy with the last one for some time.
    /// The second time is when the server was last asked.
    case blocked(since: Timestamp, asked: Timestamp)
    /// The next frame is drawn, and waits for its slot.
    case drawn(DrawnFrame)
    /// The frame for the next slot was published early, and the cycle waits for the slot. It is
    /// stale if the contents have changed since.
    case shown(isStale: Bool)
  }

  private(set) var state = State.hidden
  private(set) var timing: any FrameTiming
  /// Maps the display's time to scene time.
  package private(set) var timeline: Timeline
  /// The reason why the run ends, or `nil` while it continues.
  private(set) var outcome: Outcome?
  /// The time at which the run ends, as set by --duration, or `nil` for no limit.
  package let end: Timestamp?
  /// The number of published frames after which the run ends, or `nil` for no limit.
  private let frameLimit: Int?
  /// Whether completions from the server end each sleep, so that they can be timed.
  package var timesCompletions = false

  /// The time at which the contents change without a request of the scene, for example when an
  /// overlay disappears.
  private var nextContentsChange: Timestamp?
  /// The request of the scene after the last drawn frame.
  private var demand = FrameSource.Demand.nothing
  /// The instant, by the display's clock, of the last drawn frame.
  private var lastInstant: Timestamp?
  /// The instant, by the display's clock, of the last published frame.
  private var publishedInstant: Timestamp?
  /// The time at which the last published frame reached the screen, by the clock of the display.
  private var shownInstant: Timestamp?
  /// The start of the current drawing, or `nil` if no frame is being drawn.
  private var drawingStart: Timestamp?
  /// The drawing time of the last frame, in seconds.
  private var drawingTime: Seconds = 0
  /// The number of requested slots that were missed since the last frame was drawn.
  private var missed = 0
  /// The number of published frames.
  package private(set) var publishedCount = 0
  /// Whether the drawn frame is published as soon as possible, because the window shows nothing yet
  /// or has lost part of its picture.
  private var publishesEarly = false
  /// Whether frames were interrupted since the last drawn frame.
  private var isInterrupted = true
  /// Whether frames were interrupted since the last published frame.
  private var isRecordInterrupted = true
  /// The part of the window that lost its picture.
  private var lostArea: PixelRect?
  /// Whether there may be unsent requests or unread events.
  private var needsExchange = true
  /// Whether to ask for a vblank stamp, even without a frame.
  private var wantsStamp = false
  /// The time of the next check whether the hidden window is visible.
  private var nextVisibilityCheck: Timestamp
  /// Whether the window can be seen, as far as the server says.
  private var isWindowVisible = false
  /// If uncapped, whether signals and events were read since the last frame.
  private var hasSlept = true
  /// The intended end of the last sleep.
  private var sleepEnd: Timestamp?
  /// The time that the server last took to finish a frame that was waited for, in seconds.
  private var lastBlock: Seconds = 0

  /// A slot less than this far ahead is near, in seconds. Nobody notices a response that is this
  /// late.
  static let near: Seconds = 0.05
  /// A completion that takes longer than this may be lost, in seconds.
  private static let lostCompletion: Seconds = 0.25
  /// A sleep that ends this much too late, in seconds, means that the process or the machine was
  /// stopped.
  private static let longestStall: Seconds = 0.25
  /// A server that takes longer than this for a frame, in seconds, and more than four times as long
  /// as for the previous one, was stopped. A server that is always slow is not.
  private static let longestBlock: Seconds = 1
  /// The interval of checks whether a hidden window is visible, in seconds.
  private static let visibilityInterval: Seconds = 2

  /// Creates a cycle.
  /// - Parameters:
  ///   - rate: The refresh rate of the display, or `nil` if it is unknown.
  ///   - hasVblanks: Whether the server reports vblanks.
  ///   - sceneTime: The initial scene time.
  ///   - speed: The seconds of scene time per second, from 0.001 to 1,000.
  ///   - frameLimit: The maximum number of frames to publish, or `nil` for no limit.
  ///   - duration: The maximum duration of the run in seconds, or `nil` for no limit.
  package init(
    _ timing: TimingConfiguration, rate: RefreshRate?, hasVblanks: Bool, sceneTime: Timestamp,
    speed: Double = 1, frameLimit: Int? = nil, duration: Seconds? = nil, at now: Timestamp
  ) {
    self.timing =
      timing.rate == .maximum
      ? UncappedTiming() : VblankTiming(timing, rate: rate, hasVblanks: hasVblanks, at: now)
    timeline = Timeline(start: now, sceneTime: sceneTime)
    timeline.hold(at: now)
    try? timeline.setSpeed(speed, at: now)
    self.frameLimit = frameLimit
    end = duration.map { now + $0 }
    nextVisibilityCheck = now + Self.visibilityInterval
  }
}

// MARK: - Inputs: what happened

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

  /// The contents change at `instant` without the scene asking for it: an overlay disappears.
  /// Replaces any instant that was given before.
  package mutating func contentsWillChange(at instant: Timestamp) { nextContentsChange = instant }

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

  /// Handles a move to another output, or a change of the output's mode.
  ///
  /// - Parameter rate: The new refresh rate, or `nil` if it is unknown.
  package mutating func displayChanged(to rate: RefreshRate?, at now: Timestamp) {
    timing.displayChanged(to: rate, at: now)
    if state == .waiting { planSlot() }
    visibilityMayHaveChanged(at: now)
  }

  /// Handles the time of a vblank from the server.
  ///
  /// - Returns: The delay relative to the prediction in seconds, or `nil` if there was no
  ///   prediction.
  package mutating func didReceive(_ stamp: VblankStamp, at now: Timestamp) -> Seconds? {
    let (error, asksAgain) = timing.didReceive(stamp, at: now)
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

  /// Handles the end of drawing the requested frame.
  ///
  /// - Parameter demand: The next request of the scene, in scene time.
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

// MARK: - What the loop reports

extension FrameCycle {
  /// Whether the window is hidden, so that no frame will come.
  package var isHidden: Bool { state == .hidden }

  /// Returns the current timing of frames that `renderer` draws.
  package func status(renderer: String) -> TimingStatus { timing.status(renderer: renderer) }
}

// MARK: - Transitions between states

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
  private func nextInstant(at now: Timestamp) -> Timestamp {
    let instant = timing.instant(at: now)
    return publishedInstant.map { max($0, instant) } ?? instant
  }

  /// Restarts frames after a stop: the next one is due at once, and continues from the held scene
  /// time.
  ///
  /// - Parameter missing: whether the slots that passed count as missed.
  private mutating func restart(at now: Timestamp, missing: Bool) {
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
  private mutating func publish(
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
  private mutating func plan(at now: Timestamp) {
    guard planSlot() else { return rest(at: now) }
    state = drawingStart(at: now) == nil ? .due : .waiting
  }

  /// Assigns the slot that the scene wants to the next frame.
  /// - Returns: false if it wants none.
  @discardableResult
  private mutating func planSlot() -> Bool {
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

  /// Returns when to draw the next frame, or `nil` to draw it now. A frame whose slot is far ahead
  /// is drawn shortly before the slot, so that it shows everything that has happened by then. Until
  /// then, the window keeps an image that can be shown again.
  private func drawingStart(at now: Timestamp) -> Timestamp? {
    timing.drawingStart(lead: Self.near + drawingTime).flatMap { $0 > now ? $0 : nil }
  }
}

// MARK: - What to do next

extension FrameCycle {
  /// Returns the next action. Carry it out before calling this method again.
  ///
  /// - Parameters:
  ///   - now: The time of this turn, in which the clock is read only once.
  ///   - renderer: The current load of the renderer.
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
