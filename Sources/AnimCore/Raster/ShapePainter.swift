/// Paints single shapes. One thread's tool: it holds scratch memory.
struct ShapePainter {
  private var band: CoverageBand
  private var strip: EdgeStrip
  private var outline = Outline()
  private var crossing = CrossingPieces()

  /// - Parameter width: the width of the widest picture.
  init(width: Int) {
    band = CoverageBand(width: width)
    strip = EdgeStrip(width: width)
  }

  func deallocate() {
    band.deallocate()
    strip.deallocate()
    crossing.deallocate()
  }

  /// Paints a command on the part of the picture that the canvas is cut to, which must lie in
  /// the command's bounds. Batches of squares are not its business.
  mutating func paint(
    _ command: Command, points: UnsafeBufferPointer<FixedPoint>, on canvas: Canvas
  ) {
    outline.removeAll()
    switch command.shape {
    case .rectangle(let x0, let y0, let x1, let y1):
      canvas.fill(
        x0: Int(x0.raw), y0: Int(y0.raw), x1: Int(x1.raw), y1: Int(y1.raw), Ink(command.color))
      return
    case .disc(let disc): outline.append(disc)
    case .sector(let sector): outline.append(sector)
    case .polygon(let first, let count):
      outline.append(
        polygon: UnsafeBufferPointer(rebasing: points[Int(first)..<Int(first + count)]))
    case .squares: return
    }
    fillOutline(on: canvas, Ink(command.color))
  }

  private mutating func fillOutline(on canvas: Canvas, _ ink: Ink) {
    outline.withBoundaries { lines, arcs in
      if canvas.y1 &- canvas.y0 <= CoverageBand.height {
        // Too few of its rows are crossed from top to bottom, four at a time, for trying to pay.
        fillBand(from: canvas.y0, to: canvas.y1, lines, arcs, on: canvas, ink)
      } else {
        fillStrips(lines, arcs, on: canvas, ink)
      }
    }
  }

  private mutating func fillStrips(
    _ lines: UnsafeBufferPointer<Line>, _ arcs: UnsafeBufferPointer<Arc>, on canvas: Canvas,
    _ ink: Ink
  ) {
    var y = canvas.y0
    crossing.find(at: Double(y), in: lines, arcs)
    while y < canvas.y1 {
      if Double(y) >= crossing.end { crossing.find(at: Double(y), in: lines, arcs) }
      var end = y &+ EdgeStrip.height
      strip.setArea(x0: canvas.x0, x1: canvas.x1, y0: y)
      if end <= canvas.y1, Double(end) <= crossing.end, strip.add(crossing) {
        strip.paint(canvas.pixels + y &* canvas.stride, stride: canvas.stride, ink)
      } else {
        // No further than to the row in which pieces change.
        while end &- 1 > y, Double(end &- 1) >= crossing.end { end &-= 1 }
        end = min(end, canvas.y1)
        fillBand(from: y, to: end, lines, arcs, on: canvas, ink)
      }
      y = end
    }
  }

  /// Paints no more rows than a band can hold.
  private mutating func fillBand(
    from y0: Int, to y1: Int, _ lines: UnsafeBufferPointer<Line>,
    _ arcs: UnsafeBufferPointer<Arc>, on canvas: Canvas, _ ink: Ink
  ) {
    band.setArea(x0: canvas.x0, y0: y0, x1: canvas.x1, y1: y1)
    for line in lines { band.add(line) }
    for arc in arcs { band.add(arc) }
    band.paint(canvas.pixels, stride: canvas.stride, ink)
  }
}
