import OfflineRendering

/// What `render` makes from the frames.
enum RenderTarget: Hashable {
  /// One PNG file.
  case picture(String)
  /// A PNG file for each frame.
  case sequence(FrameSequence)
  /// All frames in one file.
  case film(String, FilmFormat)
  /// No file, only the hashes.
  case hashes

  /// The target that an output path stands for.
  ///
  /// - Parameter format: the format that was asked for, which overrides the ending of the name.
  init(path: String?, format: FilmFormat?) throws(FrameSequenceError) {
    guard let path else {
      self = .hashes
      return
    }
    if let format = format ?? FilmFormat(path: path) {
      self = .film(path, format)
    } else if let plain = FrameSequence.plainPath(path) {
      self = .picture(plain)
    } else if FrameSequence.isPattern(path) {
      self = .sequence(try FrameSequence(pattern: path))
    } else {
      self = .picture(path)
    }
  }

  /// Whether it consists of several frames.
  var isMoving: Bool { if case .picture = self { false } else { true } }

  var isSequence: Bool { if case .sequence = self { true } else { false } }

  /// The format of a film in a single file; nil for other targets.
  var format: FilmFormat? { if case .film(_, let format) = self { format } else { nil } }

  /// Whether the result goes to standard output.
  var isStandardOutput: Bool {
    switch self {
    case .picture(let path), .film(let path, _): path == OutputFile.standardOutput
    case .sequence, .hashes: false
    }
  }
}
