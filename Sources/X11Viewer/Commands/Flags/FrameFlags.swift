import AnimCore
import ArgumentParser
import OfflineRendering
import PlainText

/// The flags for the frames to render, and their times.
struct FrameFlags: ParsableArguments {
  @Option(
    "seconds",
    "Render the image at this time (default: 0 for files, \(plain(defaultImageTime.seconds)) for "
      + "scenes).", parseSceneTime)
  private var at: Timestamp?

  @Option(
    "n|percent%", "Render this frame, counted from 0. For scenes, --fps sets the frame rate.",
    FramePosition.parse)
  private var frame: FramePosition?

  @Option(
    "n",
    "Lay this many frames before and after the frame over it, fading, to show its motion.",
    in: 1...OnionSkin.maximumDepth)
  private var onion: Int?

  @Option(
    "frames",
    "Render the first N frames, or a list of ranges such as 0-9, 20-, 0..10, 0-99x2 and "
      + "0%-50% (default: all). Counts the frames of the file, unless --fps, --start, "
      + "--duration, --speed or --loops is given.", FrameSelection.parse)
  private var frames: FrameSelection?

  @Option(
    "n", "Set the number of the first frame, for --frames and for file names (default: 0).",
    in: 0...1_000_000_000)
  private var frameOffset: Int?

  @Option(
    "Fail on frames past the end, or skip them if set to clip (default: error).",
    value: "error|clip")
  private var pastEnd: VideoFrames.PastEnd?

  @Option(
    "seconds", "Set the duration of the sequence or video (default: the duration of the file).",
    in: 0.001...1_000_000, "seconds")
  private var duration: Seconds?

  @Option(
    "n|forever",
    "Store this loop count in gif, webp, apng and avif files (default: forever). In other "
      + "formats, repeat the animation this many times (default: 1).", LoopCount.parse)
  private var loops: LoopCount?

  @Option(
    "rate",
    "Set the frame rate (default: the rate of the file, 24 for image sequences, otherwise "
      + "60; at most 50 in gif, 60 in ani).", parseFrameRate)
  private var fps: RefreshRate?

  @Option("seconds", "Start at this time (default: 0).", parseSceneTime)
  private var start: Timestamp?

  @Option(
    "factor", "Multiply the playback speed by this factor (default: 1).", in: speedRange,
    "a factor")
  private var speed: Double?

  /// Applies these flags to a request.
  func apply(to request: inout RenderRequest) {
    request.time = at
    request.frame = frame
    request.onion = onion
    request.frames = frames
    request.frameOffset = frameOffset
    request.pastEnd = pastEnd
    request.duration = duration
    request.loops = loops
    request.rate = fps
    request.start = start
    request.speed = speed
  }
}

extension VideoFrames.PastEnd: ExpressibleByArgument {}

extension LoopCount {
  fileprivate static func parse(_ text: String) throws -> LoopCount {
    if text == "forever" { return .forever }
    // The largest count that the formats can hold.
    guard let count = Int(text), (1...65_535).contains(count) else {
      throw InvalidValue(expected: "a whole number from 1 to 65535, or forever")
    }
    return .times(count)
  }
}

/// A factor for the speed of scene time.
let speedRange = 0.001...1_000.0

/// Returns a time of the scene, in seconds.
func parseSceneTime(_ text: String) throws -> Timestamp {
  Timestamp(seconds: try number(in: 0...1_000_000_000, "seconds")(text))
}
