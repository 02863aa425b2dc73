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
  /// The background behind the scene.
  package var backdrop: Backdrop
  /// The position of the scene's layout in the image, or `nil` if it fills the image.
  package var placement: ScenePlacement?
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
    drawScene(into: &next)
    overlay(&next)
    swap(&next, &shown)
    return shown
  }

  /// Returns a list of the current state of the scene on `background`, without a pattern behind it
  /// or anything on top. The list isn't kept.
  ///
  /// - Parameter area: The pixels of the image to include, or `nil` for all.
  package func composeAlone(on background: Color, area: PixelRect? = nil) -> DisplayList {
    let area = area ?? size.bounds
    var list = DisplayList(
      size: PixelSize(width: area.width, height: area.height), scale: scale, background: background)
    let whole = Rect(
      x: Double(-area.x0) / scale, y: Double(-area.y0) / scale, width: Double(size.width) / scale,
      height: Double(size.height) / scale)
    list.withView(whole) { drawScene(into: &$0) }
    return list
  }

  private func drawScene(into list: inout DisplayList) {
    guard let placement else { return scene.draw(into: &list) }
    list.withScale(placement.scale, origin: placement.origin) { scene.draw(into: &$0) }
  }

  private func layOut() {
    scene.layout(
      in: Size(width: Double(size.width) / scale, height: Double(size.height) / scale))
  }
}

/// The position of a scene's layout in an image, to show a part of it enlarged.
package struct ScenePlacement: Hashable, Sendable {
  /// Points of the picture per point of the layout, more than zero.
  package var scale: Double
  /// The layout's origin, in points of the picture.
  package var origin: Point

  package init(scale: Double, origin: Point) {
    self.scale = scale
    self.origin = origin
  }
}
