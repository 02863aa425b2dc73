import AnimCore
import CX11

/// A context in which the server draws anti-aliased shapes and translucent colours with RENDER.
package final class RenderContext {
  private let connection: Connection
  /// The formats of the window's pixels and of coverage.
  private let format: UnsafeMutablePointer<XRenderPictFormat>
  private let coverage: UnsafeMutablePointer<XRenderPictFormat>
  private var target: ServerPixmap?
  private var picture: Picture = 0
  /// A picture filled with ``color``, or zero if it hasn't been created.
  private var source: Picture = 0
  private var color = XRenderColor()
  private var rectangles: [XRectangle] = []
  private var trapezoids: [XTrapezoid] = []

  /// Creates a context, or returns `nil` if the server doesn't support RENDER for the window's
  /// pixels. Waits for the server.
  package init?(for window: Window) {
    let connection = window.connection
    guard connection.extensions.render != nil, let display = connection.display else { return nil }
    let id = window.id
    let visual = try? connection.trappingErrors { display in
      var attributes = XWindowAttributes()
      XGetWindowAttributes(display, id, &attributes)
      return attributes.visual
    }
    guard let visual = visual.flatMap({ $0 }),
      let format = XRenderFindVisualFormat(display, visual),
      let coverage = XRenderFindStandardFormat(display, PictStandardA8)
    else { return nil }
    self.connection = connection
    self.format = format
    self.coverage = coverage
  }

  deinit {
    guard let display = connection.display else { return }
    if source != 0 { XRenderFreePicture(display, source) }
    if picture != 0 { XRenderFreePicture(display, picture) }
  }

  /// Directs further painting to a pixmap of the window's depth, clipped to areas that must not
  /// overlap.
  package func begin(on pixmap: ServerPixmap, _ areas: [PixelRect]) {
    guard let display = connection.display else { return }
    if target !== pixmap {
      if picture != 0 { XRenderFreePicture(display, picture) }
      picture = XRenderCreatePicture(display, pixmap.id, format, 0, nil)
      target = pixmap
    }
    rectangles.removeAll(keepingCapacity: true)
    for area in areas { rectangles.append(XRectangle(area)) }
    XRenderSetPictureClipRectangles(display, picture, 0, 0, &rectangles, Int32(rectangles.count))
  }

  /// The maximum number of trapezoids in a request: 240 KB, which servers accept without
  /// BIG-REQUESTS.
  package static let trapezoidLimit = 6_000

  /// Sets the colour for further painting.
  package func setColor(_ color: Color) {
    self.color = XRenderColor(color)
    if let display = connection.display, source != 0 { XRenderFreePicture(display, source) }
    source = 0
  }

  /// Paints rectangles one after the other.
  ///
  /// - Parameter areas: At most 1,024 rectangles.
  package func fill(_ areas: [PixelRect]) {
    guard let display = connection.display else { return }
    rectangles.removeAll(keepingCapacity: true)
    for area in areas { rectangles.append(XRectangle(area)) }
    XRenderFillRectangles(
      display, Int32(PictOpOver), picture, &color, &rectangles, Int32(rectangles.count))
  }

  /// Paints trapezoids that don't overlap as one shape, so that no seam is visible where they
  /// touch.
  ///
  /// - Parameter shape: At most ``trapezoidLimit`` trapezoids.
  package func fill(_ shape: [Trapezoid]) {
    guard let display = connection.display, !shape.isEmpty else { return }
    if source == 0 { source = XRenderCreateSolidFill(display, &color) }
    trapezoids.removeAll(keepingCapacity: true)
    for trapezoid in shape { trapezoids.append(XTrapezoid(trapezoid)) }
    XRenderCompositeTrapezoids(
      display, Int32(PictOpOver), source, picture, coverage, 0, 0, &trapezoids,
      Int32(trapezoids.count))
  }
}

/// The area between two lines and two heights.
package struct Trapezoid: Hashable {
  /// The upper and lower edge.
  package var top: Fixed
  package var bottom: Fixed
  package var left: Line
  package var right: Line

  package init(top: Fixed, bottom: Fixed, left: Line, right: Line) {
    self.top = top
    self.bottom = bottom
    self.left = left
    self.right = right
  }

  /// A line through two points. The first one is higher. It may end outside the trapezoid.
  package struct Line: Hashable {
    package var upper: FixedPoint
    package var lower: FixedPoint

    package init(_ upper: FixedPoint, _ lower: FixedPoint) {
      self.upper = upper
      self.lower = lower
    }
  }
}

extension XTrapezoid {
  fileprivate init(_ shape: Trapezoid) {
    self.init(
      top: shape.top.wire, bottom: shape.bottom.wire, left: XLineFixed(shape.left),
      right: XLineFixed(shape.right))
  }
}

extension XLineFixed {
  fileprivate init(_ line: Trapezoid.Line) {
    self.init(
      p1: XPointFixed(x: line.upper.x.wire, y: line.upper.y.wire),
      p2: XPointFixed(x: line.lower.x.wire, y: line.lower.y.wire))
  }
}

extension Fixed {
  /// The coordinate in the protocol's units of 1/65536 pixel, clamped to its range of 32,768
  /// pixels.
  fileprivate var wire: XFixed {
    let (product, overflow) = raw.multipliedReportingOverflow(by: 16)
    return overflow ? (raw < 0 ? .min : .max) : product
  }
}

extension XRenderColor {
  fileprivate init(_ color: Color) {
    let alpha = UInt32(color.alpha)
    func channel(_ value: UInt8) -> UInt16 { UInt16((UInt32(value) * 257 * alpha + 127) / 255) }
    self.init(
      red: channel(color.red), green: channel(color.green), blue: channel(color.blue),
      alpha: UInt16(color.alpha) * 257)
  }
}
