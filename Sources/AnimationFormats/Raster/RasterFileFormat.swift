import AnimCodecs
import AnimCore
import AnimRaster
import ImageFiles
import LinuxSystem
import PlainText

/// Raster image files: GIF, PNG, APNG, WebP and JPEG.
struct RasterFileFormat: AnimationFormat {
  let kind: String
  let example: String
  let examples: String
  let fileExtensions: [String]
  let imageExtensions: [String]
  private let format: RasterFormat

  let options: Set<FileOption> = [
    .mode, .subframes, .frameDelays, .fileLoops, .smoothPixels, .colorProfiles,
  ]

  static let all = [
    RasterFileFormat(.gif, "a GIF", "GIF animations", fileExtensions: ["gif"]),
    RasterFileFormat(.png, "a PNG", "PNG", fileExtensions: ["apng"], imageExtensions: ["png"]),
    RasterFileFormat(.webp, "a WebP", "WebP", fileExtensions: ["webp"]),
    RasterFileFormat(
      .jpeg, "a JPEG", "JPEG", fileExtensions: [], imageExtensions: ["jpg", "jpeg"]),
  ]

  /// - Parameters:
  ///   - plural: The name in sentences about several files.
  ///   - fileExtensions: The file extensions of animations.
  ///   - imageExtensions: The file extensions that are mostly used for still images.
  private init(
    _ format: RasterFormat, _ kind: String, _ plural: String, fileExtensions: [String],
    imageExtensions: [String] = []
  ) {
    let list = (fileExtensions + imageExtensions).map { ".\($0)" }.joined(separator: ", ")
    (self.format, self.kind, self.fileExtensions) = (format, kind, fileExtensions)
    self.imageExtensions = imageExtensions
    (example, examples) = ("\(kind) (\(list))", "\(plural) (\(list))")
  }

  func recognizes(_ start: [UInt8]) -> Bool { RasterFormat(start) == format }

  func isAnimated(_ source: AnimationSource) -> Bool {
    // Files of either kind can have a single frame.
    (try? RasterAnimation.index(of: SourceBytes(source.bytes))).map {
      $0.isAnimation && $0.frames.count > 1
    } ?? false
  }

  func open(
    _ source: AnimationSource, _ configuration: FileConfiguration
  ) throws(Failure) -> any OpenedAnimation {
    try checkLength(of: source)
    let animation = try reading(source.label) { () throws(RasterError) in
      try RasterAnimation(
        SourceBytes(source.bytes), checkpointBudget: configuration.seekMemory,
        convertsColors: configuration.convertsColors)
    }
    let reader = RasterReader(
      animation, source.label, configuration.frameDelays,
      convertsColors: configuration.convertsColors)
    let plays = configuration.obeysLoopCount ? animation.index.plays : nil
    return try ImageAnimation(source.label, reader, contents: reader.contents, plays: plays)
  }
}

/// The bytes of a source, for the image reader.
final class SourceBytes: RasterBytes {
  private let source: any ByteSource

  init(_ source: any ByteSource) { self.source = source }

  var count: Int { source.count }

  func copy(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    // Treat unreadable bytes as missing.
    (try? source.read(at: offset, into: buffer)) ?? 0
  }
}

/// Reads each frame of a file when it is shown, and prepares jumps.
private struct RasterReader: ImageReader {
  private let frames: RasterSourceReader
  private let animation: RasterAnimation
  private let delays: FrameDelays
  private let convertsColors: Bool

  init(
    _ animation: RasterAnimation, _ label: String, _ delays: FrameDelays, convertsColors: Bool
  ) {
    frames = RasterSourceReader(animation, label, delays)
    self.animation = animation
    self.delays = delays
    self.convertsColors = convertsColors
  }

  var size: PixelSize { frames.size }
  var storedSize: PixelSize { animation.index.storedSize }
  var times: FrameTimes { frames.times }
  var isStatic: Bool { frames.isStatic }
  var isOpaque: Bool { frames.isOpaque }

  func image(of frame: Int) throws(Failure) -> Image { try frames.image(of: frame) }

  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels? {
    try frames.straightPixels(of: frame)
  }

  func prepareJumps() -> Bool { animation.prepareJumps() }

  func diagnostics() -> [Diagnostic] { animation.truncation.map { [$0] } ?? [] }
}

// Information about the file.
extension RasterReader {
  var contents: AnimationInfo {
    let index = animation.index
    var info = AnimationInfo()
    info.rows = [
      ("format", index.isAnimation ? "animated \(index.format.rawValue)" : index.format.rawValue)
    ]
    if index.orientation != .upright {
      info.rows.append(("orientation", "rotated according to its EXIF data"))
    }
    info.fields = [("format", .string(index.format.rawValue.lowercased()))]
    if let colors = index.colors {
      info.rows.append(
        (
          "colours",
          "\(colors.name.printable), \(convertsColors ? "converted to sRGB" : "not converted")"
        ))
      info.fields += [
        ("colors", .string(colors.name)), ("colorsAreConverted", .bool(convertsColors)),
      ]
    }
    if index.isAnimation {
      info.rows.append(("plays", AnimationInfo.plays(index.plays)))
      info.add(index.frames.map(\.delay), delays)
      if index.frames.count > 1 {
        info.facts.features.insert("animated \(index.format.rawValue)")
      }
    }
    info.fields += [
      ("plays", .integer(index.plays ?? 0)),
      ("loopCount", index.loopCount.map(JSON.integer) ?? .null),
    ]
    info.add(index.problems)
    return info
  }
}

extension FrameDelays {
  /// Returns the duration of a frame, in seconds.
  func played(_ delay: FrameDelay) -> Fraction {
    switch self {
    case .browser: delay.secondsInBrowsers
    case .file: delay.seconds == 0 ? FrameDelay.shortest : delay.seconds
    }
  }

  /// A remark about frames whose durations differ from those in the file.
  var remark: String {
    switch self {
    case .browser: "for 100 ms instead of at most 10, as in browsers"
    case .file: "for 10 ms instead of none"
    }
  }
}
