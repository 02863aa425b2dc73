/// A scene in an image of a certain size, and its display lists.
package final class SceneView {
  /// The current scene. A new scene is laid out at once.
  package var scene: any Scene {
    didSet { layOut() }
  }

  /// The size of the image in pixels.
  package private(set) var size: PixelSize
  /// Pixels per point.
  package let scale: Double
  /// The background behind the scene.
  package var backdrop: Backdrop
  /// The position of the scene's layout in the upright image, or `nil` if it fills the image.
  package var placement: ScenePlacement?
  /// The areas of the upright image that each show the complete scene, in pixels, or an empty array if the entire image
  /// shows it once. With areas, ``placement`` has no effect.
  package var panes: [PixelRect] = [] { didSet { if panes != oldValue { layOut() } } }
  /// The size in points for which the scene was last laid out.
  private var layoutSize = Size(width: 0, height: 0)
  /// The orientation of the image of the scene and its background. The scene is laid out for the upright image.
  package var orientation = Orientation.upright {
    didSet {
      if orientation.swapsAxes != oldValue.swapsAxes { layOut() }
      if orientation == .upright { rotated = nil }
    }
  }
  /// Paints rotated images. Created for the first one.
  private var rotated: RotatedImage?
  /// The next list. The painter keeps a list until the next one, to find the changes. So two lists
  /// alternate: the one being filled isn't shared, and filling it copies nothing.
  private var next: DisplayList
  private var shown: DisplayList

  /// - Parameter scale: The number of pixels per point, more than zero.
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

  /// Lays the scene out for an image of `size` pixels.
  package func resize(to size: PixelSize) {
    guard size != self.size else { return }
    self.size = size
    layOut()
  }

  /// Returns the display list of the scene's current state, with `overlay` on top.
  package func compose(overlay: (inout DisplayList) -> Void = { _ in }) -> DisplayList {
    next.removeAll(size: size, scale: scale, background: backdrop.background)
    if orientation == .upright {
      drawUpright(into: &next)
    } else {
      rotator().draw(orientation, on: backdrop.background, into: &next) { drawUpright(into: &$0) }
    }
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
    guard orientation != .upright else { return composeUpright(on: background, area) }
    var list = DisplayList(
      size: PixelSize(width: area.width, height: area.height), scale: scale, background: background)
    let upright = composeUpright(on: background, orientation.inverse.area(of: area, in: size))
    if let image = rotator().image(of: upright, orientation) { list.fill(with: image) }
    return list
  }

  private func composeUpright(on background: Color, _ area: PixelRect) -> DisplayList {
    let size = orientation.inverse.size(of: size)
    var list = DisplayList(
      size: PixelSize(width: area.width, height: area.height), scale: scale, background: background)
    let whole = Rect(
      x: Double(-area.x0) / scale, y: Double(-area.y0) / scale, width: Double(size.width) / scale,
      height: Double(size.height) / scale)
    list.withView(whole) { drawScene(into: &$0) }
    return list
  }

  private func rotator() -> RotatedImage {
    if let rotated { return rotated }
    let rotator = RotatedImage()
    rotated = rotator
    return rotator
  }

  private func drawUpright(into list: inout DisplayList) {
    backdrop.draw(into: &list)
    drawScene(into: &list)
  }

  private func drawScene(into list: inout DisplayList) {
    guard panes.isEmpty else { return drawPanes(into: &list) }
    guard let placement else { return scene.draw(into: &list) }
    list.withScale(placement.scale, origin: placement.origin) { scene.draw(into: &$0) }
  }

  private func drawPanes(into list: inout DisplayList) {
    for pane in panes {
      let size = points(PixelSize(width: pane.width, height: pane.height))
      if size != layoutSize { layOut(in: size) }
      let rect = Rect(
        x: Double(pane.x0) / scale, y: Double(pane.y0) / scale, width: size.width,
        height: size.height)
      list.withView(rect) { scene.draw(into: &$0) }
    }
  }

  private func layOut() {
    let pane = panes.first.map { PixelSize(width: $0.width, height: $0.height) }
    layOut(in: points(pane ?? orientation.inverse.size(of: size)))
  }

  private func layOut(in size: Size) {
    layoutSize = size
    scene.layout(in: size)
  }

  private func points(_ size: PixelSize) -> Size {
    Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
  }
}

/// The position of a scene's layout in an image, to show a part of it enlarged.
package struct ScenePlacement: Hashable, Sendable {
  /// Points of the image per point of the layout, more than zero.
  package var scale: Double
  /// The layout's origin, in points of the image.
  package var origin: Point

  package init(scale: Double, origin: Point) {
    self.scale = scale
    self.origin = origin
  }
}
