import AnimCore
import ArgumentParser

/// Draws pictures in virtual time, without any X server.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw pictures without an X server: one PNG, or a numbered sequence.",
    discussion: """
      One picture:  x11viewer render -o clock.png --scene clock --at 12.5
      A sequence:   x11viewer render -o frame-%04d.png --frames 90 --fps 30
      A part of it: x11viewer render -o frame-%04d.png --frames 30..<60 --fps 30
      """)

  @Option(
    name: [.short, .long],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the picture goes: a path, a pattern with %d for a sequence, or - for standard output.",
      valueName: "path"))
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time of the picture in seconds (default: 0).", valueName: "seconds"),
    transform: parseSceneTime)
  var at: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which frames of a sequence: the first N, or A..<B.", valueName: "n|a..<b"),
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
  var size = defaultPictureSize

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point (default: 1).", valueName: "factor"),
    transform: parseScale)
  var scale = 1.0

  @OptionGroup var scenes: SceneFlags

  mutating func validate() throws {
    if FrameSequence.isPattern(output) {
      if at != nil {
        throw ValidationError("--at is for one picture; --start says where a sequence begins.")
      }
      if (frames == nil) == (duration == nil) {
        throw ValidationError("A sequence needs either --frames or --duration.")
      }
    } else if frames != nil || duration != nil || fps != nil || start != nil {
      throw ValidationError(
        "--frames, --duration, --fps and --start are for sequences: "
          + "put %d into the output's name, such as frame-%04d.png.")
    }
  }

  func run() throws {
    let artist = Artist(scenes: scenes.settings, size: size, scale: scale)
    guard FrameSequence.isPattern(output) else {
      try artist.save(at: at ?? .zero, to: output)
      return
    }
    let sequence: FrameSequence
    do throws(FrameSequenceError) {
      sequence = try FrameSequence(pattern: output)
    } catch {
      throw Failure("\(error)", status: .usage)
    }
    let film = Film(start: start ?? .zero, rate: fps ?? RefreshRate(hertz: 60))
    let numbers = frames?.numbers ?? 0..<film.rate.frames(in: duration ?? 0)
    var progress = Progress(total: numbers.count, of: "frames")
    for number in numbers {
      try artist.save(at: film.time(of: number), to: sequence.path(of: number))
      progress.advance()
    }
    progress.finish()
  }
}

/// A time of the scene, in seconds.
func parseSceneTime(_ text: String) throws -> Timestamp {
  Timestamp(seconds: try number(in: 0...1_000_000_000, "seconds")(text))
}

/// Draws a scene at any time into a picture.
private struct Artist {
  private let stage: Stage
  private let rasterizer = Rasterizer()
  private let picture: PixelImage

  init(scenes: SceneSettings, size: PixelSize, scale: Double) {
    stage = scenes.stage(scenes.configuration, size: size, scale: scale)
    picture = PixelImage(size: size)
  }

  func save(at time: Timestamp, to path: String) throws(Failure) {
    stage.scene.update(to: time.seconds)
    rasterizer.paint(stage.compose(), into: picture)
    try X11Viewer.save(picture, to: path)
  }
}

extension RefreshRate {
  /// How many frames `duration` seconds hold, to the nearest; at least one.
  fileprivate func frames(in duration: Seconds) -> Int {
    max(1, Int((duration * hertz).rounded()))
  }
}
