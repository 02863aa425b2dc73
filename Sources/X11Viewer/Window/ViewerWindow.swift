import AnimCore
import AnimWindow
import AnimationFormats
import FramePacing
import Glibc
import LinuxSystem
import OfflineRendering
import PacingStatistics
import Viewer
import XWindow

/// The viewer's window: sends messages to a ``Viewer`` and carries out its effects, in a
/// ``WindowEngine``.
///
/// The engine decides when frames are due, the viewer decides what the window shows, and scenes
/// draw their frames.
final class ViewerWindow {
  let session: Session
  let engine: WindowEngine
  private let configuration: Configuration
  let player: Player
  private(set) var viewer: Viewer
  /// The source of items.
  private let items: ItemSource
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
  /// The window's place as a wallpaper, or `nil` if it isn't one.
  private let wallpaper: Wallpaper?
  /// The window's place as a sticker, or `nil` if it isn't one.
  private var sticker: Sticker?
  /// The time of the next check of conditions that no event reports: battery power, and a blank screen.
  private var nextCheck = Timestamp.zero
  /// Whether one of these conditions stops the frames.
  private var isStopped = false
  /// Performs the user's requests that don't concern the window.
  private let tasks: UserTasks
  /// All pages at once, while they are shown.
  private var overview: Overview?
  /// The results of threads.
  private let mailbox: Mailbox
  /// An event that becomes readable when the mailbox contains messages, a scene or the overview has
  /// read data, or a command has failed.
  private let background: EventDescriptor
  /// A finder of the colour under the pointer, created on demand.
  private lazy var probe = PixelProbe(player.view)
  private let statistics: FrameStatistics
  /// The error of the last frame, or `nil`.
  private(set) var drawingError: RenderError?
  /// The reason why the number of the window couldn't be printed, or `nil`.
  private var printingError: Failure?
  private let watchdog: Watchdog

  struct Configuration {
    var engine = WindowEngine.Configuration()
    /// Whether statistics are shown from the start.
    var showsStatistics = false
    /// Whether to measure how long the server takes for each frame.
    var timesCompletions = false
    /// Whether the window's number is printed with the first frame.
    var printsWindowID = false
    /// Whether to show a hint about the help key at the start.
    var hintsAtHelp = false
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
    /// The window's place on the desktop.
    var place = SessionConfiguration()
    /// The place where the position of a sticker is saved, or `nil` to forget it.
    var position: StickerPosition?
    /// The power supplies, or `nil` if battery power has no effect.
    var power: PowerSupplies?
    var onBattery = BatteryPolicy.play
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
    _ session: Session, _ view: SceneView, _ playlist: Playlist, _ item: PlaylistItem,
    from items: ItemSource, _ configuration: Configuration, on output: DisplayOutput?,
    statistics: FrameStatistics, watchdog: Watchdog, helper: DesktopHelper
  ) throws(SystemError) {
    self.session = session
    self.configuration = configuration
    self.statistics = statistics
    self.items = items
    requestedSize = session.window.size
    let backdrop =
      item.opened.background == nil
      ? view.backdrop : .color(configuration.files.background ?? .white)
    viewer = Viewer(
      item, of: playlist, files: configuration.files, backdrop: backdrop,
      showsStatistics: configuration.showsStatistics, keepsTitle: configuration.keepsTitle,
      speed: configuration.engine.speed, zoom: configuration.zoom,
      slideshow: configuration.slideshow,
      keys: configuration.keys, text: configuration.text)
    var running = configuration.engine
    running.continuations = watchdog.continuations
    engine = try WindowEngine(session.window, session.renderer, running, on: output)
    player = Player(
      view, from: configuration.engine.sceneTime, background: configuration.work(helper.ready))
    wall = configuration.timeOfDay.map {
      WallTimeline(start: $0.localTime(), sceneTime: configuration.engine.sceneTime)
    }
    background = helper.ready
    mailbox = Mailbox(signalling: background)
    tasks = UserTasks(helper, on: configuration.work(helper.ready), to: mailbox)
    self.watchdog = watchdog
    let role = configuration.place.role
    wallpaper = role == .wallpaper ? Wallpaper(session, configuration.place) : nil
    sticker =
      role == .sticker
      ? Sticker(
        session, isClickThrough: configuration.place.isClickThrough,
        didMove: { [tasks, position = configuration.position] corner in
          if let position { tasks.save(corner, to: position) }
        }) : nil
    view.panes = wallpaper?.panes ?? []
    engine.endRequests = WindowEngine.EndRequests(fileDescriptor: watchdog.fileDescriptor) {
      watchdog.takeRequest()
    }
    engine.poller.clockSteps = configuration.timeOfDay?.steps.fileDescriptor ?? -1
    engine.poller.changes = items.changeDescriptor
    engine.poller.background = background.fileDescriptor
    if session.window.isOwned, wallpaper == nil {
      dropTarget = DropTarget(of: session.window.id)
      dropTarget?.announce(on: session.connection)
      clipboard = Clipboard(of: session.window.id)
      paste = Paste(of: session.window.id)
    }
    timeCompletions(configuration.showsStatistics)
    updateStatus()
    session.window.setBackground(viewer.windowBackdrop.background)
    let now = engine.start
    send(.begin(hintsAtHelp: configuration.hintsAtHelp), at: now)
    if configuration.beginsWithOverview { send(.action(.overview(.show)), at: now) }
  }

