import AnimCore
import XWindow

/// Converts drawing commands into trapezoids and rectangles that the server paints with
/// anti-aliasing and alpha, using RENDER.
///
/// The pixels of a shape don't depend on the part of the image that is painted, because only the
/// clip selects that part.
struct SmoothPainter: ServerPainter {
  private let context: RenderContext
  private var painted = PaintedAreas()
  private var batch = RectangleBatch()
  private var sweep = TrapezoidSweep()
  private var single: [Trapezoid] = []

  /// Creates a painter, or returns `nil` if the server doesn't support RENDER. Waits for the
  /// server.
  init?(for window: Window) {
    guard let context = RenderContext(for: window) else { return nil }
    self.context = context
  }

  var name: String { "xrender" }

  /// Outlines that need more bytes as trapezoids than as pixels are painted here: those with too
  /// many corners or crossing edges.
  static func canDraw(_ command: Command, of list: DisplayList) -> Bool {
    guard command.paint == nil else { return false }
    guard case .path(let first, let count, _) = command.shape, count > 0 else { return true }
    let last = list.polygonRange(Int(first + count) - 1)
    let points = list.points[list.polygonRange(Int(first)).lowerBound..<last.upperBound]
    let pixels = 4 * (command.bounds.width + 64) * (command.bounds.height + 64)
    if 40 * points.count > pixels { return false }
    var length = 0.0
    var before = points.last
    for point in points {
      if let before {
        length += (point.x - before.x).pixels.magnitude + (point.y - before.y).pixels.magnitude
      }
      before = point
    }
    // The approximate number of crossings of random lines in an area.
    let crossings = length * length / Double(5 * command.bounds.width * command.bounds.height)
    return 40 * (Double(points.count) + crossings) <= Double(pixels)
  }

  mutating func paint(_ list: DisplayList, _ tiles: TileSet, on target: ServerPixmap) {
    painted.replace(with: tiles)
    guard !painted.extent.isEmpty else { return }
    context.begin(on: target, painted.areas)
    fill(painted.extent, list.background.opaque)
    list.forEachCommand(drawnBy: Self.self) { command, needsComposing in
      if !needsComposing, painted.areas.contains(where: command.bounds.intersects) {
        paint(command, of: list)
      }
    }
    batch.send(to: context)
  }

  private mutating func paint(_ command: Command, of list: DisplayList) {
    switch command.shape {
    case .rectangle(let x0, let y0, let x1, let y1):
      fill(x0, y0, x1, y1, command.color, in: command.bounds)
    case .squares(let first, let count, let side):
      let squares = list.squares
      for index in Int(first)..<Int(first + count) {
        let (x, y) = (Fixed(raw: squares.x[index]), Fixed(raw: squares.y[index]))
        fill(x, y, x + side, y + side, Color(argb: squares.argb[index]), in: command.bounds)
      }
    case .disc(let disc):
      paintShape(command, .nonzero) { $0.add(SmoothArc(disc)) }
    case .sector(let sector):
      paintShape(command, .nonzero) { $0.add(SmoothArc(sector)) }
    case .group:
      // The contents of a group are drawn directly.
      break
    case .path(let first, let count, let rule):
      paintShape(command, rule) { sweep in
        for index in Int(first)..<Int(first + count) {
          let range = list.polygonRange(index)
          guard var last = range.last else { continue }
          for corner in range {
            sweep.add(list.points[last], list.points[corner])
            last = corner
          }
        }
      }
    }
  }

  private mutating func paintShape(
    _ command: Command, _ rule: FillRule, _ outline: (inout TrapezoidSweep) -> Void
  ) {
    guard batch.use(command.color, on: context) else { return }
    batch.send(to: context)
    sweep.begin(command.bounds, in: painted.extent)
    outline(&sweep)
    let context = context
    sweep.finish(rule) { context.fill($0) }
  }

