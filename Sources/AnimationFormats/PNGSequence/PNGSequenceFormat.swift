import AnimCodecs
import AnimCore
import AnimRaster
import ImageFiles
import LinuxSystem

/// PNG image sequences, named by a pattern such as `frame.%04d.png` or `frame.####.png`.
///
/// All numbers from the first to the last must exist. A frame that a renderer hasn't written yet or
/// has lost is an error, unlike in ffmpeg, which stops before it.
struct PNGSequenceFormat: AnimationFormat {
  let kind = "a PNG image sequence"
  let example = "PNG image sequences (frame.%04d.png)"
  let examples = "PNG image sequences (frame.%04d.png)"
  let fileExtensions: [String] = []
  let options: Set<FileOption> = [.fps, .mode, .subframes, .smoothPixels]
  let isOneFile = false

  static let fileExtension = ".png"

  func recognizes(_ start: [UInt8]) -> Bool { false }

  func recognizes(path: String) -> Bool { Self.sequence(path) != nil }

  private static func sequence(_ path: String) -> FrameSequence? {
    guard path.lowercased().hasSuffix(fileExtension), FrameSequence.isPattern(path) else {
      return nil
    }
    return try? FrameSequence(pattern: path)
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    let reader = try PNGSequenceReader(
      source.path, in: source.earlier, rate: configuration.frameRate)
    return try ImageAnimation(source.path, reader, contents: reader.contents)
  }

  func files(of path: String) -> [String] {
    // A single file can have the name of a pattern.
    [path] + ((try? Self.sequence(path)?.files()) ?? [])
  }

  func isPart(_ name: String, of path: String) -> Bool {
    Self.sequence(path)?.number(ofName: name) != nil
  }

  func stem(of path: String) -> String {
    let stem = Self.sequence(path)?.name(of: 0)?.prefix { !$0.isNumber } ?? ""
    let end = stem.lastIndex { !"._- ".contains($0) }.map(stem.index(after:)) ?? stem.startIndex
    return end > stem.startIndex ? String(stem[..<end]) : "sequence"
  }

  func whole(of path: String) -> String? {
    guard path.lowercased().hasSuffix(Self.fileExtension), !Folder.isFolder(path) else {
      return nil
    }
    return FrameSequence.pattern(ofFile: path)
  }
}

/// Reads each image of a sequence when it is shown.
private struct PNGSequenceReader: ImageReader {
  let size: PixelSize
  let times: FrameTimes
  let contents: AnimationInfo
  private let sequence: FrameSequence
  /// The folder of the files, or `nil` for the folder on the disk.
  private let folder: EarlierFolder?
  /// The first and the last frame number.
  private let numbers: ClosedRange<Int>

  /// The maximum number of images of a sequence.
  private static let maximumFrames = 1_000_000

  init(_ path: String, in folder: EarlierFolder?, rate: RefreshRate?) throws(Failure) {
    self.folder = folder
    do throws(FrameSequenceError) {
      sequence = try FrameSequence(pattern: path)
    } catch {
      throw Failure("\(error)", status: .usage)
    }
    numbers = try Self.numbers(of: sequence, in: folder, path)
    size = try Self.size(of: sequence.path(of: numbers.lowerBound), in: folder)
    times = FrameTimes(rate: rate ?? .ofSequences, count: Double(numbers.count))
    var info = AnimationInfo()
    info.rows = [
      ("format", "PNG image sequence"),
      ("numbers", "\(numbers.lowerBound) to \(numbers.upperBound)"),
    ]
    info.fields = [
      ("format", .string("png-sequence")), ("firstNumber", .integer(numbers.lowerBound)),
      ("lastNumber", .integer(numbers.upperBound)),
    ]
    contents = info
  }

  func image(of frame: Int) throws(Failure) -> Image {
    let path = sequence.path(of: numbers.lowerBound + frame)
    guard let image = Image(try pixels(path)) else {
      throw Failure("\(path): changed while it was being read", status: .noInput)
    }
    return image
  }

  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels? {
    try pixels(sequence.path(of: numbers.lowerBound + frame)).withoutHiddenColors
  }

  private func pixels(_ path: String) throws(Failure) -> StraightPixels {
    let size = try Self.size(of: path, in: folder)
    guard size == self.size else {
      throw Failure(
        "\(path): has \(size.width)x\(size.height) pixels, and the first of the sequence "
          + "\(self.size.width)x\(self.size.height)", status: .differs)
    }
    let pixels = try Self.read(path, in: folder) { file throws(PNGCodingError) in
      try PNG.decodePixels(file)
    }
    guard pixels.size == size else {
      throw Failure("\(path): changed while it was being read", status: .noInput)
    }
    return pixels
  }
}

extension Image {
  fileprivate convenience init?(_ pixels: StraightPixels) {
    let bytes = pixels.bytes
    self.init(
      size: pixels.size,
      straight: (0..<bytes.count / 4).map { index in
        let (red, green) = (UInt32(bytes[index * 4]), UInt32(bytes[index * 4 + 1]))
        let (blue, alpha) = (UInt32(bytes[index * 4 + 2]), UInt32(bytes[index * 4 + 3]))
        return alpha << 24 | red << 16 | green << 8 | blue
      })
  }
}

