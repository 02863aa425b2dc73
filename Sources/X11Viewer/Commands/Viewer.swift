import AnimCore

/// Opens the viewer's window, or takes a picture of it.
struct Viewer {
  let settings: ViewSettings

  func run() throws(Failure) {
    if let timeout = settings.timeout { Watchdog.start(timeout) }
    if let path = settings.screenshot {
      try takeScreenshot(path)
    } else {
      try show()
    }
  }

  private func takeScreenshot(_ path: String) throws(Failure) {
    let session = try Session.open(settings.window, settings.renderer)
    let scenes = settings.scenes
    try Screenshot(path: path, time: settings.start, printsWindowID: settings.printsWindowID)
      .take(
        scenes.stage(scenes.configuration, size: session.window.size, scale: session.scale),
        in: session)
  }

  private func show() throws(Failure) {
    let report = try settings.statistics.report(
      status: TimingStatus(source: .timer, renderer: settings.renderer.rawValue))
    let result = Result { () throws(Failure) in try runLoop(report.statistics) }
    // Whatever ended the run, its statistics are kept.
    do throws(OutputError) {
      try report.finish(configuration: reportedConfiguration)
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

  private func runLoop(_ statistics: FrameStatistics) throws(Failure) -> FrameCycle.Outcome {
    let loop: FrameLoop
    do {
      // Before any thread is started, which would not have the signals blocked.
      let signals = try Signals.make()
      let session = try Session.open(settings.window, settings.renderer)
      let output = session.connection.output(showing: session.window.areaOnScreen)
      let scenes = settings.scenes
      let configuration = scenes.liveConfiguration(
        frames: settings.timing.plan(for: output?.refreshRate).frames)
      loop = try FrameLoop(
        session,
        scenes.stage(configuration, size: session.window.size, scale: session.scale),
        loopConfiguration(configuration), on: output, statistics: statistics, signals: signals)
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      throw Failure(error)
    } catch {
      throw Failure("\(error)", status: .unavailable)
    }
    return try loop.run()
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
  ) -> FrameLoop.Configuration {
    FrameLoop.Configuration(
      timing: settings.timing, start: settings.start, frameLimit: settings.frames,
      duration: settings.duration,
      showsStatistics: settings.statistics.isShown,
      timesCompletions: settings.statistics.areWanted, printsWindowID: settings.printsWindowID,
      keepsClocksRight: settings.scenes.clock.showsPresentTime(isLive: true),
      sceneIndex: settings.scenes.index,
      makeScene: { SceneCatalog.entries[$0].make(configuration) })
  }
}
