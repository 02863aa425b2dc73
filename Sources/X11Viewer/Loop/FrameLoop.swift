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
  let vblanks: VblankEvents?
  /// Keeps clocks in step with the time of day; nil if they do not show it.
  var wall: WallTimeline?
  /// By how many seconds the clocks were set ahead in all; scenes that are shown later are set
  /// ahead by the same.
  var clockAdjustment: Seconds = 0
  var overlay = Overlay()
  var doubleClick = DoubleClick()
  /// The items to page through.
  var playlist: any Playlist
  /// The current item.
  var item: PlaylistItem
  var backdrops: Backdrops
  var scrubber = Scrubber()
  /// Receives files that are dropped on the window; nil if the window is not ours.
  var dropTarget: DropTarget?
  /// The output that shows most of the window, when it was last looked up.
  var output: DisplayOutput?
  let statistics: FrameStatistics
  /// The record of the last published frame.
  var record: FrameRecord?
  /// Whether the statistics are shown over the picture.
  var showsStatistics: Bool { didSet { listenForCompletions() } }
  /// Whether to save the next published frame.
  var wantsScreenshot = false
  /// Why the last frame could not be drawn; nil if it was.
  var drawingError: RenderError?
  /// Whether a frame was published in the previous turn and must still be followed up.
  var hasPublished = false
  /// Whether events from the server could end the last sleep.
  private(set) var isListening = true

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
    self.statistics = statistics
    self.output = output
    showsStatistics = configuration.showsStatistics
    self.playlist = playlist
    self.item = item
    backdrops = Backdrops(first: view.backdrop)
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
    listenForCompletions()
    updateStatus()
    present(item, at: now)
    if let notice = item.notice { showToast(notice, at: now) }
  }

  /// Shows the window, and runs until something ends it.
  func run() throws(Failure) -> FrameCycle.Outcome {
    watchdog.beginLoop(until: cycle.end)
    session.window.map()
    if configuration.hintsAtHelp, overlay.toast == nil { showToast("? for keys", at: .now) }
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
  func lookAround() {
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

  private func listenForCompletions() {
    cycle.timesCompletions = configuration.timesCompletions || showsStatistics
  }
}

extension Renderer {
  /// How much it can accept now.
  var load: RendererLoad { isIdle ? .idle : isReady ? .ready : .busy }
}
