import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import PlainText

// The rules for combinations of options. Each function returns the first broken rule, or `nil`.
extension RenderRequest {
  /// Throws an error if the options can't be used together.
  package func check() throws(Failure) {
    if let conflict = conflictOfSeveralFiles { throw Failure(conflict, status: .usage) }
    let target = try target()
    if let conflict = conflictOfNames(target) ?? conflictOfCursor(target)
      ?? conflictOfFrames(target) ?? conflictOfReports(target) ?? conflictOfFormat(target)
    {
      throw Failure(conflict, status: .usage)
    }
  }

  private var conflictOfSeveralFiles: String? {
    guard files.count > 1 else { return nil }
    guard outputFolder != nil || output == nil else {
      return "--output: several files require a folder, such as -o rendered/"
    }
    let options = [
      ("--script", script != nil), ("--manifest", manifest != nil),
      ("--sheet-json", sheetList != nil), ("--hash", listsHashes),
    ]
    if let (option, _) = options.first(where: \.1) {
      return "\(option): only supported for a single file"
    }
    var owners: [String: String] = [:]
    for file in files {
      let name = AnimationFormats.stem(of: file)
      if let other = owners.updateValue(file, forKey: name) {
        return "\(other), \(file): would both be written to '\(name)'; use another folder for one "
          + "of them"
      }
    }
    return nil
  }

  private func conflictOfNames(_ target: RenderTarget) -> String? {
    if target == .hashes, !listsHashes {
      return "--output: not specified; use -o \(shellWord(outputName + ".png")) for an image, -o "
        + "\(shellWord(outputName + ".mp4")) for a video, or --hash"
    }
    if sheet != nil, target.isSequence {
      return "--sheet: writes a single image; remove the frame number, such as %d, from --output"
    }
    if sheet != nil, !target.isSheet {
      return "--sheet: requires an --output that ends in .png or .jpg"
    }
    if sheet == nil, sheetList != nil || hasSheetNumbers {
      return "--sheet-json, --sheet-numbers: require --sheet"
    }
    if case .video(let path, let format) = target, FrameSequence.numbersFiles(path) {
      return "--output: a \(format) video is a single file; remove the frame number from "
        + "'\(path)', or use .png for an image sequence"
    }
    if let path = target.imagePath, format == nil, !OutputFormat.isNamed(path) {
      return "--output: '\(path)' has no known file extension; use .png for an image, .mp4 for a "
        + "video, %d and .png for an image sequence, or --format xcursor for a cursor"
    }
    if onion != nil, target.imagePath == nil || isMoving(target) {
      return "--onion: only supported for a single image, such as -o "
        + shellWord(outputName + ".png")
    }
    if let conflict = conflictOfExtension(target) { return conflict }
    if script != nil, file == nil { return "--script: requires a file" }
    if script != nil, excludesMachine {
      return "--script: cannot be used with --state-machine none"
    }
    return nil
  }

  /// Refuses file extensions of unknown formats, since the file wouldn't have the format that its name promises.
  private func conflictOfExtension(_ target: RenderTarget) -> String? {
    let path: String? =
      if case .sequence(let files, _) = target { files.path(of: 0) } else { target.imagePath }
    if case .cursor(let path, let cursor) = target {
      let isOther = OutputFormat(path: path).map { $0 != .cursor(cursor) } ?? false
      return isOther && !OutputFormat.acceptsAnyName(path) ? Self.conflict(ofName: path) : nil
    }
    guard let path, !OutputFormat.isImageName(path) else { return nil }
    let fileExtension = FilePath.fileExtension(of: path) ?? ""
    if format != nil {
      // The format is known, so any name is valid that isn't one of another format.
      return OutputFormat(fileExtension) == nil ? nil : Self.conflict(ofName: path)
    }
    let similar = FileExtensionSuggestion.fileExtension(
      like: fileExtension, among: OutputFormat.names)
    let videos = VideoFormat.allCases.map { ".\($0)" }
    return "--output: '\(output ?? path)': unknown file extension; "
      + (similar.map { "did you mean .\($0)?" }
        ?? "use .png or .jpg for images, .cur or .ani for cursors, or \(alternatives(videos)) for "
        + "videos")
  }

  private static func conflict(ofName path: String) -> String {
    "--output, --format: '\(path)' is the name of a file in another format"
  }

  private func conflictOfFrames(_ target: RenderTarget) -> String? {
    if time != nil, frame != nil { return "--at, --frame: cannot be used together" }
    guard isMoving(target) else {
      return hasMultiFrameOptions
        ? "--frames, --duration, --fps, --start, --speed, --loops, --frame-offset, --past-end: "
          + "only supported for image sequences, sheets, videos and animated cursors; add %d to --output, such as "
          + "frame.%04d.png" : nil
    }
    if time != nil || frame != nil {
      return "--at, --frame: only supported for a single image; use --frames to select frames of a "
        + "sequence"
    }
    let repeats = loops != nil && target.format?.hasLoopCount != true
    if file == nil {
      if frames == nil, duration == nil {
        return
          "--output: an image sequence, video or animated cursor of a scene requires --frames or --duration"
      }
      if duration == nil, frames?.isRelative ?? false {
        return "--frames: percentages of a scene require --duration"
      }
      if repeats { return "--loops: not supported for scenes; use --duration" }
    }
    if repeats, duration != nil { return "--loops, --duration: cannot be used together" }
    if loops != nil, let loop = configuration.loops {
      return "--loops, \(loop ? "--loop" : "--no-loop"): cannot be used together"
    }
    if repeats, loops == .forever {
      return "--loops: only gif, webp, apng and avif can loop forever"
    }
    return nil
  }

  /// Checks the options for existing files, manifests and standard output.
  private func conflictOfReports(_ target: RenderTarget) -> String? {
    let comparesFiles = manifest != nil || skipsExisting || verifiesExisting
    if comparesFiles, !target.isSequence {
      return "--manifest, --skip-existing, --verify-existing: only supported for image sequences; "
        + "add %d to --output, such as frame.%04d.png"
    }
    if skipsExisting, verifiesExisting {
      return "--skip-existing, --verify-existing: cannot be used together"
    }
    if comparesFiles, target.isJPEG {
      return "--manifest, --skip-existing, --verify-existing: only supported for PNG output, "
        + "because JPEG is lossy"
    }
    if compression != nil,
      target.format != nil || target.cursor != nil || target == .hashes || target.isJPEG
    {
      return "--compression: only supported for PNG output"
    }
    let users = [
      ("--output", target.isStandardOutput && (target.isMoving || listsHashes)),
      ("--hash", listsHashes),
      ("--progress", progress == .openjd),
      ("--manifest", manifest == OutputFile.standardOutput),
      ("--sheet-json", sheetList == OutputFile.standardOutput),
    ].filter(\.1).map(\.0)
    if users.count > 1, users != ["--hash", "--progress"] {
      return "\(users.joined(separator: ", ")): only one can use standard output"
    }
    return nil
  }

  private func conflictOfFormat(_ target: RenderTarget) -> String? {
    if sampling != nil, target.format != .y4m {
      return "--chroma, --depth, --range: only supported for y4m output"
    }
    if isDithered, target.format != .gif { return "--dither: only supported for gif output" }
    if let limit = target.maximumRate, let rate, rate.hertz > limit.hertz {
      let format = target.format.map { "\($0)" } ?? "ani"
      return "--fps: at most \(plain(limit.hertz)) in \(format), "
        + (target.cursor == nil
          ? "because viewers show shorter frames too long"
          : "because its unit of time is a sixtieth of a second")
    }
    return nil
  }
}
