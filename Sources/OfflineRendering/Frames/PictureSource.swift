import AnimCore
import AnimationFormats
import LinuxSystem
import Synchronization

/// What pictures are drawn of: a scene, in pictures of one size, on one background.
package struct PictureSource: Sendable {
  package let size: PixelSize
  /// Pixels per point.
  package let scale: Double
  package let background: Color
  package let makeScene: SceneMaker
  /// What its pictures lack, by whatever thread they are drawn.
  let shortfall = ShortfallRecord()

  /// - Parameter size: nil for the scene's natural size, or ``defaultPictureSize`` if it has none.
  package init(
    size: PixelSize? = nil, scale: Double = 1, background: Color, makeScene: @escaping SceneMaker
  ) throws(PictureSizeError) {
    self.size =
      size ?? makeScene().naturalSize.map { $0.pixels(scale: scale) } ?? defaultPictureSize
    self.scale = scale
    self.background = background
    self.makeScene = makeScene
    try self.size.checkDrawable()
  }

  /// What was left out of the frames drawn so far, by a ``FrameRenderer``; nil if they are whole. Of
  /// several frames the earliest is named.
  package var omission: SceneOmission? { shortfall.earliestOmission }

  /// What failed in the frames drawn so far, such as "2 expressions fail"; nil for nothing.
  package var failures: String? { failureSentence(shortfall.failedExpressions) }
}

extension PictureSource {
  /// What a file shows, as it is configured.
  ///
  /// - Parameters:
  ///   - size: nil for that of the animation.
  ///   - scenes: what plays it.
  ///   - isOpaque: whether the pictures have no transparency.
  package init(
    _ file: AnimationFile, _ scenes: AnimationScenes, size: PixelSize? = nil, scale: Double = 1,
    isOpaque: Bool = false
  ) throws(Failure) {
    do throws(PictureSizeError) {
      try self.init(
        size: size, scale: scale, background: file.background(isOpaque: isOpaque),
        makeScene: scenes.make)
    } catch {
      throw Failure(error, of: file.path)
    }
  }
}

/// What scenes have left out, and what has failed in them, that draw the same pictures, each on its own thread.
final class ShortfallRecord: Sendable {
  private let state = Mutex((omission: SceneOmission?.none, failed: Set<String>()))

  var earliestOmission: SceneOmission? { state.withLock { $0.omission } }
  var failedExpressions: Set<String> { state.withLock { $0.failed } }

  /// Notes what the pictures lack that a scene has drawn so far.
  func add(_ scene: any Scene) {
    let omission = scene.omission
    let failed = (scene as? any FailingScene)?.failedExpressions ?? []
    guard omission != nil || !failed.isEmpty else { return }
    state.withLock { state in
      state.omission = [state.omission, omission].compactMap(\.self).min()
      state.failed.formUnion(failed)
    }
  }
}

/// The size that pictures are asked to have.
package enum WantedSize: Hashable, Sendable {
  case pixels(PixelSize)
  /// So many pixels wide, and as high as the proportions of what is drawn say.
  case width(Int)
  /// So many percent of the pixels that what is drawn has points.
  case percent(Double)

  /// The size of pictures of something.
  ///
  /// - Parameter size: its own size, in points.
  package func pixels(of size: Size) -> PixelSize {
    switch self {
    case .pixels(let pixels): pixels
    case .width(let width):
      PixelSize(
        width: width, height: size.pixels(scale: Double(width) / max(size.width, 1)).height)
    case .percent(let percent): size.pixels(scale: percent / 100)
    }
  }
}

/// The default size of pictures and windows.
package let defaultPictureSize = PixelSize(width: 960, height: 400)

extension WantedSize {
  /// The size of pictures of a scene that has none of its own.
  package var ofScenes: PixelSize {
    pixels(
      of: Size(
        width: Double(defaultPictureSize.width), height: Double(defaultPictureSize.height)))
  }
}

extension Size {
  /// The size in whole pixels, at least one each way.
  package func pixels(scale: Double) -> PixelSize {
    PixelSize(width: Self.pixels(width * scale), height: Self.pixels(height * scale))
  }

  private static func pixels(_ points: Double) -> Int {
    Int(min(max(points.rounded(), 1), Double(Int32.max)))
  }
}

extension Failure {
  /// - Parameter object: what has this size, such as a file.
  package init(_ error: PictureSizeError, of object: String) {
    self.init("\(object): \(error)", status: .usage)
  }
}
