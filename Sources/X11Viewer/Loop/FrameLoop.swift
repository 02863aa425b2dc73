import AnimCore
import FramePacing
import Glibc
import OfflineRendering
import XWindow

/// The loop, which carries out what a ``FrameCycle`` decides, and reports to it what happened.
///
/// The clock is read here and nowhere else, once a turn. Scenes decide what frames show, the
/// renderer how they are painted, and the cycle when they are due.
final class FrameLoop {
  let session: Session
  let configuration: Configuration
  let player: Player
  var cycle: FrameCycle
  private let vblanks: VblankEvents?
  /// Keeps clocks in step with the time of day; nil if they do not show it.
  var wall: WallTimeline?
  /// By how many seconds the clocks were set ahead in all; scenes that are shown later are set
  /// ahead by the same.
  var clockAdjustment: Seconds = 0
  /// What the user does, and what is shown over the picture.
  var controller: ViewerController
  /// The items to page through.
  var playlist: any Playlist
  /// The current item.
  var item: PlaylistItem
  /// Receives files that are dropped on the window; nil if the window is not ours.
  private var dropTarget: DropTarget?
  /// The output that shows most of the window, when it was last looked up.
  private(set) var output: DisplayOutput?
  private(set) var recorder: FrameRecorder
  /// Why the last frame could not be drawn; nil if it was.
  private(set) var drawingError: RenderError?
  /// Whether a frame was published in the previous turn and must still be followed up.
  private var hasPublished = false
  /// Whether events from the server could end the last sleep.
  private var isListening = true

  private var timer: Timer
  private let watchdog: Watchdog
  var poller: Poller
  /// Whether the loop has slept since the last frame.
  private var hasSlept = true
  /// What ended the last sleep.
  private var ready = Poller.Ready()

  struct Configuration {
    var timing: TimingConfiguration
    /// The scene time to begin at.
    var start = Timestamp.zero
    var frameLimit: Int?
    var duration: Seconds?
    /// Whether statistics are shown from the start.
    var showsStatistics = false
    /// Whether to measure how long the server takes for each frame.
    var timesCompletions = false
    /// Whether the window's number is printed with the first frame.
    var printsWindowID = false
    /// Whether to show a hint about the help key at the start.
    var hintsAtHelp = false
    /// Seconds of scene time per second, from 0.001 to 1,000.
    var speed = 1.0
    /// The time of day that clocks show, even across stops of frames and changes of the system's
    /// clock; nil if they do not show it.
    var timeOfDay: TimeOfDay?
    /// How to play files that are dropped on the window.
    var files = FileConfiguration()
    /// Whether the title bar keeps its text, whatever is shown.
    var keepsTitle = false
  }

  /// - Parameters:
  ///   - session: the session, whose window is not yet mapped.
  ///   - view: a view of the window's size, with the scene of `item`.
  ///   - playlist: the items to page through.
  ///   - item: the item to show first.
  ///   - output: the output that shows the window, if known.
  ///   - statistics: receives the record of every frame.
  init(
    _ session: Session, _ view: SceneView, _ playlist: any Playlist, _ item: PlaylistItem,
    _ configuration: Configuration, on output: DisplayOutput?,
    statistics: FrameStatistics, watchdog: Watchdog
  ) throws(SystemError) {
    let now = Timestamp.now
    self.session = session
    self.configuration = configuration
    recorder = FrameRecorder(statistics)
    self.output = output
    self.playlist = playlist
    self.item = item
    controller = ViewerController(
      backdrop: view.backdrop, showsStatistics: configuration.showsStatistics)
    session.connection.watchOutputs()
    let timing = configuration.timing
    vblanks =
      timing.source == .timer || timing.rate == .maximum ? nil : VblankEvents(of: session.window)
    if let output { vblanks?.follow(output.area) }
    cycle = FrameCycle(
      timing, rate: output?.refreshRate, hasVblanks: vblanks != nil,
      sceneTime: configuration.start, speed: configuration.speed,
      frameLimit: configuration.frameLimit, duration: configuration.duration, at: now)
    player = Player(view, from: configuration.start)
    wall = configuration.timeOfDay.map {
      WallTimeline(start: $0.localTime(), sceneTime: configuration.start)
    }
    timer = try Timer.make()
    poller = Poller(
      timer: timer.fileDescriptor, connection: session.connection.fileDescriptor,
      requests: watchdog.fileDescriptor,
      clockSteps: configuration.timeOfDay?.steps.fileDescriptor ?? -1)
    self.watchdog = watchdog
    poller.changes = playlist.changeDescriptor
    if session.window.isOwned {
      dropTarget = DropTarget(of: session.window.id)
      dropTarget?.announce(on: session.connection)
    }
    timeCompletions(configuration.showsStatistics)
    updateStatus()
    present(item, at: now)
    if let notice = item.notice { showToast(notice, at: now) }
  }

