/// The squares of a display list, sorted into the cells of a coarse grid and, within a cell, in
/// painting order. The pixels of a cell then stay in the cache while it is painted, and an area
/// only needs the squares of its cells.
///
/// Several threads can sort at once, each its share of every batch. A cell's squares are chains of
/// blocks, one chain per share, so there is no need to count them first.
struct SquareBins {
  /// A square in a cell.
  struct Entry {
    /// The left and top edge, in 1/4096 pixel.
    let x: Int32
    let y: Int32
    /// The colour as 0xAARRGGBB.
    let argb: UInt32
  }

  /// The squares of one batch in a cell that one share of the work contributes.
  private struct Bin {
    /// The first block, or −1 if there are no squares.
    var first: Int32 = -1
    /// The index of the next entry. At the start of a block, a new block is needed.
    var end: Int32 = 0
  }

  /// Cells are 128 pixels high. With more cells than the processor has TLB entries for writing,
  /// perhaps 16, filling them would take longer.
  static let heightShift = 7
  /// The minimum number of areas for narrow cells. If many small areas are painted, cells are 256
  /// pixels wide, so that an area doesn't read distant squares; otherwise they are as wide as the
  /// image.
  private static let fewAreas = 16
  /// The side, in 1/4096 pixel, up to which squares touch at most two columns and rows.
  static let largestSide = 64 << 12
  /// The number of entries per block.
  private static let blockSize = 1 << blockShift
  private static let blockShift = 8

  private(set) var widthShift = 0
  private var bins = Scratch<Bin>()
  private var entries = Scratch<Entry>()
  /// The next block in the chain of each block.
  private var links = Scratch<Int32>()
  private var columns = 0
  private var cellCount = 0
  private var binCount = 0
  private var blocksPerShare = 0
  private var shares = 0

  func deallocate() {
    bins.deallocate()
    entries.deallocate()
    links.deallocate()
  }

  /// Reserves memory for a number of batches and squares.
  mutating func prepare(
    _ size: PixelSize, areas: Int, batches: Int, squares: Int, shares: Int
  ) {
    widthShift = areas > Self.fewAreas ? 8 : 18
    columns = (size.width - 1) >> widthShift + 1
    cellCount = columns * ((size.height - 1) >> Self.heightShift + 1)
    binCount = cellCount * batches
    self.shares = shares
    bins.reserve(shareStride * shares)
    // A square may touch two rows and two columns. Unused memory is never touched.
    let most = (squares / shares + batches) * (columns == 1 ? 2 : 4)
    blocksPerShare = most >> Self.blockShift + 1 + binCount
    links.reserve(blocksPerShare * shares)
    entries.reserve(blocksPerShare * shares << Self.blockShift)
  }

  /// The distance from one share's bins to the next, large enough for threads not to write to the
  /// same cache line.
  private var shareStride: Int { binCount &+ 16 }

  /// Sorts one share of the batches.
  func sort(_ batches: [Batch], share: Int) {
    let bins = bins.base + share * shareStride
    bins.update(repeating: Bin(), count: binCount)
    var free = Int32(share * blocksPerShare)
    for batch in batches {
      if let number = batch.bin { sort(batch, share, bins + number * cellCount, &free) }
    }
  }

  private func sort(
    _ batch: Batch, _ share: Int, _ bins: UnsafeMutablePointer<Bin>, _ free: inout Int32
  ) {
    guard let x = batch.x.baseAddress, let y = batch.y.baseAddress,
      let argb = batch.argb.baseAddress
    else { return }
    let (entries, links) = (entries.base, links.base)
    forEachCell(of: batch, share) { index, cell in
      var end = bins[cell].end
      if end & Int32(Self.blockSize - 1) == 0 {
        if bins[cell].first < 0 {
          bins[cell].first = free
        } else {
          links[Int(end &- 1) >> Self.blockShift] = free
        }
        end = free &<< Int32(Self.blockShift)
        free &+= 1
      }
      entries[Int(end)] = Entry(x: x[index], y: y[index], argb: argb[index])
      bins[cell].end = end &+ 1
    }
  }

  /// Calls `body` with the squares of a batch that touch a cell, one block at a time.
  func forEachBlock(
    _ number: Int, column: Int, row: Int, _ body: (UnsafeBufferPointer<Entry>) -> Void
  ) {
    let cell = number * cellCount + row * columns + column
    for share in 0..<shares {
      let bin = bins.base[share * shareStride + cell]
      guard bin.first >= 0 else { continue }
      let last = (Int(bin.end) - 1) >> Self.blockShift
      var block = Int(bin.first)
      while true {
        let start = block << Self.blockShift
        let count = block == last ? Int(bin.end) - start : Self.blockSize
        body(UnsafeBufferPointer(start: entries.base + start, count: count))
        if block == last { break }
        block = Int(links.base[block])
      }
    }
  }

  /// Calls `body` with the index of each square of a share, and each cell it touches.
  @inline(__always) private func forEachCell(
    of batch: Batch, _ share: Int, _ body: (Int, _ cell: Int) -> Void
  ) {
    guard let finder = CellFinder(batch, columns: columns, widthShift: widthShift) else { return }
    let range = batch.share(share, of: shares)
    if columns == 1 {
      forEachCell(of: range, finder, isOneColumn: true, body)
    } else {
      forEachCell(of: range, finder, isOneColumn: false, body)
    }
  }

