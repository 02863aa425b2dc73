import AnimCore
import AnimLottie

/// Draws the tested frames of an animation.
struct GoldenArtist {
  /// The numbers of the frames, in order.
  let frames: [Int]
  private let artist: Artist
  private let sceneRate: RefreshRate

  /// - Parameter threads: the number of threads that may paint at the same time.
  init(
    _ subject: GoldenSubject, _ configuration: GoldenConfiguration, threads: Int
  ) throws(Failure) {
    sceneRate = configuration.sceneRate
    let asked: GoldenFrames
    let content: FilmSource.Content
    let size: PixelSize
    switch subject.content {
    case .file:
      let file = try AnimationFile(subject.name, configuration.file)
      content = .animation(file.animation, try configuration.file.sceneConfiguration(of: file))
      asked = try Self.frames(beside: subject) ?? configuration.frames ?? .default
      size = file.animation.size.pixels(scale: configuration.scale)
    case .scene(let scene):
      content = scene
      asked = configuration.frames ?? .defaultOfScenes
      size = defaultPictureSize
    }
    let source = FilmSource(
      content: content, size: configuration.size ?? size, scale: configuration.scale,
      background: configuration.background(of: subject.content))
    guard source.size.isDrawable else {
      throw Failure(
        "\(subject.name): \(source.size.width)x\(source.size.height) pixels are too many; give a "
          + "--size of \(PictureLimit.description)", status: .noInput)
    }
    artist = Artist(source, threads: threads)
    do throws(GoldenFramesError) {
      frames = try asked.numbers(in: artist.scene.wholeFrames)
    } catch {
      throw Failure("\(subject.name): \(error)", status: .noInput)
    }
  }

  /// Draws a frame. The picture is valid until the next one is drawn.
  func draw(_ frame: Int) -> PixelImage {
    if artist.scene.frameRate != nil {
      artist.scene.show(frame: Double(frame))
      artist.draw()
    } else {
      artist.draw(at: Timestamp(nanoseconds: sceneRate.nanoseconds(toSlot: frame)))
    }
    return artist.picture
  }

  /// What was left out of the frames drawn so far; nil if they are whole.
  var omission: String? { artist.scene.omission.map { "\($0)" } }

  /// The contents of `spinner.frames`, for `spinner.json`; nil if there is no such file.
  private static func frames(beside subject: GoldenSubject) throws(Failure) -> GoldenFrames? {
    let path = FilePath.join(FilePath.folder(of: subject.name), subject.stem + ".frames")
    let limit = 1 << 20
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try FileBytes.read(path, limit: limit)
    } catch {
      if error.isMissing { return nil }
      throw Failure("\(error)", status: .noInput)
    }
    guard bytes.count <= limit,
      let frames = GoldenFrames(contents: String(decoding: bytes, as: UTF8.self))
    else {
      throw Failure(
        "\(path): does not name frames; write numbers and percentages such as 0, 12 and 50%",
        status: .noInput)
    }
    return frames
  }
}

extension Scene {
  /// The numbers of the first and the last whole frame that are shown; nil if it is endless.
  fileprivate var wholeFrames: ClosedRange<Int>? {
    guard let frames = frameRange else { return nil }
    func whole(_ frame: Double) -> Int { Int(min(max(frame, 0), Double(GoldenFrames.largest))) }
    let first = whole(frames.lowerBound.rounded(.up))
    let count = (frames.upperBound - frames.lowerBound).rounded(.up)
    return first...max(first, whole(frames.lowerBound + max(count - 1, 0)))
  }
}
