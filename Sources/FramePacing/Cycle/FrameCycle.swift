import AnimCore

/// The life cycle of a frame and the actions of the loop: a pure value, without a clock, a server
/// or a scene.
///
/// The loop reports events (see *Inputs*), and in each turn performs the actions returned by
/// ``next(at:renderer:)`` until the action is to sleep. All decisions are made here.
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
/// At the time of its slot, *shown* changes to *due*, *waiting* or *idle*, as if the frame had been
/// published in the slot.
package struct FrameCycle {
  /// The state of the next frame.
  enum State: Hashable {
    /// The window is hidden, and scene time is stopped.
    case hidden
    /// Nothing changes, and scene time is stopped.
    case idle
    /// The next frame is for a slot far ahead, and is drawn shortly before it.
    case waiting
    /// The next frame is drawn as soon as the renderer is free.
    case due
    /// The next frame must be drawn, but the server is still busy with the last one. The second
    /// time is that of the last query.
    case blocked(since: Timestamp, asked: Timestamp)
    /// The next frame is drawn, and waits for its slot.
    case drawn(DrawnFrame)
    /// The frame for the next slot was published early, and the cycle waits for the slot. It is
    /// stale if the contents have changed since.
    case shown(isStale: Bool)
  }

  private(set) var state = State.hidden
  private(set) var timing: any FrameTiming
  /// The mapping from the display's clock to scene time.
  package private(set) var timeline: Timeline
  /// The reason why the run ends, or `nil` while it continues.
  private(set) var outcome: Outcome?
  /// The end of the run, as set by --duration, or `nil` for no limit.
  package let end: Timestamp?
  /// The number of published frames after which the run ends, or `nil` for no limit.
  private let frameLimit: Int?
  /// Whether completion events end each sleep, so that they can be timed.
  package var timesCompletions = false

  /// Whether an event will report when the hidden window becomes visible, so that it isn't checked.
  package var awaitsVisibility = false

  /// The time at which the contents change without a request of the scene, for example when an
  /// overlay disappears.
  private var nextContentsChange: Timestamp?
  /// The request of the scene after the last drawn frame.
  private var demand = FrameSource.Demand.nothing
  /// The time of the last drawn frame, by the display's clock.
  private var lastInstant: Timestamp?
  /// The time of the last published frame, by the display's clock.
  private var publishedInstant: Timestamp?
  /// The time at which the last published frame reached the screen, by the display's clock.
  private var shownInstant: Timestamp?
  /// The start of the current drawing, or `nil` if no frame is being drawn.
  private var drawingStart: Timestamp?
  /// The drawing time of the last frame, in seconds.
  private var drawingTime: Seconds = 0
  /// The number of requested slots that were missed since the last frame was drawn.
  private var missed = 0
  /// The number of published frames.
  package private(set) var publishedCount = 0
  /// Whether to publish the drawn frame as soon as possible, because the window doesn't show
  /// anything yet or has lost a part of its image.
  private var publishesEarly = false
  /// Whether frames were interrupted since the last drawn frame.
  private var isInterrupted = true
  /// Whether frames were interrupted since the last published frame.
  private var isRecordInterrupted = true
  /// The part of the window that has lost its image.
  private var lostArea: PixelRect?
  /// Whether there may be unsent requests or unread events.
  private var needsExchange = true
  /// Whether to request a vblank timestamp, even without a frame.
  private var wantsStamp = false
  /// The time of the next check whether the hidden window is visible.
  private var nextVisibilityCheck: Timestamp
  /// Whether the window is visible, according to the server.
  private var isWindowVisible = false
  /// Whether signals and events were read since the last frame. Only used with an unlimited frame
  /// rate.
  private var hasSlept = true
  /// The intended end of the last sleep.
  private var sleepEnd: Timestamp?
  /// The time that the server last took to finish a frame that the loop waited for, in seconds.
  private var lastBlock: Seconds = 0

  /// The maximum distance of a near slot, in seconds. Users don't notice a delay this short.
  static let near: Seconds = 0.05
  /// The time after which a completion event may be lost, in seconds.
  private static let lostCompletion: Seconds = 0.25
  /// The delay of a wake-up after which the process or the machine must have been stopped, in
  /// seconds.
  private static let longestStall: Seconds = 0.25
  /// The time for a frame after which the server must have been stopped, in seconds, if it is also
  /// more than four times as long as for the previous frame. Otherwise, the server is just slow.
  private static let longestBlock: Seconds = 1
  /// The interval at which a hidden window is checked for visibility, in seconds.
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

// MARK: - Inputs

extension FrameCycle {
  /// Handles a wake-up: there may be signals or events, and time has passed.
  package mutating func didWake() {
    needsExchange = true
    hasSlept = true
  }

  /// Handles an event, which may have sent requests to the server.
  package mutating func didHandleEvent(at now: Timestamp) {
    needsExchange = true
    if state == .hidden, timing.probes(at: now) { wantsStamp = true }
  }

  /// Handles the loss of a part of the window's contents.
  package mutating func didLose(_ area: PixelRect) {
    lostArea = lostArea.map { $0.union(area) } ?? area
  }

  /// Schedules a new frame soon, regardless of the scene: a key was pressed, the window was
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

  /// Schedules a change of the contents at `instant` without a request of the scene, such as a
  /// disappearing overlay. Replaces any earlier schedule.
  package mutating func contentsWillChange(at instant: Timestamp) { nextContentsChange = instant }

  /// Handles a change of the time by the user. `change` receives the timeline and the time of the
  /// next frame, by the display's clock, at which the change takes effect.
  package mutating func changeTime(
    at now: Timestamp, _ change: (inout Timeline, _ instant: Timestamp) -> Void
  ) {
    contentsChanged(at: now)
    isInterrupted = true
    change(&timeline, nextInstant(at: now))
  }

  /// Handles a change of visibility, as reported by the server and the window manager.
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

  /// Requests another frame rate. A cycle whose rate isn't limited ignores it.
  package mutating func setRate(_ rate: FrameRate) {
    timing.setRate(rate)
    if state == .waiting { planSlot() }
  }

  /// Handles the time of a vblank from the server.
  ///
  /// - Returns: The delay relative to the prediction in seconds, or `nil` if there was no
  ///   prediction.
  package mutating func didReceive(_ stamp: VblankStamp, at now: Timestamp) -> Seconds? {
    let (error, asksAgain) = timing.didReceive(stamp, at: now)
    wantsStamp = wantsStamp || asksAgain
    // The timestamp may have revealed a different refresh rate and a nearer slot.
    if state == .waiting { planSlot() }
    visibilityMayHaveChanged(at: now)
    return error
  }

  /// Handles a continuation of the process after a stop.
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

  /// Handles a frame that couldn't be drawn, at this size or at all. The next one is due when the
  /// contents change.
  package mutating func didNotDraw(at now: Timestamp) {
    drawingStart = nil
    rest(at: now)
  }
}

// MARK: - Reports

extension FrameCycle {
  /// Whether the window is hidden, so no frame will be drawn.
  package var isHidden: Bool { state == .hidden }

  /// Returns the current timing of frames that `renderer` draws.
  package func status(renderer: String) -> TimingStatus { timing.status(renderer: renderer) }
}

// MARK: - Transitions between states

extension FrameCycle {
  /// Starts frames. Scene time continues where it was held, with a delta of zero.
  private mutating func start(at now: Timestamp) {
    timing.restart(at: now)
    timeline.release(at: nextInstant(at: now))
    isInterrupted = true
    isRecordInterrupted = true
  }

  /// Returns the time of the next frame. It is never before the time of the last published frame,
  /// even if a timestamp or another display has moved the slots.
  private func nextInstant(at now: Timestamp) -> Timestamp {
    let instant = timing.instant(at: now)
    return publishedInstant.map { max($0, instant) } ?? instant
  }

  /// Restarts frames after a stop: the next one is due immediately, and continues from the held
  /// scene time.
  ///
  /// - Parameter missing: Whether the slots in between count as missed.
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

  /// Stops scene time, neither before the time that was last drawn nor in a future slot.
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
        needsVblank: timing.needsVblank(at: now)))
  }

  /// Plans the frame after the one that was just published.
  private mutating func plan(at now: Timestamp) {
    guard planSlot() else { return rest(at: now) }
    state = drawingStart(at: now) == nil ? .due : .waiting
  }

  /// Assigns the slot that the scene requests to the next frame.
  /// - Returns: `false` if the scene requests no frame.
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

