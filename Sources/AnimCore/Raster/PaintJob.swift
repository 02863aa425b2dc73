/// One painting of a list: all that a thread needs to know. The pointers are borrowed.
struct PaintJob {
  let background: UInt32
  let commands: UnsafeBufferPointer<Command>
  let points: UnsafeBufferPointer<FixedPoint>
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int

  func canvas(_ clip: PixelRect) -> Canvas { Canvas(pixels, stride: stride, clip: clip) }

  /// Paints an area: the background, then the commands in their order, batch after batch of
  /// squares with them.
  func paint(
    _ area: PixelRect, with painter: inout ShapePainter, _ batches: [Batch], _ bins: SquareBins
  ) {
    canvas(area).clear(to: background)
    var number = 0
    for index in 0..<commands.count {
      let isSeen = commands[index].bounds.intersects(area)
      if case .squares = commands[index].shape {
        if isSeen { paint(batches[number], commands[index].bounds.intersection(area), bins) }
        number += 1
      } else if isSeen {
        let part = commands[index].bounds.intersection(area)
        painter.paint(commands[index], points: points, on: canvas(part))
      }
    }
  }

  /// Paints the part of a batch that lies in an area.
  private func paint(_ batch: Batch, _ area: PixelRect, _ bins: SquareBins) {
    guard let number = batch.bin else {
      canvas(area).fillSquares(batch)
      return
    }
    for row in area.y0 >> SquareBins.heightShift...(area.y1 - 1) >> SquareBins.heightShift {
      for column in area.x0 >> bins.widthShift...(area.x1 - 1) >> bins.widthShift {
        let cell = PixelRect(
          x0: column << bins.widthShift, y0: row << SquareBins.heightShift,
          x1: (column + 1) << bins.widthShift, y1: (row + 1) << SquareBins.heightShift)
        let part = area.intersection(cell)
        let canvas = canvas(part)
        let isPart = part != batch.bounds.intersection(cell)
        bins.forEachBlock(number, column: column, row: row) {
          canvas.fillSquares($0, side: batch.side, choosing: isPart)
        }
      }
    }
  }
}
