/// Paints single shapes. One thread's tool: it holds scratch memory.
struct ShapePainter {
  private var row: CoverageRow
  private var outline = Outline()

  /// - Parameter width: the width of the widest picture.
  init(width: Int) { row = CoverageRow(width: width) }

  func deallocate() { row.deallocate() }

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
    row.setColumns(canvas.x0, canvas.x1)
    outline.lines.withUnsafeBufferPointer { lines in
      outline.arcs.withUnsafeBufferPointer { arcs in
        for y in canvas.y0..<max(canvas.y0, canvas.y1) {
          let level = Double(y)
          for index in 0..<lines.count { row.add(lines[index], row: level) }
          for index in 0..<arcs.count { row.add(arcs[index], row: level) }
          row.paint(canvas.pixels + (y &* canvas.stride &+ canvas.x0), ink)
        }
      }
    }
  }
}