  /// Shows the window, and runs until something ends it.
  func run() throws(Failure) -> FrameCycle.Outcome {
    watchdog.beginLoop(until: engine.cycle.end)
    session.window.map()
    let outcome: FrameCycle.Outcome
    do throws(ConnectionError) {
      outcome = try engine.run(for: self)
    } catch {
      throw Failure(error)
    }
    if let printingError { throw printingError }
    return outcome
  }

  /// Receives the results of background threads.
  private func takeBackground(at now: Timestamp) {
    background.clear()
    tasks.checkCommands()
    takeMail(at: now)
    if let found = overview?.takeLoaded(at: player.sceneTime.seconds) {
      if !found.others.isEmpty { send(.skipped(found.others), at: now) }
      if let files = found.files { send(.listedPages(files), at: now) }
    }
    engine.cycle.contentsChanged(at: now)
  }

  /// Tells the statistics how frames are now timed and drawn.
  private func updateStatus() {
    statistics.status = engine.cycle.status(renderer: session.renderer.description)
  }
}

// MARK: - The contents of the window

extension ViewerWindow: WindowClient {
  var demand: FrameSource.Demand { player.source.demand }

  func draw(_ request: FrameRequest, at now: Timestamp) -> DisplayList {
    player.advance(for: request)
    synchronizeClocks(at: now)
    reportPendingFile(at: now)
    let situation = situation(at: now)
    var effects: [Effect] = []
    viewer.prepareOverlay(
      in: situation, color: { probe.color(x: $0.x, y: $0.y) }, statistics: statistics.recent(),
      into: &effects)
    carryOut(effects, at: now)
    if let control = viewer.overview { overview?.show(control) }
    player.view.placement = viewer.placement(in: situation)
    player.view.orientation = viewer.orientation
    let drawsOverlay = configuration.drawsOverlay && viewer.canWrite
    return player.view.compose {
      if drawsOverlay { viewer.overlay.draw(into: &$0) }
    }
  }

  func didDraw(at now: Timestamp) {
    drawingError = nil
    send(.drawn(viewer.item.opened.machine?.takeMessages() ?? []), at: now)
  }

  func didNotDraw(because error: RenderError) {
    // Reported once, until a frame can be drawn again.
    if drawingError == nil { session.logger.warning("\(error); waiting for a smaller window") }
    drawingError = error
  }

  func didMeasure(_ frame: FrameRecord) { statistics.record(frame) }

  func didPublish(at now: Timestamp) {
    updateStatus()
    if now >= nextCheck { checkConditions(at: now) }
    if engine.cycle.publishedCount == 1 { firstFrameIsUp() }
  }

  /// Does the work that can wait until the first frame is visible.
  private func firstFrameIsUp() {
    if configuration.printsWindowID {
      do throws(Failure) {
        try session.printWindowID()
      } catch {
        printingError = error
        return engine.cycle.end(.finished)
      }
    }
    session.window.setIcons([.fan(side: 32), .fan(side: 64)])
    session.connection.exchange()
  }

