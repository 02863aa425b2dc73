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
    if let video = format == nil ? VideoFormat(path: path) : format?.video {
      self = .video(path, video)
      return
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
    } else if let sheet {
      self = .sheet(name, sheet, image)
    } else if isNumbered {
      self = .sequence(FrameSequence(numbering: stem, fileExtension: image.fileExtension), image)
    } else {
      self = .image(name, image)
    }
  }

  /// Whether the output consists of several frames.
  var isMoving: Bool { if case .image = self { false } else { true } }

  /// The files of an image sequence, or `nil` for other targets.
  package var files: FrameSequence? {
    if case .sequence(let files, _) = self { files } else { nil }
  }

  var isSequence: Bool { files != nil }

  /// The path of a single image, or `nil` for other targets.
  var imagePath: String? {
    switch self {
    case .image(let path, _), .sheet(let path, _, _): path
    case .sequence, .video, .hashes: nil
    }
  }

  /// The path of a single file, or `nil` for other targets.
  package var filePath: String? { if case .video(let path, _) = self { path } else { imagePath } }

  var isSheet: Bool { if case .sheet = self { true } else { false } }

  /// The format of a video in a single file, or `nil` for other targets.
  var format: VideoFormat? { if case .video(_, let format) = self { format } else { nil } }

  /// Whether its images are JPEG files.
  var isJPEG: Bool {
    switch self {
    case .image(_, let format), .sheet(_, _, let format), .sequence(_, let format):
      format == .jpeg
    case .video, .hashes: false
    }
  }

  /// Whether pixels can be transparent.
  var hasAlpha: Bool { format?.hasAlpha ?? !isJPEG }

  /// Whether the result goes to standard output.
  var isStandardOutput: Bool {
    switch self {
    case .image(let path, _), .video(let path, _), .sheet(let path, _, _):
      path == OutputFile.standardOutput
    case .sequence, .hashes: false
    }
  }
}
