import AnimationFormats
import ArgumentParser
import ImageFiles
import LinuxSystem
import OfflineRendering
import OptionValues

/// Checks which flags of `render` can be combined.
struct RenderValidation {
  private let command: RenderCommand

  init(_ command: RenderCommand) { self.command = command }

  func check() throws {
    try checkFiles()
    let target: RenderTarget
    do throws(Failure) {
      target = try command.target()
    } catch {
      // An invalid pattern is reported without the name of a flag.
      return
    }
    if target == .hashes, !command.rendering.hash {
      let name = command.outputName
      throw ValidationError(
        "--output: not specified; use -o \(shellWord(name + ".png")) for an image, -o "
          + "\(shellWord(name + ".mp4")) for a video, or --hash")
    }
    if command.sheet.sheet != nil, target.isSequence {
      throw ValidationError(
        "--sheet: writes a single image; remove the frame number, such as %d, from --output"
      )
    }
    if command.sheet.sheet != nil, !target.isSheet {
      throw ValidationError(
        "--sheet: requires an --output that ends in .png or .jpg")
    }
    if command.sheet.sheet == nil, command.sheet.sheetJson != nil || command.sheet.sheetNumbers {
      throw ValidationError("--sheet-json, --sheet-numbers: require --sheet")
    }
    if case .video(let path, let format) = target, FrameSequence.numbersFiles(path) {
      throw ValidationError(
        "--output: a \(format) video is a single file; remove the frame number from '\(path)', "
          + "or use .png for an image sequence")
    }
    if let path = target.imagePath, command.video.format == nil, !isNamedImage(path) {
      throw ValidationError(
        "--output: '\(path)' has no known file extension; use .png for an image, .mp4 for a "
          + "video, or %d and .png for an image sequence")
    }
    try checkExtension(of: target)
    if command.script != nil, command.file == nil {
      throw ValidationError("--script: requires a file")
    }
    if command.script != nil, command.content.stateMachine == StateMachineChoice.none {
      throw ValidationError("--script: cannot be used with --state-machine none")
    }
    try checkFrames(of: target)
    try checkRendering(of: target)
    try checkVideo(target)
  }

  /// Checks whether the flags can be used with several files.
  private func checkFiles() throws {
    guard command.files.count > 1 else { return }
    try checkNoStandardInput(in: command.files)
    guard command.outputFolder != nil || command.output == nil else {
      throw ValidationError(
        "--output: several files require a folder, such as -o rendered/")
    }
    let options = [
      ("--script", command.script != nil), ("--manifest", command.rendering.manifest != nil),
      ("--sheet-json", command.sheet.sheetJson != nil), ("--hash", command.rendering.hash),
    ].filter(\.1).map(\.0)
    if let option = options.first {
      throw ValidationError("\(option): only supported for a single file")
    }
    var owners: [String: String] = [:]
    for file in command.files {
      let name = AnimationFormats.stem(of: file)
      if let other = owners.updateValue(file, forKey: name) {
        throw ValidationError(
          "\(other), \(file): would both be written to '\(name)'; use another folder for one of them"
        )
      }
    }
  }

  /// Refuses file extensions of unknown formats, since the file wouldn't have the format that its name promises.
  private func checkExtension(of target: RenderTarget) throws {
    let path: String? =
      if case .sequence(let files, _) = target { files.path(of: 0) } else { target.imagePath }
    guard let path, !isImageName(path) else { return }
    if command.video.format != nil {
      // Any other name will do.
      guard FilePath.fileExtension(of: path).flatMap(OutputFormat.init) != nil else { return }
      throw ValidationError(
        "--output, --format: '\(path)' is the name of a file in another format")
    }
    let videos = VideoFormat.allCases.map { "\($0)" }
    let fileExtension = FilePath.fileExtension(of: path) ?? ""
    let meant = FileExtensionSuggestion.fileExtension(
      like: fileExtension, among: ["png", "jpg", "jpeg"] + videos)
    throw ValidationError(
      "--output: '\(command.output ?? path)': unknown file extension; "
        + (meant.map { "did you mean .\($0)?" }
          ?? "use .png or .jpg for images, or \(alternatives(videos.map { "." + $0 })) for videos"))
  }

