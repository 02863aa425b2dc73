import AnimCore
import Glibc

/// Opens the viewer's window, or takes a picture of it.
struct Viewer {
  let settings: ViewSettings

  func run() throws(Failure) {
    let watchdog: Watchdog
    do throws(SystemError) {
      watchdog = try Watchdog.start(timeout: settings.timeout, duration: settings.duration)
    } catch {
      throw Failure(error)
    }
    if let path = settings.screenshot {
      try takeScreenshot(path)
    } else {
      try show(watchdog)
    }
  }

  private func takeScreenshot(_ path: String) throws(Failure) {
    let session = try Session.open(settings.window, settings.renderer)
    defer { session.connection.close() }
    let scenes = settings.scenes
    try Screenshot(path: path, time: settings.start, printsWindowID: settings.printsWindowID)
      .take(
        scenes.stage(scenes.configuration, size: session.window.size, scale: session.scale),
        in: session)
  }

  private func show(_ watchdog: Watchdog) throws(Failure) {
    let report = try settings.statistics.report(
      status: TimingStatus(source: .timer, renderer: settings.renderer.rawValue))
    let configuration = reportedConfiguration
    watchdog.beforeEnding {
      do throws(OutputError) {
        try report.finish(configuration: configuration)
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
      try report.finish(configuration: configuration)
    } catch {
      throw Failure(error)
    }
    switch try result.get() {
    case .finished: return
    case .windowLost:
      throw Failure("the window was destroyed by another client", status: .unavailable)
    case .signal(let signal): Signals.die(of: signal)
    }
  }

  private func runLoop(
    _ statistics: FrameStatistics, _ watchdog: Watchdog
  ) throws(Failure) -> FrameCycle.Outcome {
    let loop: FrameLoop
    do {
      let session = try Session.open(settings.window, settings.renderer)
      let output = session.connection.output(showing: session.window.areaOnScreen)
      let scenes = settings.scenes
      let configuration = scenes.liveConfiguration(
        frames: settings.timing.plan(for: output?.refreshRate).frames)
      var loopConfiguration = try loopConfiguration(configuration)
      loopConfiguration.hintsAtHelp = isStartedByHand && session.window.isOwn
      loop = try FrameLoop(
        session,
        scenes.stage(configuration, size: session.window.size, scale: session.scale),
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

  /// Whether somebody has started the viewer from a menu or a file manager: without a terminal that
  /// tells of help, and without anything that a script would ask for.
  private var isStartedByHand: Bool {
    let hasTerminal = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 }
    return !hasTerminal && settings.frames == nil && settings.duration == nil
      && settings.timeout == nil && !settings.printsWindowID && !settings.statistics.areWanted
  }

  /// What was run, for the file of figures.
  private var reportedConfiguration: [(String, JSON)] {
    [
      ("scene", .string(SceneCatalog.entries[settings.scenes.index].name)),
      ("renderer", .string(settings.renderer.rawValue)),
      ("timing", .string(settings.timing.source.rawValue)),
    ]
  }

  private func loopConfiguration(
    _ configuration: SceneConfiguration
  ) throws(SystemError) -> FrameLoop.Configuration {
    FrameLoop.Configuration(
      timing: settings.timing, start: settings.start, frameLimit: settings.frames,
      duration: settings.duration,
      showsStatistics: settings.statistics.isShown,
      timesCompletions: settings.statistics.areWanted, printsWindowID: settings.printsWindowID,
      speed: settings.speed,
      timeOfDay: settings.scenes.clock.showsPresentTime(isLive: true) ? try .system() : nil,
      sceneIndex: settings.scenes.index,
      makeScene: { SceneCatalog.entries[$0].make(configuration) })
  }
}
