import AnimCore
import ImageFiles
import LinuxSystem
import PlainText

/// Y4M: uncompressed videos. The planes of every frame have the same number of bytes.
struct Y4MFormat: AnimationFormat {
  let kind = "a Y4M video"
  let example = "a Y4M video (.y4m)"
  let examples = "Y4M videos (.y4m)"
  let fileExtensions = ["y4m"]
  let options: Set<FileOption> = [.mode, .subframes, .smoothPixels]
  /// The contents of a pipe are kept in memory.
  let streamLimit = 1 << 30

  func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: Y4MHeader.start.utf8) }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let reader = try Y4MFrames(source)
    return try ImageAnimation(source.path, reader, contents: reader.contents)
  }
}

/// Reads each frame of a Y4M video when it is shown.
private struct Y4MFrames: ImageReader {
  let times: FrameTimes
  /// Information about the video.
  let contents: AnimationInfo
  private let header: Y4MHeader
  private let decoder: Y4MDecoder
  private let bytes: any ByteSource
  private let label: String
  private let index: Y4MFrameIndex

  /// The maximum number of frames of a video.
  private static let maximumFrames = 1_000_000_000

  var size: PixelSize { header.size }
  var isOpaque: Bool { true }

  init(_ source: AnimationSource) throws(Failure) {
    func damaged(_ reason: String) -> Failure {
      Failure("\(source.label): \(reason)", status: .differs)
    }
    guard let line = Y4MFrameIndex.line(source.start[...]) else {
      throw damaged("a Y4M video whose first line does not end")
    }
    do throws(Y4MHeaderError) {
      header = try Y4MHeader(String(decoding: line, as: UTF8.self))
    } catch {
      switch error {
      case .notY4M: throw damaged("a Y4M video whose first line does not state its size")
      case .unsupported(let detail):
        throw damaged("a Y4M video with \(detail), which is not played")
      }
    }
    try ImageAnimation.check(header.size, of: source.label)
    let found: Y4MFrameIndex?
    do throws(InputError) {
      found = try Y4MFrameIndex(
        source.bytes, start: line.count + 1, frameBytes: header.frameBytes)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    guard let found else { throw damaged("a Y4M video without a frame") }
    guard found.count > 0 else { throw damaged("a Y4M video without a complete frame") }
    guard found.count <= Self.maximumFrames else {
      throw damaged("more than \(Self.maximumFrames) frames (limit of this program)")
    }
    index = found
    label = source.label
    bytes = source.bytes
    decoder = Y4MDecoder(header)
    times = FrameTimes(rate: header.rate, count: Double(found.count))
    contents = Self.contents(header, found.rest)
  }

  func image(of frame: Int) throws(Failure) -> Image {
    let frameBytes: [UInt8]
    let range = index.line(of: frame)
    let length = range.count + header.frameBytes
    do throws(InputError) {
      frameBytes = try bytes.read(at: range.lowerBound, count: length)
    } catch {
      throw Failure("\(error)", status: .noInput)
    }
    guard frameBytes.count == length, let line = Y4MFrameIndex.line(frameBytes[...]),
      Y4MFrameIndex.isFrame(line), line.count + 1 == range.count,
      let image = Image(size: size, straight: decoder.decode(frameBytes[range.count...]))
    else {
      throw Failure("\(label): frame \(frame) is not at the expected position", status: .differs)
    }
    return image
  }
}

// Information about the video.
extension Y4MFrames {
  private static func contents(
    _ header: Y4MHeader, _ rest: Y4MFrameIndex.Rest
  ) -> AnimationInfo {
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
    func add(_ code: FormatCode, _ severity: Diagnostic.Severity, _ message: String) {
      info.diagnostics.append(Diagnostic(code, severity, message))
    }
    switch rest {
    case .nothing: break
    case .cutOff: add(.videoTruncated, .notDrawn, "the last frame is truncated")
    case .ignored(let count):
      add(.videoBytesAfterEnd, .invalid, counted(count, "byte") + " after the frames are ignored")
    }
    if !header.isProgressive {
      add(.fields, .approximated, "the two fields of a frame are shown together")
    }
    if let aspect = header.pixelAspect {
      add(.pixelAspect, .approximated, "pixels of \(aspect) are shown as squares")
    }
    return info
  }
}
