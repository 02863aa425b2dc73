import AnimCore
import AnimationFormats
import ArgumentParser
import Glibc
import ImageFiles
import LinuxSystem
import OfflineRendering

/// Renders images in virtual time, without an X server.
struct RenderCommand: SceneCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render images, image sequences and videos without an X server.",
    discussion: """
      An image:           x11viewer render a.json -o image.png --frame 12
      A video:            x11viewer render a.json -o video.mp4
      An image sequence:  x11viewer render a.json -o frame.%04d.png
      Its first half:     x11viewer render a.json -o frame.%04d.png --frames 0%-50%
      A sprite sheet:     x11viewer render a.json -o sheet.png --sheet 8x1
      Several files:      x11viewer render *.json -o videos/ --format webm
      A cursor:           x11viewer render a.svg -o left_ptr --format xcursor --size 24,32,48
      A built-in scene:   x11viewer render -o frame.%04d.png --scene clock --frames 90
      Into a pipe:        x11viewer render a.json -o - --format y4m | mpv -

      --help-scenes also lists the options of the built-in scenes.

      Areas without content are transparent, or white in jpg, mp4, mkv and y4m, unless \
      --background is given.
      """)

  @Argument(
    help: ArgumentHelp(
      "\(AnimationFormats.capitalizedExample), or - for standard input. Without a file, render "
        + "a scene. Several files require a folder as --output.",
      valueName: "file"),
    completion: fileCompletion)
  var files: [String] = []

  @OptionGroup(title: "Output") var result: ResultFlags
  @OptionGroup(title: "Output") var images: ImageFlags
  @OptionGroup(title: "Output") var scenes: SceneFlags

  @OptionGroup(title: "Frames") var times: FrameFlags
  @OptionGroup(title: "Sequences and videos") var rendering: RenderingFlags
  @OptionGroup(title: "Sheets") var sheet: SheetFlags
  @OptionGroup(title: "Videos") var video: VideoFlags
  @OptionGroup(title: "Cursors") var cursor: CursorFlags
  @OptionGroup(title: "Files") var content: ContentFlags
  @OptionGroup(title: "Files") var playback: PlaybackFlags
  @OptionGroup(title: "Files") var sequence: SequenceFlag
  @OptionGroup(title: "Files") var sandbox: SandboxFlag
  @OptionGroup var sceneOptions: SceneOptionFlags

  mutating func check() throws {
    files = try sequence.paths(files)
    if files.count > 1 { try checkNoStandardInput(in: files) }
    try request.check()
  }

  func run() throws {
    if files.count > 1 { return try renderSeparately() }
    let request = request
    try checkNames(request, report: StandardError.report)
    do throws(Failure) {
      try render(request)
    } catch {
      if request.progress == .openjd, error.status != .success {
        try? StandardOutput.write("openjd_fail: \("\(error)".printable)\n")
      }
      throw error
    }
  }

  /// Throws an error if a missing file has the name of a scene, and warns of flags without effect.
  func checkNames(_ request: RenderRequest, report: (String) -> Void) throws(Failure) {
    if let file = request.file { try checkSceneName(file) }
    warnOfUnusedSceneFlags(
      isFile: request.file != nil, isMachine: request.script != nil || content.stateMachine != nil,
      report: report)
    if request.file == nil { warnOfFileFlags(content, playback, report: report) }
  }

  /// Renders each file in a separate process, which can only read this file. A file that can't be
  /// rendered doesn't keep the others from being rendered.
  private func renderSeparately() throws {
    var firstFailure: Int32?
    for file in files {
      var command = self
      command.files = [file]
      let end: Subprocess.End
      do throws(SystemError) {
        end = try ForkedProcess.run {
          Program.finish { try command.run() }
          Glibc.exit(0)
        }
      } catch {
        throw Failure(error)
      }
      switch end {
      case .exit(let status): if status != 0 { firstFailure = firstFailure ?? status }
      case .signal(let signal): Signals.die(of: signal)
      }
    }
    if let firstFailure { throw ExitCode(firstFailure) }
  }

  /// The request from these flags.
  var request: RenderRequest {
    var request = RenderRequest()
    request.files = files
    request.scene = "\(scenes.scene ?? .default)"
    content.apply(to: &request.configuration)
    playback.apply(to: &request.configuration)
    request.configuration.background = scenes.background
    request.configuration.seed = scenes.seed ?? request.configuration.seed
    request.excludesMachine = content.stateMachine == StateMachineChoice.none
    request.size = images.size
    request.scale = images.scale ?? request.scale
    result.apply(to: &request)
    times.apply(to: &request)
    rendering.apply(to: &request)
    sheet.apply(to: &request)
    video.apply(to: &request)
    cursor.apply(to: &request)
    return request
  }
}

