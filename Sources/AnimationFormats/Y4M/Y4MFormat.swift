import AnimCore
import LinuxSystem
import PictureFiles

/// Y4M: films without compression, of which each frame has the same number of bytes.
struct Y4MFormat: AnimationFormat {
  let kind = "a Y4M film"
  let example = "a Y4M film (.y4m)"
  let examples = "Y4M films (.y4m)"
  let endings = ["y4m"]
  let options: Set<FileOption> = [.mode, .subframes, .smoothPixels]
  /// Of a film that comes through a pipe, all is kept.
  let streamLimit = 1 << 30

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: Y4MHeader.start.utf8) }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let reader = try Y4MFrames(source)
    return try PictureAnimation(source.path, reader, contents: reader.contents)
  }
}

/// Reads the frames of a Y4M film, each when it is shown.
private struct Y4MFrames: PictureReader {
  let times: FrameTimes
  /// What is known about the film.
  let contents: AnimationInfo
  private let header: Y4MHeader
  private let decoder: Y4MDecoder
  private let bytes: any ByteSource
  private let label: String
  /// Where the first frame begins.
  private let start: Int
  /// The bytes of the line before each frame, with its line feed.
  private let lineLength: Int

  /// The most frames of a film.
  private static let maximumFrames = 1_000_000_000

  var size: PixelSize { header.size }
  private var stride: Int { lineLength + header.frameBytes }

  init(_ source: AnimationSource) throws(Failure) {
    func damaged(_ reason: String) -> Failure {
      Failure("\(source.label): \(reason)", status: .differs)
    }
    guard let line = Self.line(source.start[...]) else {
      throw damaged("a Y4M film whose first line has no end")
    }
    do throws(Y4MHeaderError) {
      header = try Y4MHeader(String(decoding: line, as: UTF8.self))
    } catch {
      switch error {
      case .notY4M: throw damaged("a Y4M film whose first line does not say its size")
      case .unsupported(let detail): throw damaged("a Y4M film with \(detail), which is not played")
      }
    }
    try PictureAnimation.check(header.size, of: source.label)
    let start = line.count + 1
    guard let frameLine = Self.line(source.start[start...]), Self.isFrame(frameLine) else {
      throw damaged("a Y4M film without a frame")
    }
    lineLength = frameLine.count + 1
    let whole = max(source.bytes.count - start, 0).quotientAndRemainder(
      dividingBy: lineLength + header.frameBytes)
    guard whole.quotient > 0 else { throw damaged("a Y4M film without a whole frame") }
    guard whole.quotient <= Self.maximumFrames else {
      throw damaged("more than \(Self.maximumFrames) frames, a limit of this program")
    }
    self.start = start
    label = source.label
    bytes = source.bytes
    decoder = Y4MDecoder(header)
    times = FrameTimes(rate: header.rate, count: Double(whole.quotient))
    contents = Self.contents(header, isCutOff: whole.remainder > 0)
  }

  func picture(of frame: Int) throws(Failure) -> Image {
    let frameBytes: [UInt8]
    do throws(InputError) {
      frameBytes = try bytes.read(at: start + frame * stride, count: stride)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    guard frameBytes.count == stride, let line = Self.line(frameBytes[...]), Self.isFrame(line),
      line.count + 1 == lineLength,
      let image = Image(size: size, straight: decoder.decode(frameBytes[lineLength...]))
    else {
      throw Failure("\(label): frame \(frame) is not where it should be", status: .differs)
    }
    return image
  }

  /// The bytes before the next line feed; nil if it is too far away.
  private static func line(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    bytes.prefix(Y4MHeader.longestLine).firstIndex(of: UInt8(ascii: "\n")).map { bytes[..<$0] }
  }

  private static func isFrame(_ line: ArraySlice<UInt8>) -> Bool {
    Y4MHeader.isFrame(String(decoding: line, as: UTF8.self))
  }
}

// What is said about a film.
extension Y4MFrames {
  private static func contents(_ header: Y4MHeader, isCutOff: Bool) -> AnimationInfo {
    var info = AnimationInfo()
    let range = header.hasFullRange ? "full" : "limited"
    info.rows = [
      ("format", "Y4M"),
      ("colors", "\(header.colors.tag), \(header.colors.depth) bits, \(range) range"),
    ]
    info.fields = [
      ("format", .string("y4m")), ("colors", .string(header.colors.tag)),
      ("depth", .integer(header.colors.depth)), ("range", .string(range)),
    ]
    func add(_ severity: AnimationDiagnostic.Severity, _ message: String) {
      info.diagnostics.append(
        AnimationDiagnostic(path: "", element: nil, severity: severity, message: message))
    }
    if isCutOff { add(.notDrawn, "the last frame is cut off") }
    if !header.isProgressive { add(.approximated, "the lines of two fields are shown at once") }
    if let aspect = header.pixelAspect {
      add(.approximated, "pixels of \(aspect) are shown as squares")
    }
    return info
  }
}
