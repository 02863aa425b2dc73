import AnimCore
import AnimText
import AnimWindow
import AnimationFormats
import DemoScenes
import FramePacing
import Glibc
import ImageFiles
import LinuxSystem
import OfflineRendering
import PacingStatistics
import PlainText
import Viewer
import XWindow

/// Opens the viewer's window, or takes a screenshot of it.
struct ViewerRun {
  let configuration: ViewConfiguration
  /// Receives errors of files that are skipped, and warnings about the first one.
  var report: (String) -> Void = StandardError.report

  func run() throws(Failure) {
    try check()
    let image = configuration.plays ? nil : configuration.screenshot
    let (watchdog, helper): (Watchdog, DesktopHelper?)
    let system = openSystem()
    do throws(SystemError) {
      // Start it before any other thread, and before the restrictions apply.
      var sandbox = configuration.isLocked ? Sandbox.window(configuration) : nil
      helper = image == nil ? try desktopHelper(for: sandbox) : nil
      if helper == nil { try sandbox?.startBroker() }
      if let sandbox, !sandbox.lockFiles() { Sandbox.Gap.files.report() }
      watchdog = try Watchdog.start(
        timeout: configuration.timeout, duration: configuration.duration)
    } catch {
      throw Failure(error)
    }
    if let image { try takeScreenshot(image, watchdog) }
    if let helper { try show(watchdog, helper, system) }
  }

  /// The files of the system that the window uses, and that a locked process can't open.
  private struct SystemFiles {
    /// The power supplies, or `nil` if battery power has no effect.
    var power: PowerSupplies?
    /// The position of the sticker, or `nil` if it isn't remembered.
    var position: StickerPosition?
  }

  private func openSystem() -> SystemFiles {
    var system = SystemFiles()
    if configuration.onBattery != .play { system.power = PowerSupplies() }
    guard configuration.window.remembersPosition else { return system }
    let name = configuration.files.first.map(FilePath.absolute)
    do throws(Failure) {
      system.position = try StickerPosition(
        of: name ?? SceneCatalog.entries[configuration.scenes.index].name)
    } catch {
      StandardError.report("warning: \(error.message)")
    }
    return system
  }

  /// Throws an error if a file is only the name of a scene, or if an output would overwrite a file.
  func check() throws(Failure) {
    if configuration.files.count == 1 { try checkSceneName(configuration.files[0]) }
    try OutputPaths([
      "--screenshot": configuration.screenshot, "--stats-json": configuration.statistics.json,
      "--stats-csv": configuration.statistics.csv,
    ]).check(reading: configuration.files)
  }

  /// Creates the helper that performs operations that the sandbox forbids to the window.
  private func desktopHelper(for sandbox: Sandbox?) throws(SystemError) -> DesktopHelper {
    let commands = configuration.keys.compactMap { line in
      if case .run(let command) = line.action { command } else { nil as String? }
    }
    return try DesktopHelper(
      DesktopHelper.Rights(
        commands: commands,
        folders: [
          ImageExport.fileExtension: configuration.saveFolder ?? ".",
          // Golden tests find scripts next to the file.
          AnimationFormats.scriptExtension: ".",
        ]),
      for: sandbox)
  }

  /// Connects to the server, gives up all other connections, and only then reads the first file
  /// that can be drawn.
  private func connect(_ watchdog: Watchdog?) throws(Failure) -> (Connection, Content?) {
    let list =
      configuration.files.isEmpty
      ? nil : try FileList(configuration.files, configuration.listing)
    // Load them while the server answers.
    if configuration.isLocked { try? startThread { Self.loadLibraries() } }
    let connection = Result { () throws(Failure) in try Session.connect(configuration.window) }
    if configuration.isLocked {
      Self.loadLibraries()
      if !Sandbox.window(configuration).lockCalls() { Sandbox.Gap.calls.report() }
    }
    // If no file can be drawn, report that, with or without a server.
    watchdog?.wait(for: .files)
    let files = try list.map { list throws(Failure) in try openFirst(of: list) }
    watchdog?.wait(for: .server)
    return (try connection.get(), files)
  }

  /// Loads all libraries that files or the interface may need, because a sandboxed process can't
  /// load any. Waits if another thread is loading them.
  private static func loadLibraries() {
    AnimationFormats.loadLibraries()
    SystemFonts.loadLibraries()
  }

  /// Saves an image in virtual time, which the server has drawn.
  ///
  /// - Parameter watchdog: Ends the process at its timeout, or `nil` without one.
  func takeScreenshot(_ path: String, _ watchdog: Watchdog? = nil) throws(Failure) {
    let (connection, files) = try connect(watchdog)
    defer { connection.close() }
    var window = windowConfiguration(for: files)
    window.fitsScreen = false
    let session = try Session.open(window, configuration.renderer, on: connection)
    let content = files ?? sceneContent(configuration.scenes.inVirtualTime)
    let instant = try screenshotInstant(of: content.item.scene)
    let screenshot = Screenshot(
      session: session, printsWindowID: configuration.printsWindowID)
    try FrameRenderer(view(of: content, in: session), paint: screenshot.show)
      .render(ChosenFrames(instant), into: ImageSink(path: path))
    if let omission = content.item.omission { report("warning: \(omission)") }
  }

