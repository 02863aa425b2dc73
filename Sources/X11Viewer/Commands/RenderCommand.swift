import AnimCore
import ArgumentParser

/// Draws pictures in virtual time, without any X server.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw pictures without an X server: one PNG, or a numbered sequence.",
    discussion: """
      One picture:  x11viewer render -o clock.png --scene clock --at 12.5
      A sequence:   x11viewer render -o frame.%04d.png --frames 90 --fps 30
      A part of it: x11viewer render -o frame.%04d.png --frames 30-59 --fps 30
      """)

  @Option(
    name: [.short, .long],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write to this PNG file, to the files of a pattern with %d for a sequence, or to standard "
        + "output for -.",
      valueName: "path"),
    transform: parsePicturePath)
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scene time of the picture (default: \(plain(defaultPictureTime.seconds))).",
      valueName: "seconds"),
    transform: parseSceneTime)
  var at: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames of a sequence: the first N, A..B without B, or A-B with B.",
      valueName: "n|a..b|a-b"),
    transform: FrameSelection.parse)
  var frames: FrameSelection?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The length of a sequence, instead of --frames.", valueName: "seconds"),
    transform: number(in: 0.001...1_000_000, "seconds"))
  var duration: Seconds?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames per second of a sequence (default: 60).", valueName: "rate"),
    transform: parseFrameRate)
  var fps: RefreshRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time of frame 0 in seconds (default: 0).", valueName: "seconds"),
    transform: parseSceneTime)
  var start: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size of the picture in pixels (default: 960x400).", valueName: "WxH"),
    transform: parsePixelSize)
  var size: PixelSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point (default: 1).", valueName: "factor"),
    transform: parseScale)
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds of scene time per second of a sequence (default: 1).", valueName: "factor"),
    transform: parseSpeed)
  var speed: Double?

  @OptionGroup var scenes: SceneFlags

  mutating func validate() throws {
    if FrameSequence.isPattern(output) {
      if at != nil {
        throw ValidationError("--at: for one picture only; use --start for where a sequence begins")
      }
      if (frames == nil) == (duration == nil) {
        throw ValidationError("--output: a sequence needs either --frames or --duration")
      }
    } else if frames != nil || duration != nil || fps != nil || start != nil || speed != nil {
      throw ValidationError(
        "--frames, --duration, --fps, --start, --speed: for sequences only; "
          + "put %d into the output's name, such as frame.%04d.png")
    }
  }

  func run() throws {
    scenes.warnOfUnusedFlags()
    let artist = Artist(
      scenes: scenes.configuration, size: size ?? defaultPictureSize, scale: scale ?? 1)
    guard FrameSequence.isPattern(output) else {
      try artist.save(at: at ?? defaultPictureTime, to: output)
      return
    }
    let sequence: FrameSequence
    do throws(FrameSequenceError) {
      sequence = try FrameSequence(pattern: output)
    } catch {
      throw Failure("\(error)", status: .usage)
    }
    let film = Film(
      start: start ?? .zero, rate: fps ?? RefreshRate(hertz: 60), speed: speed ?? 1)
    let numbers = frames?.numbers ?? 0..<film.rate.frames(in: duration ?? 0)
    var progress = Progress(total: numbers.count, of: "frames")
    for number in numbers {
      try artist.save(at: film.time(of: number), to: sequence.path(of: number))
      progress.advance()
    }
    progress.finish()
  }
}

/// The time of a picture where none is asked for: every scene shows something then.
let defaultPictureTime = Timestamp(seconds: 2)

/// How much faster than normal scene time runs.
let parseSpeed = number(in: 0.001...1_000, "a factor")

/// A time of the scene, in seconds.
func parseSceneTime(_ text: String) throws -> Timestamp {
  Timestamp(seconds: try number(in: 0...1_000_000_000, "seconds")(text))
}

/// Draws a scene at any time into a picture.
private struct Artist {
  private let view: SceneView
  private let rasterizer = Rasterizer()
  private let picture: PixelImage

  init(scenes: SceneConfiguration, size: PixelSize, scale: Double) {
    view = scenes.view(scenes.inVirtualTime, size: size, scale: scale)
    picture = PixelImage(size: size, isOpaque: scenes.background.alpha == 255)
  }

  func save(at time: Timestamp, to path: String) throws(Failure) {
    view.scene.update(to: time.seconds)
    rasterizer.paint(view.compose(), into: picture)
    try X11Viewer.save(picture, to: path)
  }
}

extension RefreshRate {
  /// How many frames `duration` seconds hold, to the nearest; at least one.
  fileprivate func frames(in duration: Seconds) -> Int {
    max(1, Int((duration * hertz).rounded()))
  }
}
