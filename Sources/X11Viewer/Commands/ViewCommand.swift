import AnimCore
import ArgumentParser

/// Opens the viewer's window, or takes a picture of it.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Show the scenes in a window (the default).",
    discussion: "Press ? in the window for its keys.")

  @OptionGroup(title: "Window") var window: WindowFlags
  @OptionGroup(title: "Frames") var playing: RunFlags

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Save what the server shows at the time --at, in virtual time, and end.", valueName: "path"))
  var screenshot: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin at this time of the scenes, in seconds (default: 0).", valueName: "seconds"),
    transform: parseSceneTime)
  var at: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give up after so many seconds, with exit status 75.", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000_000, "seconds"))
  var timeout: Seconds?

  @Flag(help: "Print the window's number on standard output when its first frame is up.")
  var printWindowID = false

  @Flag(help: "List the scenes and end.")
  var listScenes = false

  @OptionGroup(title: "Figures") var figures: StatisticsFlags
  @OptionGroup var scenes: SceneFlags

  mutating func validate() throws {
    if screenshot != nil, playing.frames != nil || playing.duration != nil {
      throw ValidationError("--screenshot ends by itself; leave --frames and --duration out.")
    }
    if screenshot != nil, window.fullscreen {
      throw ValidationError("--screenshot has the size that --size says; leave --fullscreen out.")
    }
    let outputs = [
      ("--screenshot -", screenshot == OutputFile.standardOutput),
      ("--stats-json -", figures.statsJson == OutputFile.standardOutput),
      ("--stats-csv -", figures.statsCsv == OutputFile.standardOutput),
      ("--print-window-id", printWindowID),
    ].filter(\.1).map(\.0)
    if outputs.count > 1 {
      throw ValidationError(
        "Only one of \(outputs.joined(separator: " and ")) can have the standard output.")
    }
  }

  func run() throws {
    if listScenes {
      for entry in SceneCatalog.entries {
        StandardOutput.write("\(entry.name)\t\(entry.summary)\n")
      }
      return
    }
    if let timeout { Watchdog.start(timeout) }
    if let screenshot {
      let session = try Session.open(window, playing.renderer)
      try Screenshot(path: screenshot, time: at ?? .zero, printsWindowID: printWindowID)
        .take(
          scenes.stage(scenes.configuration, size: session.window.size, scale: session.scale),
          in: session)
      return
    }
    try show()
  }

  private func show() throws {
    let report = try figures.report(
      status: PacingStatus(source: .timer, renderer: "\(playing.renderer)"))
    let result = Result { () throws(Failure) in try runLoop(report.statistics) }
    // Whatever ended the run, its figures are kept.
    do throws(OutputError) {
      try report.finish(configuration: reportedConfiguration)
    } catch {
      throw Failure(error)
    }
    switch try result.get() {
    case .finished: return
    case .windowLost: throw Failure("somebody destroyed the window", status: .unavailable)
    case .signal(let signal): Signals.die(of: signal)
    }
  }

  private func runLoop(_ statistics: FrameStatistics) throws(Failure) -> FrameLoop.Outcome {
    let loop: FrameLoop
    do {
      // Before any thread is started, which would not have the signals blocked.
      let signals = try Signals.make()
      let session = try Session.open(window, playing.renderer)
      let output = session.connection.output(showing: session.window.areaOnScreen)
      let configuration = scenes.liveConfiguration(
        frames: playing.pace.plan(for: output?.refreshRate).frames)
      loop = try FrameLoop(
        session,
        scenes.stage(configuration, size: session.window.size, scale: session.scale),
        settings(configuration), on: output, start: at ?? .zero, statistics: statistics,
        signals: signals)
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
      ("scene", .string("\(scenes.scene)")), ("renderer", .string("\(playing.renderer)")),
      ("timing", .string("\(playing.pacing)")),
    ]
  }

  private func settings(_ configuration: SceneConfiguration) -> FrameLoop.Settings {
    FrameLoop.Settings(
      pace: playing.pace, frameLimit: playing.frames, duration: playing.duration,
      showsStatistics: figures.showFps, timesCompletions: figures.areWanted,
      printsWindowID: printWindowID,
      keepsClocksRight: scenes.clock.showsPresentTime(isLive: true),
      sceneIndex: scenes.scene.index,
      makeScene: { SceneCatalog.entries[$0].make(configuration) })
  }
}
