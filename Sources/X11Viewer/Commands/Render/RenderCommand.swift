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
  @OptionGroup(title: "Files") var content: ContentFlags
  @OptionGroup(title: "Files") var playback: PlaybackFlags
  @OptionGroup(title: "Files") var sequence: SequenceFlag
  @OptionGroup(title: "Files") var sandbox: SandboxFlag
  @OptionGroup var sceneOptions: SceneOptionFlags

  /// The only file, or `nil` for a scene.
  private(set) var file: String? {
    get { files.first }
    set { files = newValue.map { [$0] } ?? [] }
  }
  /// The destination of the output.
  var output: String? { result.output }
  /// The conversation with the state machine that plays the file.
  var script: String? { result.script }

  mutating func check() throws {
    files = try sequence.paths(files)
    try RenderValidation(self).check()
  }

  func run() throws {
    if files.count > 1 { return try renderSeparately() }
    if let file { try checkSceneName(file) }
    warnOfUnusedSceneFlags(
      isFile: file != nil, isMachine: script != nil || content.stateMachine != nil)
    if file == nil { warnOfFileFlags(content, playback) }
    do throws(Failure) {
      try render()
    } catch {
      if rendering.progress == .openjd, error.status != .success {
        try? StandardOutput.write("openjd_fail: \("\(error)".printable)\n")
      }
      throw error
    }
  }

  /// Renders each file in a separate process, which can only read this file. A file that can't be
  /// rendered doesn't keep the others from being rendered.
  private func renderSeparately() throws {
    var firstFailure: Int32?
    for file in files {
      var command = self
      command.file = file
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

  /// The folder for the output, whose file is named automatically, or `nil` if the command names a file.
  var outputFolder: String? {
    guard let output, output != OutputFile.standardOutput,
      output.hasSuffix("/") || Folder.isFolder(output)
    else { return nil }
    return output
  }

  /// Returns whether this file extension belongs to an image or a video.
  private func isFormat(_ fileExtension: String) -> Bool {
    VideoFormat(rawValue: fileExtension) != nil
      || AnimationFormats.supportedExtensions.contains(fileExtension)
  }

  /// The name of the animation or scene, for file names without extensions.
  var outputName: String {
    guard let file else { return "\(scenes.scene ?? .default)" }
    return file == InputPath.standardInput ? "animation" : AnimationFormats.stem(of: file)
  }

  private func render() throws(Failure) {
    let target = try target()
    var numbered: FrameSequence?
    if case .sequence(let files, _) = target { numbered = files }
    try OutputPaths(
      [
        "--output": target.filePath, "--manifest": rendering.manifest,
        "--sheet-json": sheet.sheetJson,
      ], sequence: numbered.map { ("--output", $0) }
    ).check(reading: [file, script].compactMap(\.self))
    // Before an encoder starts, and before folders are created.
    var allowed =
      try file.map { file throws(Failure) in
        try sandbox.prepared { allow(&$0, file, target) }
      } ?? Sandbox()
    let folders = try madeFolders()
    do throws(Failure) {
      try render(to: target, &allowed)
    } catch {
      folders.reversed().forEach(Folder.removeIfEmpty)
      throw error
    }
  }

  /// Returns the folders created for the output, outermost first. An encoder opens a file in the
  /// last one before the first frame is drawn.
  private func madeFolders() throws(Failure) -> [String] {
    guard let outputFolder else { return [] }
    do throws(OutputError) {
      return try Folder.make(FilePath.folder(of: FilePath.join(outputFolder, outputName)))
    } catch {
      throw Failure(error)
    }
  }

  private func render(to target: RenderTarget, _ allowed: inout Sandbox) throws(Failure) {
    let video = try preparedVideo(target)
    if let process = video?.processID { allowed.helpers.append(process) }
    if file != nil { try sandbox.lock(&allowed) }
    let input = try input(for: target)
    let source = input.source
    if !isMoving(target) {
      try renderImage(of: source, to: target)
    } else {
      try MultiFrameRendering(
        command: self, source: source, key: input.origins.map { DrawingKey($0, source) },
        target: target, duration: input.duration, hasLoopCount: input.hasLoopCount, video: video
      ).render()
    }
    guard let file else { return }
    if let omission = source.omission {
      StandardError.report("warning: \(file): \(omission)".printable)
    }
    if let failures = source.failures {
      StandardError.report(
        "warning: \(file): \(failures); see x11viewer info \(shellWord(file))".printable)
    }
  }

  /// Returns whether a target consists of several frames. Without a file, the hash of a single
  /// frame can be requested.
  func isMoving(_ target: RenderTarget) -> Bool {
    target.isMoving && !(target == .hashes && (times.at != nil || times.frame != nil))
  }

  private func renderImage(
    of source: RenderSource, to target: RenderTarget
  ) throws(Failure) {
    let renderer = FrameRenderer(source)
    let position =
      times.frame.map(ScenePosition.frame)
      ?? .time(times.at ?? (file == nil ? defaultImageTime : .zero))
    let rate = times.fps ?? sceneRate
    let instant = try position.instant(in: renderer.scene, rate: rate)
    let frame = ChosenFrames(instant, number: instant.frameNumber(in: renderer.scene, rate: rate))
    let hash = rendering.hash ? HashSink() : nil
    if let path = target.imagePath {
      try renderer.render(frame, into: ImageSink(path: path, as: format(of: target)).and(hash))
    } else {
      try renderer.render(frame, into: hash)
    }
  }

  /// Returns the format of the images of a target.
  func format(of target: RenderTarget) -> ImageEncoding {
    target.isJPEG ? .jpeg : .png(compression: rendering.compression ?? PNG.defaultCompression)
  }

  /// Prepares a video before the file is read. Returns `nil` if no video is requested.
  private func preparedVideo(_ target: RenderTarget) throws(Failure) -> PreparedVideo? {
    guard case .video(let path, let format) = target else { return nil }
    return try PreparedVideo(format, path: path, isLocked: file != nil && sandbox.isOn)
  }

  /// Allows reading a file and writing the output.
  private func allow(_ sandbox: inout Sandbox, _ file: String, _ target: RenderTarget) {
    sandbox.read(argument: file)
    if let script { sandbox.read(besides: script) }
    sandbox.read(content.resources)
    switch target {
    case .hashes: break
    case .image(let path, _), .sheet(let path, _, _), .video(let path, _): sandbox.write(to: path)
    case .sequence(let files, _): sandbox.write(files)
    }
    for path in [rendering.manifest, sheet.sheetJson].compactMap(\.self) { sandbox.write(to: path) }
    if let outputFolder { sandbox.create(folder: outputFolder) }
  }

  /// Returns the target that these flags request.
  func target() throws(Failure) -> RenderTarget {
    if let outputFolder {
      // A name such as video.mp4 suggests a file.
      if !outputFolder.hasSuffix("/"),
        FilePath.fileExtension(of: outputFolder).map(isFormat) ?? false
      {
        throw Failure(
          "--output: '\(outputFolder)' is a folder; write \(shellWord(outputFolder + "/")) for a file in it, or name another",
          status: .usage)
      }
      return RenderTarget(
        stem: FilePath.join(outputFolder, outputName), format: video.format, sheet: sheet.sheet,
        isNumbered: times.hasMultiFrameOptions)
    }
    do throws(FrameSequenceError) {
      return try RenderTarget(path: output, format: video.format, sheet: sheet.sheet)
    } catch {
      throw Failure("\(error)", status: .usage)
    }
  }

  /// An input and its facts.
  private struct Input {
    let source: RenderSource
    /// Everything that determines the pixels of a sequence, or `nil` if it is unknown or not recorded.
    /// Without `--skip-existing`, files contain only their pixels.
    let origins: [String]?
    /// Whether the file has a loop count.
    var hasLoopCount = false
    /// The duration of the file in seconds, or `nil` for a scene.
    var duration: Seconds?
  }

  private func input(for target: RenderTarget) throws(Failure) -> Input {
    guard let file else {
      return Input(
        source: try sceneSource(),
        origins: rendering.skipExisting
          ? ["scene", Program.version, String(dumping: sceneConfiguration.inVirtualTime)] : nil)
    }
    var configuration = FileConfiguration()
    content.apply(to: &configuration)
    playback.apply(to: &configuration)
    configuration.hasFileSpeed = times.speed == nil
    configuration.background = scenes.background
    configuration.frameRate = times.fps
    configuration.seed = scenes.seed ?? configuration.seed
    if script != nil, configuration.stateMachine == .none { configuration.stateMachine = .first }
    let content = try AnimationSource(naming: file, configuration)
    let opened = try AnimationFile(content, configuration)
    // The rate also applies to the video.
    let warnings = opened.unusedOptionWarnings(hasScript: script != nil, except: [.fps])
    warnings.forEach(StandardError.report)
    if playback.fileLoops, playback.loop == nil, !countsLoops(in: target),
      !warnings.contains(where: { $0.hasPrefix("--file-loops:") })
    {
      StandardError.report(
        "--file-loops: ignored because \(loopless(target)) not say how often to play it")
    }
    if let notice = opened.animation.notice(name: shellWord(file)) {
      StandardError.report("warning: \(file): \(notice)".printable)
    }
    let scenes = try opened.scenes(script: script)
    for reason in scenes.unmetExpectations {
      StandardError.report("warning: \(script ?? file): \(reason)".printable)
    }
    let source = try RenderSource(
      opened, scenes, size: images.size?.pixels(of: opened.animation.size),
      scale: images.scale ?? 1,
      isOpaque: !target.hasAlpha)
    return Input(
      source: source, origins: rendering.skipExisting ? try origins(content, configuration) : nil,
      hasLoopCount: opened.format.options.contains(.fileLoops), duration: opened.animation.duration)
  }

  /// Returns whether the loop count matters: it is stored, or frames after the end may be drawn.
  private func countsLoops(in target: RenderTarget) -> Bool {
    target.format?.hasLoopCount == true || times.at != nil || times.start != nil
      || times.duration != nil
  }

  private func loopless(_ target: RenderTarget) -> String {
    target.format.map { "a video in \($0) does" } ?? "images do"
  }

  /// Whether the file uses external fonts, which may change unnoticed.
  private func origins(
    _ content: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> [String]? {
    guard configuration.fonts == FontConfiguration(), configuration.resources == nil,
      let hash = try content.contentHash()
    else {
      return nil
    }
    var settings = configuration
    (settings.slots, settings.standardInput) = ([:], nil)
    var inputs = ["file", Program.version, hash, String(dumping: settings)]
    for (name, value) in configuration.slots.sorted(by: { $0.key < $1.key }) {
      inputs += ["slot", name, value]
    }
    guard let script else { return inputs }
    let said = try AnimationSource(naming: script, configuration).contentHash()
    return said.map { inputs + ["script", $0] }
  }

  private func sceneSource() throws(Failure) -> RenderSource {
    do throws(ImageSizeError) {
      return try RenderSource(
        size: images.size?.ofScenes, scale: images.scale ?? 1,
        background: sceneConfiguration.background,
        makeScene: sceneConfiguration.virtualScene)
    } catch {
      throw Failure(error, of: "image")
    }
  }
}

/// The default frame rate of scenes.
let sceneRate = RefreshRate.assumed