  /// Returns the frame that a screenshot in virtual time shows: the start, or the last one of the
  /// run.
  private func screenshotInstant(of scene: any Scene) throws(Failure) -> SceneInstant {
    let rate =
      if case .fixed(let rate) = configuration.timing.rate { rate } else { sceneRate }
    guard let last = configuration.lastFrame(at: rate) else {
      return try configuration.start.instant(in: scene, rate: sceneRate)
    }
    let start = try configuration.start.time(in: scene, rate: sceneRate)
    return Video(start: start, rate: rate, speed: configuration.speed).instant(of: last)
  }

  private func show(
    _ watchdog: Watchdog, _ helper: DesktopHelper, _ system: SystemFiles
  ) throws(Failure) {
    HeapMemory.returnFreed()
    let report = try configuration.statistics.report(
      status: TimingStatus(source: .timer, renderer: configuration.renderer.rawValue))
    let reported = reportedConfiguration
    watchdog.beforeExit {
      do throws(OutputError) {
        try report.finish(configuration: reported)
        return .success
      } catch {
        let failure = Failure(error)
        failure.printMessage()
        return failure.status
      }
    }
    let result = Result { () throws(Failure) in
      try runLoop(report.statistics, watchdog, helper, system)
    }
    watchdog.endLoop()
    // Write the statistics regardless of how the run ended.
    do throws(OutputError) {
      try report.finish(configuration: reported)
    } catch {
      throw Failure(error)
    }
    switch try result.get() {
    case .finished: return
    case .windowLost:
      throw Failure("window: destroyed by another client", status: .unavailable)
    case .signal(let signal): Signals.die(of: signal)
    }
  }

  private func runLoop(
    _ statistics: FrameStatistics, _ watchdog: Watchdog, _ helper: DesktopHelper,
    _ system: SystemFiles
  ) throws(Failure) -> FrameCycle.Outcome {
    let (connection, files) = try connect(watchdog)
    defer { connection.close() }
    if let files, configuration.window.role == .wallpaper, isStill(files) {
      try setBackground(files, on: connection)
      return .finished
    }
    let window: ViewerWindow
    do {
      var place = windowConfiguration(for: files)
      place.lastPosition = system.position?.read()
      let session = try Session.open(place, configuration.renderer, on: connection)
      let output = session.connection.output(showing: session.window.areaOnScreen)
      let content =
        files
        ?? sceneContent(
          configuration.scenes.inRealTime(
            frames: configuration.timing.frameRate(on: output?.refreshRate)))
      var viewerConfiguration = try viewerConfiguration(content)
      viewerConfiguration.hintsAtHelp =
        isStartedByHand && session.window.isOwned && configuration.window.role == .window
      viewerConfiguration.power = system.power
      viewerConfiguration.position = system.position
      window = try ViewerWindow(
        session, view(of: content, in: session), content.playlist, content.item,
        from: content.items, viewerConfiguration, on: output, statistics: statistics,
        watchdog: watchdog, helper: helper)
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      throw Failure(error)
    } catch {
      throw Failure("\(error)", status: .unavailable)
    }
    let outcome = try window.run()
    if outcome == .finished, let path = configuration.screenshot {
      try save(shownImage(in: window.session), to: path)
    }
    return outcome
  }

  /// Whether a wallpaper never changes.
  private func isStill(_ content: Content) -> Bool {
    guard let list = content.items.list, list.isOneFile, !configuration.slideshow.isOn else {
      return false
    }
    return list.path != InputPath.standardInput && !AnimationFormats.isAnimated(at: list.path)
  }

  /// Makes a still image the background of the screen, which then needs no process.
  private func setBackground(_ content: Content, on connection: Connection) throws(Failure) {
    let areas = try Wallpaper.areas(configuration.window, on: connection)
    let view = SceneView(
      scene: content.item.scene, size: connection.screenSize,
      scale: configuration.window.scale(of: areas[0], on: connection), backdrop: content.backdrop)
    view.panes = areas
    let image = PixelImage(size: view.size)
    let renderer = FrameRenderer(view) { (list) throws(Failure) in
      Rasterizer().paint(list, into: image)
      return image
    }
    let instant = try configuration.start.instant(in: content.item.scene, rate: sceneRate)
    _ = try renderer.render(instant)
    do throws(RenderError) {
      try connection.setBackground(image, in: areas)
    } catch {
      throw Failure(error)
    }
    if let omission = content.item.omission { report("warning: \(omission)") }
    if configuration.printsWindowID {
      report("--print-window-id: a still wallpaper is the background of the root window")
    }
  }

