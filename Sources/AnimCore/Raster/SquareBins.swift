/// The squares of a display list, sorted into the cells of a coarse grid and, in a cell, in
/// painting order. What is painted on a cell then stays in a near cache while it is painted, and
/// an area needs to look at the squares of its cells only.
///
/// The sort is a counting sort: count the squares of every cell, give each cell its place, put
/// them there. Several threads can do it together, each with its share of every batch.
struct SquareBins {
  /// What a cell needs to know of a square.
  struct Entry {
    /// Left and top edge in 1/4096 pixel.
    let x: Int32
    let y: Int32
    /// 0xAARRGGBB.
    let argb: UInt32
  }

  /// Cells of 256 × 128 pixels take 128 KiB of a picture.
  static let widthShift = 8
  static let heightShift = 7
  /// Larger squares (in 1/4096 pixel) touch too many cells.
  static let largestSide = 64 << 12

  /// For each share, batch and cell: first the count, then where the next entry goes, at last
  /// where the entries end.
  private var cursors = Scratch<Int32>()
  private var entries = Scratch<Entry>()
  private var columns = 0
  private var cellCount = 0
  private var binCount = 0
  private var shares = 0

  func deallocate() {
    cursors.deallocate()
    entries.deallocate()
  }

  /// Makes room for the counts of so many batches.
  mutating func prepare(_ size: PixelSize, batches: Int, shares: Int) {
    columns = (size.width - 1) >> Self.widthShift + 1
    cellCount = columns * ((size.height - 1) >> Self.heightShift + 1)
    binCount = cellCount * batches
    self.shares = shares
    cursors.reserve(binCount * shares)
  }

  /// Counts the squares of one share of a batch. After all shares, call ``place()``.
  func count(_ batch: Batch, _ number: Int, share: Int) {
    let counts = cursors.base + (share * binCount + number * cellCount)
    counts.update(repeating: 0, count: cellCount)
    forEachCell(of: batch, share) { _, _, _, cell in counts[cell] &+= 1 }
  }

  /// Turns the counts of all shares into places.
  mutating func place() {
    var sum: Int32 = 0
    for bin in 0..<binCount {
      for share in 0..<shares {
        let count = cursors.base[share &* binCount &+ bin]
        cursors.base[share &* binCount &+ bin] = sum
        sum &+= count
      }
    }
    entries.reserve(Int(sum))
  }

  /// Puts the squares of one share of a batch into their places.
  func fill(_ batch: Batch, _ number: Int, share: Int) {
    let places = cursors.base + (share * binCount + number * cellCount)
    let entries = entries.base
    let argb = batch.argb
    forEachCell(of: batch, share) { index, x, y, cell in
      entries[Int(places[cell])] = Entry(x: x, y: y, argb: argb[index])
      places[cell] &+= 1
    }
  }

  /// The squares of a batch that touch a cell.
  func squares(_ number: Int, column: Int, row: Int) -> UnsafeBufferPointer<Entry> {
    let bin = number &* cellCount &+ row &* columns &+ column
    let ends = cursors.base + (shares &- 1) &* binCount
    let start = bin == 0 ? 0 : Int(ends[bin &- 1])
    return UnsafeBufferPointer(start: entries.base + start, count: Int(ends[bin]) &- start)
  }

  /// Calls `body` with the index and place of each square of a share, and each cell it touches.
  @inline(__always) private func forEachCell(
    of batch: Batch, _ share: Int, _ body: (Int, Int32, Int32, Int) -> Void
  ) {
    let bounds = batch.bounds
    guard !bounds.isEmpty, batch.side > 0 else { return }
    let (x0, y0) = (bounds.x0, bounds.y0)
    let (x1, y1) = (bounds.x1 - 1, bounds.y1 - 1)
    let reach = batch.side &- 1
    for index in batch.share(share, of: shares) {
      let x = batch.x[index]
      let y = batch.y[index]
      let left = Int(x) >> 12
      let right = (Int(x) &+ reach) >> 12
      let top = Int(y) >> 12
      let bottom = (Int(y) &+ reach) >> 12
      let isInside = (left &- x0) | (x1 &- right) | (top &- y0) | (y1 &- bottom) >= 0
      let crosses = (left ^ right) >> Self.widthShift | (top ^ bottom) >> Self.heightShift
      if isInside, crosses == 0 {
        body(index, x, y, (top >> Self.heightShift) &* columns &+ left >> Self.widthShift)
      } else {
        let (left, right) = (max(left, x0), min(right, x1))
        let (top, bottom) = (max(top, y0), min(bottom, y1))
        guard left <= right, top <= bottom else { continue }
        for row in top >> Self.heightShift...bottom >> Self.heightShift {
          for column in left >> Self.widthShift...right >> Self.widthShift {
            body(index, x, y, row &* columns &+ column)
          }
        }
      }
    }
  }
}