  func wake(because ready: Poller.Ready, at now: Timestamp) {
    if ready.clockSteps {
      configuration.timeOfDay?.steps.rearm()
      engine.cycle.contentsChanged(at: now)
    }
    if ready.changes { send(.folderChanged(items.takeChange()), at: now) }
    if ready.background { takeBackground(at: now) }
  }

  func handle(_ event: Event, at now: Timestamp) {
    if let wallpaper, wallpaper.handle(event) {
      player.view.panes = wallpaper.panes
      engine.cycle.contentsChanged(at: now)
    }
    switch sticker?.handle(event, hasDialog: viewer.hasDialog) ?? .ignored {
    case .ignored: break
    case .needsFrame: return engine.cycle.contentsChanged(at: now)
    case .handled: return
    }
    switch event {
    case .configure(let size, _, _):
      if size != player.view.size {
        player.view.resize(to: size)
        engine.cycle.contentsChanged(at: now)
      }
    case .key, .button, .buttonReleased, .pointer, .pointerLeft:
      send(.event(event), at: now)
    case .selectionRequest, .selectionCleared, .propertyDeleted:
      clipboard?.handle(event, on: session.connection)
    case .drag, .selection, .property:
      if let answer = paste?.handle(event, on: session.connection) {
        return send(.pasted(answer), at: now)
      }
      if let list = dropTarget?.handle(event, on: session.connection) {
        drop(URIList.inputs(list), at: now)
      }
    case .deleteWindow:
      engine.cycle.end(.finished)
    case .error(let error):
      session.logger.debug("the server refused a request: \(error)")
    default:
      break
    }
  }
}

// MARK: - Frames that nobody sees

extension ViewerWindow {
  func didTakeEvents(at now: Timestamp) {
    if let wallpaper, wallpaper.update() { engine.cycle.contentsChanged(at: now) }
    suspend()
  }

  func checkVisibility(at now: Timestamp) { checkConditions(at: now) }

  /// Checks whether the machine runs on battery power and whether the screen is blank.
  private func checkConditions(at now: Timestamp) {
    nextCheck = now + Self.checkInterval
    let isOnBattery = configuration.power?.isOnBattery ?? false
    isStopped =
      isOnBattery && configuration.onBattery == .pause
      || wallpaper != nil && session.connection.isScreenBlank
    if configuration.onBattery == .slow {
      engine.cycle.setRate(isOnBattery ? slowRate : configuration.engine.timing.rate)
    }
    suspend()
  }

  /// Stops the frames, or continues them from the same time.
  private func suspend() {
    let isCovered = wallpaper?.isCovered ?? false
    session.window.isSuspended = isCovered || isStopped
    engine.cycle.awaitsVisibility = isCovered
  }

  /// The frame rate on battery power.
  private var slowRate: FrameRate {
    let rate = configuration.engine.timing.frameRate(on: engine.output?.refreshRate)
    let slow = RefreshRate(hertz: BatteryPolicy.slowRate)
    return .fixed(rate.hertz > slow.hertz ? slow : rate)
  }

  /// The minimum interval of checks while frames are shown, in seconds.
  private static let checkInterval: Seconds = 5
}

// MARK: - Messages and effects

extension ViewerWindow {
  /// Sends a message to the viewer, and carries out its effects.
  func send(_ message: Message, at now: Timestamp) {
    var effects: [Effect] = []
    viewer.update(message, in: situation(at: now), into: &effects)
    carryOut(effects, at: now)
  }

  private func carryOut(_ effects: [Effect], at now: Timestamp) {
    for effect in effects { carryOut(effect, at: now) }
  }

