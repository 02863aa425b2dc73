import AnimCore
import AnimWindow
import AnimationFormats
import FramePacing
import Glibc
import LinuxSystem
import OfflineRendering
import PacingStatistics
import XWindow

/// The loop, which carries out the decisions of a ``FrameCycle`` and a ``ViewerController``, and
/// reports the results to them.
///
/// Only this type reads the clock, once per turn. The cycle decides when frames are due, the
/// controller decides what the window shows, scenes draw their frames, and the renderer paints
/// them.
final class FrameLoop {
  let session: Session
  private let configuration: Configuration
  let player: Player
  private(set) var cycle: FrameCycle
  private(set) var controller: ViewerController
  /// The source of items.
  private let items: ItemSource
  private let vblanks: VblankEvents?
  /// Synchronizes clocks with the time of day, or `nil` if they don't show it.
  private var wall: WallTimeline?
  /// Receives files dropped on the window, or `nil` if the window isn't the program's own.
  private var dropTarget: DropTarget?
  /// The files before a drop, until it is over.
  private var filesBeforeDrop: FileList?
  private var isDropping = false
  /// The name of the file that is being opened, and the time at which that is shown, or `nil`.
  private var awaited: (name: String, time: Timestamp)?
  /// The contents copied for other clients, or `nil` if the window isn't the program's own.
  private var clipboard: Clipboard?
  /// The size at which the window was opened, or to which it was enlarged.
  private var requestedSize: PixelSize
  /// Receives contents that other clients have copied, or `nil` if the window isn't the program's
  /// own.
  private var paste: Paste?
  /// Performs the user's requests that don't concern the window.
  private let tasks: BackgroundTaskQueue
  /// All pages at once, while they are shown.
  private var overview: Overview?
  /// Becomes readable when a thread has read something, or a command has failed.
  private let background: EventDescriptor
  /// A finder of the colour under the pointer, created on demand.
  private lazy var probe = PixelProbe(player.view)
  /// The output that shows most of the window, when it was last determined.
  private(set) var output: DisplayOutput?
  private var recorder: FrameRecorder
  /// The error of the last frame, or `nil`.
  private(set) var drawingError: RenderError?
  /// Whether a frame was published in the previous turn and must still be followed up.
  private var hasPublished = false
  /// Whether events from the server could end the last sleep.
  private var isListening = true

  private var timer: Timer
  private let watchdog: Watchdog
  /// The approximate start of the next turn if the process isn't stopped until then: the end of its
  /// sleep, or at once. `nil` if an event must end the sleep.
  private var expected: Timestamp?
  /// Whether the process was stopped before this turn.
  private var wasContinued = false
  private var poller: Poller
  /// Whether the loop has slept since the last frame.
  private var hasSlept = true
  /// The cause of the end of the last sleep.
  private var ready = Poller.Ready()

  struct Configuration {
    var timing: TimingConfiguration
    /// The scene time at the start.
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
    /// Reads the clock by which frames are due.
    var clock: () -> Timestamp = { .now }
    /// The time of day for clocks, which accounts for stopped frames and changes of the system's
    /// clock, or `nil` if clocks don't show it.
    var timeOfDay: TimeOfDay?
    /// The configuration of files.
    var files = FileConfiguration()
    /// Whether the title bar keeps its text, whatever is shown.
    var keepsTitle = false
    /// Whether messages and panels are drawn over the scene.
    var drawsOverlay = true
    /// The style of texts.
    var text = OverlayText.desktop()
    /// Lines that change the standard keys.
    var keys: [KeyLine] = []
    /// Whether all files are shown side by side at first.
    var beginsWithOverview = false
    var slideshow = Slideshow()
    /// The initial points per unit of the image, or `nil` to fit the window.
    var zoom: Double?
    /// Whether the window grows for larger content, as long as the user doesn't resize it.
    var growsWindow = false
    /// Creates the background work, which signals when a frame must be drawn because of it.
    var work: (EventDescriptor) -> any BackgroundWork = ThreadWork.init(signalling:)
  }

