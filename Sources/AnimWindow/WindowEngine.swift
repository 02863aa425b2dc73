import AnimCore
import FramePacing
import LinuxSystem
import XWindow

/// The loop of a window: carries out the decisions of a ``FrameCycle``, and leaves the contents to a
/// ``WindowClient``.
///
/// Only this type reads the clock, once per turn, and sleeps. The cycle decides when frames are due,
/// the client draws them, and the renderer, which the caller chooses, paints them.
package final class WindowEngine {
  package let window: Window
  package let renderer: any Renderer
  /// The cycle, to which clients report changes. Only the engine carries out its effects.
  package var cycle: FrameCycle
  /// The time at which the cycle started.
  package let start: Timestamp
  /// Whether the contents have changed since the last turn, at no particular time.
  package var hasChanged = false
  /// The output that shows most of the window, when it was last determined.
  package private(set) var output: DisplayOutput?
  /// The requests of other processes to end the run, or `nil` if signals have their usual effect.
  package var endRequests: EndRequests? {
    didSet { poller.requests = endRequests?.fileDescriptor ?? -1 }
  }
  /// The descriptors that end a sleep, to which clients add theirs.
  package var poller: Poller
  private let clock: () -> Timestamp
  private let continuations: ContinuationWatcher?
  private let vblanks: VblankEvents?
  private var timer: Timer
  private var recorder = FrameRecorder()
  /// The size of the last image.
  private var drawnSize = PixelSize.zero
  /// Whether a frame was published in the previous turn and must still be followed up.
  private var hasPublished = false
  /// Whether events from the server could end the last sleep.
  private var isListening = true
  /// The approximate start of the next turn if the process isn't stopped until then: the end of its
  /// sleep, or at once. `nil` if an event must end the sleep.
  private var expected: Timestamp?
  /// Whether the process was stopped before this turn.
  private var wasContinued = false
  /// Whether the loop has slept since the last frame.
  private var hasSlept = true
  /// The cause of the end of the last sleep.
  private var ready = Poller.Ready()

  package struct Configuration {
    package var timing = TimingConfiguration()
    /// The scene time at the start.
    package var sceneTime = Timestamp.zero
    /// Seconds of scene time per second, from 0.001 to 1,000.
    package var speed = 1.0
    /// The number of frames after which the run ends, or `nil` for no limit.
    package var frameLimit: Int?
    /// The maximum duration of the run in seconds, or `nil` for no limit.
    package var duration: Seconds?
    /// Reads the clock by which frames are due.
    package var clock: () -> Timestamp = { .now }
    /// Reports stops of the process, or `nil` if they are only noticed when they delay a sleep.
    package var continuations: ContinuationWatcher?

    package init() {}
  }

  /// Requests of other processes to end the run, by signals.
  package struct EndRequests {
    let fileDescriptor: Int32
    let take: () -> Int32?

    /// - Parameters:
    ///   - fileDescriptor: A descriptor that is readable when there may be a request.
    ///   - take: Returns the signal that ends the run, or `nil` to continue.
    package init(fileDescriptor: Int32, take: @escaping () -> Int32?) {
      (self.fileDescriptor, self.take) = (fileDescriptor, take)
    }
  }

  /// - Parameters:
  ///   - window: The window, which needn't be mapped.
  ///   - output: The output that shows the window, or `nil` if it is unknown.
  package init(
    _ window: Window, _ renderer: any Renderer, _ configuration: Configuration,
    on output: DisplayOutput?
  ) throws(SystemError) {
    timer = try Timer.make()
    self.window = window
    self.renderer = renderer
    self.output = output
    clock = configuration.clock
    start = clock()
    continuations = configuration.continuations
    let connection = window.connection
    connection.watchOutputs()
    let timing = configuration.timing
    vblanks =
      timing.source == .timer || timing.rate == .maximum ? nil : VblankEvents(of: window)
    if let output { vblanks?.follow(output.area) }
    cycle = FrameCycle(
      timing, rate: output?.refreshRate, hasVblanks: vblanks != nil,
      sceneTime: configuration.sceneTime, speed: configuration.speed,
      frameLimit: configuration.frameLimit, duration: configuration.duration, at: start)
    poller = Poller(
      timer: timer.fileDescriptor, connection: connection.fileDescriptor,
      continuations: continuations?.fileDescriptor ?? -1)
  }
}

