import AnimCore
import AnimationFormats
import LinuxSystem
import Synchronization

/// The source of images: a scene, a size and a background.
package struct RenderSource: Sendable {
  package private(set) var size: PixelSize
  /// The number of pixels per point.
  package let scale: Double
  package let background: Color
  package let makeScene: SceneMaker
  /// The omissions and failures of all images, on all threads.
  let shortfall = ShortfallRecord()

  /// Creates a source.
  /// - Parameter size: The size, or `nil` for the scene's natural size or ``defaultImageSize``.
  package init(
    size: PixelSize? = nil, scale: Double = 1, background: Color, makeScene: @escaping SceneMaker
  ) throws(ImageSizeError) {
    self.size =
      size ?? makeScene().naturalSize.map { $0.pixels(scale: scale) } ?? defaultImageSize
    self.scale = scale
    self.background = background
    self.makeScene = makeScene
    try self.size.checkDrawable()
  }

  /// Returns the same source at another size, which shares the record of omissions and failures.
  package func resized(to size: PixelSize) throws(ImageSizeError) -> RenderSource {
    try size.checkDrawable()
    var source = self
    source.size = size
    return source
  }

  /// The omission of the earliest frame drawn so far by a ``FrameRenderer``, or `nil` if all frames
  /// are complete.
  package var omission: SceneOmission? { shortfall.earliestOmission }

  /// The failures in the frames drawn so far, such as "2 expressions fail", or `nil`.
  package var failures: String? { failureSentence(shortfall.failedExpressions) }
}

extension RenderSource {
  /// Creates the source for a configured file.
  ///
  /// - Parameters:
  ///   - size: The size, or `nil` for the size of the animation.
  ///   - scenes: The scenes that play it.
  ///   - isOpaque: Whether the images have no transparency.
  package init(
    _ file: AnimationFile, _ scenes: AnimationScenes, size: PixelSize? = nil, scale: Double = 1,
    isOpaque: Bool = false
  ) throws(Failure) {
    do throws(ImageSizeError) {
      try self.init(
        size: size, scale: scale, background: file.background(isOpaque: isOpaque),
        makeScene: scenes.make)
    } catch {
      throw Failure(error, of: file.path)
    }
  }
}

/// The omissions and failures of scenes that draw the same images on several threads.
final class ShortfallRecord: Sendable {
  private let state = Mutex((omission: SceneOmission?.none, failed: Set<String>()))

  var earliestOmission: SceneOmission? { state.withLock { $0.omission } }
  var failedExpressions: Set<String> { state.withLock { $0.failed } }

  /// Records the omissions and failures in the images that a scene has drawn so far.
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

/// A requested image size.
package enum WantedSize: Hashable, Sendable {
  case pixels(PixelSize)
  /// A width in pixels. The height follows from the proportions of the content.
  case width(Int)
  /// A percentage of the size of the content, at one pixel per point.
  case percent(Double)
  /// The longer sides of the images of a cursor in pixels, in ascending order.
  case list([Int])

  /// Returns the image size for content.
  ///
  /// - Parameter size: The size of the content, in points.
  package func pixels(of size: Size) -> PixelSize {
    switch self {
    case .pixels(let pixels): pixels
    case .width(let width):
      PixelSize(
        width: width, height: size.pixels(scale: Double(width) / max(size.width, 1)).height)
    case .percent(let percent): size.pixels(scale: percent / 100)
    case .list(let sides):
      size.pixels(scale: Double(sides.last ?? 1) / max(size.width, size.height, 1))
    }
  }
}

/// The default size of images and windows.
package let defaultImageSize = PixelSize(width: 960, height: 400)

extension WantedSize {
  /// The size of images of a scene without a natural size.
  package var ofScenes: PixelSize {
    pixels(
      of: Size(
        width: Double(defaultImageSize.width), height: Double(defaultImageSize.height)))
  }
}

extension Size {
  /// Returns the size in whole pixels, at least one in each direction.
  package func pixels(scale: Double) -> PixelSize {
    PixelSize(width: Self.pixels(width * scale), height: Self.pixels(height * scale))
  }

  private static func pixels(_ points: Double) -> Int {
    Int(min(max(points.rounded(), 1), Double(Int32.max)))
  }
}

extension Failure {
  /// Creates a failure.
  /// - Parameter object: The object with this size, such as a file.
  package init(_ error: ImageSizeError, of object: String) {
    self.init("\(object): \(error)", status: .usage)
  }
}
