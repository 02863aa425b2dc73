import ArgumentParser
import LinuxSystem
import OfflineRendering
import OptionValues
import PictureFiles

/// Checks which flags of `render` can be combined.
struct RenderValidation {
  private let command: RenderCommand

  init(_ command: RenderCommand) { self.command = command }

  func check() throws {
    let target: RenderTarget
    do throws(Failure) {
      target = try command.target()
    } catch {
      // A wrong pattern is reported without the name of a flag.
      return
    }
    if target == .hashes, !command.rendering.hash {
      let name = command.outputName
      throw ValidationError(
        "--output: nothing to write to; say -o \(shellWord(name + ".png")) for a picture, -o "
          + "\(shellWord(name + ".mp4")) for a film, or --hash")
    }
    if command.sheet.sheet != nil, target.isSequence {
      throw ValidationError(
        "--sheet: all frames are in one picture; leave the number, such as %d, out of the name of --output"
      )
    }
    if command.sheet.sheet != nil, !target.isSheet {
      throw ValidationError(
        "--sheet: is one picture; give --output a name that ends in .png or .jpg")
    }
    if command.sheet.sheet == nil, command.sheet.sheetJson != nil || command.sheet.sheetNumbers {
      throw ValidationError("--sheet-json, --sheet-numbers: for a --sheet only")
    }
    if case .film(let path, let format) = target, FrameSequence.numbersFiles(path) {
      throw ValidationError(
        "--output: all frames of a film in \(format) are in one file; leave the number out of '\(path)', or end it in .png "
          + "for a file of each frame")
    }
    if let path = target.picturePath, !isNamedPicture(path) {
      throw ValidationError(
        "--output: '\(path)' does not say what it is to be; end it in .png for a picture, name "
          + "a film, or put %d into it for a sequence")
    }
    try checkExtension(of: target)
    if command.script != nil, command.file == nil {
      throw ValidationError("--script: for a file only; name one")
    }
    if command.script != nil, command.content.stateMachine == "none" {
      throw ValidationError("--script: it is for a state machine; leave out --state-machine none")
    }
    try checkFrames(of: target)
    try checkRendering(of: target)
    try checkFilm(target)
  }

  /// Refuses file extensions of unknown formats, since the file would not have the format that its name promises.
  private func checkExtension(of target: RenderTarget) throws {
    let path: String? =
      if case .sequence(let files) = target { files.path(of: 0) } else { target.picturePath }
    guard let path, !isImageName(path) else { return }
    let videos = FilmFormat.allCases.map { "\($0)" }
    let ending = FilePath.ending(of: path) ?? ""
    let meant = EndingSuggestion.ending(like: ending, among: ["png", "jpg", "jpeg"] + videos)
    throw ValidationError(
      "--output: '\(command.output ?? path)': unknown file extension; "
        + (meant.map { "did you mean .\($0)?" }
          ?? "use .png or .jpg for images, or \(alternatives(videos.map { "." + $0 })) for videos"))
  }

  private func checkFrames(of target: RenderTarget) throws {
    let times = command.times
    if times.at != nil, times.frame != nil {
      throw ValidationError("--at, --frame: only one can choose the picture")
    }
    guard command.isMoving(target) else {
      if times.hasFlagsOfSeveral {
        throw ValidationError(
          "--frames, --duration, --fps, --start, --speed, --loops, --frame-offset, --past-end: for "
            + "sequences and films only; put %d into the output's name, such as frame.%04d.png")
      }
      return
    }
    if times.at != nil || times.frame != nil {
      throw ValidationError(
        "--at, --frame: for one picture only; use --frames for a part of a sequence")
    }
    let repeats = times.loops != nil && target.format?.hasLoopCount != true
    if command.file == nil {
      if times.frames == nil, times.duration == nil {
        throw ValidationError(
          "--output: a sequence or film of a scene needs either --frames or --duration")
      }
      if times.duration == nil, times.frames?.isRelative ?? false {
        throw ValidationError(
          "--frames: a scene has no last frame without --duration; give numbers")
      }
      if repeats { throw ValidationError("--loops: a scene has no end; use --duration") }
    }
    if repeats, times.duration != nil {
      throw ValidationError("--loops, --duration: only one can set the length")
    }
    if times.loops != nil, let loop = command.playback.loop {
      throw ValidationError(
        "--loops, \(loop ? "--loop" : "--no-loop"): both say how often it is played; leave out one")
    }
    if repeats, times.loops == .forever {
      throw ValidationError(
        "--loops: this never ends; only gif, webp, apng and avif can play forever")
    }
  }

  private func checkRendering(of target: RenderTarget) throws {
    let rendering = command.rendering
    if rendering.manifest != nil || rendering.skipExisting || rendering.verifyExisting,
      !target.isSequence
    {
      throw ValidationError(
        "--manifest, --skip-existing, --verify-existing: for sequences only; put %d into the output's name, such as "
          + "frame.%04d.png")
    }
    if rendering.skipExisting, rendering.verifyExisting {
      throw ValidationError(
        "--skip-existing, --verify-existing: they exclude each other; leave out one")
    }
    if target.isJPEG,
      rendering.manifest != nil || rendering.skipExisting || rendering.verifyExisting
    {
      throw ValidationError(
        "--manifest, --skip-existing, --verify-existing: for PNG files only, since a JPEG does not keep "
          + "the exact pixels")
    }
    if rendering.compression != nil, target.format != nil || target == .hashes || target.isJPEG {
      throw ValidationError("--compression: for PNG files only")
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

  private func checkFilm(_ target: RenderTarget) throws {
    if command.film.hasFlagsOfY4M, target.format != .y4m {
      throw ValidationError("--chroma, --depth, --range: for y4m only")
    }
    if command.film.dither, target.format != .gif {
      throw ValidationError("--dither: for gif only")
    }
    if let format = target.format, let limit = format.maximumRate, let rate = command.times.fps,
      rate.hertz > limit.hertz
    {
      throw ValidationError(
        "--fps: films in \(format) have at most \(plain(limit.hertz)) frames a second, since viewers show shorter "
          + "ones too long")
    }
  }
}