/// The contents of a window that a ``WindowEngine`` runs.
package protocol WindowClient: AnyObject {
  /// The next request of the scene, in scene time.
  var demand: FrameSource.Demand { get }

  /// Advances the scene to a frame, and returns its image.
  func draw(_ request: FrameRequest, at now: Timestamp) -> DisplayList
  func didDraw(at now: Timestamp)
  /// Handles an image that can't be drawn at its size. The next one is drawn when the contents
  /// change.
  func didNotDraw(because error: RenderError)
  /// Does what can wait until a frame was sent to the server, one turn later.
  func didPublish(at now: Timestamp)
  /// Receives the measurements of a frame, when the next one is published or the run ends.
  func didMeasure(_ frame: FrameRecord)
  /// Handles an event that the window and the renderer have handled.
  func handle(_ event: Event, at now: Timestamp)
  /// Decides whether frames are stopped (``Window/isSuspended``), after all events so far.
  func didTakeEvents(at now: Timestamp)
  /// Decides the same while the window is hidden, because no event reports it.
  func checkVisibility(at now: Timestamp)
  /// Handles the client's own descriptors that have ended a sleep.
  func wake(because ready: Poller.Ready, at now: Timestamp)
}

extension WindowClient {
  package func didDraw(at now: Timestamp) {}
  package func didPublish(at now: Timestamp) {}
  package func didMeasure(_ frame: FrameRecord) {}
  package func handle(_ event: Event, at now: Timestamp) {}
  package func didTakeEvents(at now: Timestamp) {}
  package func checkVisibility(at now: Timestamp) {}
  package func wake(because ready: Poller.Ready, at now: Timestamp) {}
}

// MARK: - Running

extension WindowEngine {
  /// Runs until something ends it.
  package func run(
    for client: any WindowClient
  ) throws(ConnectionError) -> FrameCycle.Outcome {
    assert(window.connection.thread.claim(), "a window can't be run on two threads")
    defer {
      finish(for: client)
      assert(window.connection.thread.release())
    }
    while true {
      switch try turn(for: client) {
      case .sleep: wake(because: poller.wait(listening: isListening))
      case .end(let outcome): return outcome
      default: break
      }
    }
  }

  /// Performs a turn. ``run(for:)`` is a sequence of turns and sleeps; a caller that sleeps on
  /// another thread does the same with ``wake(because:)``.
  package func turn(
    for client: any WindowClient
  ) throws(ConnectionError) -> FrameCycle.Effect {
    try turn(for: client, at: readClock())
  }

  /// Reports the last frame after the last turn.
  package func finish(for client: any WindowClient) {
    if let frame = recorder.finish() { client.didMeasure(frame) }
  }

  /// Returns the time of the next turn, before which all stops of the process are noticed.
  ///
  /// A stop that made a reading of the clock late is detected by querying it afterwards. A detected
  /// stop may have happened after the reading, so the reading is repeated. A reading without a
  /// later stop contains only known stops. A reading that is as expected needs no query, and so no
  /// system call.
  private func readClock() -> Timestamp {
    var now = clock()
    let isExpected = expected.map { now >= $0 && now - $0 < Self.tolerance } ?? false
    if let continuations, ready.continuations || !isExpected {
      while continuations.take() {
        wasContinued = true
        now = clock()
      }
    }
    expected = now
    return now
  }

  /// A stop that delays an iteration by less than this, in seconds, may be noticed one iteration
  /// later.
  private static let tolerance: Seconds = 0.004

  /// Handles events, and performs the next effect, unless the effect is to sleep or to end.
  ///
  /// - Parameter now: The time of the turn.
  /// - Returns: The effect that was performed or must be performed.
  package func turn(
    for client: any WindowClient, at now: Timestamp
  ) throws(ConnectionError) -> FrameCycle.Effect {
    finishPublishing(for: client, at: now)
    takeWakeUp(for: client, at: now)
    try takeEvents(for: client, at: now)
    if hasChanged {
      hasChanged = false
      cycle.contentsChanged(at: now)
    }
    let effect = cycle.next(at: now, renderer: renderer.load)
    switch effect {
    case .exchange: window.connection.exchange()
    case .repair(let area): renderer.repair(area)
    case .askForVblank: vblanks?.ask()
    case .askForVisibility:
      window.askForVisibility()
      client.checkVisibility(at: now)
    case .draw(let request): try draw(request, for: client, at: now)
    case .publish(let publication): publish(publication, for: client, at: now)
    case .recover: renderer.recover()
    case .sleep(let end, let isListening):
      timer.arm(at: end)
      self.isListening = isListening
      expected = end
    case .end: break
    }
    return effect
  }

