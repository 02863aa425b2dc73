import AnimCore
import ImageFiles
import LinuxSystem

/// The output of `render`.
package enum RenderTarget: Hashable, Sendable {
  /// A file with one frame.
  case image(String, ImageFormat)
  /// A file with a sheet of several frames.
  case sheet(String, SheetLayout, ImageFormat)
  /// A file for each frame.
  case sequence(FrameSequence, ImageFormat)
  /// All frames in one file.
  case video(String, VideoFormat)
  /// All frames of a cursor, in each of its sizes.
  case cursor(String, CursorEncoding)
  /// No file, only the hashes.
  case hashes

  /// Creates the target for an output path.
  ///
  /// - Parameters:
  ///   - format: The requested format, which takes precedence over the file extension.
  ///   - sheet: The layout of the sprite sheet, or `nil` for a single frame.
  init(
    path: String?, format: OutputFormat?, sheet: SheetLayout? = nil
  ) throws(FrameSequenceError) {
    guard let path else {
      self = .hashes
      return
    }
    switch format ?? OutputFormat(path: path) {
    case .video(let video)?:
      self = .video(path, video)
      return
    case .cursor(let cursor)?:
      self = .cursor(path, cursor)
      return
    case .image?, nil: break
    }
    let plain = FrameSequence.plainPath(path)
    let name = plain ?? path
    if plain == nil, FrameSequence.isPattern(path) {
      let files = try FrameSequence(pattern: path)
      self = .sequence(files, format?.image ?? ImageFormat(path: files.path(of: 0)))
    } else {
      let image = format?.image ?? ImageFormat(path: name)
      self = sheet.map { .sheet(name, $0, image) } ?? .image(name, image)
    }
  }

  /// Creates the target for a path without a file extension that isn't a pattern. In a folder,
  /// files are named after the animation.
  ///
  /// - Parameter isNumbered: Whether the output is an image sequence.
  init(stem: String, format: OutputFormat?, sheet: SheetLayout?, isNumbered: Bool) {
    let image = format?.image ?? .png
    let name = "\(stem).\(image.fileExtension)"
    if let video = format?.video {
      self = .video("\(stem).\(video)", video)
    } else if case .cursor(let cursor)? = format {
      // The cursors of a theme have no file extension.
      self = .cursor(cursor == .xcursor ? stem : "\(stem).\(cursor)", cursor)
    } else if let sheet {
      self = .sheet(name, sheet, image)
    } else if isNumbered {
      self = .sequence(FrameSequence(numbering: stem, fileExtension: image.fileExtension), image)
    } else {
      self = .image(name, image)
    }
  }

  /// Whether the output consists of several frames.
  var isMoving: Bool {
    switch self {
    case .image: false
    case .cursor(_, let format): format.isAnimated
    case .sheet, .sequence, .video, .hashes: true
    }
  }

  /// The files of an image sequence, or `nil` for other targets.
  package var files: FrameSequence? {
    if case .sequence(let files, _) = self { files } else { nil }
  }

  var isSequence: Bool { files != nil }

  /// The path of a single image, or `nil` for other targets.
  var imagePath: String? {
    switch self {
    case .image(let path, _), .sheet(let path, _, _): path
    case .sequence, .video, .cursor, .hashes: nil
    }
  }

  /// The path of a single file, or `nil` for other targets.
  package var filePath: String? {
    switch self {
    case .video(let path, _), .cursor(let path, _): path
    case .image, .sheet, .sequence, .hashes: imagePath
    }
  }

  var isSheet: Bool { if case .sheet = self { true } else { false } }

  /// The format of a video in a single file, or `nil` for other targets.
  var format: VideoFormat? { if case .video(_, let format) = self { format } else { nil } }

  /// The format of a cursor, or `nil` for other targets.
  var cursor: CursorEncoding? { if case .cursor(_, let format) = self { format } else { nil } }

  /// The highest frame rate, or `nil` without a limit.
  var maximumRate: RefreshRate? {
    // The times in a file are multiples of a sixtieth of a second.
    cursor == .ani ? RefreshRate(hertz: 60) : format?.maximumRate
  }

  /// Whether its images are JPEG files.
  var isJPEG: Bool {
    switch self {
    case .image(_, let format), .sheet(_, _, let format), .sequence(_, let format):
      format == .jpeg
    case .video, .cursor, .hashes: false
    }
  }

  /// Whether pixels can be transparent.
  var hasAlpha: Bool { format?.hasAlpha ?? !isJPEG }

  /// Whether the result goes to standard output.
  var isStandardOutput: Bool { filePath == OutputFile.standardOutput }
}
