extension Canvas {
  /// Paints the squares of a batch that touch the canvas.
  func fillSquares(_ batch: Batch) {
    let (x, y, argb) = (batch.x, batch.y, batch.argb)
    let isEverything = PixelRect(x0: x0, y0: y0, x1: x1, y1: y1) == batch.bounds
    fillSquares(count: batch.count, side: batch.side, choosing: !isEverything) {
      (x[$0], y[$0], argb[$0])
    }
  }

  /// Paints the squares of a cell. If the canvas is only a part of the cell, squares outside it are
  /// skipped.
  func fillSquares(
    _ squares: UnsafeBufferPointer<SquareBins.Entry>, side: Int, choosing: Bool
  ) {
    fillSquares(count: squares.count, side: side, choosing: choosing) {
      (squares[$0].x, squares[$0].y, squares[$0].argb)
    }
  }

  /// Paints squares in order. When choosing, those that touch the canvas are first collected, some
  /// at a time, and then painted: selection without a branch is much faster than an unpredictable
  /// branch.
  @inline(__always) private func fillSquares(
    count: Int, side: Int, choosing: Bool,
    _ square: (Int) -> (x: Int32, y: Int32, argb: UInt32)
  ) {
    guard side > 0 else { return }
    let brush = SmallSquareBrush(self, side: side)
    guard choosing else {
      for index in 0..<count {
        let (x, y, argb) = square(index)
        if !brush.paint(x, y, argb) { fillSquare(x: Int(x), y: Int(y), side: side, argb: argb) }
      }
      return
    }
    let lastX = (x1 << 12) &- 1
    let lastY = (y1 << 12) &- 1
    let firstX = (x0 << 12) &- side &+ 1
    let firstY = (y0 << 12) &- side &+ 1
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { found in
      var index = 0
      while index < count {
        let end = min(index &+ 256, count)
        var touching = 0
        while index < end {
          let (x, y, _) = square(index)
          found[touching] = Int32(truncatingIfNeeded: index)
          // Negative if the square is outside on any side.
          let room =
            (Int(x) &- firstX) | (lastX &- Int(x)) | (Int(y) &- firstY) | (lastY &- Int(y))
          touching &+= 1 &+ room >> 63
          index &+= 1
        }
        for place in 0..<touching {
          let (x, y, argb) = square(Int(found[place]))
          if !brush.paint(x, y, argb) { fillSquare(x: Int(x), y: Int(y), side: side, argb: argb) }
        }
      }
    }
  }
}
