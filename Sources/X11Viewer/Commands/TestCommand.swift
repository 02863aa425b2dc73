import AnimCore
import ArgumentParser
import OfflineRendering
import XWindow

/// Compares pictures of animations with goldens.
struct TestCommand: SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Compare frames of animations with goldens, which were reviewed and accepted.",
    discussion: """
      Make the goldens:  x11viewer test animations --update
      Test:              x11viewer test animations
      In CI:             x11viewer test animations --report report --junit report.xml

      A golden is a PNG picture of one frame: goldens/spinner.0030.png is frame 30 of spinner.json. \
      A file spinner.frames beside it can list other frames than --frames, separated by \
      spaces, commas or newlines. Folders are searched with all of their subfolders.

      A file rating.lottie.tap.script beside rating.lottie is a conversation with its state machine, \
      whose pictures are tested as well, and what it expects.

      Exits with 65 if pictures differ or a script expects what is not so, with 66 if a golden is missing or a file cannot be read, \
      and with 64 if an animation does not have the frames.
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
    transform: GoldenFrames.parse)
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

  @OptionGroup var pictures: PictureFlags

  @OptionGroup(title: "Files") var content: ContentFlags
  @OptionGroup var scenes: SceneFlags
  @OptionGroup(title: "Fan") var fan: FanFlags
  @OptionGroup(title: "Squares") var squares: SquaresFlags
  @OptionGroup(title: "Clock") var clock: ClockFlags
  @OptionGroup(title: "Shapes") var shapes: ShapesFlags
  @OptionGroup(title: "Pacing") var pacing: PacingFlags

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
    warnOfUnusedSceneFlags(isFile: scenes.scene == nil, isMachine: true)
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
      // A closed pipe does not make the pictures equal.
      if case .readerGone = error { return }
      throw Failure(error)
    }
  }

  private func compare(_ report: GoldenReport?) throws(Failure) -> GoldenSummary {
    var search = GoldenSearch(goldens: goldens)
    for path in paths { try search.add(path) }
    if let scene = scenes.scene {
      search.add(sceneConfiguration.virtualScene, named: scene.description)
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
    configuration.size = pictures.size
    configuration.scale = pictures.scale ?? configuration.scale
    configuration.file = content.configuration
    configuration.file.background = scenes.background
    configuration.file.seed = scenes.seed ?? configuration.file.seed
    configuration.sceneBackground = sceneConfiguration.background
    configuration.sceneRate = sceneRate
    return configuration
  }
}

/// The command that accepts all pictures: the one that was run, with `--update` and without its
/// reports, which are already written.
func acceptingCommand(_ arguments: [String], subcommand: String) -> String {
  guard let index = arguments.firstIndex(of: subcommand) else { return "" }
  let rest = arguments[(index + 1)...]
  let end = rest.firstIndex(of: "--") ?? rest.endIndex
  var words = arguments[...index] + ["--update"]
  var isReport = false
  for word in rest[..<end] {
    // The value of a report's flag is a separate word, or follows an equals sign.
    let isValue = isReport
    isReport = !isValue && reports.contains(word)
    if !isValue, !isReport, !reports.contains(where: { word.hasPrefix($0 + "=") }) {
      words.append(word)
    }
  }
  return (words + rest[end...]).map(shellWord).joined(separator: " ")
}

/// The options that name a report.
private let reports = ["--report", "--junit"]
