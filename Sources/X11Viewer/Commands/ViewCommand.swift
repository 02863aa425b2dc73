import AnimCore
import AnimationFormats
import ArgumentParser
import DemoScenes
import LinuxSystem
import OfflineRendering
import OptionValues

/// Opens the viewer's window, or takes a screenshot of it.
struct ViewCommand: SceneCommand, CustomReflectable {
  static let configuration = Program.subcommand(
    "view", abstract: "Play files or built-in scenes in a window.",
    discussion: """
      Press ? in the window to see its keys. --help-scenes also lists the options of the built-in \
      scenes.

      The sandbox prevents the window from starting programs, opening connections and writing \
      files other than the requested statistics and screenshot. A helper process saves images, \
      moves files to the trash, and runs the commands of your keys. --no-sandbox disables it.
      """)

  private(set) var files: [String] = []
  private(set) var content = ContentFlags()
  private(set) var playback = PlaybackFlags()
  private(set) var browsing = BrowsingFlags()
  private(set) var sequence = SequenceFlag()
  private(set) var sequenceRate = SequenceRateFlag()
  private(set) var window = WindowFlags()
  private(set) var playing = RunFlags()
  private(set) var start = StartFlags()
  private(set) var limit = TimeoutFlag()
  private(set) var printing = PrintingFlags()
  private(set) var statistics = StatisticsFlags()
  private(set) var settings = SettingsFlags()
  private(set) var sandbox = SandboxFlag()
  private(set) var scenes = SceneFlags()
  private(set) var sceneOptions = SceneOptionFlags()
  /// The lines of the user's keys file.
  private var keys: [KeyLine] = []

  /// The groups in the order of the help, which starts with those that have a title.
  private static let groups: [FlagGroup<Self>] = [
    FlagGroup("start", StartFlags.self, title: "Start") { try $1(&$0.start) },
    FlagGroup("scenes", SceneFlags.self, title: "Start") { try $1(&$0.scenes) },
    FlagGroup("content", ContentFlags.self, title: "Files") { try $1(&$0.content) },
    FlagGroup("playback", PlaybackFlags.self, title: "Files") { try $1(&$0.playback) },
    FlagGroup("browsing", BrowsingFlags.self, title: "Files") { try $1(&$0.browsing) },
    FlagGroup("sequence", SequenceFlag.self, title: "Files") { try $1(&$0.sequence) },
    FlagGroup("sequenceRate", SequenceRateFlag.self, title: "Files") { try $1(&$0.sequenceRate) },
    FlagGroup("window", WindowFlags.self, title: "Window") { try $1(&$0.window) },
    FlagGroup("playing", RunFlags.self, title: "Frames") { try $1(&$0.playing) },
    FlagGroup("limit", TimeoutFlag.self, title: "Frames") { try $1(&$0.limit) },
    FlagGroup("statistics", StatisticsFlags.self, title: "Statistics") { try $1(&$0.statistics) },
    FlagGroup("settings", SettingsFlags.self, title: "Settings") { try $1(&$0.settings) },
    FlagGroup("sandbox", SandboxFlag.self, title: "Files") { try $1(&$0.sandbox) },
    FlagGroup("printing", PrintingFlags.self) { try $1(&$0.printing) },
    FlagGroup("sceneOptions", SceneOptionFlags.self) { try $1(&$0.sceneOptions) },
  ]

  private static let filesKey = FlagKey("files")

  init() {}

  /// Creates the command for arguments, or returns `nil` if they must be passed to the argument
  /// parser, because they are invalid or request help.
  init?(_ arguments: [String]) {
    do {
      try read(arguments)
    } catch {
      return nil
    }
  }

  /// Returns the command with the user's settings, which the arguments override.
  ///
  /// - Parameter arguments: The arguments of this command.
  func configured(_ arguments: [String]) throws -> ViewCommand {
    guard usesSettings, let found = try UserSettings.read(settings.config) else { return self }
    for (line, arguments) in found.options {
      do {
        let command = try ViewCommand(arguments) ?? ViewCommand.parse(arguments)
        if let value = command.files.first {
          throw Failure(
            "\(found.path):\(line): \(arguments[0]): takes no value; remove \"\(value)\"".printable,
            status: .configuration)
        }
      } catch let failure as Failure {
        throw failure
      } catch {
        let sentence = OptionSuggestion.correct(
          ViewCommand.message(for: error), by: ViewCommand.self, arguments)
        throw Failure(
          "\(found.path):\(line): \(Failure(usage: sentence).message)", status: .configuration)
      }
    }
    let all = found.options.flatMap(\.arguments) + arguments
    var command = try ViewCommand(all) ?? ViewCommand.parse(all)
    command.keys = found.keys
    return command
  }

  /// Whether the user's settings apply: to the program's own windows, and if they are given
  /// explicitly. Images in virtual time and windows of other programs depend only on the arguments.
  private var usesSettings: Bool {
    guard settings.readsSettings, !printing.scenes else { return false }
    let isWindow = configuration.plays && configuration.window.target == .new
    return settings.config != nil || isWindow
  }

