import AnimCore
import AnimationFormats
import ImageFiles
import LinuxSystem
import PlainText

/// The requested output. Options that weren't given are `nil` or `false`.
package struct RenderRequest: Sendable {
  /// The files to render, or none for a scene.
  package var files: [String] = []
  /// The name of the scene without files.
  package var scene = ""
  /// The path of a script for the state machine of the file.
  package var script: String?
  /// Whether the state machine is explicitly disabled.
  package var excludesMachine = false
  /// The configuration of the file. ``speed``, ``rate`` and ``script`` also affect it.
  package var configuration = FileConfiguration()

  /// The path of the output, or `-` for standard output.
  package var output: String?
  /// The format, which takes precedence over the file extension.
  package var format: OutputFormat?
  package var size: WantedSize?
  /// The number of pixels per point.
  package var scale = 1.0
  package var sheet: SheetLayout?
  /// The path of a file for the positions of the frames in the sheet.
  package var sheetList: String?
  package var hasSheetNumbers = false
  /// The number of frames before and after a single image to lay over it, or `nil` for none.
  package var onion: Int?
  package var sampling: Y4MSampling?
  package var isDithered = false
  /// The position in the animation at which a cursor points, or `nil` for the default.
  package var hotSpot: Point?

  /// The time of a single image.
  package var time: Timestamp?
  /// The frame of a single image.
  package var frame: FramePosition?
  /// The frames of a sequence or video.
  package var frames: FrameSelection?
  /// The number of the first frame.
  package var frameOffset: Int?
  package var pastEnd: VideoFrames.PastEnd?
  package var start: Timestamp?
  package var duration: Seconds?
  package var loops: LoopCount?
  package var rate: RefreshRate?
  /// Seconds of scene time per second of video.
  package var speed: Double?

  /// The number of frames to draw in parallel.
  package var jobs: Int?
  /// The compression level of PNG files.
  package var compression: Int?
  package var skipsExisting = false
  package var verifiesExisting = false
  package var manifest: String?
  package var listsHashes = false
  package var progress: Progress.Style?

  package init() {}
}

/// A requested loop count.
package enum LoopCount: Hashable, Sendable {
  case times(Int)
  case forever
}

extension RenderRequest {
  /// The only file, or `nil` for a scene.
  package var file: String? { files.first }

  /// The folder for the output, whose file is named automatically, or `nil` if the request names a
  /// file.
  package var outputFolder: String? {
    guard let output, output != OutputFile.standardOutput,
      output.hasSuffix("/") || Folder.isFolder(output)
    else { return nil }
    return output
  }

  /// The name of the animation or scene, for file names without extensions.
  package var outputName: String {
    guard let file else { return scene }
    return file == InputPath.standardInput ? "animation" : AnimationFormats.stem(of: file)
  }

  /// Whether any option is given that only applies to several frames. The rate also applies to the
  /// number of a scene's frame.
  var hasMultiFrameOptions: Bool {
    frames != nil || duration != nil || start != nil || speed != nil || loops != nil
      || frameOffset != nil || pastEnd != nil || rate != nil && frame == nil
  }

  /// Returns the requested target.
  package func target() throws(Failure) -> RenderTarget {
    if let outputFolder {
      let fileExtension = FilePath.fileExtension(of: outputFolder) ?? ""
      // A name such as video.mp4 suggests a file.
      if !outputFolder.hasSuffix("/"),
        VideoFormat(rawValue: fileExtension) != nil
          || AnimationFormats.supportedExtensions.contains(fileExtension)
      {
        throw Failure(
          "--output: '\(outputFolder)' is a folder; write \(shellWord(outputFolder + "/")) for a "
            + "file in it, or name another", status: .usage)
      }
      return RenderTarget(
        stem: FilePath.join(outputFolder, outputName), format: format, sheet: sheet,
        isNumbered: hasMultiFrameOptions)
    }
    do throws(FrameSequenceError) {
      return try RenderTarget(path: output, format: format, sheet: sheet)
    } catch {
      throw Failure("\(error)", status: .usage)
    }
  }

  /// Throws an error if an output would overwrite an input, or if two outputs have the same file.
  package func checkPaths(for target: RenderTarget) throws(Failure) {
    try OutputPaths(
      ["--output": target.filePath, "--manifest": manifest, "--sheet-json": sheetList],
      sequence: target.files.map { ("--output", $0) }
    ).check(reading: [file, script].compactMap(\.self))
  }

  /// Creates the folders for the output. An encoder opens a file in the last one before the first
  /// frame is drawn.
  ///
  /// - Returns: The new folders, outermost first.
  package func makeFolders() throws(Failure) -> [String] {
    guard let folder = outputFolder else { return [] }
    do throws(OutputError) {
      return try Folder.make(FilePath.folder(of: FilePath.join(folder, outputName)))
    } catch {
      throw Failure(error)
    }
  }

  /// Returns whether a target consists of several frames. The hash of a single frame can be
  /// requested without an output.
  package func isMoving(_ target: RenderTarget) -> Bool {
    target.isMoving && !(target == .hashes && (time != nil || frame != nil))
  }

  /// The playback speed, exactly.
  var exactSpeed: Fraction { Fraction(decimal: speed ?? 1) }

  /// The configuration for opening and playing the file.
  var fileConfiguration: FileConfiguration {
    var configuration = configuration
    configuration.hasFileSpeed = speed == nil
    configuration.frameRate = rate
    if script != nil, configuration.stateMachine == .none { configuration.stateMachine = .first }
    return configuration
  }
}
