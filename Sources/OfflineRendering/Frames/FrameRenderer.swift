import AnimCore

/// Draws frames of a scene into a picture in memory, for whatever becomes of them: a file, a film, a
/// hash, a comparison. Use it on one thread at a time.
package final class FrameRenderer {
  package let picture: PixelImage
  private let view: SceneView
  private let rasterizer: Rasterizer

  /// - Parameter threads: how many threads paint a picture together; nil for as many as are
  ///   worthwhile.
  package init(_ source: FilmSource, threads: Int? = nil) {
    view = SceneView(
      scene: source.makeScene(), size: source.size, scale: source.scale,
      backdrop: .color(source.background))
    rasterizer = Rasterizer(threads: threads)
    picture = PixelImage(size: source.size, isOpaque: source.background.alpha == 255)
  }

  package var scene: any Scene { view.scene }

  /// Draws the current state of the scene.
  package func draw() { rasterizer.paint(view.compose(), into: picture) }

  /// Draws the frame of a film at an index.
  func draw(_ index: Int, of frames: FilmFrames) {
    frames.show(at: index, in: scene)
    draw()
  }

  /// Draws a frame.
  ///
  /// - Parameter rate: the rate at which frames are counted if the scene has none of its own.
  func draw(_ frame: Fraction, at rate: RefreshRate) {
    scene.show(frame, at: rate)
    draw()
  }
}

/// A frame that was rendered.
package struct RenderedFrame: Hashable, Sendable {
  package let number: Int
  /// The hash of its pixels; nil if it is not wanted.
  package let hash: PixelHash?
}