// Files and processes.
extension RenderCommand {
  private func render(_ request: RenderRequest) throws(Failure) {
    let target = try request.target()
    try request.checkPaths(for: target)
    // Before an encoder starts, and before folders are created.
    var allowed =
      try request.file.map { file throws(Failure) in
        try sandbox.prepared { allow(&$0, file, request, target) }
      } ?? Sandbox()
    let folders = try request.makeFolders()
    do throws(Failure) {
      try render(request, to: target, &allowed)
    } catch {
      folders.reversed().forEach(Folder.removeIfEmpty)
      throw error
    }
  }

  /// Allows reading a file and writing the output.
  private func allow(
    _ sandbox: inout Sandbox, _ file: String, _ request: RenderRequest, _ target: RenderTarget
  ) {
    sandbox.read(argument: file)
    if let script = request.script { sandbox.read(besides: script) }
    sandbox.read(content.resources)
    if let files = target.files { sandbox.write(files) }
    for path in [target.filePath, request.manifest, request.sheetList].compactMap(\.self) {
      sandbox.write(to: path)
    }
    if let folder = request.outputFolder { sandbox.create(folder: folder) }
  }

  private func render(
    _ request: RenderRequest, to target: RenderTarget, _ allowed: inout Sandbox
  ) throws(Failure) {
    let file = request.file
    // An encoder starts before the file is read.
    let video: PreparedVideo? =
      if case .video(let path, let format) = target {
        try PreparedVideo(format, path: path, isLocked: file != nil && sandbox.isOn)
      } else {
        nil
      }
    if let process = video?.processID { allowed.helpers.append(process) }
    if file != nil { try sandbox.lock(&allowed) }
    let input =
      if let file {
        try RenderInput(
          opening: file, request, for: target, version: Program.version,
          report: StandardError.report)
      } else {
        try sceneInput(request)
      }
    var watchdog: Watchdog?
    if request.isMoving(target) {
      do throws(SystemError) {
        // This must happen before another thread starts.
        watchdog = try Watchdog.start()
      } catch {
        throw Failure(error)
      }
    }
    let plan = try RenderPlan(request, target, input)
    try RenderJob(request, plan, input, video: video).run { cleanUp in
      watchdog?.beforeExit {
        cleanUp()
        return .success
      }
    }
    if let file { input.shortfalls(of: file).forEach(StandardError.report) }
  }

  func sceneInput(_ request: RenderRequest) throws(Failure) -> RenderInput {
    do throws(ImageSizeError) {
      let configuration = sceneConfiguration
      let source = try RenderSource(
        size: request.size?.ofScenes, scale: request.scale, background: configuration.background,
        makeScene: configuration.virtualScene)
      let text = String(dumping: configuration.inVirtualTime)
      let key =
        request.skipsExisting ? DrawingKey(["scene", Program.version, text], source) : nil
      let inputs =
        request.manifest == nil
        ? nil : DrawingInputs(ofScene: text, source, version: Program.version)
      return RenderInput(source, key: key, inputs: inputs)
    } catch {
      throw Failure(error, of: "image")
    }
  }
}
