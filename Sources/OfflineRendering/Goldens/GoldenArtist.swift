import AnimCore
import AnimLottie

/// Draws the tested frames of an animation.
struct GoldenArtist {
  /// The numbers of the frames, in order.
  let frames: [Int]
  private let artist: FrameRenderer
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
      do throws(Failure) {
        let file = try AnimationFile(subject.name, configuration.file)
        content = .animation(file.animation, try configuration.file.sceneConfiguration(of: file))
        size = file.animation.size.pixels(scale: configuration.scale)
      } catch {
        // One of many files need not have the part or the slot that was asked for.
        throw Failure(error.message, status: .noInput)
      }
      asked = try Self.frames(beside: subject) ?? configuration.frames ?? .default
    case .scene(let scene):
      content = scene
      asked = configuration.frames ?? .defaultOfScenes
      size = defaultPictureSize
    }
    let source = FilmSource(
      content: content, size: configuration.size ?? size, scale: configuration.scale,
      background: configuration.background(of: subject.content))
    do throws(PictureSizeError) {
      try source.checkSize()
    } catch {
      throw Failure("\(subject.name): \(error)", status: .usage)
    }
    artist = FrameRenderer(source, threads: threads)
    do throws(FrameNumberError) {
      frames = try asked.numbers(in: artist.scene)
    } catch {
      throw Failure("\(subject.name): \(error)", status: .usage)
    }
  }

  /// Draws a frame. The picture is valid until the next one is drawn.
  func draw(_ frame: Int) -> PixelImage {
    artist.draw(Fraction(frame), at: sceneRate)
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
