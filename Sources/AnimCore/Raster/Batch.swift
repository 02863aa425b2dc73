/// A batch of squares of a display list, as plain memory.
struct Batch {
  let x: UnsafePointer<Int32>
  let y: UnsafePointer<Int32>
  let argb: UnsafePointer<UInt32>
  let count: Int
  /// In 1/4096 pixel.
  let side: Int
  /// The pixels that may be painted: the command's bounds.
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int

  /// One of `shares` parts of the indices, in order.
  func share(_ share: Int, of shares: Int) -> Range<Int> {
    count * share / shares..<count * (share + 1) / shares
  }

  /// The tiles that a square touches; no rows where it touches none.
  @inline(__always) func tiles(_ index: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let left = max(Int(x[index]) >> 12, x0)
    let right = min((Int(x[index]) &+ side &+ 4095) >> 12, x1)
    let top = max(Int(y[index]) >> 12, y0)
    let bottom = min((Int(y[index]) &+ side &+ 4095) >> 12, y1)
    guard left < right, top < bottom else { return (0..<0, 0..<0) }
    return (
      Range(
        uncheckedBounds: (
          left >> TileGrid.widthShift, (right &- 1) >> TileGrid.widthShift &+ 1
        )),
      Range(
        uncheckedBounds: (
          top >> TileGrid.heightShift, (bottom &- 1) >> TileGrid.heightShift &+ 1
        ))
    )
  }
}

/// The bits of a ``TileSet`` as plain memory.
struct TileBits {
  let words: UnsafePointer<UInt64>
  let wordsPerRow: Int

  @inline(__always) func contains(column: Int, row: Int) -> Bool {
    words[row &* wordsPerRow &+ column >> 6] >> UInt64(column & 63) & 1 != 0
  }
}