  /// - Parameters:
  ///   - session: The session, whose window isn't yet mapped.
  ///   - view: A view of the window's size, with the scene of `item`.
  ///   - playlist: The items to page through.
  ///   - item: The item to show first.
  ///   - items: The source of items.
  ///   - output: The output that shows the window, if known.
  ///   - statistics: A closure that receives the record of every frame.
  init(
    _ session: Session, _ view: SceneView, _ playlist: any Playlist, _ item: PlaylistItem,
    from items: ItemSource, _ configuration: Configuration, on output: DisplayOutput?,
    statistics: FrameStatistics, watchdog: Watchdog, helper: DesktopHelper
  ) throws(SystemError) {
    let now = configuration.clock()
    self.session = session
    self.configuration = configuration
    recorder = FrameRecorder(statistics)
    self.output = output
    self.items = items
    requestedSize = session.window.size
    let backdrop =
      item.opened.background == nil
      ? view.backdrop : .color(configuration.files.background ?? .white)
    controller = ViewerController(
      item, of: playlist, files: configuration.files, backdrop: backdrop,
      showsStatistics: configuration.showsStatistics, keepsTitle: configuration.keepsTitle,
      speed: configuration.speed, zoom: configuration.zoom, slideshow: configuration.slideshow,
      keys: configuration.keys, text: configuration.text)
    session.connection.watchOutputs()
    let timing = configuration.timing
    vblanks =
      timing.source == .timer || timing.rate == .maximum ? nil : VblankEvents(of: session.window)
    if let output { vblanks?.follow(output.area) }
    cycle = FrameCycle(
      timing, rate: output?.refreshRate, hasVblanks: vblanks != nil,
      sceneTime: configuration.start, speed: configuration.speed,
      frameLimit: configuration.frameLimit, duration: configuration.duration, at: now)
    player = Player(view, from: configuration.start, background: configuration.work(helper.ready))
    wall = configuration.timeOfDay.map {
      WallTimeline(start: $0.localTime(), sceneTime: configuration.start)
    }
    timer = try Timer.make()
    background = helper.ready
    tasks = BackgroundTaskQueue(helper, on: configuration.work(helper.ready))
    poller = Poller(
      timer: timer.fileDescriptor, connection: session.connection.fileDescriptor,
      requests: watchdog.fileDescriptor,
      clockSteps: configuration.timeOfDay?.steps.fileDescriptor ?? -1,
      continuations: watchdog.continuations.fileDescriptor)
    self.watchdog = watchdog
    poller.changes = items.changeDescriptor
    poller.background = background.fileDescriptor
    if session.window.isOwned {
      dropTarget = DropTarget(of: session.window.id)
      dropTarget?.announce(on: session.connection)
      clipboard = Clipboard(of: session.window.id)
      paste = Paste(of: session.window.id)
    }
    timeCompletions(configuration.showsStatistics)
    updateStatus()
    session.window.setBackground(controller.windowBackdrop.background)
    carryOut(controller.begin(hintsAtHelp: configuration.hintsAtHelp), at: now)
    if configuration.beginsWithOverview { perform(.overview(.show), at: now) }
  }

  /// Shows the window, and runs until something ends it.
  func run() throws(Failure) -> FrameCycle.Outcome {
    watchdog.beginLoop(until: cycle.end)
    session.window.map()
    defer { recorder.finish() }
    while true {
      switch try turn(at: readClock()) {
      case .sleep(let end, let isListening): sleep(until: end, isListening: isListening)
      case .end(let outcome): return outcome
      default: break
      }
    }
  }

