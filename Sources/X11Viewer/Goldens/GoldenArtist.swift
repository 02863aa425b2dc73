import AnimCore
import AnimLottie

/// Draws the frames of an animation that are tested.
struct GoldenArtist {
  /// The numbers of the frames, in order.
  let frames: [Int]
  private let view: SceneView
  private let rasterizer: Rasterizer
  private let sceneRate: RefreshRate

  /// - Parameter threads: how many may paint at the same time.
  init(
    _ subject: GoldenSubject, _ configuration: GoldenConfiguration, threads: Int
  ) throws(Failure) {
    rasterizer = Rasterizer(threads: threads)
    sceneRate = configuration.sceneRate
    let asked: GoldenFrames
    let range: ClosedRange<Int>?
    switch subject.content {
    case .file:
      let scene = try AnimationFile(subject.name, configuration.file).scene(configuration.file)
      asked = try Self.frames(beside: subject) ?? configuration.frames ?? .default
      range = scene.wholeFrames
      view = try Self.view(
        of: scene, named: subject.name,
        configuration.size ?? scene.animation.size.pixels(scale: configuration.scale),
        configuration.scale, configuration.file.background ?? .clear)
    case .scene(let scene):
      asked = configuration.frames ?? .defaultOfScenes
      range = nil
      view = try Self.view(
        of: scene, named: subject.name, configuration.size ?? defaultPictureSize,
        configuration.scale, configuration.sceneBackground)
    }
    do throws(GoldenFramesError) {
      frames = try asked.numbers(in: range)
    } catch {
      throw Failure("\(subject.name): \(error)", status: .noInput)
    }
  }

  /// The picture of a frame.
  func draw(_ frame: Int) -> PixelImage {
    if let animation = view.scene as? LottieScene {
      animation.show(frame: Double(frame))
    } else {
      view.scene.update(
        to: Timestamp(nanoseconds: sceneRate.nanoseconds(toSlot: frame)).seconds)
    }
    let picture = PixelImage(size: view.size, isOpaque: view.backdrop.background.alpha == 255)
    rasterizer.paint(view.compose(), into: picture)
    return picture
  }

  private static func view(
    of scene: any Scene, named name: String, _ size: PixelSize, _ scale: Double,
    _ background: Color
  ) throws(Failure) -> SceneView {
    guard size.isDrawable else {
      throw Failure(
        "\(name): \(size.width)x\(size.height) pixels are too many; give a --size of "
          + PictureLimit.description, status: .noInput)
    }
    return SceneView(scene: scene, size: size, scale: scale, backdrop: .color(background))
  }

  /// What `spinner.frames` says, for `spinner.json`; nil where there is no such file.
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

extension LottieScene {
  /// From the first whole frame that is shown to the last.
  fileprivate var wholeFrames: ClosedRange<Int> {
    func whole(_ frame: Double) -> Int { Int(min(max(frame, 0), Double(GoldenFrames.largest))) }
    let first = whole(frames.lowerBound.rounded(.up))
    return first...max(first, whole(lastFrame))
  }
}