  /// Shows the window, and runs until something ends it.
  func run() throws(Failure) -> FrameCycle.Outcome {
    watchdog.beginLoop(until: cycle.end)
    session.window.map()
    if configuration.hintsAtHelp, controller.overlay.toast == nil {
      showToast("? for keys", at: .now)
    }
    defer { finishRecord() }
    while true {
      let now = Timestamp.now
      try finishPublishing(at: now)
      takeWakeUp(at: now)
      try takeEvents(at: now)
      switch cycle.next(at: now, renderer: session.renderer.load) {
      case .exchange: session.connection.exchange()
      case .repair(let area): session.renderer.repair(area)
      case .askForVblank: vblanks?.ask()
      case .askForVisibility: session.window.askForVisibility()
      case .draw(let request): try draw(request, at: now)
      case .publish(let publication): publish(publication, at: now)
      case .recover: session.renderer.recover()
      case .sleep(let end, let isListening): sleep(until: end, isListening: isListening)
      case .end(let outcome): return outcome
      }
    }
  }

  private func sleep(until end: Timestamp?, isListening: Bool) {
    timer.arm(at: end)
    self.isListening = isListening
    ready = poller.wait(listening: isListening)
    hasSlept = true
    cycle.didWake()
  }

  /// Checks for signals and other wake-ups when frames take so long that there is no sleep between
  /// them.
  private func lookAround() {
    if !hasSlept { ready = poller.look() }
    hasSlept = false
  }

  /// Handles what ended a sleep, except for events from the server.
  private func takeWakeUp(at now: Timestamp) {
    if ready.requests {
      let requests = watchdog.takeRequests()
      if requests.wasContinued { cycle.didContinue(at: now) }
      if let signal = requests.end { cycle.end(.signal(signal)) }
    }
    if ready.clockSteps {
      configuration.timeOfDay?.steps.rearm()
      cycle.contentsChanged(at: now)
    }
    if ready.changes, playlist.takeChange() { reload(at: now) }
    ready = Poller.Ready()
  }

  /// Handles the events that have been read, until there are none left.
  private func takeEvents(at now: Timestamp) throws(Failure) {
    while let event = session.connection.nextEvent() {
      handle(event, at: now)
      if !event.isNotice { cycle.didHandleEvent(at: now) }
    }
    if session.connection.isLost {
      throw Failure(ConnectionError.lost(display: session.connection.name))
    }
    cycle.windowIsVisible(session.window.isVisible, at: now)
    // No frame will come that could complete a resize.
    if cycle.isHidden { session.window.completeResize() }
  }

  func timeCompletions(_ isWanted: Bool) {
    cycle.timesCompletions = configuration.timesCompletions || isWanted
  }

  /// Passes the record of the last frame to the statistics.
  func finishRecord() { recorder.finish() }

  /// Tells the statistics how frames are now timed and drawn.
  private func updateStatus() {
    recorder.statistics.status = cycle.status(renderer: session.renderer.description)
  }
}

// Events from the server.
extension FrameLoop {
  func handle(_ event: Event, at now: Timestamp) {
    session.window.handle(event)
    session.renderer.handle(event)
    switch event {
    case .expose(let area, _):
      cycle.didLose(area)
    case .configure(let size, _, _):
      if size != player.view.size {
        player.view.resize(to: size)
        cycle.contentsChanged(at: now)
      }
      if !isWithinOutput(session.window.position) { followOutput(at: now) }
    case .screenChange:
      followOutput(at: now)
    case .vblank(let vblank):
      receive(vblank, at: now)
    case .key, .button, .buttonReleased, .pointer, .pointerLeft:
      carryOut(controller.handle(event, in: situation), at: now)
    case .drag, .selection:
      let list = dropTarget?.handle(event, on: session.connection)
      let paths = list.map(URIList.paths) ?? []
      if !paths.isEmpty { open(paths, at: now) }
    case .deleteWindow:
      cycle.end(.finished)
    case .destroyed:
      cycle.end(.windowLost)
    case .shmCompletion, .fence:
      // Without listening, the completion came earlier, at an unknown time.
      if isListening, session.renderer.isIdle { recorder.didComplete(at: now) }
    case .error(let error):
      session.logger.debug("the server refused a request: \(error)")
    default:
      break
    }
  }

