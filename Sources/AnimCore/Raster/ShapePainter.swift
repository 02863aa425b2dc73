/// Paints single shapes. One thread's tool: it holds scratch memory.
struct ShapePainter {
  private var band: CoverageBand
  private var outline = Outline()

  /// - Parameter width: the width of the widest picture.
  init(width: Int) { band = CoverageBand(width: width) }

  func deallocate() { band.deallocate() }

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
    var y = canvas.y0
    while y < canvas.y1 {
      let end = min(y + CoverageBand.height, canvas.y1)
      band.setArea(x0: canvas.x0, y0: y, x1: canvas.x1, y1: end)
      for line in outline.lines { band.add(line) }
      for arc in outline.arcs { band.add(arc) }
      band.paint(canvas.pixels, stride: canvas.stride, ink)
      y = end
    }
  }
}
