import AnimCodecs
import AnimCore
import AnimRaster
import ImageFiles
import LinuxSystem
import PlainText

/// Reads each frame of a file when it is shown.
struct RasterSourceReader: ImageReader {
  let times: FrameTimes
  private let source: any RasterSource
  private let label: String

  /// - Parameter label: The name of the file in errors.
  init(_ source: any RasterSource, _ label: String, _ delays: FrameDelays) {
    self.source = source
    self.label = label
    times = source.times(delays.played)
  }

  var size: PixelSize { source.size }
  var isStatic: Bool { !source.isAnimation }
  var isOpaque: Bool { source.isOpaque }

  func image(of frame: Int) throws(Failure) -> Image {
    try reading(label) { () throws(RasterError) in try source.image(of: frame) }
  }

  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels? {
    try reading(label) { () throws(RasterError) in
      StraightPixels(size: size, straight: try source.pixels(of: frame, in: []))
    }
  }
}

/// Calls a closure that reads a raster file, and names the file in its errors.
///
/// - Parameter label: The name of the file.
func reading<Result>(
  _ label: String, _ body: () throws(RasterError) -> Result
) throws(Failure) -> Result {
  do throws(RasterError) {
    return try body()
  } catch {
    throw Failure("\(label): \(error)", status: .differs)
  }
}

extension AnimationInfo {
  /// Adds the durations of frames, and how many of them are shown for another time.
  mutating func add(_ stored: [FrameDelay], _ delays: FrameDelays) {
    let played = stored.map(delays.played)
    let changed = zip(stored, played).count { $0.seconds != $1 }
    if changed > 0 {
      rows.append(("delays", "\(changed) of \(stored.count) frames are shown \(delays.remark)"))
    }
    fields += [
      ("durations", .array(played.map(Self.milliseconds))),
      ("delays", .array(stored.map { Self.milliseconds($0.seconds) })),
    ]
  }

  /// Returns the number of plays in words; `nil` is endless.
  static func plays(_ number: Int?) -> String {
    number.map { $0 == 1 ? "once" : "\($0) times" } ?? "forever"
  }

  private static func milliseconds(_ seconds: Fraction) -> JSON {
    let milliseconds = seconds * 1000
    return milliseconds.integer.map(JSON.integer) ?? .number(milliseconds.double)
  }

  /// Adds the problems of a file: diagnostics, and remarks about what doesn't affect the image.
  mutating func add(_ problems: [Diagnostic]) {
    diagnostics = problems.filter { $0.severity != .remark }
    let remarks = problems.filter { $0.severity == .remark }.map(\.message)
    rows += remarks.map { ("remark", $0) }
    fields.append(("remarks", .array(remarks.map(JSON.string))))
  }
}