  @inline(__always) private func forEachCell(
    of range: Range<Int>, _ finder: CellFinder, isOneColumn: Bool,
    _ body: (Int, _ cell: Int) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      if index &+ 4 <= range.upperBound,
        let cells = finder.cells(ofFourFrom: index, isOneColumn: isOneColumn)
      {
        for lane in 0..<4 { body(index &+ lane, Int(cells[lane])) }
        index &+= 4
      } else {
        let (columns, rows) = finder.cells(of: index)
        for row in rows {
          for column in columns { body(index, row &* self.columns &+ column) }
        }
        index &+= 1
      }
    }
  }
}

/// A batch of squares of a display list, as plain memory.
struct Batch {
  let x: UnsafeBufferPointer<Int32>
  let y: UnsafeBufferPointer<Int32>
  let argb: UnsafeBufferPointer<UInt32>
  /// The side, in 1/4096 pixel.
  let side: Int
  /// The pixels that may be painted.
  let bounds: PixelRect
  /// The batch's index among the sorted ones, or `nil` if it isn't sorted.
  let bin: Int?

  var count: Int { x.count }

  /// Returns one of `shares` consecutive parts of the indices.
  func share(_ share: Int, of shares: Int) -> Range<Int> {
    count * share / shares..<count * (share + 1) / shares
  }
}

/// Finds the cells of ``SquareBins`` that the squares of a batch touch.
struct CellFinder {
  private let batch: Batch
  private let x: UnsafeRawPointer
  private let y: UnsafeRawPointer
  private let columns: SIMD4<Int32>
  private let widthShift: Int32
  private let reach: SIMD4<Int32>
  private let low: (x: SIMD4<Int32>, y: SIMD4<Int32>)
  private let high: (x: SIMD4<Int32>, y: SIMD4<Int32>)

  /// Creates the bins of a batch, or returns `nil` if the batch paints nothing.
  ///
  /// - Parameters:
  ///   - columns: The number of columns of the grid.
  ///   - widthShift: The binary logarithm of a cell's width.
  init?(_ batch: Batch, columns: Int, widthShift: Int) {
    let bounds = batch.bounds
    guard !bounds.isEmpty, batch.side > 0, let x = batch.x.baseAddress, let y = batch.y.baseAddress
    else { return nil }
    self.batch = batch
    (self.x, self.y) = (UnsafeRawPointer(x), UnsafeRawPointer(y))
    self.columns = SIMD4(repeating: Int32(columns))
    self.widthShift = Int32(widthShift)
    reach = SIMD4(repeating: Int32(batch.side) - 1)
    low = (.init(repeating: Int32(bounds.x0) << 12), .init(repeating: Int32(bounds.y0) << 12))
    high = (
      .init(repeating: Int32(bounds.x1) << 12 - 1), .init(repeating: Int32(bounds.y1) << 12 - 1)
    )
  }

  /// Returns the indices of the cells of four squares, if each is in one cell and within the
  /// bounds.
  ///
  /// - Parameter isOneColumn: Whether the grid has only one column, so that horizontal positions
  ///   don't matter.
  @inline(__always)
  func cells(ofFourFrom index: Int, isOneColumn: Bool) -> SIMD4<Int32>? {
    let y = y.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self)
    let bottom = y &+ reach
    let row = y &>> Self.rowShift
    // Negative if a square is outside, or in more than one cell.
    let rowRoom = (y &- low.y) | (high.y &- bottom) | (row &- bottom &>> Self.rowShift)
    if isOneColumn { return all(rowRoom .>= .zero) ? row : nil }
    let x = x.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self)
    let right = x &+ reach
    let column = x &>> columnShift
    let columnRoom = (x &- low.x) | (high.x &- right) | (column &- right &>> columnShift)
    guard all((rowRoom | columnRoom) .>= .zero) else { return nil }
    return row &* columns &+ column
  }

  /// Returns the columns and rows of cells that a square touches.
  @inline(never) func cells(of index: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let (x, y) = (Int(batch.x[index]), Int(batch.y[index]))
    let bounds = batch.bounds
    let left = max(x >> 12, bounds.x0)
    let right = min((x + batch.side - 1) >> 12, bounds.x1 - 1)
    let top = max(y >> 12, bounds.y0)
    let bottom = min((y + batch.side - 1) >> 12, bounds.y1 - 1)
    guard left <= right, top <= bottom else { return (0..<0, 0..<0) }
    return (
      left >> Int(widthShift)..<right >> Int(widthShift) + 1,
      top >> SquareBins.heightShift..<bottom >> SquareBins.heightShift + 1
    )
  }

  private var columnShift: SIMD4<Int32> { SIMD4(repeating: Fixed.fractionBits + widthShift) }

  private static var rowShift: SIMD4<Int32> {
    SIMD4(repeating: Fixed.fractionBits + Int32(SquareBins.heightShift))
  }
}