  private mutating func read(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments)
    while let word = try reader.next() {
      switch word {
      case .value(let file):
        files.append(file)
      case .option:
        let isKnown = try Self.groups.contains { try $0.take(&reader, &self) }
        if !isKnown { throw ArgumentReader.NotReadable() }
      }
    }
    for group in Self.groups { try group.validate(&self) }
    try validate()
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FlagKey.self)
    files = try container.decode(Argument<[String]>.self, forKey: Self.filesKey).wrappedValue
    for group in Self.groups { try group.decode(container, &self) }
  }

  var customMirror: Mirror {
    let argument = Argument<[String]>(
      wrappedValue: [],
      help: ArgumentHelp(
        "The files or folders to play: \(AnimationFormats.examples), or - for standard input. "
          + "Without any, show the built-in scenes.", valueName: "file"),
      completion: fileCompletion)
    let groups = Self.groups.map { ($0.key.stringValue, $0.wrapper()) }
    return Mirror(self, children: [(Self.filesKey.stringValue, argument)] + groups)
  }

  mutating func validate() throws {
    files = try sequence.paths(files)
    try validateScreenshot()
    if start.at != nil, start.frame != nil {
      throw ValidationError("--at, --frame: cannot be used together")
    }
    let outputs = [
      ("--screenshot -", start.screenshot == OutputFile.standardOutput),
      ("--stats-json -", statistics.configuration.json == OutputFile.standardOutput),
      ("--stats-csv -", statistics.configuration.csv == OutputFile.standardOutput),
      ("--print-window-id", printing.windowID),
    ].filter(\.1).map(\.0)
    if outputs.count > 1 {
      throw ValidationError(
        "\(outputs.joined(separator: ", ")): only one can write to standard output")
    }
  }

  /// Checks that a screenshot in virtual time has no flags that only a run in real time can obey.
  private func validateScreenshot() throws {
    let hasEnd = playing.frames != nil || playing.duration != nil
    if start.realTime, start.screenshot == nil || !hasEnd {
      throw ValidationError("--real-time: requires --screenshot, and --frames or --duration")
    }
    guard start.screenshot != nil, !start.realTime else { return }
    if start.speed != nil, !hasEnd {
      throw ValidationError(
        "--screenshot: cannot be used with --speed unless --frames or --duration is given")
    }
    let options =
      [
        ("--fullscreen", window.fullscreen), ("--overview", browsing.beginsWithOverview),
        ("--slideshow", browsing.slideshow != Slideshow()),
      ].filter(\.1).map(\.0) + statistics.configuration.optionNames
    guard let option = options.first else { return }
    throw ValidationError(
      "\(option): requires a run, but --screenshot shows one instant; add --real-time, and "
        + "--frames or --duration")
  }

  func run() throws {
    if printing.scenes {
      for entry in SceneCatalog.entries {
        try StandardOutput.write("\(entry.name)\t\(entry.summary)\n")
      }
      return
    }
    if settings.listsKeys {
      let lines = KeyBindings(changedBy: configuration.keys).lines
      return try StandardOutput.write(KeyFile.text(lines))
    }
    if files.count == 1 { try checkSceneName(files[0]) }
    warnOfUnusedSceneFlags(
      isFile: !files.isEmpty, isMachine: true, isLive: configuration.plays)
    if files.isEmpty {
      content.warnOfUnusedFlags()
      playback.warnOfUnusedFlags()
      browsing.warnOfUnusedFlags()
      if sequence.sequence { ContentFlags.warn(of: "--sequence") }
      if sequenceRate.fps != nil { ContentFlags.warn(of: "--fps") }
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
    configuration.screenshot = start.screenshot
    configuration.isInRealTime = start.screenshot == nil || start.realTime
    configuration.start =
      start.frame.map(ScenePosition.frame)
      ?? .time(start.at ?? (configuration.hasRun || !files.isEmpty ? .zero : defaultImageTime))
    configuration.speed = start.speed ?? configuration.speed
    configuration.timeout = limit.timeout
    configuration.isLocked = sandbox.isOn
    configuration.printsWindowID = printing.windowID
    configuration.statistics = statistics.configuration
    configuration.files = files
    configuration.file = playback.configuration(content.configuration)
    // An image that is saved is the same on every machine.
    if content.resources.systemFonts == nil, start.screenshot == nil {
      configuration.file.fonts.system = .usual
    }
    configuration.file.background = scenes.background?.opaque
    configuration.file.hasFileSpeed = start.speed == nil
    configuration.file.closesLater = true
    configuration.file.adaptsBackground = configuration.plays
    configuration.file.autoplay = start.autoplay
    configuration.file.frameRate = sequenceRate.fps
    configuration.file.seed = scenes.seed ?? configuration.file.seed
    if content.stateMachine == nil { configuration.file.stateMachine = .initial }
    configuration.keepsTitle = window.title != nil
    configuration.beginsWithOverview = browsing.beginsWithOverview
    configuration.slideshow = browsing.slideshow
    configuration.listing.isRecursive = browsing.recursive
    configuration.listing.order = browsing.order
    if browsing.order == .random {
      configuration.listing.seed = scenes.seed ?? .random(in: 0 ... .max)
    }
    configuration.zoom = window.look.zoom
    configuration.saveFolder = settings.saveFolder.map(PathCompletion.expanded)
    configuration.keys = (settings.preset?.lines ?? []) + keys
    configuration.scenes = sceneConfiguration
    configuration.scenes.background = configuration.scenes.background.opaque
    return configuration
  }
}