// Problems of the files.
extension PNGSequenceReader {
  /// The maximum number of images to check.
  private static let maximumChecked = 10_000
  private static let maximumDiagnostics = 1000

  func diagnostics() -> [Diagnostic] {
    var found = DiagnosticList(limit: Self.maximumDiagnostics)
    for number in numbers.prefix(Self.maximumChecked) {
      found.append(contentsOf: diagnostics(of: sequence.path(of: number)))
    }
    return found.all
  }

  private func diagnostics(of path: String) -> [Diagnostic] {
    let place = Diagnostic.Place.path(FilePath.name(of: path))
    let index: RasterIndex
    do {
      let bytes: any ByteSource =
        if let folder {
          MemoryByteSource(bytes: folder.bytes(FilePath.name(of: path)) ?? [])
        } else {
          try FileByteSource(path)
        }
      guard bytes.count > 0 else {
        return [Diagnostic(.sequenceUnreadable, .notDrawn, "the file is empty", at: place)]
      }
      index = try RasterAnimation.index(of: SourceBytes(bytes))
    } catch {
      return [Diagnostic(.sequenceUnreadable, .notDrawn, "\(error)", at: place)]
    }
    guard index.format == .png else {
      return [
        Diagnostic(
          .sequenceFormat, .notDrawn, "\(index.format.rawValue), and not PNG", at: place)
      ]
    }
    var found = index.problems.filter { $0.severity != .remark }.map {
      Diagnostic(code: $0.code, $0.severity, $0.message, at: place)
    }
    if index.canvas != size {
      found.append(
        Diagnostic(
          .sequenceSize, .notDrawn,
          "the size of the image differs from that of the first, \(size.width)x\(size.height)",
          at: place))
    }
    if index.orientation != .upright {
      found.append(
        Diagnostic(.sequenceOrientation, .approximated, "its orientation is ignored", at: place))
    }
    return found
  }
}

// Files.
extension PNGSequenceReader {
  /// Returns the range of frame numbers in the folder. Throws an error if a frame is missing.
  private static func numbers(
    of sequence: FrameSequence, in folder: EarlierFolder?, _ path: String
  ) throws(Failure) -> ClosedRange<Int> {
    let names: [String]
    do throws(InputError) {
      if let folder {
        names = folder.names()
      } else {
        names = try Folder.names(in: sequence.folder, fileExtensions: [sequence.fileExtension])
      }
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    let numbers = names.compactMap { sequence.number(ofName: $0) }.sorted()
    guard let first = numbers.first, let last = numbers.last else {
      throw Failure(
        "\(path): no file such as \(FilePath.name(of: sequence.path(of: 1)))",
        status: .noInput)
    }
    guard numbers.count <= maximumFrames else {
      throw Failure(
        "\(path): more than \(maximumFrames) files (limit of this program)", status: .differs)
    }
    guard last - first == numbers.count - 1 else {
      let gaps = zip(numbers, numbers.dropFirst()).filter { $1 - $0 > 1 }
        .map { $1 - $0 == 2 ? "\($0 + 1)" : "\($0 + 1)-\($1 - 1)" }
      let shown = gaps.prefix(maximumGaps) + (gaps.count > maximumGaps ? ["…"] : [])
      throw Failure(
        "\(path): missing frames of \(first)-\(last): \(shown.joined(separator: ", ")); render them",
        status: .noInput)
    }
    return first...last
  }

  /// The maximum number of gaps listed in a message.
  private static let maximumGaps = 5

  /// Returns the size of an image, from the start of its file. This avoids decoding images that are
  /// too large.
  private static func size(
    of path: String, in folder: EarlierFolder?
  ) throws(Failure) -> PixelSize {
    try read(path, in: folder) { file throws(PNGCodingError) in try PNG.size(file) }
  }

  private static func read<Result>(
    _ path: String, in folder: EarlierFolder?,
    _ body: (borrowing InputFile) throws(PNGCodingError) -> Result
  ) throws(Failure) -> Result {
    do throws(PNGFile.Problem) {
      guard let folder else { return try PNGFile.read(path, body) }
      guard let bytes = folder.bytes(FilePath.name(of: path)) else { throw .missing }
      return try PNGFile.read(bytes, body)
    } catch {
      switch error {
      case .missing: throw Failure("\(path): file not found", status: .noInput)
      case .unreadable(let error): throw Failure("\(error)", status: .noInput)
      case .invalid(let error): throw Failure("\(path): \(error)", status: .differs)
      }
    }
  }
}

extension RefreshRate {
  /// The default frame rate of image sequences: that of videos, as in Nuke and other programs that
  /// create image sequences.
  fileprivate static let ofSequences = RefreshRate(hertz: 24)
}
