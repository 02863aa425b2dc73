import AnimCore
import ArgumentParser
import OfflineRendering
import OptionValues

/// The flags for which frames are rendered, and at what times.
struct FrameFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scene time of the picture (default: 0 for a file, else "
        + "\(plain(defaultPictureTime.seconds))).",
      valueName: "seconds"),
    transform: parseSceneTime)
  var at: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frame of the picture, in a scene at --fps; the first is 0.", valueName: "n|percent%"),
    transform: FramePosition.parse)
  var frame: FramePosition?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames of a sequence or film: the first N, A-B with B, A- to the end, A..B without B, "
        + "A-BxS for every S-th, or a list of these with commas; or percentages, if there is an end, where "
        + "100% is the last frame (default: all). They are those that --frame counts, unless --fps, --start, "
        + "--duration, --speed or --loops says which a film has.",
      valueName: "frames"),
    transform: FrameSelection.parse)
  var frames: FrameSelection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of the first frame, in --frames and in the names of files (default: 0).",
      valueName: "n"),
    transform: wholeNumber(in: 0...1_000_000_000))
  var frameOffset: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Treat frames past the end as an error, or skip them (clip), for queues that round up "
        + "(default: error).", valueName: "error|clip"))
  var pastEnd: FilmFrames.PastEnd?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length of a sequence or film (default: that of the file).", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000, "seconds"))
  var duration: Seconds?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of times a film plays, if its format stores that (gif, webp, apng, avif; default: "
        + "forever, or as --file-loops or --no-loop says); otherwise the number of times the file plays in it (default: 1).",
      valueName: "n|forever"),
    transform: Loops.parse)
  var loops: Loops?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second of a sequence or film, and of the numbered pictures that it is made of "
        + "(default: the file's own, 24 for pictures, else 60; at most 50 in gif).",
      valueName: "rate"),
    transform: parseFrameRate)
  var fps: RefreshRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time of the first frame in seconds (default: 0).", valueName: "seconds"),
    transform: parseSceneTime)
  var start: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds of scene time per second of a sequence or film (default: 1).", valueName: "factor"),
    transform: number(in: speedRange, "a factor"))
  var speed: Double?

  /// Whether any flag is given that makes sense only for several frames. `--fps` also makes sense
  /// for the `--frame` of a scene, which needs the rate.
  var hasFlagsOfSeveral: Bool {
    frames != nil || duration != nil || start != nil || speed != nil || loops != nil
      || frameOffset != nil || pastEnd != nil || fps != nil && frame == nil
  }
}

extension FilmFrames.PastEnd: ExpressibleByArgument {}

/// A loop count.
enum Loops: Hashable {
  case times(Int)
  case forever

  static func parse(_ text: String) throws -> Loops {
    if text == "forever" { return .forever }
    // The largest count that the formats can hold.
    guard let count = Int(text), (1...65_535).contains(count) else {
      throw InvalidValue(expected: "a whole number from 1 to 65535, or forever")
    }
    return .times(count)
  }
}

/// The default time of a picture, at which every scene shows something.
let defaultPictureTime = Timestamp(seconds: 2)

/// A factor for the speed of scene time.
let speedRange = 0.001...1_000.0

/// A time of the scene, in seconds.
func parseSceneTime(_ text: String) throws -> Timestamp {
  Timestamp(seconds: try number(in: 0...1_000_000_000, "seconds")(text))
}
