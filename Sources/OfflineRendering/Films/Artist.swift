import AnimCore

/// Draws a scene into a picture in memory. Use it on one thread at a time.
package final class Artist {
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

  /// Draws the scene as it is at a time.
  func draw(at time: Timestamp) {
    scene.update(to: time.seconds)
    draw()
  }
}
