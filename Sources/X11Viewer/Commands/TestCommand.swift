import AnimCore
import ArgumentParser

/// Compares pictures of animations with those of before.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Compare frames of animations with goldens: pictures that were once accepted.",
    discussion: """
      Make the goldens:  x11viewer test animations --update
      Test:              x11viewer test animations
      In CI:             x11viewer test animations --report report --junit report.xml

      A golden is a PNG picture of one frame: goldens/spinner.0030.png is frame 30 of spinner.json. \
      A file spinner.frames beside it may name other frames than --frames does, separated by \
      spaces, commas or line ends. Folders are searched with all folders in them.

      Exits with 65 if pictures differ, and with 66 if a golden is missing or a file cannot be read.
      """)

  @Argument(
    help: ArgumentHelp(
      "Lottie animations (.json, .lot, .tgs, .lottie), or folders of them; with --scene, none are "
        + "needed.", valueName: "path"),
    completion: fileCompletion)
  var paths: [String] = []

  @Flag(help: "Write the goldens that are missing, and those that differ.")
  var update = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The folder of the goldens (default: goldens beside each file).", valueName: "folder"),
    completion: .directory)
  var goldens: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames to test, from 0, or percentages of an animation, of which 100% is the last frame "
        + "(default: 0,25%,50%,75%,100%; 0,30,60,90,120 of a scene).", valueName: "n|percent%,…"),
    transform: parseGoldenFrames)
  var frames: GoldenFrames?

  @OptionGroup var allowed: ToleranceFlag

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write a page with all differences, index.html, into this folder, which must be new or "
        + "empty.", valueName: "folder"),
    completion: .directory)
  var report: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Write the results as JUnit XML, for CI systems.", valueName: "file"))
  var junit: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The size of the pictures in pixels (default: each file's own, else 960x400).",
      valueName: "WxH"),
    transform: parsePixelSize)
  var size: PixelSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point (default: 1).", valueName: "factor"),
    transform: parseScale)
  var scale: Double?

  @OptionGroup(title: "Files") var content: ContentFlags
  @OptionGroup var scenes: SceneFlags

  mutating func validate() throws {
    if paths.isEmpty, scenes.scene == nil {
      throw ValidationError("no files given: name files or folders, or a --scene")
    }
    if report == "" {
      throw ValidationError("--report: no folder given")
    }
    if junit == OutputFile.standardOutput {
      throw ValidationError("--junit: standard output has the summary; name a file")
    }
  }

  func run() throws {
    scenes.warnOfUnusedFlags(isFile: scenes.scene == nil)
    if paths.isEmpty { content.warnOfUnusedFlags() }
    let watchdog: Watchdog
    do throws(SystemError) {
      // Before any other thread is started.
      watchdog = try Watchdog.start()
    } catch {
      throw Failure(error)
    }
    let report = try report.map { path throws(Failure) in try GoldenReport(folder: path) }
    watchdog.beforeEnding {
      report?.discard()
      return .success
    }
    let summary: GoldenSummary
    do throws(Failure) {
      summary = try compare(report)
    } catch {
      report?.discard()
      throw error
    }
    // One that cannot be written does not keep the others from being written.
    let printed = Result { () throws(Failure) in try print(summary) }
    let page = Result { () throws(Failure) in try report?.finish(summary) }
    if let junit { try write(JUnitReport(summary: summary).text, to: junit) }
    try page.get()
    try printed.get()
    guard summary.status == .success else { throw ExitCode(summary.status.rawValue) }
  }

  private func print(_ summary: GoldenSummary) throws(Failure) {
    let command = acceptingCommand(
      ProcessArguments.all, subcommand: Self.configuration.commandName ?? "")
    do throws(OutputError) {
      try StandardOutput.write(summary.text(acceptingCommand: command))
    } catch {
      // Nobody who stops reading thereby makes the pictures equal.
      if case .readerGone = error { return }
      throw Failure(error)
    }
  }

  private func compare(_ report: GoldenReport?) throws(Failure) -> GoldenSummary {
    var search = GoldenSearch(goldens: goldens)
    for path in paths { try search.add(path) }
    if let scene = scenes.scene {
      let configuration = scenes.configuration
      search.add(
        .scene(configuration.index, configuration.inVirtualTime), named: scene.description)
    }
    return try GoldenRun.run(search, goldenConfiguration, report: report)
  }

  private func write(_ text: String, to path: String) throws(Failure) {
    do throws(OutputError) {
      try OutputFile.write([UInt8](text.utf8), to: path)
    } catch {
      throw Failure(error)
    }
  }

  private var goldenConfiguration: GoldenConfiguration {
    var configuration = GoldenConfiguration()
    configuration.frames = frames
    configuration.tolerance = allowed.configuration
    configuration.updates = update
    configuration.size = size
    configuration.scale = scale ?? configuration.scale
    configuration.file = content.configuration
    configuration.file.background = scenes.background
    configuration.sceneBackground = scenes.configuration.background
    configuration.sceneRate = sceneRate
    return configuration
  }
}

private func parseGoldenFrames(_ text: String) throws -> GoldenFrames {
  guard let frames = GoldenFrames(text) else {
    throw InvalidValue(
      expected: "numbers of frames from 0 to \(GoldenFrames.largest) and percentages from 0% to "
        + "100%, separated by commas, such as 0,12,50%")
  }
  return frames
}