// MARK: - Actions

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

  /// Performs one step in the current state.
  /// - Returns: The action, or `nil` if the state has changed and the new state must perform a
  ///   step.
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
    // If the next frame is drawn, the last one may have been overwritten, so publishing the next
    // one repairs the area.
    if case .drawn = state { publishesEarly = true }
    return .repair(area)
  }

  private mutating func sleep(until instant: Timestamp?, isListening: Bool = true) -> Effect {
    sleepEnd = instant
    let change = state == .hidden ? nil : nextContentsChange
    return .sleep(
      until: earliest(earliest(instant, end), change), isListening: isListening || timesCompletions)
  }

  /// Measures the drawing time, one turn later.
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
    if awaitsVisibility { return sleep(until: nil) }
    guard now >= nextVisibilityCheck else { return sleep(until: nextVisibilityCheck) }
    nextVisibilityCheck = now + Self.visibilityInterval
    wantsStamp = wantsStamp || timing.probes(at: now)
    needsExchange = true
    return .askForVisibility
  }

  private mutating func waiting(at now: Timestamp) -> Effect? {
    if let start = drawingStart(at: now) { return sleep(until: start) }
    // New timestamps may have moved the slots in the meantime.
    planSlot()
    state = .due
    return nil
  }

  private mutating func due(at now: Timestamp, _ renderer: RendererLoad) -> Effect? {
    guard isFree(renderer) else {
      state = .blocked(since: now, asked: now)
      return nil
    }
    // With an unlimited frame rate, the next frame would follow immediately, and signals would
    // never be read.
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
        // A late frame gets the next slot, regardless of the requested frame rate.
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
    // While a frame waits for a near slot, events don't end the sleep, because they couldn't be
    // shown before that slot. A frame therefore usually wakes the process up once: neither the
    // completion of the previous frame nor a vblank timestamp requires another wake-up.
    return sleep(until: slot, isListening: slot - now > Self.near)
  }
}

private func earliest(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
