import AnimCore
import XWindow

/// Converts drawing commands into requests of the core protocol, which fill entire pixels: each is
/// inside or outside.
///
/// A pixel belongs to a shape if its centre does, within the precision of the protocol's integers.
/// The pixels of a shape don't depend on the part of the image that is painted, because only the
/// clip selects that part.
struct CorePainter: ServerPainter {
  private var target: CoreTarget
  private var painted = PaintedAreas()
  /// The rectangle to which the server's clip currently limits the areas, or `nil` before the clip
  /// is set.
  private var clip: PixelRect?
  private var clipAreas: [PixelRect] = []
  private var batch = RectangleBatch()
  private var polygon = ServerPolygon()

  /// The maximum number of corners of an outline. Longer outlines may not fit into a request.
  private static let cornerLimit = 16_000

  init(for window: Window) {
    target = CoreTarget(
      context: GraphicsContext(for: window.id, on: window.connection),
      packer: PixelPacker(window.format))
  }

  var name: String { "core" }

  static func canDraw(_ command: Command, of list: DisplayList) -> Bool {
    guard command.paint == nil else { return false }
    guard case .path(let first, let count, _) = command.shape, count > 0 else { return true }
    let last = list.polygonRange(Int(first + count) - 1)
    return last.upperBound - list.polygonRange(Int(first)).lowerBound <= cornerLimit
  }

  mutating func paint(_ list: DisplayList, _ tiles: TileSet, on target: ServerPixmap) {
    (self.target.drawable, self.target.background) = (target.id, list.background)
    painted.replace(with: tiles)
    guard !extent.isEmpty else { return }
    clip = nil
    batch.begin()
    setClip(extent)
    fill(extent, list.background)
    list.forEachCommand(drawnBy: Self.self) { command, needsComposing in
      if !needsComposing, command.bounds.intersects(extent) { paint(command, of: list) }
    }
    batch.send(to: self.target)
  }

  private var extent: PixelRect { painted.extent }

  private mutating func paint(_ command: Command, of list: DisplayList) {
    switch command.shape {
    case .rectangle(let x0, let y0, let x1, let y1):
      let box = PixelRect(
        x0: x0.nearestPixel, y0: y0.nearestPixel, x1: x1.nearestPixel, y1: y1.nearestPixel)
      fill(box.intersection(command.bounds), command.color)
    case .squares(let first, let count, let side):
      paint(
        list.squares, Int(first)..<Int(first + count), side: max(1, side.nearestPixel),
        in: command.bounds.intersection(extent))
    case .disc(let disc):
      paint(ServerArc(disc), ServerSpans(disc), command)
    case .sector(let sector):
      paint(ServerArc(sector), ServerSpans(sector), command)
    case .group:
      // The contents of a group are drawn directly.
      break
    case .path(let first, let count, let rule):
      polygon.join(list, first: Int(first), count: Int(count), cutTo: command.bounds)
      if let rectangle = polygon.rectangle {
        fill(rectangle, command.color)
        return
      }
      guard !polygon.corners.isEmpty, batch.use(command.color, on: target) else { return }
      setClip(extent)
      batch.send(to: target)
      target.context.fillPolygon(polygon.corners, rule, on: target.drawable)
    }
  }

  /// - Parameter side: The side of the square, in integral pixels.
  private mutating func paint(
    _ squares: SquareBatch, _ range: Range<Int>, side: Int, in bounds: PixelRect
  ) {
    let (x, y, argb) = (squares.x, squares.y, squares.argb)
    for index in range {
      let left = Fixed(raw: x[index]).nearestPixel
      let top = Fixed(raw: y[index]).nearestPixel
      let box = PixelRect(x0: left, y0: top, x1: left + side, y1: top + side)
      fill(box.intersection(bounds), Color(argb: argb[index]))
    }
  }

  private mutating func paint(
    _ arc: ServerArc, _ spans: ServerSpans, _ command: Command
  ) {
    guard arc.fitsProtocol else {
      spans.forEach(in: command.bounds.intersection(extent)) { fill($0, command.color) }
      return
    }
    guard arc.sweep != 0, batch.use(command.color, on: target) else { return }
    batch.send(to: target)
    setClip(arc.box.intersection(command.bounds) == arc.box ? extent : command.bounds)
    target.context.fillArc(arc.box, start: arc.start, sweep: arc.sweep, on: target.drawable)
  }
}

// State of the server, sent only when it changes.
extension CorePainter {
  private mutating func fill(_ area: PixelRect, _ color: Color) {
    guard !area.isEmpty, batch.use(color, on: target) else { return }
    setClip(extent)
    batch.append(area, to: target)
  }

  /// Clips further painting to the areas and, within them, to `bounds`.
  private mutating func setClip(_ bounds: PixelRect) {
    guard bounds != clip else { return }
    batch.send(to: target)
    clip = bounds
    clipAreas.removeAll(keepingCapacity: true)
    for area in painted.areas {
      let part = area.intersection(bounds)
      if !part.isEmpty { clipAreas.append(part) }
    }
    target.context.setClip(clipAreas)
  }
}

/// A drawable, with the conversion from colours to pixels.
private struct CoreTarget: RectangleTarget {
  let context: GraphicsContext
  let packer: PixelPacker
  var drawable: ResourceID = 0
  var background = Color.black

  func setColor(_ color: Color) {
    context.setForeground(packer.pixel(color.over(background).argb))
  }

  func fill(_ rectangles: [PixelRect]) { context.fill(rectangles, on: drawable) }
}

extension Color {
  /// Returns this colour, with its alpha, over an opaque background.
  fileprivate func over(_ background: Color) -> Color {
    func mix(_ front: UInt8, _ back: UInt8) -> UInt8 {
      let sum = Int(front) * Int(alpha) + Int(back) * (255 - Int(alpha))
      return UInt8((sum + 127) / 255)
    }
    return Color(
      red8: mix(red, background.red), green8: mix(green, background.green),
      blue8: mix(blue, background.blue))
  }
}
