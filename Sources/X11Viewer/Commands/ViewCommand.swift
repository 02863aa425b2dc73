import AnimCore
import AnimationFormats
import ArgumentParser
import DemoScenes
import LinuxSystem
import OfflineRendering
import OptionValues

/// Opens the viewer's window, or takes a picture of it.
struct ViewCommand: SceneCommand {
  static let configuration = Program.subcommand(
    "view", abstract: "Play files, or show the scenes, in a window (the default).",
    discussion: "Press ? in the window for its keys. --help-scenes also lists the options of the "
      + "built-in scenes.")

  @Argument(
    help: ArgumentHelp(
      "\(AnimationFormats.examples), or folders of them; - for standard input; without any, the "
        + "built-in scenes are shown.", valueName: "file"),
    completion: fileCompletion)
  var files: [String] = []

  @OptionGroup(title: "Files") var content: ContentFlags
  @OptionGroup(title: "Files") var playback: PlaybackFlags
  @OptionGroup(title: "Files") var sequence: SequenceFlag
  @OptionGroup(title: "Files") var sequenceRate: SequenceRateFlag
  @OptionGroup(title: "Window") var window: WindowFlags
  @OptionGroup(title: "Frames") var playing: RunFlags

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Save what the server shows at the time --at, in virtual time, and quit; with --frames or "
        + "--duration, play so long, and save what it then shows.", valueName: "path"),
    transform: parsePicturePath)
  var screenshot: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Start at this scene time (default: 0; \(plain(defaultPictureTime.seconds)) with --screenshot "
        + "in virtual time).", valueName: "seconds"),
    transform: parseSceneTime)
  var at: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Start at this frame of a file, or of a scene at 60 frames a second; the first is 0.",
      valueName: "n|percent%"),
    transform: FramePosition.parse)
  var frame: FramePosition?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Play at this multiple of normal speed (default: 1).", valueName: "factor"),
    transform: parseSpeed)
  var speed: Double?

  @Flag(
    inversion: .prefixedNo,
    help: "Play a file at once, or wait for a key (default: as the file says, else at once).")
  var autoplay: Bool?

  @OptionGroup var limit: TimeoutFlag

  @Flag(help: "Print the window's number on standard output when its first frame is shown.")
  var printWindowID = false

  @Flag(help: "List the scenes and exit.")
  var listScenes = false

  @OptionGroup(title: "Statistics") var statistics: StatisticsFlags
  @OptionGroup var scenes: SceneFlags
  @OptionGroup var sceneOptions: SceneOptionFlags

  mutating func validate() throws {
    files = try sequence.paths(files)
    if screenshot != nil, playing.frames == nil, playing.duration == nil {
      if speed != nil {
        throw ValidationError(
          "--screenshot: shows one instant; leave out --speed, or add --frames or --duration")
      }
      if window.fullscreen {
        throw ValidationError(
          "--screenshot: has the size of --size; leave out --fullscreen, or add --frames or "
            + "--duration")
      }
    }
    if at != nil, frame != nil {
      throw ValidationError("--at, --frame: only one can set where to begin")
    }
    let outputs = [
      ("--screenshot -", screenshot == OutputFile.standardOutput),
      ("--stats-json -", statistics.statsJson == OutputFile.standardOutput),
      ("--stats-csv -", statistics.statsCsv == OutputFile.standardOutput),
      ("--print-window-id", printWindowID),
    ].filter(\.1).map(\.0)
    if outputs.count > 1 {
      throw ValidationError(
        "\(outputs.joined(separator: ", ")): only one can write to standard output")
    }
  }

  func run() throws {
    if listScenes {
      for entry in SceneCatalog.entries {
        try StandardOutput.write("\(entry.name)\t\(entry.summary)\n")
      }
      return
    }
    warnOfUnusedSceneFlags(isFile: !files.isEmpty, isMachine: true)
    if files.isEmpty {
      content.warnOfUnusedFlags()
      playback.warnOfUnusedFlags()
    }
    try Viewer(configuration: configuration).run()
  }

  /// The configuration from these flags.
  var configuration: ViewConfiguration {
    var configuration = ViewConfiguration()
    configuration.window = window.configuration
    configuration.renderer = playing.renderer
    configuration.timing = playing.configuration
    configuration.frames = playing.frames
    configuration.duration = playing.duration
    configuration.screenshot = screenshot
    configuration.start =
      frame.map(ScenePosition.frame)
      ?? .time(at ?? (configuration.plays || !files.isEmpty ? .zero : defaultPictureTime))
    configuration.speed = speed ?? configuration.speed
    configuration.timeout = limit.timeout
    configuration.printsWindowID = printWindowID
    configuration.statistics = statistics.configuration
    configuration.files = files
    configuration.file = playback.configuration(content.configuration)
    configuration.file.background = scenes.background?.opaque
    configuration.file.hasFileSpeed = speed == nil
    configuration.file.autoplay = autoplay
    configuration.file.frameRate = sequenceRate.fps
    configuration.file.seed = scenes.seed ?? configuration.file.seed
    if content.stateMachine == nil { configuration.file.stateMachine = .initial }
    configuration.keepsTitle = window.title != nil
    configuration.scenes = sceneConfiguration
    configuration.scenes.background = configuration.scenes.background.opaque
    return configuration
  }
}
