import LinuxSystem
import OfflineRendering
import PictureFiles

/// The output of `render`.
enum RenderTarget: Hashable {
  /// One file.
  case picture(String)
  /// One file of several frames.
  case sheet(String, SheetLayout)
  /// A file for each frame.
  case sequence(FrameSequence)
  /// All frames in one file.
  case film(String, FilmFormat)
  /// No file, only the hashes.
  case hashes

  /// Creates the target for an output path.
  ///
  /// - Parameters:
  ///   - format: The requested format, which takes precedence over the file extension.
  ///   - sheet: The layout of the sprite sheet, or `nil` for a single frame.
  init(
    path: String?, format: FilmFormat?, sheet: SheetLayout? = nil
  ) throws(FrameSequenceError) {
    guard let path else {
      self = .hashes
      return
    }
    if let format = format ?? FilmFormat(path: path) {
      self = .film(path, format)
    } else if let plain = FrameSequence.plainPath(path) {
      self = sheet.map { .sheet(plain, $0) } ?? .picture(plain)
    } else if FrameSequence.isPattern(path) {
      self = .sequence(try FrameSequence(pattern: path))
    } else {
      self = sheet.map { .sheet(path, $0) } ?? .picture(path)
    }
  }

  /// Creates the target for a path without a file extension that isn't a pattern. In a folder,
  /// files are named after the animation.
  ///
  /// - Parameter isNumbered: Whether the output is an image sequence.
  init(stem: String, format: FilmFormat?, sheet: SheetLayout?, isNumbered: Bool) {
    if let format {
      self = .film("\(stem).\(format)", format)
    } else if let sheet {
      self = .sheet(stem + ".png", sheet)
    } else {
      self = isNumbered ? .sequence(FrameSequence(numbering: stem)) : .picture(stem + ".png")
    }
  }

  /// Whether it consists of several frames.
  var isMoving: Bool { if case .picture = self { false } else { true } }

  var isSequence: Bool { if case .sequence = self { true } else { false } }

  /// The path of a single image, or `nil` for other targets.
  var picturePath: String? {
    switch self {
    case .picture(let path), .sheet(let path, _): path
    case .sequence, .film, .hashes: nil
    }
  }

  /// The path of a single file, or `nil` for other targets.
  var filePath: String? { if case .film(let path, _) = self { path } else { picturePath } }

  var isSheet: Bool { if case .sheet = self { true } else { false } }

  /// The format of a video in a single file, or `nil` for other targets.
  var format: FilmFormat? { if case .film(_, let format) = self { format } else { nil } }

  /// Whether its pictures are JPEG files, by their names.
  var isJPEG: Bool {
    switch self {
    case .picture(let path), .sheet(let path, _): JPEG.isName(path)
    case .sequence(let files): JPEG.isName(files.path(of: 0))
    case .film, .hashes: false
    }
  }

  /// Whether pixels can be transparent.
  var hasAlpha: Bool { format?.hasAlpha ?? !isJPEG }

  /// Whether the result goes to standard output.
  var isStandardOutput: Bool {
    switch self {
    case .picture(let path), .film(let path, _), .sheet(let path, _):
      path == OutputFile.standardOutput
    case .sequence, .hashes: false
    }
  }
}