  /// Continues as after a sleep, with everything that is ready.
  package func wake() { wake(because: poller.look()) }

  /// Continues after a sleep that the poller has ended.
  package func wake(because ready: Poller.Ready) {
    self.ready = ready
    hasSlept = true
    cycle.didWake()
  }

  /// Checks for signals and other wake-ups when frames take so long that there is no sleep between
  /// them.
  private func lookAround() {
    if !hasSlept { ready = poller.look() }
    hasSlept = false
  }

  /// Handles the events that ended a sleep, except for events from the server.
  private func takeWakeUp(for client: any WindowClient, at now: Timestamp) {
    if wasContinued {
      wasContinued = false
      cycle.didContinue(at: now)
    }
    if ready.requests, let signal = endRequests?.take() { cycle.end(.signal(signal)) }
    if ready.isForClient { client.wake(because: ready, at: now) }
    ready = Poller.Ready()
  }
}

// MARK: - Events from the server

extension WindowEngine {
  /// Handles all events that have been read.
  private func takeEvents(
    for client: any WindowClient, at now: Timestamp
  ) throws(ConnectionError) {
    let connection = window.connection
    while let event = connection.nextEvent() { take(event, for: client, at: now) }
    if connection.isLost { throw .lost(display: connection.name) }
    client.didTakeEvents(at: now)
    cycle.windowIsVisible(window.isVisible, at: now)
    // No frame will come that could complete a resize.
    if cycle.isHidden { window.completeResize() }
  }

  package func take(_ event: Event, for client: any WindowClient, at now: Timestamp) {
    window.handle(event)
    renderer.handle(event)
    client.handle(event, at: now)
    switch event {
    case .expose(let area, _): cycle.didLose(area)
    case .configure:
      if let output, !window.isWithin(output.area) {
        followOutput(showing: window.reportedArea ?? window.areaOnScreen, at: now)
      }
    case .screenChange: followOutput(showing: window.areaOnScreen, at: now)
    case .vblank(let vblank): receive(vblank, at: now)
    case .destroyed: cycle.end(.windowLost)
    case .shmCompletion, .fence:
      // Without listening, the completion happened earlier, at an unknown time.
      if isListening, renderer.isIdle { recorder.didComplete(at: now) }
    default: break
    }
    if !event.isNotice { cycle.didHandleEvent(at: now) }
  }

  private func receive(_ vblank: Vblank, at now: Timestamp) {
    guard let vblanks, vblanks.accept(vblank) else { return }
    if let error = cycle.didReceive(VblankStamp(vblank), at: now) {
      recorder.didFindPhaseError(error)
    }
  }

  /// Follows the vblanks of another output if the window has moved there, or the new rate if the
  /// output's mode has changed. The animation continues.
  private func followOutput(showing area: PixelRect, at now: Timestamp) {
    guard let output = window.connection.output(showing: area), output != self.output else {
      return
    }
    self.output = output
    vblanks?.follow(output.area)
    cycle.displayChanged(to: output.refreshRate, at: now)
  }
}

// MARK: - Frames

extension WindowEngine {
  private func draw(
    _ request: FrameRequest, for client: any WindowClient, at now: Timestamp
  ) throws(ConnectionError) {
    let list = client.draw(request, at: now)
    drawnSize = list.size
    do throws(RenderError) {
      try renderer.draw(list)
    } catch .connectionLost {
      throw .lost(display: window.connection.name)
    } catch {
      client.didNotDraw(because: error)
      cycle.didNotDraw(at: now)
      window.completeResize()
      return
    }
    cycle.didDraw(client.demand)
    client.didDraw(at: now)
  }

  private func publish(
    _ publication: Publication, for client: any WindowClient, at now: Timestamp
  ) {
    if publication.needsVblank { vblanks?.ask() }
    renderer.publish()
    lookAround()
    finish(for: client)
    recorder.begin(publication, at: now)
    hasPublished = true
  }

  /// Follows up on a frame that was published in the previous turn.
  private func finishPublishing(for client: any WindowClient, at now: Timestamp) {
    guard hasPublished else { return }
    hasPublished = false
    recorder.didPublish(at: now)
    window.didPublish(drawnSize)
    client.didPublish(at: now)
  }
}