  private func carryOut(_ effect: Effect, at now: Timestamp) {
    switch effect {
    case .end: engine.cycle.end(.finished)
    case .setFullscreen(let isFullscreen): session.window.setFullscreen(isFullscreen)
    case .growWindow: growWindow()
    case .showPointer(let isShown): session.window.showsPointer = isShown
    case .followPointer(let isFollowed): session.window.followPointer(isFollowed)
    case .takeText(let takesText): session.window.takeText(takesText)
    case .setTitle(let title): session.window.setTitle(title)
    case .say(let text): send(.say(text), at: now)
    case .redraw: engine.cycle.contentsChanged(at: now)
    case .redrawLater(let instant):
      // The message about a file that is being opened may be due earlier.
      engine.cycle.contentsWillChange(at: awaited.map { min($0.time, instant) } ?? instant)
    case .changeTime(let change): changeTime(change, at: now)
    case .adjustClocks(let span): viewer.item.opened.adjustClocks(span)
    case .tellMachine(let commands):
      for command in commands { viewer.item.opened.machine?.send(command) }
    case .watch(let folder):
      items.beginWatching(folder)
      engine.poller.changes = items.changeDescriptor
    case .listFiles:
      awaited = nil
      items.list(mailbox: mailbox)
      takeMail(at: now)
    case .openFile(let request): open(request, at: now)
    case .openScene(let index):
      send(.openedScene(items.scene(at: index)), at: now)
    case .runScene: runScene()
    case .smoothPixels(let isSmooth): smoothPixels(isSmooth)
    case .showBackdrop: showBackdrop()
    case .openPath(let path): drop([path], at: now)
    case .openData(let bytes):
      let list = Result { () throws(Failure) in try FileList([InputPath.standardInput]) }
      replaceFiles(by: list)
      send(.dropped(list, data: bytes), at: now)
    case .complete(let beginning):
      tasks.complete(beginning)
    case .paste: paste?.ask(on: session.connection)
    case .moveToTrash(let path): tasks.moveToTrash(path)
    case .run(let command, let path): tasks.run(command, about: path)
    case .finishDrop(let isTaken): finishDrop(isTaken: isTaken)
    case .readCells(let configuration): readCells(configuration, at: now)
    case .readAgain(let paths): overview?.filesChanged(paths)
    case .findFont: findFont()
    case .share(let request): request.perform(view: player.view, tasks: tasks)
    case .copy(let content, let name):
      let isCopied = clipboard?.copy(content, on: session.connection) ?? false
      send(.shared(.copied(name, isCopied)), at: now)
    case .timeCompletions(let isWanted): timeCompletions(isWanted)
    case .log(.notice, let text): session.logger.notice("\(text)")
    case .log(.warning, let text): session.logger.warning("\(text)")
    case .log(.error, let text): session.logger.error("\(text)")
    }
  }

  private func open(_ request: FileRequest, at now: Timestamp) {
    items.open(request, mailbox: mailbox)
    awaited = (InputPath.name(of: request.path), now + Self.waitingTime)
    engine.cycle.contentsWillChange(at: now + Self.waitingTime)
    takeMail(at: now)
  }

  private func findFont() {
    let search: @Sendable () -> Void = { [text = viewer.overlay.text, mailbox] in
      text.prepare()
      mailbox.post { .foundFont }
    }
    do throws(SystemError) {
      try startThread(search)
    } catch {
      search()
    }
  }

  /// Shows the name of the file that is being opened if that takes long.
  private func reportPendingFile(at now: Timestamp) {
    guard let (name, time) = awaited, now >= time else { return }
    awaited = nil
    send(.say("waiting for \(name)"), at: now)
  }

  private static let waitingTime: Seconds = 1

  /// Sends the results of threads to the viewer, including those of work that was done at once.
  private func takeMail(at now: Timestamp) {
    while let message = mailbox.take() {
      switch message {
      case .listed:
        guard items.didList(mailbox: mailbox) else { continue }
        endWaiting()
      case .opened: endWaiting()
      case .dropped(let list, _):
        endWaiting()
        replaceFiles(by: list)
      default: break
      }
      send(message, at: now)
    }
  }

  private func endWaiting() {
    guard awaited != nil else { return }
    awaited = nil
    // Restores redraws that were scheduled before the file was awaited.
    if let toast = viewer.overlay.toast { engine.cycle.contentsWillChange(at: toast.end) }
  }

  /// Returns the state on which the effects of actions depend.
  private func situation(at now: Timestamp) -> Situation {
    Situation(
      size: player.view.size, scale: player.view.scale,
      isFullscreen: session.window.isFullscreen, isPaused: engine.cycle.timeline.isPaused,
      sceneTime: player.sceneTime, now: now)
  }

