import AnimCore
import CX11

/// A graphics context: the colour and the clip with which the server draws, stored in the server.
///
/// Drawing with it causes no events: the server reports missing parts of a copy's source only on
/// request.
package final class GraphicsContext {
  private let connection: Connection
  private let context: GC?
  private var clip: [XRectangle] = []
  private var rectangles: [XRectangle] = []
  private var corners: [XPoint] = []

  /// Creates a context for `drawable` and all others with the same depth.
  ///
  /// - Parameter reportsExposures: Whether ``copy(_:from:to:)`` causes events that report missing
  ///   parts of the source, or that nothing was missing.
  package init(
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

  /// Sets the colour, as a pixel in the drawable's format: see ``PixelPacker/pixel(_:)``.
  package func setForeground(_ pixel: UInt32) {
    withDisplay { XSetForeground($0, $1, UInt(pixel)) }
  }

  /// Clips drawing to the rectangles, which must not overlap.
  package func setClip(_ areas: [PixelRect]) {
    clip.removeAll(keepingCapacity: true)
    for area in areas { clip.append(XRectangle(area)) }
    withDisplay { XSetClipRectangles($0, $1, 0, 0, &clip, Int32(clip.count), Unsorted) }
  }

  private func withDisplay(_ body: (XDisplay, GC) -> Void) {
    if let display = connection.display, let context { body(display, context) }
  }
}

// Images.
extension GraphicsContext {
  /// Copies an area of one drawable to the same position in another with the same depth.
  package func copy(_ area: PixelRect, from source: ResourceID, to target: ResourceID) {
    withDisplay { display, context in
      let box = XRectangle(area)
      XCopyArea(
        display, source, target, context, Int32(box.x), Int32(box.y), UInt32(box.width),
        UInt32(box.height), Int32(box.x), Int32(box.y))
    }
  }

  /// Puts an area of `image` at the same position in a drawable with the same depth.
  ///
  /// The server reads pixels in shared memory later. They must not change until then, and with
  /// `notify`, the server reports the end with ``Event/shmCompletion(segment:)``. Other pixels are
  /// sent immediately, in as many requests as the server's limit demands, blocking while the socket
  /// is full.
  package func put(_ image: ImageBuffer, _ area: PixelRect, to target: ResourceID, notify: Bool) {
    guard !area.isEmpty else { return }
    let (x, y) = (Int32(area.x0), Int32(area.y0))
    let (width, height) = (UInt32(area.width), UInt32(area.height))
    withDisplay { display, context in
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
}

// Shapes. The protocol uses 16-bit coordinates, which would wrap around, so callers clip to the
// drawable first. Coordinates that are still too large are clamped to the limit.
extension GraphicsContext {
  /// Fills rectangles in order, in as few requests as the server's limit allows.
  package func fill(_ areas: [PixelRect], on target: ResourceID) {
    rectangles.removeAll(keepingCapacity: true)
    for area in areas { rectangles.append(XRectangle(area)) }
    withDisplay {
      XFillRectangles($0, target, $1, &rectangles, Int32(rectangles.count))
    }
  }

  /// Fills a slice of the circle in a square box.
  ///
  /// - Parameters:
  ///   - start: The start angle, counterclockwise from 3 o'clock, in units of 1/64 degree, as in
  ///     the protocol.
  ///   - sweep: The angle from the start, counterclockwise if positive. 23,040 is a full turn.
  package func fillArc(_ box: PixelRect, start: Int, sweep: Int, on target: ResourceID) {
    let box = XRectangle(box)
    withDisplay {
      XFillArc(
        $0, target, $1, Int32(box.x), Int32(box.y), UInt32(box.width), UInt32(box.height),
        Int32(start), Int32(sweep))
    }
  }

  /// Fills a polygon, which may intersect itself. The protocol's coordinates are at pixel centres,
  /// half a pixel from those of this program, so the nearest integer to a corner is the floor of
  /// its coordinate here.
  package func fillPolygon(_ points: [FixedPoint], _ rule: FillRule, on target: ResourceID) {
    corners.removeAll(keepingCapacity: true)
    for point in points {
      corners.append(
        XPoint(
          x: Int16(clamping: point.x.floor), y: Int16(clamping: point.y.floor)))
    }
    withDisplay {
      XSetFillRule($0, $1, rule == .evenOdd ? EvenOddRule : WindingRule)
      XFillPolygon($0, target, $1, &corners, Int32(corners.count), Complex, CoordModeOrigin)
    }
  }
}

extension XRectangle {
  init(_ area: PixelRect) {
    self.init(
      x: Int16(clamping: area.x0), y: Int16(clamping: area.y0),
      width: UInt16(clamping: area.width), height: UInt16(clamping: area.height))
  }
}

/// A pixmap in the server's memory. Releasing this object frees it.
package final class ServerPixmap {
  package let id: ResourceID
  package let size: PixelSize
  private let connection: Connection

  /// Creates a pixmap, or returns `nil` if the connection is lost or the server doesn't have enough
  /// memory. Waits for the server.
  ///
  /// - Parameter size: The size, with 1 to 32,767 pixels per side.
  package init?(size: PixelSize, depth: Int, on connection: Connection) {
    let made = try? connection.trappingErrors { display in
      XCreatePixmap(
        display, XDefaultRootWindow(display), UInt32(size.width), UInt32(size.height),
        UInt32(depth))
    }
    guard let made else { return nil }
    id = made
    self.size = size
    self.connection = connection
  }

  deinit {
    if let display = connection.display { XFreePixmap(display, id) }
  }
}
