import AnimCore
import AnimLottie
import DemoScenes

/// The source of a film's pictures, with everything that a ``FrameRenderer`` needs. All of them
/// draw a frame alike, so that several can share the work.
package struct FilmSource: Sendable {
  package enum Content: Sendable {
    case animation(LottieAnimation, LottieSceneConfiguration)
    /// The scene at an index in the catalogue.
    case scene(Int, SceneCatalog.Configuration)
  }

  var content: Content
  package var size: PixelSize
  /// Pixels per point.
  var scale: Double
  var background: Color

  package init(content: Content, size: PixelSize, scale: Double, background: Color) {
    self.content = content
    self.size = size
    self.scale = scale
    self.background = background
  }

  /// What was left out of the frames drawn so far; nil if they are whole.
  package var omission: (any CustomStringConvertible)? { makeScene().omission }

  /// Makes a scene, which shares nothing with others.
  package func makeScene() -> any Scene {
    switch content {
    case .animation(let animation, let configuration):
      LottieScene(animation.separateCopy, configuration: configuration)
    case .scene(let index, let configuration): SceneCatalog.entries[index].make(configuration)
    }
  }
}

/// A picture larger than ``PictureLimit`` allows.
package struct PictureSizeError: Error, Hashable, CustomStringConvertible {
  package let size: PixelSize

  package var description: String {
    "\(size.width)x\(size.height) pixels are too many; a picture has "
      + PictureLimit.description
  }
}

extension FilmSource {
  /// Makes sure that the pictures can be drawn.
  package func checkSize() throws(PictureSizeError) {
    if !size.isDrawable { throw PictureSizeError(size: size) }
  }
}
