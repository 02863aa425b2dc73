/// A scene in a picture of a certain size, and its display lists.
package final class SceneView {
  /// The current scene. A new one is laid out at once.
  package var scene: any Scene {
    didSet { layOut() }
  }

  /// The size of the picture in pixels.
  package private(set) var size: PixelSize
  /// Pixels per point.
  package let scale: Double
  /// What the scene is drawn on.
  package var backdrop: Backdrop
  /// The painter of a list keeps it until the next one, to find what changed. So two lists
  /// alternate: the one being filled is not shared, and filling it copies nothing.
  private var next: DisplayList
  private var shown: DisplayList

  /// - Parameter scale: pixels per point, more than zero.
  package init(
    scene: any Scene, size: PixelSize, scale: Double = 1, backdrop: Backdrop = .color(.black)
  ) {
    self.scene = scene
    self.size = size
    self.scale = scale
    self.backdrop = backdrop
    next = DisplayList(size: size, scale: scale, background: backdrop.background)
    shown = next
    layOut()
  }

  /// Lays the scene out for a picture of `size` pixels.
  package func resize(to size: PixelSize) {
    guard size != self.size else { return }
    self.size = size
    layOut()
  }

  /// The picture of the scene's present state, with `overlay` on top.
  package func compose(overlay: (inout DisplayList) -> Void = { _ in }) -> DisplayList {
    next.removeAll(size: size, scale: scale, background: backdrop.background)
    backdrop.draw(into: &next)
    scene.draw(into: &next)
    overlay(&next)
    swap(&next, &shown)
    return shown
  }

  private func layOut() {
    scene.layout(
      in: Size(width: Double(size.width) / scale, height: Double(size.height) / scale))
  }
}
