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

  @Flag(help: "Print the window's number on standard output when its first frame is up.")
  var printWindowID = false

  @Flag(help: "List the scenes and end.")
  var listScenes = false

  @OptionGroup var scenes: SceneFlags

  mutating func validate() throws {
    guard screenshot != nil else { return }
    if playing.frames != nil || playing.duration != nil {
      throw ValidationError("--screenshot ends by itself; leave --frames and --duration out.")
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
    if let screenshot {
      let session = try Session.open(window, playing.renderer, scenes, isLive: false)
      try Screenshot(path: screenshot, time: at ?? .zero, printsWindowID: printWindowID)
        .take(in: session)
      return
    }
    try show()
  }

  private func show() throws {
    let loop: FrameLoop
    do {
      let signals = try Signals.make()
      let session = try Session.open(window, playing.renderer, scenes, isLive: true)
      loop = try FrameLoop(session, settings, start: at ?? .zero, signals: signals)
    } catch let error as SystemError {
      throw Failure(error)
    }
    switch try loop.run() {
    case .finished: return
    case .windowLost: throw Failure("somebody destroyed the window", status: .unavailable)
    case .signal(let signal): Signals.die(of: signal)
    }
  }

  private var settings: FrameLoop.Settings {
    let configuration = scenes.configuration(isLive: true)
    return FrameLoop.Settings(
      pace: playing.pace, frameLimit: playing.frames, duration: playing.duration,
      printsWindowID: printWindowID, sceneIndex: scenes.scene.index,
      makeScene: { SceneCatalog.entries[$0].make(configuration) })
  }
}