  private func shownImage(in session: Session) throws(Failure) -> PixelImage {
    do throws(RenderError) {
      return try session.renderer.readBack()
    } catch {
      throw Failure(error)
    }
  }

  /// Whether the viewer was started from a menu or a file manager: without a terminal, and without
  /// flags that a script would use.
  private var isStartedByHand: Bool {
    let hasTerminal = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 }
    return !hasTerminal && configuration.frames == nil && configuration.duration == nil
      && configuration.timeout == nil && !configuration.printsWindowID
      && !configuration.statistics.areWanted
  }

  /// The configuration of the run, for the file of statistics.
  private var reportedConfiguration: [(String, JSON)] {
    [
      configuration.files.isEmpty
        ? ("scene", .string(SceneCatalog.entries[configuration.scenes.index].name))
        : ("files", .array(configuration.files.map(JSON.string))),
      ("renderer", .string(configuration.renderer.rawValue)),
      ("timing", .string(configuration.timing.source.rawValue)),
    ]
  }

  private func viewerConfiguration(_ content: Content) throws -> ViewerWindow.Configuration {
    let showsTime =
      configuration.files.isEmpty && configuration.scenes.clock.showsPresentTime(isLive: true)
    var engine = WindowEngine.Configuration()
    engine.timing = configuration.timing
    engine.sceneTime = try configuration.start.time(in: content.item.scene, rate: sceneRate)
    engine.speed = configuration.speed
    (engine.frameLimit, engine.duration) = (configuration.frames, configuration.duration)
    var window = ViewerWindow.Configuration(
      engine: engine,
      showsStatistics: configuration.statistics.isShown,
      timesCompletions: configuration.statistics.areWanted,
      printsWindowID: configuration.printsWindowID,
      timeOfDay: showsTime ? try .system() : nil,
      files: configuration.file, keepsTitle: configuration.keepsTitle,
      drawsOverlay: configuration.window.role != .wallpaper,
      text: .desktop(waits: false), keys: configuration.keys,
      beginsWithOverview: configuration.beginsWithOverview, slideshow: configuration.slideshow,
      zoom: configuration.zoom,
      growsWindow: configuration.screenshot == nil && configuration.window.size == nil
        && configuration.window.role != .wallpaper
        && configuration.window.geometry?.width == nil)
    (window.place, window.onBattery) = (configuration.window, configuration.onBattery)
    return window
  }
}

// The contents.
extension ViewerRun {
  private struct Content {
    let playlist: Playlist
    let item: PlaylistItem
    /// The source of the items.
    let items: ItemSource
    let backdrop: Backdrop
  }

  /// Reads the first file that can be drawn.
  private func openFirst(of list: FileList) throws(Failure) -> Content {
    var file = configuration.file
    if configuration.files.contains(InputPath.standardInput) { try file.readStandardInput() }
    var playlist = FilePlaylist(list.path, isOneFile: list.isOneFile, file)
    for (_, failure) in list.skipped { report(failure.message) }
    playlist.skip(list.skippedFailures)
    let items = ItemSource(list)
    let item = try items.openFirst(of: &playlist, skip: report)
    item.opened.warnings.forEach(report)
    return Content(
      playlist: .files(playlist), item: item, items: items,
      backdrop: .color(item.opened.background ?? configuration.file.background ?? .white))
  }

  private func sceneContent(_ catalog: SceneConfiguration) -> Content {
    let playlist = ScenePlaylist(index: configuration.scenes.index)
    let items = ItemSource { SceneCatalog.entries[$0].open(catalog) }
    return Content(
      playlist: .scenes(playlist), item: playlist.item(items.scene(at: playlist.index)),
      items: items,
      backdrop: .color(configuration.scenes.background))
  }

  private func view(of content: Content, in session: Session) -> SceneView {
    SceneView(
      scene: content.item.scene, size: session.window.size, scale: session.scale,
      backdrop: content.backdrop)
  }

  private func windowConfiguration(for content: Content?) -> SessionConfiguration {
    var window = configuration.window
    guard let item = content?.item else { return window }
    if configuration.screenshot != nil {
      // An image of a file has the size of the file.
      window.contentSize = ContentSize.points(of: item.scene, zoom: configuration.zoom ?? 1)
    } else if configuration.beginsWithOverview, case .files(let files)? = content?.playlist,
      (files.overview?.pages.count ?? 0) > 1
    {
      window.contentSize = ContentSize.overview
    } else {
      window.contentSize = ContentSize.points(of: item.scene, zoom: configuration.zoom)
    }
    if !configuration.keepsTitle { window.title = item.title ?? window.title }
    return window
  }
}
