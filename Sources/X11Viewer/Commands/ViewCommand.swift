import AnimCore
import AnimationFormats
import ArgumentParser
import DemoScenes
import LinuxSystem
import OfflineRendering
import Viewer

/// Opens the viewer's window, or takes a screenshot of it.
struct ViewCommand: SceneCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Play files or built-in scenes in a window.",
    discussion: """
      Press ? in the window to see its keys. --help-scenes also lists the options of the built-in \
      scenes.

      The sandbox prevents the window from starting programs, opening connections and writing \
      files other than the requested statistics and screenshot. A helper process saves images, \
      moves files to the trash, and runs the commands of your keys. --no-sandbox disables it.
      """)

  @Argument(
    help: ArgumentHelp(
      "The files or folders to play: \(AnimationFormats.examples), or - for standard input. "
        + "Without any, show the built-in scenes.", valueName: "file"),
    completion: fileCompletion)
  private(set) var files: [String] = []

  @OptionGroup(title: "Start") private var start: StartFlags
  @OptionGroup(title: "Start") private(set) var scenes: SceneFlags
  @OptionGroup(title: "Files") private var content: ContentFlags
  @OptionGroup(title: "Files") private var playback: PlaybackFlags
  @OptionGroup(title: "Files") private var browsing: BrowsingFlags
  @OptionGroup(title: "Files") private var slideshow: SlideshowFlags
  @OptionGroup(title: "Files") private var sequence: SequenceFlag
  @OptionGroup(title: "Files") private var sequenceRate: SequenceRateFlag
  @OptionGroup(title: "Window") private var window: WindowFlags
  @OptionGroup(title: "Window") private var target: TargetFlags
  @OptionGroup(title: "Desktop") private var desktop: DesktopFlags
  @OptionGroup(title: "Frames") private var playing: RunFlags
  @OptionGroup(title: "Frames") private var limit: TimeoutFlag
  @OptionGroup(title: "Statistics") private var statistics: StatisticsFlags
  @OptionGroup(title: "Settings") private var settings: SettingsFlags
  @OptionGroup(title: "Files") private var sandbox: SandboxFlag
  @OptionGroup private var printing: PrintingFlags
  @OptionGroup private(set) var sceneOptions: SceneOptionFlags

  mutating func check() throws {
    files = try sequence.paths(files)
    if let option = target.foreignWindow,
      let refused = window.given.first(where: { !$0.hasPrefix("--no-") })
    {
      throw ValidationError("\(refused): cannot be used with \(option)")
    }
    try desktop.check(
      window: window.given + target.given, foreignWindow: target.foreignWindow,
      others: browsing.given + start.given + statistics.given + playing.given)
    try checkScreenshot()
    let positions = start.given.filter(["--at", "--start", "--frame"].contains)
    if positions.count > 1 {
      throw ValidationError("\(positions.joined(separator: ", ")): cannot be used together")
    }
    let outputs = [
      ("--screenshot -", start.screenshot == OutputFile.standardOutput),
      ("--stats-json -", statistics.configuration.json == OutputFile.standardOutput),
      ("--stats-csv -", statistics.configuration.csv == OutputFile.standardOutput),
      ("--print-window-id", printing.printWindowId),
    ].filter(\.1).map(\.0)
    if outputs.count > 1 {
      throw ValidationError(
        "\(outputs.joined(separator: ", ")): only one can write to standard output")
    }
  }

  /// Checks that a screenshot in virtual time has no flags that only a run in real time can obey.
  private func checkScreenshot() throws {
    if start.realTime, start.screenshot == nil || !playing.hasEnd {
      throw ValidationError("--real-time: requires --screenshot, and --stop-after or --duration")
    }
    guard start.screenshot != nil, !start.realTime else { return }
    if start.speed != nil, !playing.hasEnd {
      throw ValidationError(
        "--screenshot: cannot be used with --speed unless --stop-after or --duration is given")
    }
    if start.start != nil, !playing.hasEnd {
      throw ValidationError("--start: --screenshot shows one instant; use --at")
    }
    let shown = (window.given + browsing.given).filter {
      ["--fullscreen", "--overview"].contains($0)
    }
    guard let option = (shown + slideshow.given + statistics.given).first else { return }
    throw ValidationError(
      "\(option): requires a run, but --screenshot shows one instant; add --real-time, and "
        + "--stop-after or --duration")
  }

  func run() throws {
    if let list = try requestedList() { return try StandardOutput.write(list) }
    let configuration = try configurationWithKeys()
    warn(report: StandardError.report)
    try ViewerRun(configuration: configuration).run()
  }

  /// Returns the list that is requested instead of a window, or `nil`.
  func requestedList() throws -> String? {
    if printing.listScenes {
      return SceneCatalog.entries.map { "\($0.name)\t\($0.summary)\n" }.joined()
    }
    guard settings.listKeys else { return nil }
    return KeyFile.text(KeyBindings(changedBy: try configurationWithKeys().keys).lines)
  }

  /// Warns about options that have another name or no effect.
  func warn(report: (String) -> Void) {
    let configuration = configuration
    if start.at != nil, configuration.hasRun {
      report("--at: only for a screenshot of one instant; use --start")
    }
    if playing.given.contains("--frames") { report("--frames: renamed to --stop-after") }
    warnOfUnusedSceneFlags(
      isFile: !files.isEmpty, isMachine: true, isLive: configuration.plays, report: report)
    guard files.isEmpty else { return }
    warnOfFileFlags(content, playback, browsing, sequence, sequenceRate, report: report)
  }
}