  /// Returns the time of the next turn, before which all stops of the process are noticed.
  ///
  /// A stop that made a reading of the clock late is detected by querying it afterwards. A detected
  /// stop may have happened after the reading, so the reading is repeated. A reading without a
  /// later stop contains only known stops. A reading that is as expected needs no query, and so no
  /// system call.
  private func readClock() -> Timestamp {
    var now = configuration.clock()
    let isExpected = expected.map { now >= $0 && now - $0 < Self.tolerance } ?? false
    if ready.continuations || !isExpected {
      while watchdog.continuations.take() {
        wasContinued = true
        now = configuration.clock()
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
  func turn(at now: Timestamp) throws(Failure) -> FrameCycle.Effect {
    try finishPublishing(at: now)
    takeWakeUp(at: now)
    try takeEvents(at: now)
    let effect = cycle.next(at: now, renderer: session.renderer.load)
    switch effect {
    case .exchange: session.connection.exchange()
    case .repair(let area): session.renderer.repair(area)
    case .askForVblank: vblanks?.ask()
    case .askForVisibility: session.window.askForVisibility()
    case .draw(let request): try draw(request, at: now)
    case .publish(let publication): publish(publication, at: now)
    case .recover: session.renderer.recover()
    case .sleep, .end: break
    }
    return effect
  }

  private func sleep(until end: Timestamp?, isListening: Bool) {
    timer.arm(at: end)
    self.isListening = isListening
    expected = end
    wake(because: poller.wait(listening: isListening))
  }

  /// Continues as after a sleep, with everything that is ready.
  func wake() { wake(because: poller.look()) }

  private func wake(because ready: Poller.Ready) {
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
  private func takeWakeUp(at now: Timestamp) {
    if wasContinued {
      wasContinued = false
      cycle.didContinue(at: now)
    }
    if ready.requests, let signal = watchdog.takeRequest() { cycle.end(.signal(signal)) }
    if ready.clockSteps {
      configuration.timeOfDay?.steps.rearm()
      cycle.contentsChanged(at: now)
    }
    if ready.changes {
      carryOut(controller.folderChanged(items.takeChange(), in: situation(at: now)), at: now)
    }
    if ready.background { takeBackground(at: now) }
    ready = Poller.Ready()
  }

  /// Receives the results of background threads.
  private func takeBackground(at now: Timestamp) {
    background.clear()
    if configuration.text.isReady {
      carryOut(controller.didFindFont(in: situation(at: now)), at: now)
    }
    takeFound(at: now)
    if let found = overview?.takeLoaded(at: player.sceneTime.seconds) {
      controller.skip(found.others)
      if let files = found.files { carryOut(controller.replacePages(by: files), at: now) }
    }
    for result in tasks.take() { take(result, at: now) }
    cycle.contentsChanged(at: now)
  }

  /// Handles all events that have been read.
  private func takeEvents(at now: Timestamp) throws(Failure) {
    while let event = session.connection.nextEvent() { take(event, at: now) }
    if session.connection.isLost {
      throw Failure(ConnectionError.lost(display: session.connection.name))
    }
    cycle.windowIsVisible(session.window.isVisible, at: now)
    // No frame will come that could complete a resize.
    if cycle.isHidden { session.window.completeResize() }
  }

  /// Tells the statistics how frames are now timed and drawn.
  private func updateStatus() {
    recorder.statistics.status = cycle.status(renderer: session.renderer.description)
  }
}

// MARK: - Events from the server

extension FrameLoop {
  func take(_ event: Event, at now: Timestamp) {
    handle(event, at: now)
    if !event.isNotice { cycle.didHandleEvent(at: now) }
  }

  private func handle(_ event: Event, at now: Timestamp) {
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
      if let output, !session.window.isWithin(output.area) { followOutput(at: now) }
    case .screenChange:
      followOutput(at: now)
    case .vblank(let vblank):
      receive(vblank, at: now)
    case .key, .button, .buttonReleased, .pointer, .pointerLeft:
      carryOut(controller.handle(event, in: situation(at: now)), at: now)
    case .selectionRequest, .selectionCleared, .propertyDeleted:
      clipboard?.handle(event, on: session.connection)
    case .drag, .selection, .property:
      if let answer = paste?.handle(event, on: session.connection) {
        return carryOut(controller.didPaste(answer, in: situation(at: now)), at: now)
      }
      if let list = dropTarget?.handle(event, on: session.connection) {
        drop(URIList.inputs(list), at: now)
      }
    case .deleteWindow:
      cycle.end(.finished)
    case .destroyed:
      cycle.end(.windowLost)
    case .shmCompletion, .fence:
      // Without listening, the completion happened earlier, at an unknown time.
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

// MARK: - The output that shows the window

extension FrameLoop {
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

// MARK: - Drawing and publishing frames

extension FrameLoop {
  private func draw(_ request: FrameRequest, at now: Timestamp) throws(Failure) {
    player.advance(for: request)
    synchronizeClocks(at: now)
    reportPendingFile(at: now)
    let situation = situation(at: now)
    let effects = controller.prepareOverlay(
      in: situation, color: { probe.color(x: $0.x, y: $0.y) },
      statistics: recorder.statistics.recent())
    carryOut(effects, at: now)
    if let control = controller.overview { overview?.show(control) }
    player.view.placement = controller.placement(in: situation)
    player.view.orientation = controller.orientation
    let drawsOverlay = configuration.drawsOverlay && controller.canWrite
    do throws(RenderError) {
      try session.renderer.draw(
        player.view.compose {
          if drawsOverlay { controller.overlay.draw(into: &$0) }
        })
      drawingError = nil
      cycle.didDraw(player.source.demand)
      let messages = controller.item.opened.machine?.takeMessages() ?? []
      carryOut(controller.didDraw(telling: messages, at: now), at: now)
      if controller.hasSlideshow {
        carryOut(controller.turnSlide(in: self.situation(at: now)), at: now)
      }
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

  /// Publishes the drawn frame.
  private func publish(_ publication: Publication, at now: Timestamp) {
    if publication.needsVblank { vblanks?.ask() }
    session.renderer.publish()
    lookAround()
    recorder.begin(publication, at: now)
    updateStatus()
    hasPublished = true
  }

  /// Follows up on a frame that was published in the previous turn.
  private func finishPublishing(at now: Timestamp) throws(Failure) {
    guard hasPublished else { return }
    hasPublished = false
    recorder.didPublish(at: now)
    session.window.didPublish(player.view.size)
    if cycle.publishedCount == 1 { try firstFrameIsUp() }
  }

  /// Does the work that can wait until the first frame is visible.
  private func firstFrameIsUp() throws(Failure) {
    if configuration.printsWindowID { try session.printWindowID() }
    session.window.setIcons([.fan(side: 32), .fan(side: 64)])
    session.connection.exchange()
  }
}

// MARK: - What the controller asks for

extension FrameLoop {
  func perform(_ action: ViewerAction, at now: Timestamp) {
    carryOut(controller.perform(action, in: situation(at: now)), at: now)
  }

  private func carryOut(_ effects: [ViewerController.Effect], at now: Timestamp) {
    for effect in effects { carryOut(effect, at: now) }
  }

  private func carryOut(_ effect: ViewerController.Effect, at now: Timestamp) {
    switch effect {
    case .end: cycle.end(.finished)
    case .setFullscreen(let isFullscreen): session.window.setFullscreen(isFullscreen)
    case .growWindow: growWindow()
    case .showPointer(let isShown): session.window.showsPointer = isShown
    case .followPointer(let isFollowed): session.window.followPointer(isFollowed)
    case .setTitle(let title): session.window.setTitle(title)
    case .redraw: cycle.contentsChanged(at: now)
    case .redrawLater(let instant): cycle.contentsWillChange(at: instant)
    case .changeTime(let change): changeTime(change, at: now)
    case .adjustClocks(let span): controller.item.opened.adjustClocks(span)
    case .tellMachine(let commands):
      for command in commands { controller.item.opened.machine?.send(command) }
    case .watch(let folder):
      items.beginWatching(folder)
      poller.changes = items.changeDescriptor
    case .listFiles: read(.list, at: now)
    case .openFile(let request): read(.open(request), at: now)
    case .openScene(let index):
      carryOut(controller.didOpen(items.scene(at: index), in: situation(at: now)), at: now)
    case .runScene:
      overview = nil
      let scene = controller.item.scene
      scene.playback = controller.chosenPlayback
      smoothPixels(controller.smoothsPixels)
      run(scene)
    case .smoothPixels(let isSmooth): smoothPixels(isSmooth)
    case .runOverview:
      if let overview { run(overview) }
    case .showBackdrop: showBackdrop()
    case .openPath(let path): drop([path], at: now)
    case .openData(let bytes):
      let list = Result { () throws(Failure) in try FileList([InputPath.standardInput]) }
      didFind(list, data: bytes, at: now)
    case .complete(let beginning):
      tasks.complete(beginning)
    case .paste: paste?.ask(on: session.connection)
    case .moveToTrash(let path): tasks.moveToTrash(path)
    case .run(let command, let path): tasks.run(command, about: path)
    case .finishDrop(let isTaken): finishDrop(isTaken: isTaken)
    case .readCells(let configuration): readCells(configuration, at: now)
    case .readAgain(let paths): overview?.filesChanged(paths)
    case .findFont: controller.overlay.text.prepare(background)
    case .share(let request): share(request, at: now)
    case .timeCompletions(let isWanted): timeCompletions(isWanted)
    case .log(let level, let text): session.logger.log(level: level, "\(text)")
    }
  }

  private func read(_ task: ItemSource.Task, at now: Timestamp) {
    items.begin(task, signalling: background)
    awaited = nil
    if case .open(let request) = task {
      awaited = (InputPath.name(of: request.path), now + Self.waitingTime)
      cycle.contentsWillChange(at: now + Self.waitingTime)
    }
    // For work that is done immediately.
    takeFound(at: now)
  }

  /// Says which file is waited for, once that takes long.
  private func reportPendingFile(at now: Timestamp) {
    guard let (name, time) = awaited, now >= time else { return }
    awaited = nil
    carryOut(controller.showToast("waiting for \(name)", at: now), at: now)
  }

  private static let waitingTime: Seconds = 1

  private func takeFound(at now: Timestamp) {
    let situation = situation(at: now)
    let found = items.takeFound(signalling: background)
    if found != nil, awaited != nil {
      awaited = nil
      // Restores redraws that were scheduled before the file was awaited.
      if let toast = controller.overlay.toast { cycle.contentsWillChange(at: toast.end) }
    }
    switch found {
    case .files(let list): didFind(list, at: now)
    case .list(let files): carryOut(controller.didList(files, in: situation), at: now)
    case .file(let file):
      carryOut(controller.didOpen(OpenedFile.of(file), in: situation), at: now)
    case nil: break
    }
  }

  /// Returns the state on which the effects of actions depend.
  private func situation(at now: Timestamp) -> ViewerController.Situation {
    ViewerController.Situation(
      size: player.view.size, scale: player.view.scale,
      isFullscreen: session.window.isFullscreen, isPaused: cycle.timeline.isPaused,
      sceneTime: player.sceneTime, now: now)
  }

  private func run(_ scene: any Scene) {
    player.show(scene)
    showBackdrop()
  }

  private func smoothPixels(_ isSmooth: Bool) {
    (controller.item.scene as? any PixelScene)?.smoothsPixels = isSmooth
  }

  private func showBackdrop() {
    overview?.backdrop = controller.cellBackdrop
    player.view.backdrop = controller.windowBackdrop
    session.window.setBackground(controller.windowBackdrop.background)
  }

  /// Enlarges the window for its content. A window whose size the user or the window manager has changed stays as it
  /// is.
  private func growWindow() {
    let window = session.window
    let isOverview = controller.overview != nil
    guard configuration.growsWindow, window.isOwned, !window.isFullscreen,
      window.size == requestedSize,
      let content = isOverview
        ? ContentSize.overview
        : ContentSize.points(of: controller.item.scene, zoom: configuration.zoom)
          .map({ controller.orientation.size(of: $0) })
    else { return }
    let area = output?.area ?? session.connection.screenSize.bounds
    let wanted = content.pixels(
      scale: session.scale, fitting: PixelSize(width: area.width, height: area.height))
    let size = PixelSize(
      width: max(window.size.width, wanted.width), height: max(window.size.height, wanted.height))
    guard size != window.size else { return }
    requestedSize = size
    window.resize(to: size, within: area)
  }

  private func readCells(_ configuration: PlaylistConfiguration, at now: Timestamp) {
    guard let list = items.list else { return }
    do throws(SystemError) {
      let loader = try CellLoader(list, configuration, ready: background)
      let effects = controller.didBeginReading(in: situation(at: now))
      overview = controller.overview.map {
        Overview($0, backdrop: controller.cellBackdrop, text: controller.overlay.text, loader)
      }
      carryOut(effects, at: now)
    } catch {
      carryOut(controller.showToast("\(error)", at: now), at: now)
    }
  }

  /// Shows files instead of the current playlist, if one of them can be drawn.
  func drop(_ inputs: [String], at now: Timestamp) { read(.find(inputs), at: now) }

  private func didFind(
    _ list: Result<FileList, Failure>, data: [UInt8]? = nil, at now: Timestamp
  ) {
    // Other dropped files may not be shown yet.
    if !isDropping { filesBeforeDrop = items.list }
    isDropping = true
    if case .success(let list) = list { items.replace(by: list) }
    carryOut(controller.didDrop(list, data: data, in: situation(at: now)), at: now)
  }

  /// Handles the result of a background task.
  private func take(_ result: BackgroundTaskQueue.Result, at now: Timestamp) {
    switch result {
    case .completed(let found): carryOut(controller.didComplete(found), at: now)
    case .movedToTrash(let path, let failure):
      if failure == nil { session.logger.notice("moved \(path) to the trash") }
      carryOut(controller.didMoveToTrash(path, failure, in: situation(at: now)), at: now)
    case .shared(let result): carryOut(controller.didShare(result, at: now), at: now)
    case .found(let path):
      carryOut(controller.didShare(ShareRequest.copyFile(at: path, copy), at: now), at: now)
    case .failed(let failures):
      for failure in failures {
        session.logger.warning("\(failure)")
        carryOut(controller.showToast(failure, at: now), at: now)
      }
    }
  }

  private func finishDrop(isTaken: Bool) {
    if !isTaken { items.replace(by: filesBeforeDrop) }
    (filesBeforeDrop, isDropping) = (nil, false)
    dropTarget?.finish(accepted: isTaken, on: session.connection)
  }

  private func timeCompletions(_ isWanted: Bool) {
    cycle.timesCompletions = configuration.timesCompletions || isWanted
  }

  private func share(_ request: ShareRequest, at now: Timestamp) {
    let result = request.perform(view: player.view, tasks: tasks, copy: copy)
    if let result { carryOut(controller.didShare(result, at: now), at: now) }
  }

  /// Puts content on the clipboard, and returns whether that succeeded.
  private func copy(_ content: Clipboard.Content) -> Bool {
    clipboard?.copy(content, on: session.connection) ?? false
  }
}

// MARK: - Time

extension FrameLoop {
  /// Changes the time for the next frame and later ones.
  private func changeTime(_ change: TimeChange?, at now: Timestamp) {
    let steps = frameSteps
    cycle.changeTime(at: now) { [configuration, player] timeline, instant in
      player.settle(at: timeline.sceneTime(at: instant))
      guard let change else { return }
      timeline.apply(change, frames: steps, start: configuration.start, at: instant)
      let time = timeline.sceneTime(at: instant)
      if time != player.sceneTime { player.seek(to: time) }
    }
    let timeline = cycle.timeline
    carryOut(
      controller.didChangeTime(
        change, isPaused: timeline.isPaused, speed: timeline.speed, at: now), at: now)
    if change != nil, let timeOfDay = configuration.timeOfDay {
      wall?.restart(at: timeOfDay.localTime(), sceneTime: player.sceneTime)
    }
  }

  /// The frames that keys step by: the scene's own, or otherwise those of the window.
  private var frameSteps: FrameSteps {
    if let playback = controller.chosenPlayback { return .playback(playback) }
    return .rate(
      controller.item.scene.countedRate
        ?? configuration.timing.frameRate(on: output?.refreshRate))
  }

  /// Sets the clocks ahead by the time they lost while frames were stopped, and by any change of
  /// the system's clock.
  private func synchronizeClocks(at now: Timestamp) {
    guard cycle.timeline.isSteady, let timeOfDay = configuration.timeOfDay else { return }
    if let span = wall?.correction(of: player.sceneTime, at: timeOfDay.localTime()), span != 0 {
      carryOut(controller.adjustClocks(by: span), at: now)
    }
  }
}
