import AnimCore
import AnimRaster
import ImageFiles
import LinuxSystem
import PlainText

/// A reader for the frames of an image-based animation. Frames are read when they are shown.
protocol ImageReader: Sendable {
  /// The size of all images.
  var size: PixelSize { get }
  /// The size of all images in the file, which is larger if they are reduced.
  var storedSize: PixelSize { get }
  /// The start times of the frames.
  var times: FrameTimes { get }

  /// Reads the image of a frame, counted from 0. Thread-safe.
  func image(of frame: Int) throws(Failure) -> Image
  /// Reads the exact pixels of a frame, or returns `nil` if ``image(of:)`` has them. It may not have them for
  /// translucent pixels, which it premultiplies.
  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels?

  /// Does a part of the work that makes later jumps fast, about as much as reading one image. Returns whether more work
  /// remains. Thread-safe.
  func prepareJumps() -> Bool

  /// Whether this is a still image, whose times are irrelevant.
  var isStatic: Bool { get }

  /// Whether the images are known to have no transparent pixels.
  var isOpaque: Bool { get }

  /// Returns the problems that can only be found by reading all images.
  func diagnostics() -> [Diagnostic]
}

extension ImageReader {
  var storedSize: PixelSize { size }

  func straightPixels(of frame: Int) throws(Failure) -> StraightPixels? { nil }

  func prepareJumps() -> Bool { false }

  var isStatic: Bool { false }

  var isOpaque: Bool { false }

  func diagnostics() -> [Diagnostic] { [] }
}

/// An animation that consists of images.
struct ImageAnimation: OpenedAnimation {
  /// The path for messages.
  private let path: String
  private let reader: any ImageReader
  /// Information about the file, in addition to that of all image-based animations.
  private let contents: AnimationInfo
  /// The number of times to play the animation, or `nil` to loop forever.
  private let plays: Int?
  /// The named ranges of frames, or `nil` for a format without names.
  private let tags: [FrameTag]?
  let animations: [String]
  let shownAnimation: String?
  let hotSpot: Point?

  /// The maximum number of pixels of an image: 8192 × 8192.
  static let maximumArea = 1 << 26

  /// - Parameters:
  ///   - path: The path for messages.
  ///   - contents: Information about the file, in addition to that of all image-based animations. The first row is the
  ///     format.
  ///   - plays: The default number of times to play the animation, or `nil` to loop forever.
  ///   - tags: The named ranges of frames, or `nil` for a format without names.
  ///   - animations: The identifiers of all animations in the file, or an empty array for a single one.
  ///   - shownAnimation: The identifier of this animation, or `nil` for the only one.
  ///   - hotSpot: The position at which a cursor points, or `nil` for other files.
  init(
    _ path: String, _ reader: any ImageReader, contents: AnimationInfo, plays: Int? = nil,
    tags: [FrameTag]? = nil, animations: [String] = [], shownAnimation: String? = nil,
    hotSpot: Point? = nil
  ) throws(Failure) {
    try Self.check(reader.size, of: path)
    self.path = path
    self.reader = reader
    self.contents = contents
    self.plays = plays
    self.tags = tags
    self.animations = animations
    self.shownAnimation = shownAnimation
    self.hotSpot = hotSpot
  }

  /// Throws an error if images of this size are too large to play.
  static func check(_ size: PixelSize, of path: String) throws(Failure) {
    let (area, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, area <= maximumArea else {
      throw Failure(
        "\(path): images of \(size.width)x\(size.height) pixels are too large (limit of "
          + "this program: \(maximumArea) pixels)", status: .differs)
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
      reader.isStatic ? nil : times.frameRate.map { "\(AnimationInfo.rounded($0.hertz)) frames/s" }
    let seconds = reader.isStatic ? nil : "\(AnimationInfo.rounded(times.duration)) s"
    var rows = [("size", "\(size.width)x\(size.height)")]
    if let seconds {
      rows += [
        ("frame rate", rate ?? "none, since frames have different durations"),
        ("frames", plain(times.count)), ("duration", seconds),
      ]
    }
    info.rows.insert(contentsOf: rows, at: min(1, info.rows.count))
    info.fields += [
      ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("frameRate", reader.isStatic ? .null : times.frameRate.map { .number($0.hertz) } ?? .null),
      ("frames", .number(times.count)),
      ("duration", reader.isStatic ? .null : .number(times.duration)),
    ]
    info.summary = ["\(size.width)x\(size.height)", rate, seconds].compactMap(\.self)
    return info
  }

  func ignoredOptions(_ configuration: FileConfiguration) -> [(flag: String, reason: String)] {
    guard configuration.obeysLoopCount else { return [] }
    let name = InputPath.name(of: path)
    var reason = reader.isStatic ? "\(name) does not move" : nil
    if let tags, reason == nil {
      let tag = configuration.marker.flatMap { marker in tags.first { $0.name == marker } }
      if tag == nil { reason = "\(name) has loop counts only for its markers" }
      if tag?.repetitions == 0 { reason = "the marker has no loop count" }
    }
    return reason.map { [(FileOption.fileLoops.flag, $0)] } ?? []
  }

  func scenes(
    _ configuration: FileConfiguration, script: String?
  ) throws(Failure) -> AnimationScenes {
    if script != nil { throw Failure("\(path): the file has no state machine", status: .noInput) }
    let tag = try tag(of: configuration)
    let tagPlays = configuration.obeysLoopCount ? tag?.plays(in: configuration.mode) : nil
    let playback = Playback(
      reader.times, range: tag?.range, mode: configuration.mode ?? tag?.mode ?? .forward,
      repetitions: configuration.loops.map { $0 ? nil : 1 } ?? tagPlays ?? plays,
      hasSubframes: false, markers: tags?.map(SceneMarker.init) ?? [])
    return AnimationScenes { [reader, path] in
      ImageScene(
        reader, of: path, playback, fit: configuration.fit,
        smoothsPixels: configuration.smoothsPixels)
    }
  }

  /// Returns the range of frames to play, or `nil` to play all frames.
  private func tag(of configuration: FileConfiguration) throws(Failure) -> FrameTag? {
    guard let tags, let marker = configuration.marker else { return nil }
    guard let tag = tags.first(where: { $0.name == marker }) else {
      throw Failure(noMarker: marker, of: path, names: tags.map { $0.name })
    }
    return tag
  }
}

extension Failure {
  /// Creates the failure for a marker that doesn't exist in a file.
  ///
  /// - Parameter names: The names of the existing markers.
  init(noMarker marker: String, of path: String, names: [String]) {
    self.init(
      "\(path): no marker '\(marker)'; "
        + (names.isEmpty
          ? "it has no markers" : "it has \(names.joined(separator: ", ").printable)"),
      status: .usage)
  }
}