// The user's settings.
extension ViewCommand {
  /// Returns the command with the user's options, which the arguments override.
  ///
  /// - Parameter arguments: The arguments of this command.
  func configured(_ arguments: [String]) throws -> ViewCommand {
    guard usesSettings, let found = try UserSettings.read(settings.config) else { return self }
    let command = Result { () throws in
      try Program.checked(["view"] + found.lines.flatMap(\.arguments) + arguments) as? ViewCommand
    }
    if let command = try? command.get(), command.files == files { return command }
    try found.check()
    return try command.get() ?? self
  }

  /// Returns the configuration with the user's keys.
  func configurationWithKeys() throws -> ViewConfiguration {
    var configuration = configuration
    if usesSettings { configuration.keys += try UserSettings.keys(settings.config) }
    return configuration
  }

  /// Whether the user's settings apply: to the program's own windows, and if they are given
  /// explicitly. Images in virtual time, wallpapers and windows of other programs depend only on the arguments.
  private var usesSettings: Bool {
    guard !settings.noConfig, !printing.listScenes else { return false }
    let isVirtual = start.screenshot != nil && !start.realTime
    return settings.config != nil
      || !isVirtual && target.foreignWindow == nil && !desktop.wallpaper
  }
}

// The configuration.
extension ViewCommand {
  /// The configuration from these flags, without the user's keys.
  var configuration: ViewConfiguration {
    var view = ViewConfiguration()
    view.files = files
    window.apply(to: &view)
    target.apply(to: &view)
    desktop.apply(to: &view)
    playing.apply(to: &view)
    content.apply(to: &view.file)
    playback.apply(to: &view.file)
    view.screenshot = start.screenshot
    view.isInRealTime = start.screenshot == nil || start.realTime
    view.start =
      start.frame.map(ScenePosition.frame)
      ?? .time(
        start.start ?? start.at ?? (view.hasRun || !files.isEmpty ? .zero : defaultImageTime))
    view.speed = start.speed ?? view.speed
    view.timeout = limit.timeout
    view.isLocked = sandbox.isOn
    view.printsWindowID = printing.printWindowId
    view.statistics = statistics.configuration
    // An image that is saved is the same on every machine.
    if content.resources.systemFonts == nil, start.screenshot == nil {
      view.file.fonts.system = .usual
    }
    view.file.background = scenes.background?.opaque
    view.file.hasFileSpeed = start.speed == nil
    view.file.adaptsBackground = view.plays
    view.file.autoplay = start.autoplay
    view.file.frameRate = sequenceRate.fps
    view.file.seed = scenes.seed ?? view.file.seed
    view.beginsWithOverview = browsing.overview == true
    view.slideshow = slideshow.configuration
    view.listing.isRecursive = browsing.recursive == true
    view.listing.order = browsing.sort
    if browsing.sort == .random { view.listing.seed = scenes.seed ?? .random(in: 0 ... .max) }
    view.saveFolder = settings.saveFolder.map(FilePath.expandingTilde)
    view.keys = settings.keys?.lines ?? []
    view.scenes = sceneConfiguration
    view.scenes.background = view.scenes.background.opaque
    adapt(&view, to: view.window.role)
    return view
  }

  /// Changes the defaults for a wallpaper or a sticker.
  private func adapt(_ view: inout ViewConfiguration, to role: DesktopRole) {
    switch role {
    case .window: break
    case .wallpaper:
      if !content.given.contains("--fit") { view.file.fit = .cover }
      let isFolder = files.first.map(Folder.isFolder) ?? false
      if slideshow.given.isEmpty, files.count > 1 || isFolder {
        view.slideshow = Slideshow(interval: DesktopRole.slideDuration)
      }
    case .sticker:
      view.file.background = scenes.background ?? .clear
      view.scenes.background = scenes.background ?? .clear
    }
  }
}
