extension TileSet {
  /// The number of squares to mark before checking whether there is anything left to mark.
  private static let portion = 1024

  /// Marks the tiles of squares that differ between two ranges.
  mutating func markChangedSquares(
    _ old: SquareBatch, _ oldRange: Range<Int>, _ new: SquareBatch, _ newRange: Range<Int>,
    side: Fixed, bounds: PixelRect
  ) {
    let shared = min(oldRange.count, newRange.count)
    let a = oldRange.lowerBound
    let b = newRange.lowerBound
    old.withArrays { oldX, oldY, oldColors in
      new.withArrays { newX, newY, newColors in
        markByPortions(0..<shared, side: side, bounds: bounds) { marker, index in
          let (x, y) = (oldX[a + index], oldY[a + index])
          let (x2, y2) = (newX[b + index], newY[b + index])
          if x == x2, y == y2, oldColors[a + index] == newColors[b + index] { return }
          marker.mark(fromX: x, y: y, toX: x2, y: y2)
        }
      }
    }
    markSquares(old, (a + shared)..<oldRange.upperBound, side: side, bounds: bounds)
    markSquares(new, (b + shared)..<newRange.upperBound, side: side, bounds: bounds)
  }

  /// Marks the tiles of a range of squares.
  mutating func markSquares(
    _ squares: SquareBatch, _ range: Range<Int>, side: Fixed, bounds: PixelRect
  ) {
    squares.withArrays { x, y, _ in
      markByPortions(range, side: side, bounds: bounds) { marker, index in
        marker.mark(x: x[index], y: y[index], width: side.raw, height: side.raw)
      }
    }
  }

  /// Marks square by square, or everything once it is clear that this is the result.
  @inline(__always) private mutating func markByPortions(
    _ range: Range<Int>, side: Fixed, bounds: PixelRect, _ mark: (SquareMarker, Int) -> Void
  ) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.portion) {
      withMarker(side: side, bounds: bounds) { marker in
        for index in start..<min(start + Self.portion, range.upperBound) { mark(marker, index) }
      }
      if range.count > Self.portion {
        joinScattered(marks: range.count)
        if isFull { return }
      }
    }
  }

  private mutating func withMarker(
    side: Fixed, bounds: PixelRect, _ body: (SquareMarker) -> Void
  ) {
    let part = bounds.intersection(grid.size.bounds)
    guard !part.isEmpty, side.raw > 0 else { return }
    let wordsPerRow = wordsPerRow
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      body(
        SquareMarker(
          words: base, wordsPerRow: wordsPerRow, side: side.raw, x0: part.x0, y0: part.y0,
          x1: part.x1, y1: part.y1))
    }
  }
}

/// Marks the tiles of many squares of one size, clipped to the same bounds.
private struct SquareMarker {
  let words: UnsafeMutablePointer<UInt64>
  let wordsPerRow: Int
  let side: Int32
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int

  /// Marks the old and the new position of a square.
  @inline(__always) func mark(fromX x: Int32, y: Int32, toX x2: Int32, y y2: Int32) {
    let (left, right) = (min(x, x2), max(x, x2))
    let (top, bottom) = (min(y, y2), max(y, y2))
    if Int(right) - Int(left) <= Int(side), Int(bottom) - Int(top) <= Int(side) {
      // If they touch, one rectangle around both means fewer to paint and send.
      mark(x: left, y: top, width: right - left + side, height: bottom - top + side)
    } else {
      mark(x: x, y: y, width: side, height: side)
      mark(x: x2, y: y2, width: side, height: side)
    }
  }

  /// Marks the tiles of a rectangle given in 1/4096 pixel.
  @inline(__always) func mark(x: Int32, y: Int32, width: Int32, height: Int32) {
    let left = max(Int(x) >> 12, x0)
    let right = min((Int(x) + Int(width) + 4095) >> 12, x1)
    let top = max(Int(y) >> 12, y0)
    let bottom = min((Int(y) + Int(height) + 4095) >> 12, y1)
    guard left < right, top < bottom else { return }
    let first = left >> TileGrid.widthShift
    let last = (right - 1) >> TileGrid.widthShift
    for word in first >> 6...last >> 6 {
      let bits = TileSet.bits(from: first, to: last, ofWord: word)
      for row in top >> TileGrid.heightShift...(bottom - 1) >> TileGrid.heightShift {
        words[row * wordsPerRow + word] |= bits
      }
    }
  }
}
