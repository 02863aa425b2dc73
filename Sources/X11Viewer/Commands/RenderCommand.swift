import AnimCore
import AnimLottie
import ArgumentParser

/// Draws pictures in virtual time, without any X server.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw pictures without an X server: one PNG, or a numbered sequence.",
    discussion: """
      One picture:  x11viewer render animation.json -o picture.png --frame 12
      A sequence:   x11viewer render animation.json -o frame.%04d.png
      A part of it: x11viewer render animation.json -o frame.%04d.png --frames 0%-50%
      Of a scene:   x11viewer render -o frame.%04d.png --scene clock --frames 90 --fps 30

      Pictures of a file are transparent where it draws nothing, unless there is a --background.
      """)

  @Argument(
    help: ArgumentHelp(
      "A Lottie animation (.json, .lot, .tgs, .lottie); without one, a scene is drawn.",
      valueName: "file"),
    completion: fileCompletion)
  var file: String?

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
      "The scene time of the picture (default: 0 for a file, else "
        + "\(plain(defaultPictureTime.seconds))).",
      valueName: "seconds"),
    transform: parseSceneTime)
  var at: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frame of the picture, in a scene at --fps; the first is 0.", valueName: "n|percent%"),
    transform: FramePlace.parse)
  var frame: FramePlace?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frames of a sequence: the first N, A..B without B, or A-B with B; of a file also as "
        + "percentages, where 100% is the last frame (default: all of a file).",
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
    help: ArgumentHelp(
      "Frames per second of a sequence (default: the file's own, else 60).", valueName: "rate"),
    transform: parseFrameRate)
  var fps: RefreshRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time of frame 0 in seconds (default: 0).", valueName: "seconds"),
    transform: parseSceneTime)
  var start: Timestamp?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The size of the picture in pixels (default: the file's own, else 960x400).",
      valueName: "WxH"),
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

  @OptionGroup(title: "Files") var playback: FileFlags
  @OptionGroup var scenes: SceneFlags

  mutating func validate() throws {
    if at != nil, frame != nil {
      throw ValidationError("--at, --frame: only one can say which picture")
    }
    if FrameSequence.isPattern(output) {
      if at != nil || frame != nil {
        throw ValidationError(
          "--at, --frame: for one picture only; use --start for where a sequence begins")
      }
      if frames != nil, duration != nil {
        throw ValidationError("--frames, --duration: only one can say how long a sequence is")
      }
      if file == nil, frames == nil, duration == nil {
        throw ValidationError("--output: a sequence needs either --frames or --duration")
      }
    } else if frames != nil || duration != nil || start != nil || speed != nil
      || fps != nil && frame == nil
    {
      throw ValidationError(
        "--frames, --duration, --fps, --start, --speed: for sequences only; "
          + "put %d into the output's name, such as frame.%04d.png")
    }
    if file == nil, frames?.isRelative ?? false {
      throw ValidationError("--frames: only a file has a last frame; give numbers")
    }
  }

  func run() throws {
    scenes.warnOfUnusedFlags(isFile: file != nil)
    if file == nil { playback.warnOfUnusedFlags() }
    let artist = try makeArtist()
    if FrameSequence.isPattern(output) {
      try renderSequence(artist)
    } else {
      let place =
        frame.map(Place.frame) ?? .time(at ?? (file == nil ? defaultPictureTime : .zero))
      try place.apply(to: artist.scene, rate: fps ?? sceneRate)
      try artist.save(to: output)
    }
  }

  private func renderSequence(_ artist: Artist) throws {
    let sequence: FrameSequence
    do throws(FrameSequenceError) {
      sequence = try FrameSequence(pattern: output)
    } catch {
      throw Failure("\(error)", status: .usage)
    }
    let animation = artist.scene as? LottieScene
    let own = animation.map { RefreshRate(hertz: $0.animation.frameRate) }
    let film = Film(start: start ?? .zero, rate: fps ?? own ?? sceneRate, speed: speed ?? 1)
    let total = animation.map { film.count(until: $0.duration) }
    let length = duration.map { film.rate.frames(in: $0) } ?? total ?? 1
    guard let numbers = frames.map({ $0.numbers(of: total) }) ?? 0..<length else {
      throw Failure("--frames: none of the \(total ?? 0) frames", status: .usage)
    }
    var progress = Progress(total: numbers.count, of: "frames")
    for number in numbers {
      artist.scene.update(to: film.time(of: number).seconds)
      try artist.save(to: sequence.path(of: number))
      progress.advance()
    }
    progress.finish()
  }

  private func makeArtist() throws(Failure) -> Artist {
    let scale = scale ?? 1
    guard let file else {
      let configuration = scenes.configuration
      return Artist(
        configuration.view(
          configuration.inVirtualTime, size: size ?? defaultPictureSize, scale: scale))
    }
    let configuration = playback.configuration
    let scene = try AnimationFile(file, configuration).scene(configuration)
    let size = size ?? scene.animation.size.pixels(scale: scale)
    guard size.isDrawable else {
      throw Failure(
        "\(file): \(size.width)x\(size.height) pixels are too many; give a --size of "
          + PictureLimit.description, status: .differs)
    }
    return Artist(
      SceneView(
        scene: scene, size: size, scale: scale, backdrop: .color(scenes.background ?? .clear)))
  }
}

/// The time of a picture where none is asked for: every scene shows something then.
let defaultPictureTime = Timestamp(seconds: 2)

/// The frames of scenes, where no other rate is asked for.
let sceneRate = RefreshRate(hertz: 60)

/// How much faster than normal scene time runs.
let parseSpeed = number(in: 0.001...1_000, "a factor")

/// A time of the scene, in seconds.
func parseSceneTime(_ text: String) throws -> Timestamp {
  Timestamp(seconds: try number(in: 0...1_000_000_000, "seconds")(text))
}

/// Draws a scene into a picture, and saves that.
private struct Artist {
  private let view: SceneView
  private let rasterizer = Rasterizer()
  private let picture: PixelImage

  init(_ view: SceneView) {
    self.view = view
    picture = PixelImage(size: view.size, isOpaque: view.backdrop.background.alpha == 255)
  }

  var scene: any Scene { view.scene }

  func save(to path: String) throws(Failure) {
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
