import AnimCore
import LinuxSystem
import OptionValues
import PictureFiles

/// The frames of an animation that consists of pictures, which are read when they are shown.
protocol PictureReader: Sendable {
  /// The size of all pictures.
  var size: PixelSize { get }
  /// The size of all pictures in the file, which is larger where they are reduced.
  var storedSize: PixelSize { get }
  /// When each begins.
  var times: FrameTimes { get }

  /// Reads the picture of a frame, counted from 0, on any thread.
  func picture(of frame: Int) throws(Failure) -> Image
  /// Reads the pixels of a frame as the file has them, where they are not those of ``picture(of:)`` if
  /// these are translucent, since that has them premultiplied; nil where they are.
  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels?

  /// Does a part of the work after which jumps take little time, on any thread: as much as a picture.
  /// Returns whether there is more.
  func prepareJumps() -> Bool

  /// Whether it is a picture that does not move, whose times mean nothing.
  var isStill: Bool { get }

  /// Whether the images are known to have no transparent pixels.
  var isOpaque: Bool { get }

  /// What only a look at all pictures tells to be not as intended.
  func diagnostics() -> [AnimationDiagnostic]
}

extension PictureReader {
  var storedSize: PixelSize { size }

  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels? { nil }

  func prepareJumps() -> Bool { false }

  var isStill: Bool { false }

  var isOpaque: Bool { false }

  func diagnostics() -> [AnimationDiagnostic] { [] }
}

/// An animation that consists of pictures.
struct PictureAnimation: OpenedAnimation {
  /// By which messages name it.
  private let path: String
  private let reader: any PictureReader
  /// What is said about the file, beside what is said about all such animations.
  private let contents: AnimationInfo
  /// How often it is played; nil for ever.
  private let plays: Int?

  /// The most pixels of a picture: those of 8192 by 8192.
  static let maximumArea = 1 << 26

  /// - Parameters:
  ///   - path: by which messages name it.
  ///   - contents: what is said about the file, beside what is said about all such animations; the first
  ///     row is the format.
  ///   - plays: how often it is played unless another number is asked for; nil for ever.
  init(
    _ path: String, _ reader: any PictureReader, contents: AnimationInfo, plays: Int? = nil
  ) throws(Failure) {
    try Self.check(reader.size, of: path)
    self.path = path
    self.reader = reader
    self.contents = contents
    self.plays = plays
  }

  /// Throws if pictures of a size are not played; before anything is made of that size.
  static func check(_ size: PixelSize, of path: String) throws(Failure) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= maximumArea else {
      throw Failure(
        "\(path): pictures of \(size.width)x\(size.height) pixels; at most \(maximumArea) are "
          + "played, a limit of this program", status: .differs)
    }
  }

  var size: Size { reader.size.points }
  var duration: Seconds { reader.times.duration }
  var isOpaque: Bool { reader.isOpaque }

  func notice(name: String) -> String? {
    let diagnostics = contents.diagnostics
    return AnimationInfo.notice(
      ofUnintended: diagnostics.count, first: diagnostics.first?.message, name: name)
  }

  func info() -> AnimationInfo {
    var info = contents
    info.diagnostics += reader.diagnostics()
    let (size, times) = (reader.storedSize, reader.times)
    let rate =
      reader.isStill ? nil : times.frameRate.map { "\(AnimationInfo.rounded($0.hertz)) frames/s" }
    let seconds = reader.isStill ? nil : "\(AnimationInfo.rounded(times.duration)) s"
    var rows = [("size", "\(size.width)x\(size.height)")]
    if let seconds {
      rows += [
        ("frame rate", rate ?? "none, as frames last differently long"),
        ("frames", plain(times.count)), ("duration", seconds),
      ]
    }
    info.rows.insert(contentsOf: rows, at: min(1, info.rows.count))
    info.fields += [
      ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("frameRate", reader.isStill ? .null : times.frameRate.map { .number($0.hertz) } ?? .null),
      ("frames", .number(times.count)),
      ("duration", reader.isStill ? .null : .number(times.duration)),
    ]
    info.summary = ["\(size.width)x\(size.height)", rate, seconds].compactMap(\.self)
    return info
  }

  func ignoredOptions(_ configuration: FileConfiguration) -> [(flag: String, reason: String)] {
    reader.isStill && configuration.obeysLoopCount
      ? [(FileOption.fileLoops.flag, "\(InputPath.name(of: path)) does not move")] : []
  }

  func scenes(
    _ configuration: FileConfiguration, script: String?
  ) throws(Failure) -> AnimationScenes {
    if script != nil { throw Failure("\(path): the file has no state machine", status: .noInput) }
    let playback = Playback(
      reader.times, mode: configuration.mode ?? .forward,
      repetitions: configuration.loops.map { $0 ? nil : 1 } ?? plays, hasSubframes: false)
    return AnimationScenes { [reader, path] in
      PictureScene(
        reader, of: path, playback, fit: configuration.fit,
        smoothsPixels: configuration.smoothsPixels)
    }
  }
}