  private func checkFrames(of target: RenderTarget) throws {
    let times = command.times
    if times.at != nil, times.frame != nil {
      throw ValidationError("--at, --frame: cannot be used together")
    }
    guard command.isMoving(target) else {
      if times.hasMultiFrameOptions {
        throw ValidationError(
          "--frames, --duration, --fps, --start, --speed, --loops, --frame-offset, --past-end: "
            + "only supported for image sequences and videos; add %d to --output, such as "
            + "frame.%04d.png")
      }
      return
    }
    if times.at != nil || times.frame != nil {
      throw ValidationError(
        "--at, --frame: only supported for a single image; use --frames to select frames of a "
          + "sequence")
    }
    let repeats = times.loops != nil && target.format?.hasLoopCount != true
    if command.file == nil {
      if times.frames == nil, times.duration == nil {
        throw ValidationError(
          "--output: an image sequence or video of a scene requires --frames or --duration")
      }
      if times.duration == nil, times.frames?.isRelative ?? false {
        throw ValidationError(
          "--frames: percentages of a scene require --duration")
      }
      if repeats { throw ValidationError("--loops: not supported for scenes; use --duration") }
    }
    if repeats, times.duration != nil {
      throw ValidationError("--loops, --duration: cannot be used together")
    }
    if times.loops != nil, let loop = command.playback.loop {
      throw ValidationError(
        "--loops, \(loop ? "--loop" : "--no-loop"): cannot be used together")
    }
    if repeats, times.loops == .forever {
      throw ValidationError(
        "--loops: only gif, webp, apng and avif can loop forever")
    }
  }

  private func checkRendering(of target: RenderTarget) throws {
    let rendering = command.rendering
    if rendering.manifest != nil || rendering.skipExisting || rendering.verifyExisting,
      !target.isSequence
    {
      throw ValidationError(
        "--manifest, --skip-existing, --verify-existing: only supported for image sequences; "
          + "add %d to --output, such as frame.%04d.png")
    }
    if rendering.skipExisting, rendering.verifyExisting {
      throw ValidationError(
        "--skip-existing, --verify-existing: cannot be used together")
    }
    if target.isJPEG,
      rendering.manifest != nil || rendering.skipExisting || rendering.verifyExisting
    {
      throw ValidationError(
        "--manifest, --skip-existing, --verify-existing: only supported for PNG output, "
          + "because JPEG is lossy")
    }
    if rendering.compression != nil, target.format != nil || target == .hashes || target.isJPEG {
      throw ValidationError("--compression: only supported for PNG output")
    }
    let users = [
      ("--output", target.isStandardOutput && (target.isMoving || rendering.hash)),
      ("--hash", rendering.hash),
      ("--progress", rendering.progress == .openjd),
      ("--manifest", rendering.manifest == OutputFile.standardOutput),
      ("--sheet-json", command.sheet.sheetJson == OutputFile.standardOutput),
    ].filter(\.1).map(\.0)
    if users.count > 1, users != ["--hash", "--progress"] {
      throw ValidationError("\(users.joined(separator: ", ")): only one can use standard output")
    }
  }

  private func checkVideo(_ target: RenderTarget) throws {
    if command.video.hasFlagsOfY4M, target.format != .y4m {
      throw ValidationError("--chroma, --depth, --range: only supported for y4m output")
    }
    if command.video.dither, target.format != .gif {
      throw ValidationError("--dither: only supported for gif output")
    }
    if let format = target.format, let limit = format.maximumRate, let rate = command.times.fps,
      rate.hertz > limit.hertz
    {
      throw ValidationError(
        "--fps: at most \(plain(limit.hertz)) in \(format), because viewers show shorter "
          + "frames too long")
    }
  }
}
