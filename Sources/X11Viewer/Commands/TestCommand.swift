import AnimCore
import AnimationFormats
import ArgumentParser
import DemoScenes
import Glibc
import GoldenTesting
import ImageFiles
import LinuxSystem
import OfflineRendering
import XWindow

/// Compares images of animations with goldens.
struct TestCommand: SceneCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Compare frames of animations with goldens, the images that you have accepted.",
    discussion: """
      Create goldens:  x11viewer test animations --update
      Test:            x11viewer test animations
      In CI:           x11viewer test animations --report report --junit report.xml
      Review a branch: x11viewer test animations --against main --report report

      A golden is an image of one frame, such as goldens/spinner.0030.png for frame 30 of \
      spinner.json, or a list of the hashes of all frames, such as goldens/spinner.hashes. Folders \
      are searched with all subfolders. --help-scenes also lists the options of the built-in \
      scenes.

      Files that test reads:
      spinner.frames              the frames to test, instead of --frames
      rating.lottie.tap.script    an interaction with a state machine, and what it expects
      goldens/settings.txt        masks and tolerances

      Exit status:
      64      a frame doesn't exist
      65      images differ, or an expectation of a script isn't met
      66      a golden is missing, or a file can't be read
      69      Git isn't installed
      73, 74  a golden or a report can't be written
      """)

  @Argument(
    help: ArgumentHelp(
      "The files or folders to test: \(AnimationFormats.examples). Optional with --scene.",
      valueName: "path"),
    completion: fileCompletion)
  var paths: [String] = []

  @OptionGroup(title: "Goldens") var accepted: GoldenFlags
  @OptionGroup(title: "Goldens") var allowed: ToleranceFlag

  @OptionGroup(title: "Selection") var selection: TestSelectionFlags
  @OptionGroup(title: "Reports") var reports: TestReportFlags

  @OptionGroup(title: "Images") var images: ImageFlags
  @OptionGroup(title: "Images") var scenes: SceneFlags

  @OptionGroup(title: "Files") var content: ContentFlags
  @OptionGroup(title: "Files") var sequence: SequenceFlag
  @OptionGroup(title: "Files") var sequenceRate: SequenceRateFlag
  @OptionGroup(title: "Files") var sandbox: SandboxFlag
  @OptionGroup var sceneOptions: SceneOptionFlags

  mutating func check() throws {
    paths = try sequence.paths(paths)
    try checkFiles(paths)
    try images.checkOneSize()
    if paths.isEmpty, scenes.scene == nil {
      throw ValidationError("no files given; pass files or folders, or use --scene")
    }
    if accepted.against != nil,
      accepted.update || accepted.prune || accepted.everyFrame || scenes.scene != nil
    {
      throw ValidationError(
        "--against: cannot be used with --update, --prune, --every-frame or --scene")
    }
    if accepted.against != nil, accepted.goldens != nil {
      throw ValidationError("--goldens: cannot be used with --against")
    }
    if accepted.prune, accepted.frames != nil {
      throw ValidationError("--prune, --frames: cannot be used together")
    }
  }

  func run() throws {
    warnOfUnusedSceneFlags(isFile: scenes.scene == nil, isMachine: true)
    if paths.isEmpty { warnOfFileFlags(content) }
    // Start Git before the files and locks of a report are opened, because it must not inherit
    // them.
    let git = try Git.helper(isLocked: sandbox.isOn)
    var allowed = try sandbox.prepared(allow)
    let report = try reports.report.map { path throws(Failure) in try GoldenReport(at: path) }
    try sandbox.lock(&allowed)
    let watchdog: Watchdog
    do throws(SystemError) {
      // Start it before any other thread.
      watchdog = try Watchdog.start()
    } catch {
      throw Failure(error)
    }
    watchdog.beforeExit {
      report?.discard()
      return .success
    }
    let summary: GoldenSummary
    do throws(Failure) {
      summary = try compare(report, git)
    } catch {
      report?.discard()
      throw error
    }
    try reports.write(
      summary, report, acceptingCommand: acceptingCommand,
      pruningCommand: command("--prune", nil))
    guard summary.status == .success else { throw ExitCode(summary.status.rawValue) }
  }

  /// Returns the command that accepts the new frames of an animation, or of all animations.
  private func acceptingCommand(_ subject: String?) -> String {
    // An earlier revision can't be changed.
    accepted.against == nil ? command("--update", subject) : ""
  }

  private func command(_ option: String, _ subject: String?) -> String {
    repeatedCommand(
      ProcessArguments.all, subcommand: Self.configuration.commandName ?? "", with: option,
      subject: subject)
  }

  /// Allows reading the animations and their goldens, and writing the requested files.
  private func allow(_ sandbox: inout Sandbox) {
    for path in paths {
      sandbox.read(argument: path)
      sandbox.readGoldens(of: path)
      guard accepted.update || accepted.prune, accepted.goldens == nil else { continue }
      sandbox.write(
        goldens: Folder.isFolder(path) ? path : FilePath.folder(of: path), isOwnFolder: false)
    }
    if let goldens = accepted.goldens {
      sandbox.read(below: goldens)
      if accepted.update || accepted.prune { sandbox.write(goldens: goldens, isOwnFolder: true) }
    }
    if scenes.scene != nil {
      let folder = accepted.goldens ?? GoldenSearch.folderName
      sandbox.read(below: folder)
      if accepted.update || accepted.prune { sandbox.write(goldens: folder, isOwnFolder: true) }
    }
    sandbox.read(content.resources)
    if let report = reports.report { sandbox.write(report: report) }
    for path in [reports.junit, reports.markdown, reports.json].compactMap(\.self) {
      sandbox.write(to: path)
    }
  }

  private func compare(_ report: GoldenReport?, _ git: Git) throws(Failure) -> GoldenSummary {
    var search = GoldenSearch(goldens: accepted.goldens, filter: selection.files)
    search.keepScenes(SceneCatalog.entries.map { "\($0.name)" })
    for path in paths { try search.add(path) }
    for script in search.strayScripts {
      StandardError.report(
        "warning: \(script): not tested, because its file is missing".printable)
    }
    if scenes.scene == nil { try search.checkFilter() }
    let unmatchedPatterns = search.unmatchedPatterns
    if let scene = scenes.scene {
      try search.add(sceneConfiguration.virtualScene, named: scene.description)
    }
    try OutputPaths([
      "--report": reports.report, "--junit": reports.junit, "--markdown": reports.markdown,
      "--json": reports.json,
    ]).check(reading: search.files)
    if let name = selection.filter { try search.select(name) }
    if let shard = selection.shard { search.select(part: shard.number, of: shard.count) }
    for pattern in unmatchedPatterns {
      StandardError.report("warning: \(pattern): the pattern matches no animation".printable)
    }
    for line in try search.unmatchedSettings() {
      StandardError.report("warning: \(line) matches no animation".printable)
    }
    var configuration = goldenConfiguration
    configuration.git = git
    return try GoldenRun.run(search, configuration, report: report)
  }

  private var goldenConfiguration: GoldenConfiguration {
    var configuration = GoldenConfiguration()
    configuration.frames = accepted.frames
    configuration.isEveryFrame = accepted.everyFrame
    configuration.tolerance = allowed.tolerance
    configuration.updates = accepted.update
    configuration.prunes = accepted.prune
    configuration.revision = accepted.against
    configuration.stopsAtFailure = selection.failFast
    configuration.jobs = selection.jobs
    configuration.isQuiet = reports.quiet
    if sandbox.isOn { configuration.failureToWrite = { Self.failure(toWrite: $0) } }
    configuration.size = images.size
    configuration.scale = images.scale ?? configuration.scale
    content.apply(to: &configuration.file)
    configuration.file.background = scenes.background
    configuration.file.frameRate = sequenceRate.fps
    configuration.file.seed = scenes.seed ?? configuration.file.seed
    configuration.sceneBackground = sceneConfiguration.background
    configuration.sceneRate = sceneRate
    return configuration
  }

  /// Describes why the sandboxed process couldn't write a golden. If the user has permission, the
  /// sandbox refused, because a link leads out of the given folders. access(2) doesn't check the
  /// sandbox.
  private static func failure(toWrite error: OutputError) -> Failure {
    switch error {
    case .cannotCreate(let path, EACCES), .cannotRemove(let path, EACCES):
      guard access(FilePath.folder(of: path).systemPath, W_OK) == 0,
        access(path.systemPath, W_OK) == 0 || errno == ENOENT
      else { return Failure(error) }
      return Failure(
        "\(path): the sandbox prevents writing through a link that leaves the folder; pass the "
          + "folder of the goldens with --goldens, or use --no-sandbox", status: error.exitStatus)
    default: return Failure(error)
    }
  }
}