  /// Fills an axis-aligned rectangle. Uses entire pixels if its edges are on pixel boundaries.
  private mutating func fill(
    _ x0: Fixed, _ y0: Fixed, _ x1: Fixed, _ y1: Fixed, _ color: Color, in bounds: PixelRect
  ) {
    let left = max(x0, Fixed(pixel: bounds.x0))
    let top = max(y0, Fixed(pixel: bounds.y0))
    let right = min(x1, Fixed(pixel: bounds.x1))
    let bottom = min(y1, Fixed(pixel: bounds.y1))
    guard left < right, top < bottom else { return }
    let touched = PixelRect(x0: left.floor, y0: top.floor, x1: right.ceiling, y1: bottom.ceiling)
    guard touched.intersects(painted.extent) else { return }
    if (left.raw | top.raw | right.raw | bottom.raw) & 0xFFF == 0 {
      fill(touched, color)
      return
    }
    guard batch.use(color, on: context) else { return }
    batch.send(to: context)
    single.removeAll(keepingCapacity: true)
    single.append(
      Trapezoid(
        top: top, bottom: bottom,
        left: .init(FixedPoint(x: left, y: top), FixedPoint(x: left, y: bottom)),
        right: .init(FixedPoint(x: right, y: top), FixedPoint(x: right, y: bottom))))
    context.fill(single)
  }

  private mutating func fill(_ area: PixelRect, _ color: Color) {
    guard !area.isEmpty, batch.use(color, on: context) else { return }
    batch.append(area, to: context)
  }
}

extension RenderContext: RectangleTarget {}

/// A disc or sector as a polygon whose sides are at most a twentieth of a pixel from the circle.
struct SmoothArc {
  private let disc: Disc
  /// The edges of a sector, or `nil` for a disc.
  private let edges: (start: Direction, end: Direction)?
  /// The start and the angle of the arc, clockwise, in turns.
  private let start: Double
  private let sweep: Double

  init(_ disc: Disc) {
    self.disc = disc
    (edges, start, sweep) = (nil, 0, 1)
  }

  init(_ sector: Sector) {
    disc = sector.disc
    edges = (sector.start, sector.end)
    start = sector.start.turns
    var sweep = sector.end.turns - start
    sweep -= sweep.rounded(.down)
    // Rounding may change a tiny angle to a full turn, and vice versa.
    if sector.isReflex, sweep < 0.25 { sweep = 1 }
    if !sector.isReflex, sweep > 0.75 { sweep = 0 }
    self.sweep = sweep
  }

  /// Calls `body` with each side, in order.
  func forEachSide(_ body: (FixedPoint, FixedPoint) -> Void) {
    let radius = disc.radius.pixels
    guard radius > 0, sweep > 0 else { return }
    // A side whose middle is d inside the circle spans an angle of about √(8·d/r). All sectors of a
    // circle have the same corners, so if only the end of a sector has moved, the rest isn't
    // painted again.
    let count = Int((10 * (radius + 1).squareRoot()).rounded(.up))
    guard let edges else {
      for index in 0..<count { body(rim(at: index, of: count), rim(at: index + 1, of: count)) }
      return
    }
    let center = FixedPoint(x: disc.x, y: disc.y)
    var last = rim(edges.start)
    body(center, last)
    var index = Int((start * Double(count)).rounded(.down)) + 1
    while Double(index) < (start + sweep) * Double(count) {
      let point = rim(at: index, of: count)
      body(last, point)
      last = point
      index += 1
    }
    let end = rim(edges.end)
    body(last, end)
    body(end, center)
  }

  /// Returns a corner of the polygon with `count` corners, counted from 3 o'clock.
  private func rim(at index: Int, of count: Int) -> FixedPoint {
    let index = (index % count + count) % count
    return rim(Direction(.turns(Double(index) / Double(count))))
  }

  private func rim(_ direction: Direction) -> FixedPoint {
    let scale = disc.radius.pixels / 1_073_741_824
    return FixedPoint(
      x: Fixed(disc.x.pixels + scale * Double(direction.dx)),
      y: Fixed(disc.y.pixels + scale * Double(direction.dy)))
  }
}

extension TrapezoidSweep {
  /// Adds the outline of a disc or sector.
  mutating func add(_ arc: SmoothArc) {
    arc.forEachSide { add($0, $1) }
  }
}

extension Direction {
  /// The angle, clockwise from 3 o'clock, in turns.
  fileprivate var turns: Double { Vector(dx: Double(dx), dy: Double(dy)).direction.turns }
}
