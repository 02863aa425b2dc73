extension TileSet {
  /// How many squares are marked before asking whether any tile is left to mark.
  private static let stride = 1024

  /// Marks the tiles that a square touches which is not the same in both ranges of squares.
  mutating func markChangedSquares(
    _ old: SquareBatch, _ oldRange: Range<Int>, _ new: SquareBatch, _ newRange: Range<Int>,
    side: Fixed, bounds: PixelRect
  ) {
    let shared = min(oldRange.count, newRange.count)
    let a = oldRange.lowerBound
    let b = newRange.lowerBound
    old.withArrays { oldX, oldY, oldColors in
      new.withArrays { newX, newY, newColors in
        withMarker(side: side, bounds: bounds) { marker in
          for index in 0..<shared {
            let (x, y) = (oldX[a + index], oldY[a + index])
            let (x2, y2) = (newX[b + index], newY[b + index])
            if x == x2, y == y2, oldColors[a + index] == newColors[b + index] { continue }
            marker.mark(x: x, y: y)
            marker.mark(x: x2, y: y2)
            if index % Self.stride == 0, marker.isFull { return }
          }
        }
      }
    }
    markSquares(old, (a + shared)..<oldRange.upperBound, side: side, bounds: bounds)
    markSquares(new, (b + shared)..<newRange.upperBound, side: side, bounds: bounds)
  }

  /// Marks the tiles that a range of squares touches.
  mutating func markSquares(
    _ squares: SquareBatch, _ range: Range<Int>, side: Fixed, bounds: PixelRect
  ) {
    guard !range.isEmpty else { return }
    squares.withArrays { x, y, _ in
      withMarker(side: side, bounds: bounds) { marker in
        for index in range {
          marker.mark(x: x[index], y: y[index])
          if index % Self.stride == 0, marker.isFull { return }
        }
      }
    }
  }

  private mutating func withMarker(
    side: Fixed, bounds: PixelRect, _ body: (SquareMarker) -> Void
  ) {
    let part = bounds.intersection(grid.size.bounds)
    guard !part.isEmpty, side.raw > 0 else { return }
    let columns = grid.columns
    let wordsPerRow = wordsPerRow
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      body(
        SquareMarker(
          words: base, wordCount: words.count, wordsPerRow: wordsPerRow, columns: columns,
          side: Int(side.raw), x0: part.x0, y0: part.y0, x1: part.x1, y1: part.y1))
    }
  }
}

/// Marks the tiles of many squares of one size, cut to the same bounds.
private struct SquareMarker {
  let words: UnsafeMutablePointer<UInt64>
  let wordCount: Int
  let wordsPerRow: Int
  let columns: Int
  let side: Int
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int

  /// Whether every tile is marked.
  var isFull: Bool {
    let last = UInt64.max >> UInt64(-columns & 63)
    for index in 0..<wordCount {
      if words[index] != ((index + 1) % wordsPerRow == 0 ? last : .max) { return false }
    }
    return true
  }

  @inline(__always) func mark(x: Int32, y: Int32) {
    let left = max(Int(x) >> 12, x0)
    let right = min((Int(x) + side + 4095) >> 12, x1)
    let top = max(Int(y) >> 12, y0)
    let bottom = min((Int(y) + side + 4095) >> 12, y1)
    guard left < right, top < bottom else { return }
    let last = (right - 1) >> TileGrid.widthShift
    for row in top >> TileGrid.heightShift...(bottom - 1) >> TileGrid.heightShift {
      for column in left >> TileGrid.widthShift...last {
        words[row * wordsPerRow + column >> 6] |= 1 << UInt64(column & 63)
      }
    }
  }
}