  /// Runs whatever is in front.
  private func runScene() {
    guard viewer.overview == nil else {
      if let overview { player.show(overview) }
      return
    }
    overview = nil
    let scene = viewer.item.scene
    scene.playback = viewer.chosenPlayback
    smoothPixels(viewer.smoothsPixels)
    player.show(scene)
  }

  private func smoothPixels(_ isSmooth: Bool) {
    (viewer.item.scene as? any PixelScene)?.smoothsPixels = isSmooth
  }

  private func showBackdrop() {
    overview?.backdrop = viewer.cellBackdrop
    player.view.backdrop = viewer.windowBackdrop
    session.window.setBackground(viewer.windowBackdrop.background)
  }

  /// Enlarges the window for its content. A window whose size the user or the window manager has changed stays as it
  /// is.
  private func growWindow() {
    let window = session.window
    let isOverview = viewer.overview != nil
    guard configuration.growsWindow, window.isOwned, !window.isFullscreen,
      window.size == requestedSize,
      let content = isOverview
        ? ContentSize.overview
        : ContentSize.points(of: viewer.item.scene, zoom: configuration.zoom)
          .map({ viewer.orientation.size(of: $0) })
    else { return }
    let area = engine.output?.area ?? session.connection.screenSize.bounds
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
      var effects: [Effect] = []
      viewer.update(.readingCells, in: situation(at: now), into: &effects)
      overview = viewer.overview.map {
        Overview($0, backdrop: viewer.cellBackdrop, text: viewer.overlay.text, loader)
      }
      carryOut(effects, at: now)
    } catch {
      send(.failed(["\(error)"]), at: now)
    }
  }

  /// Shows files instead of the current playlist, if one of them can be drawn.
  func drop(_ inputs: [String], at now: Timestamp) {
    awaited = nil
    items.find(inputs, mailbox: mailbox)
    takeMail(at: now)
  }

  /// Lists dropped files instead of the previous ones, until the drop is refused.
  private func replaceFiles(by list: Result<FileList, Failure>) {
    // Other dropped files may not be shown yet.
    if !isDropping { filesBeforeDrop = items.list }
    isDropping = true
    if case .success(let list) = list { items.replace(by: list) }
  }

  private func finishDrop(isTaken: Bool) {
    if !isTaken { items.replace(by: filesBeforeDrop) }
    (filesBeforeDrop, isDropping) = (nil, false)
    dropTarget?.finish(accepted: isTaken, on: session.connection)
  }

  private func timeCompletions(_ isWanted: Bool) {
    engine.cycle.timesCompletions = configuration.timesCompletions || isWanted
  }
}

// MARK: - Time

extension ViewerWindow {
  /// Changes the time for the next frame and later ones.
  private func changeTime(_ change: TimeChange?, at now: Timestamp) {
    let steps = frameSteps
    engine.cycle.changeTime(at: now) { [configuration, player] timeline, instant in
      player.settle(at: timeline.sceneTime(at: instant))
      guard let change else { return }
      timeline.apply(change, frames: steps, start: configuration.engine.sceneTime, at: instant)
      let time = timeline.sceneTime(at: instant)
      if time != player.sceneTime { player.seek(to: time) }
    }
    let timeline = engine.cycle.timeline
    send(
      .timeChanged(change, isPaused: timeline.isPaused, speed: timeline.speed), at: now)
    if change != nil, let timeOfDay = configuration.timeOfDay {
      wall?.restart(at: timeOfDay.localTime(), sceneTime: player.sceneTime)
    }
  }

  /// The frames that keys step by: the scene's own, or otherwise those of the window.
  private var frameSteps: FrameSteps {
    if let playback = viewer.chosenPlayback { return .playback(playback) }
    return .rate(
      viewer.item.scene.countedRate
        ?? configuration.engine.timing.frameRate(on: engine.output?.refreshRate))
  }

  /// Sets the clocks ahead by the time they lost while frames were stopped, and by any change of
  /// the system's clock.
  private func synchronizeClocks(at now: Timestamp) {
    guard engine.cycle.timeline.isSteady, let timeOfDay = configuration.timeOfDay else { return }
    if let span = wall?.correction(of: player.sceneTime, at: timeOfDay.localTime()), span != 0 {
      send(.clocksDiffer(by: span), at: now)
    }
  }
}
