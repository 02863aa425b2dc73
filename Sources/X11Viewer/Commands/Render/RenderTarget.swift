import LinuxSystem
import OfflineRendering
import PictureFiles

/// What `render` makes from the frames.
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

  /// The target that an output path stands for.
  ///
  /// - Parameters:
  ///   - format: the format that was asked for, which overrides the ending of the name.
  ///   - sheet: how several frames are put into one picture; nil for a single frame.
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

  /// What has a path without its ending, which is no pattern: in a folder, files are called after what is drawn.
  ///
  /// - Parameter isNumbered: whether it is several pictures.
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

  /// The path of a single picture; nil for other targets.
  var picturePath: String? {
    switch self {
    case .picture(let path), .sheet(let path, _): path
    case .sequence, .film, .hashes: nil
    }
  }

  /// The path of what is one file; nil for other targets.
  var filePath: String? { if case .film(let path, _) = self { path } else { picturePath } }

  var isSheet: Bool { if case .sheet = self { true } else { false } }

  /// The format of a film in a single file; nil for other targets.
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
