import AnimCore
import Glibc

/// Opens the viewer's window, or takes a picture of it.
struct Viewer {
  let configuration: ViewConfiguration

  func run() throws(Failure) {
    let watchdog: Watchdog
    do throws(SystemError) {
      watchdog = try Watchdog.start(
        timeout: configuration.timeout, duration: configuration.duration)
    } catch {
      throw Failure(error)
    }
    if let path = configuration.screenshot {
      try takeScreenshot(path)
    } else {
      try show(watchdog)
    }
  }

  private func takeScreenshot(_ path: String) throws(Failure) {
    let session = try Session.open(configuration.window, configuration.renderer)
    defer { session.connection.close() }
    let scenes = configuration.scenes
    try Screenshot(
      path: path, time: configuration.start, printsWindowID: configuration.printsWindowID
    )
    .take(
      scenes.view(scenes.inVirtualTime, size: session.window.size, scale: session.scale),
      in: session)
  }

  private func show(_ watchdog: Watchdog) throws(Failure) {
    let report = try configuration.statistics.report(
      status: TimingStatus(source: .timer, renderer: configuration.renderer.rawValue))
    let reported = reportedConfiguration
    watchdog.beforeEnding {
      do throws(OutputError) {
        try report.finish(configuration: reported)
        return .success
      } catch {
        let failure = Failure(error)
        failure.printMessage()
        return failure.status
      }
    }
    let result = Result { () throws(Failure) in try runLoop(report.statistics, watchdog) }
    watchdog.endLoop()
    // Whatever ended the run, its statistics are kept.
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
    _ statistics: FrameStatistics, _ watchdog: Watchdog
  ) throws(Failure) -> FrameCycle.Outcome {
    let loop: FrameLoop
    do {
      let session = try Session.open(configuration.window, configuration.renderer)
      let output = session.connection.output(showing: session.window.areaOnScreen)
      let scenes = configuration.scenes
      let catalog = scenes.inRealTime(
        frames: configuration.timing.plan(for: output?.refreshRate).frames)
      var loopConfiguration = try loopConfiguration(catalog)
      loopConfiguration.hintsAtHelp = isStartedByHand && session.window.isOwn
      loop = try FrameLoop(
        session,
        scenes.view(catalog, size: session.window.size, scale: session.scale),
        loopConfiguration, on: output, statistics: statistics, watchdog: watchdog)
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      throw Failure(error)
    } catch {
      throw Failure("\(error)", status: .unavailable)
    }
    defer { loop.session.connection.close() }
    return try loop.run()
  }

  /// Whether the viewer was started from a menu or a file manager: without a terminal in which to
  /// ask for help, and without anything that a script would ask for.
  private var isStartedByHand: Bool {
    let hasTerminal = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 }
    return !hasTerminal && configuration.frames == nil && configuration.duration == nil
      && configuration.timeout == nil && !configuration.printsWindowID
      && !configuration.statistics.areWanted
  }

  /// What was run, for the file of statistics.
  private var reportedConfiguration: [(String, JSON)] {
    [
      ("scene", .string(SceneCatalog.entries[configuration.scenes.index].name)),
      ("renderer", .string(configuration.renderer.rawValue)),
      ("timing", .string(configuration.timing.source.rawValue)),
    ]
  }

  private func loopConfiguration(
    _ catalog: SceneCatalog.Configuration
  ) throws(SystemError) -> FrameLoop.Configuration {
    FrameLoop.Configuration(
      timing: configuration.timing, start: configuration.start, frameLimit: configuration.frames,
      duration: configuration.duration,
      showsStatistics: configuration.statistics.isShown,
      timesCompletions: configuration.statistics.areWanted,
      printsWindowID: configuration.printsWindowID,
      speed: configuration.speed,
      timeOfDay: configuration.scenes.clock.showsPresentTime(isLive: true) ? try .system() : nil,
      sceneIndex: configuration.scenes.index,
      makeScene: { SceneCatalog.entries[$0].make(catalog) })
  }
}
