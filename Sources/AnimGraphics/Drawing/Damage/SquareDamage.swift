extension Damage {
  /// The number of squares to mark before checking whether there is anything left to mark.
  private static let portion = 1024

  /// Marks squares that differ between two ranges.
  mutating func markChangedSquares(
    _ old: SquareBatch, _ oldRange: Range<Int>, _ new: SquareBatch, _ newRange: Range<Int>,
    side: Fixed, bounds: PixelRect
  ) {
    let shared = min(oldRange.count, newRange.count)
    let a = oldRange.lowerBound
    let b = newRange.lowerBound
    old.withArrays { oldX, oldY, oldColors in
      new.withArrays { newX, newY, newColors in
        markSquares(0..<shared, side: side, bounds: bounds) { index in
          let move = SquareMove(
            x: oldX[a + index], y: oldY[a + index], newX: newX[b + index], newY: newY[b + index])
          let isSame = !move.hasMoved && oldColors[a + index] == newColors[b + index]
          return isSame ? nil : move
        }
      }
    }
    markSquares(old, (a + shared)..<oldRange.upperBound, side: side, bounds: bounds)
    markSquares(new, (b + shared)..<newRange.upperBound, side: side, bounds: bounds)
  }

  /// Marks a range of squares.
  mutating func markSquares(
    _ squares: SquareBatch, _ range: Range<Int>, side: Fixed, bounds: PixelRect
  ) {
    squares.withArrays { x, y, _ in
      markSquares(range, side: side, bounds: bounds) { index in
        SquareMove(x: x[index], y: y[index], newX: x[index], newY: y[index])
      }
    }
  }

  /// Marks square by square, or everything once it is clear that this is the result.
  ///
  /// - Parameter move: A closure that returns how the square with an index moves, or `nil` if it
  ///   stays the same.
  @inline(__always) private mutating func markSquares(
    _ range: Range<Int>, side: Fixed, bounds: PixelRect, _ move: (_ index: Int) -> SquareMove?
  ) {
    let part = bounds.intersection(tiles.grid.size.bounds)
    guard !part.isEmpty, side.raw > 0, !range.isEmpty else { return }
    let extents = SquareExtents(side: side.raw, x0: part.x0, y0: part.y0, x1: part.x1, y1: part.y1)
    let areFew = boxes.hasRoom(for: range.count * SquareExtents.most)
    if !areFew { boxes.giveUp() }
    // Kept apart, because the tiles can't be modified together with another part of this value.
    var kept = DamageBoxes()
    swap(&kept, &boxes)
    defer { swap(&kept, &boxes) }
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.portion) {
      tiles.withMarker { marker in
        for index in start..<min(start + Self.portion, range.upperBound) {
          guard let move = move(index) else { continue }
          extents.forEach(of: move) { extent in
            marker.mark(extent)
            if areFew { kept.add(extent) }
          }
        }
      }
      if range.count > Self.portion {
        tiles.joinScattered(marks: range.count)
        if tiles.isFull { return }
      }
    }
  }
}

extension DamageBoxes {
  // If it were inlined, the loop over many squares would be slower.
  @inline(never) fileprivate mutating func add(_ extent: SquareExtents.Extent) {
    add(PixelRect(x0: extent.left, y0: extent.top, x1: extent.right, y1: extent.bottom))
  }
}

extension TileSet {
  @inline(__always) fileprivate mutating func withMarker(_ body: (ExtentMarker) -> Void) {
    let wordsPerRow = wordsPerRow
    words.withUnsafeMutableBufferPointer { words in
      guard let base = words.baseAddress else { return }
      body(ExtentMarker(words: base, wordsPerRow: wordsPerRow))
    }
  }
}

/// The old and the new corner of a square, in 1/4096 pixel.
private struct SquareMove {
  let x: Int32
  let y: Int32
  let newX: Int32
  let newY: Int32

  @inline(__always) var hasMoved: Bool { x != newX || y != newY }
}

/// The pixels that many squares of one size touch, clipped to the same bounds.
private struct SquareExtents {
  /// The pixels from (left, top) to before (right, bottom), at least one.
  typealias Extent = (left: Int, top: Int, right: Int, bottom: Int)

  /// The maximum number of extents of a square that moves.
  static let most = 2

  let side: Int32
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int

  /// Calls `body` with the extents of a square at its old and its new position, or with one extent
  /// around both if they touch: it is faster to paint and send.
  @inline(__always) func forEach(of move: SquareMove, _ body: (Extent) -> Void) {
    let (left, right) = (min(move.x, move.newX), max(move.x, move.newX))
    let (top, bottom) = (min(move.y, move.newY), max(move.y, move.newY))
    if Int(right) - Int(left) <= Int(side), Int(bottom) - Int(top) <= Int(side) {
      clip(x: left, y: top, width: right - left + side, height: bottom - top + side, body)
    } else {
      clip(x: move.x, y: move.y, width: side, height: side, body)
      clip(x: move.newX, y: move.newY, width: side, height: side, body)
    }
  }

  /// Calls `body` with the pixels of a rectangle given in 1/4096 pixel, if there are any.
  @inline(__always) private func clip(
    x: Int32, y: Int32, width: Int32, height: Int32, _ body: (Extent) -> Void
  ) {
    let left = max(Int(x) >> 12, x0)
    let right = min((Int(x) + Int(width) + 4095) >> 12, x1)
    let top = max(Int(y) >> 12, y0)
    let bottom = min((Int(y) + Int(height) + 4095) >> 12, y1)
    if left < right, top < bottom { body((left, top, right, bottom)) }
  }
}

/// Marks the tiles of many extents.
private struct ExtentMarker {
  let words: UnsafeMutablePointer<UInt64>
  let wordsPerRow: Int

  @inline(__always) func mark(_ extent: SquareExtents.Extent) {
    let first = extent.left >> TileGrid.widthShift
    let last = (extent.right - 1) >> TileGrid.widthShift
    for word in first >> 6...last >> 6 {
      let bits = TileSet.bits(from: first, to: last, ofWord: word)
      for row in extent.top >> TileGrid.heightShift...(extent.bottom - 1) >> TileGrid.heightShift {
        words[row * wordsPerRow + word] |= bits
      }
    }
  }
}
