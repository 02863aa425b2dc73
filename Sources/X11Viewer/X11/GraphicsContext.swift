import AnimCore
import CX11

/// How the server draws: the colour and the clip, kept on its side.
///
/// Nothing drawn through it answers: where a copy finds no source, the server keeps silent unless
/// told otherwise.
final class GraphicsContext {
  private let connection: Connection
  private let context: GC?

  /// A context for `drawable` and all others of its depth.
  ///
  /// - Parameter reportsExposures: whether ``copy(_:from:to:)`` is answered by one event that says
  ///   whether all of the source was there.
  init(
    for drawable: ResourceID, on connection: Connection, reportsExposures: Bool = false
  ) {
    self.connection = connection
    context = connection.display.flatMap { display in
      var values = XGCValues()
      values.graphics_exposures = reportsExposures ? 1 : 0
      return XCreateGC(display, drawable, UInt(GCGraphicsExposures), &values)
    }
  }

  deinit {
    if let display = connection.display, let context { XFreeGC(display, context) }
  }
}

extension GraphicsContext {
  /// The color is a pixel of the drawable's format: see ``PixelPacker/pixel(_:)``.
  func setForeground(_ pixel: UInt32) {
    guard let display = connection.display, let context else { return }
    XSetForeground(display, context, UInt(pixel))
  }

  /// Draws from now on only inside the rectangles, which must not overlap.
  func setClip(_ rectangles: [XRectangle]) {
    guard let display = connection.display, let context else { return }
    var rectangles = rectangles
    XSetClipRectangles(
      display, context, 0, 0, &rectangles, Int32(rectangles.count), Unsorted)
  }

  func removeClip() {
    guard let display = connection.display, let context else { return }
    XSetClipMask(display, context, 0)
  }

  /// Copies an area of one drawable to the same place of another of the same depth.
  func copy(_ area: PixelRect, from source: ResourceID, to target: ResourceID) {
    guard let display = connection.display, let context, !area.isEmpty else { return }
    XCopyArea(
      display, source, target, context, Int32(area.x0), Int32(area.y0), UInt32(area.width),
      UInt32(area.height), Int32(area.x0), Int32(area.y0))
  }

  /// Puts an area of `image` to the same place of a drawable of its depth.
  ///
  /// From shared memory the server reads the pixels later, and until it has they must not change:
  /// with `notify` it says so by ``Event/shmCompletion(segment:)``. Other pixels are copied at
  /// once, in as many requests as the server's limit demands, waiting while the socket is full.
  func put(_ image: ImageBuffer, _ area: PixelRect, to target: ResourceID, notify: Bool) {
    guard let display = connection.display, let context, !area.isEmpty else { return }
    let (x, y) = (Int32(area.x0), Int32(area.y0))
    let (width, height) = (UInt32(area.width), UInt32(area.height))
    image.withHeader { header in
      if image.shared != nil {
        _ = XShmPutImage(
          display, target, context, header, x, y, x, y, width, height, notify ? 1 : 0)
      } else {
        _ = XPutImage(display, target, context, header, x, y, x, y, width, height)
      }
    }
  }
}
