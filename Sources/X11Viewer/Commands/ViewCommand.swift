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
    guard screenshot != nil else { return }
    if playing.frames != nil || playing.duration != nil {
      throw ValidationError("--screenshot ends by itself; leave --frames and --duration out.")
    }
    if window.fullscreen {
      throw ValidationError("--screenshot has the size that --size says; leave --fullscreen out.")
    }
    if screenshot == OutputFile.standardOutput, printWindowID {
      throw ValidationError("--screenshot - leaves no room for --print-window-id.")
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
        .take(stage(in: session, isLive: false), in: session)
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
      loop = try FrameLoop(
        session, stage(in: session, isLive: true), settings, start: at ?? .zero,
        statistics: statistics, signals: signals)
    } catch let failure as Failure {
      throw failure
    } catch let error as SystemError {
      throw Failure(error)
    } catch {
      throw Failure("\(error)", status: .unavailable)
    }
    return try loop.run()
  }

  private func stage(in session: Session, isLive: Bool) -> Stage {
    scenes.stage(size: session.window.size, scale: session.scale, isLive: isLive)
  }

  /// What was run, for the file of figures.
  private var reportedConfiguration: [(String, JSON)] {
    [
      ("scene", .string("\(scenes.scene)")), ("renderer", .string("\(playing.renderer)")),
      ("pacing", .string("\(playing.pacing)")),
    ]
  }

  private var settings: FrameLoop.Settings {
    let configuration = scenes.configuration(isLive: true)
    return FrameLoop.Settings(
      pace: playing.pace, frameLimit: playing.frames, duration: playing.duration,
      showsStatistics: figures.showFps, printsWindowID: printWindowID,
      sceneIndex: scenes.scene.index,
      makeScene: { SceneCatalog.entries[$0].make(configuration) })
  }
}