  private func receive(_ vblank: Vblank, at now: Timestamp) {
    guard let vblanks, vblanks.accept(vblank) else { return }
    if let error = cycle.didReceive(VblankStamp(vblank), at: now) {
      recorder.didFindPhaseError(error)
    }
  }
}

// The output that shows the window.
extension FrameLoop {
  /// Whether a window at `position` is entirely on the output that last showed it.
  private func isWithinOutput(_ position: WindowPosition) -> Bool {
    guard let output else { return true }
    let size = session.window.size
    let area = PixelRect(
      x0: position.x, y0: position.y, x1: position.x + size.width, y1: position.y + size.height)
    return output.area.intersection(area) == area
  }

  /// Follows the vblanks of another output if the window has moved there, or the new rate if the
  /// output's mode has changed. The animation continues.
  private func followOutput(at now: Timestamp) {
    guard let output = session.connection.output(showing: session.window.areaOnScreen),
      output != self.output
    else { return }
    self.output = output
    vblanks?.follow(output.area)
    cycle.displayChanged(to: output.refreshRate, at: now)
  }
}

// Drawing and publishing frames.
extension FrameLoop {
  func draw(_ request: FrameRequest, at now: Timestamp) throws(Failure) {
    player.advance(for: request)
    keepClocksRight()
    controller.prepareOverlay(
      timeline: timelineBar, statistics: recorder.statistics.recent(), at: now)
    do throws(RenderError) {
      try session.renderer.draw(player.view.compose { controller.overlay.draw(into: &$0) })
      drawingError = nil
      cycle.didDraw(player.source.demand)
      reportOmission(at: now)
    } catch .connectionLost {
      throw Failure(ConnectionError.lost(display: session.connection.name))
    } catch {
      // Reported once, until a frame can be drawn again.
      if drawingError == nil { session.logger.warning("\(error); waiting for a smaller window") }
      drawingError = error
      cycle.didNotDraw(at: now)
      session.window.completeResize()
    }
  }

  /// Warns once for each file that a frame is not whole.
  private func reportOmission(at now: Timestamp) {
    guard !item.hasReportedOmission, let omission = item.omission else { return }
    item.hasReportedOmission = true
    session.logger.warning("\(omission)")
    showToast(omission, at: now)
  }

  /// Publishes the drawn frame.
  func publish(_ publication: Publication, at now: Timestamp) {
    if publication.asksForVblank { vblanks?.ask() }
    session.renderer.publish()
    lookAround()
    recorder.begin(publication, at: now)
    updateStatus()
    hasPublished = true
  }

  /// Follows up on a frame that was published in the previous turn.
  func finishPublishing(at now: Timestamp) throws(Failure) {
    guard hasPublished else { return }
    hasPublished = false
    recorder.didPublish(at: now)
    session.window.didPublish(player.view.size)
    if cycle.publishedCount == 1 { try firstFrameIsUp() }
    if controller.takeScreenshotRequest() { saveScreenshot(at: now) }
  }

  /// Does the work that can wait until the first frame is visible.
  private func firstFrameIsUp() throws(Failure) {
    if configuration.printsWindowID { try session.printWindowID() }
    session.window.setIcons([.fan(side: 32), .fan(side: 64)])
    session.connection.exchange()
  }
}

// Keeping clocks right.
extension FrameLoop {
  /// Sets the clocks ahead by the time they lost while frames were stopped, and by any change of
  /// the system's clock.
  private func keepClocksRight() {
    guard cycle.timeline.isSteady, let timeOfDay = configuration.timeOfDay else { return }
    if let span = wall?.correction(of: player.sceneTime, at: timeOfDay.localTime()), span != 0 {
      adjustClocks(by: span)
    }
  }

  /// Sets the clocks ahead, or back.
  func adjustClocks(by span: Seconds) {
    clockAdjustment += span
    item.adjustClocks(span)
  }
}

extension VblankStamp {
  init(_ vblank: Vblank) {
    let nanoseconds = vblank.ust.multipliedReportingOverflow(by: 1_000).partialValue
    self.init(
      msc: Int64(clamping: vblank.msc), ust: Timestamp(nanoseconds: Int64(clamping: nanoseconds)))
  }
}

extension Renderer {
  /// How much it can accept now.
  var load: RendererLoad { isIdle ? .idle : isReady ? .ready : .busy }
}
