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
    warn(report: StandardError.report)
    // Start Git before the files and locks of a report are opened, because it must not inherit
    // them.
    let git = try Git.helper(isLocked: sandbox.isOn)
    var request = request
    request.configuration.git = git
    if sandbox.isOn { request.configuration.failureToWrite = { Self.failure(toWrite: $0) } }
    var allowed = try sandbox.prepared { allow(&$0, request) }
    let report = try request.openReport()
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
    try request.run(report).exit()
  }

  /// Warns of flags without effect.
  func warn(report: (String) -> Void) {
    warnOfUnusedSceneFlags(isFile: scenes.scene == nil, isMachine: true, report: report)
    if paths.isEmpty { warnOfFileFlags(content, report: report) }
  }

  /// The request from these flags.
  var request: TestRequest {
    var request = TestRequest(paths, existingScenes: SceneCatalog.entries.map(\.name))
    if let scene = scenes.scene {
      request.scene = ("\(scene)", sceneConfiguration.virtualScene)
    }
    request.commandLine = ProcessArguments.all
    accepted.apply(to: &request)
    selection.apply(to: &request)
    reports.apply(to: &request)
    request.configuration.tolerance = allowed.tolerance
    request.configuration.size = images.size
    request.configuration.scale = images.scale ?? request.configuration.scale
    content.apply(to: &request.configuration.file)
    request.configuration.file.background = scenes.background
    request.configuration.file.frameRate = sequenceRate.fps
    request.configuration.file.seed = scenes.seed ?? request.configuration.file.seed
    request.configuration.sceneBackground = sceneConfiguration.background
    request.configuration.sceneRate = sceneRate
    request.configuration.sceneOptions = String(dumping: sceneConfiguration.inVirtualTime)
    request.configuration.version = Program.version
    return request
  }

  /// Allows reading the animations and their goldens, and writing the requested files.
  private func allow(_ sandbox: inout Sandbox, _ request: TestRequest) {
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
    if let report = request.report { sandbox.write(report: report) }
    for path in [request.junit, request.markdown, request.json].compactMap(\.self) {
      sandbox.write(to: path)
    }
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
