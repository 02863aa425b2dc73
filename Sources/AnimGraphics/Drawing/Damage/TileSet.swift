/// A set of an image's tiles, with one bit each.
public struct TileSet: Hashable, Sendable {
  /// The grid that the tiles belong to.
  public let grid: TileGrid
  /// The bits in row order, with ``wordsPerRow`` words for each row of tiles. Bits beyond the last
  /// column are 0.
  var words: [UInt64]
  let wordsPerRow: Int

  /// Creates an empty set.
  /// - Precondition: The tiles fit in memory, with a bit for each.
  public init(_ grid: TileGrid) {
    self.grid = grid
    wordsPerRow = (grid.columns + 63) >> 6
    let (count, overflow) = wordsPerRow.multipliedReportingOverflow(by: grid.rows)
    precondition(!overflow && count < .max >> 3, "the tiles must fit in memory")
    words = Array(repeating: 0, count: count)
  }

  /// A Boolean value that indicates whether no tile is marked. Complexity: O(*n*) in the number of
  /// tiles.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of marked tiles.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether every tile is marked.
  var isFull: Bool {
    let last = UInt64.max >> UInt64(-grid.columns & 63)
    return words.indices.allSatisfy {
      words[$0] == (($0 + 1).isMultiple(of: wordsPerRow) ? last : .max)
    }
  }

  /// Returns a Boolean value that indicates whether a tile is marked. The tile must be in ``grid``.
  public func contains(column: Int, row: Int) -> Bool {
    words[row * wordsPerRow + column >> 6] >> UInt64(column & 63) & 1 != 0
  }

  /// Removes all tiles.
  public mutating func clear() {
    words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Marks every tile.
  public mutating func markAll() { mark(grid.size.bounds) }

  /// Marks the tiles that contain a pixel of `rect`. Pixels outside the image are ignored.
  public mutating func mark(_ rect: PixelRect) {
    mark(inside: rect.intersection(grid.size.bounds))
  }

  /// Marks the tiles that contain a pixel of `part`, which must be inside the image.
  mutating func mark(inside part: PixelRect) {
    guard !part.isEmpty else { return }
    let first = part.x0 >> TileGrid.widthShift
    let last = (part.x1 - 1) >> TileGrid.widthShift
    for row in part.y0 >> TileGrid.heightShift...(part.y1 - 1) >> TileGrid.heightShift {
      for word in first >> 6...last >> 6 {
        words[row * wordsPerRow + word] |= Self.bits(from: first, to: last, ofWord: word)
      }
    }
  }

  /// Returns the smallest rectangle that contains the pixels of `rect` in marked tiles.
  func extent(in rect: PixelRect) -> PixelRect {
    let part = rect.intersection(grid.size.bounds)
    guard !part.isEmpty else { return .empty }
    let first = part.x0 >> TileGrid.widthShift
    let last = (part.x1 - 1) >> TileGrid.widthShift
    var (low, high, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
    for row in part.y0 >> TileGrid.heightShift...(part.y1 - 1) >> TileGrid.heightShift {
      for word in first >> 6...last >> 6 {
        let bits =
          words[row * wordsPerRow + word] & Self.bits(from: first, to: last, ofWord: word)
        if bits == 0 { continue }
        low = min(low, word * 64 + bits.trailingZeroBitCount)
        high = max(high, word * 64 + 63 - bits.leadingZeroBitCount)
        top = min(top, row)
        bottom = row
      }
    }
    guard low <= high else { return .empty }
    return part.intersection(grid.pixels(columns: low..<high + 1, rows: top..<bottom + 1))
  }

  /// Adds the tiles of `other`, which must have the same grid.
  public mutating func formUnion(_ other: TileSet) {
    precondition(grid == other.grid, "the sets must have the same grid")
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer { others in
        for index in 0..<min(words.count, others.count) { words[index] |= others[index] }
      }
    }
  }

  /// Removes the tiles that aren't in `other`, which must have the same grid.
  public mutating func formIntersection(_ other: TileSet) {
    precondition(grid == other.grid, "the sets must have the same grid")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Removes the tiles of `other`, which must have the same grid.
  package mutating func subtract(_ other: TileSet) {
    precondition(grid == other.grid, "the sets must have the same grid")
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Keeps the tiles that are in only one of the sets. `other` must have the same grid.
  package mutating func formSymmetricDifference(_ other: TileSet) {
    precondition(grid == other.grid, "the sets must have the same grid")
    for index in words.indices { words[index] ^= other.words[index] }
  }

  /// Returns the bits of the columns `first` to `last` that are in one word of a row.
  @inline(__always) static func bits(from first: Int, to last: Int, ofWord word: Int) -> UInt64 {
    let low = max(first &- word << 6, 0)
    let high = min(last &- word << 6, 63)
    guard low <= high else { return 0 }
    return .max &<< UInt64(low) & .max &>> UInt64(63 &- high)
  }
}

// MARK: - Rectangles

extension TileSet {
  /// Calls `body` with rectangles of pixels that cover every marked tile exactly once. Neighbours
  /// in a row are joined, and so are equal runs in consecutive rows.
  public func forEachRectangle(_ body: (PixelRect) -> Void) {
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      // A run that touches these may continue in the words on either side.
      let ends: UInt64 = 1 << 63 | 1
      for index in 0..<words.count where base[index] != 0 {
        // In the middle of most shapes, a row has the same runs as the row above, all inside the
        // word.
        if index >= wordsPerRow, base[index] == base[index - wordsPerRow], base[index] & ends == 0 {
          continue
        }
        let row = index / wordsPerRow
        let bits = base + row * wordsPerRow
        var rest = base[index]
        while rest != 0 {
          // Adding the lowest bit carries through the run that starts there.
          let part = rest & ~(rest &+ (rest & (0 &- rest)))
          rest ^= part
          guard let run = TileRun(part, in: bits, index - row * wordsPerRow, wordsPerRow) else {
            continue
          }
          if row > 0, run.recurs(in: bits - wordsPerRow) { continue }
          var end = row + 1
          while end < grid.rows, run.recurs(in: base + end * wordsPerRow) { end += 1 }
          body(grid.pixels(columns: run.first..<run.last + 1, rows: row..<end))
        }
      }
    }
  }

  /// The number of pixels that take as long to paint and send as an additional rectangle.
  static let pixelsPerRectangle = 1400

  /// A lower bound of the time to paint and send ``forEachRectangle(_:)``, in pixels.
  var cost: Int {
    let (tiles, pieces) = countPieces()
    return tiles * TileGrid.tileWidth * TileGrid.tileHeight + pieces * Self.pixelsPerRectangle
  }

  /// Marks everything if the set is so scattered that painting one large rectangle is faster.
  ///
  /// - Parameter marks: The maximum number of shapes that were marked.
  mutating func joinScattered(marks: Int) {
    let most = grid.size.width * grid.size.height / Self.pixelsPerRectangle
    // Overlapping shapes may result in more pieces than shapes, but not many more.
    if marks > most / 4, countPieces().pieces > most { markAll() }
  }

  /// Returns the number of tiles, and a lower bound of the number of rectangles of
  /// ``forEachRectangle(_:)``, which is close for the tiles of small shapes. Much quicker than
  /// counting them.
  private func countPieces() -> (tiles: Int, pieces: Int) {
    var (tiles, pieces) = (0, 0)
    words.withUnsafeBufferPointer { words in
      for index in 0..<words.count where words[index] != 0 {
        let isFirst = index.isMultiple(of: wordsPerRow)
        /// Returns the bits of a word in this column at which runs start.
        func starts(_ word: Int) -> UInt64 {
          words[word] & ~(words[word] << 1 | (isFirst ? 0 : words[word - 1] >> 63))
        }
        // The runs that don't start below the start of another run.
        let above = index < wordsPerRow ? 0 : starts(index - wordsPerRow)
        pieces += (starts(index) & ~above).nonzeroBitCount
        tiles += words[index].nonzeroBitCount
      }
    }
    return (tiles, pieces)
  }
}

/// The division of an image into tiles, the unit in which it is repainted and sent.
///
/// Small tiles fit changes more closely; large ones make fewer rectangles to send. A moving square
/// of 20 pixels touches on average 29 × 29 pixels in tiles of 8, and twice that in tiles of 32. The
/// tiles of the last column and row are clipped to the image.
public struct TileGrid: Hashable, Sendable {
  /// The size of the image in pixels.
  public let size: PixelSize
  /// The number of tiles in a row.
  public let columns: Int
  /// The number of rows of tiles.
  public let rows: Int

  static let widthShift = 3
  static let heightShift = 3
  /// The width of a tile in pixels.
  public static let tileWidth = 1 << widthShift
  /// The height of a tile in pixels.
  public static let tileHeight = 1 << heightShift

  /// - Parameter size: The size of the image. A negative width or height is treated as zero.
  public init(size: PixelSize) {
    self.size = PixelSize(width: max(0, size.width), height: max(0, size.height))
    // Rounded up, without the sum that would overflow for the largest sizes.
    columns = -(-self.size.width >> Self.widthShift)
    rows = -(-self.size.height >> Self.heightShift)
  }

  /// Returns the pixels of a block of tiles.
  public func pixels(columns: Range<Int>, rows: Range<Int>) -> PixelRect {
    PixelRect(
      x0: columns.lowerBound << Self.widthShift,
      y0: rows.lowerBound << Self.heightShift,
      x1: min(columns.upperBound << Self.widthShift, size.width),
      y1: min(rows.upperBound << Self.heightShift, size.height))
  }
}

/// A maximal run of marked tiles in a row.
private struct TileRun {
  let first: Int
  let last: Int
  /// The word in which it starts, and its bits there.
  private let word: Int
  private let bits: UInt64
  /// Whether the run and the tiles on either side of it are within that word.
  private let isInside: Bool
  /// The number of words per row.
  private let count: Int

  /// Creates the run that starts with `bits` in a word of a row of `count` words, or returns `nil`
  /// if the run starts in an earlier word.
  @inline(__always)
  init?(_ bits: UInt64, in row: UnsafePointer<UInt64>, _ word: Int, _ count: Int) {
    let ends: UInt64 = 1 << 63 | 1
    isInside = bits & ends == 0
    first = word &* 64 &+ bits.trailingZeroBitCount
    var last = word &* 64 &+ 63 &- bits.leadingZeroBitCount
    if !isInside {
      if bits & 1 != 0, word > 0, row[word - 1] >> 63 != 0 { return nil }
      while last & 63 == 63, last >> 6 + 1 < count {
        let next = (~row[last >> 6 + 1]).trailingZeroBitCount
        if next == 0 { break }
        last += next
      }
    }
    (self.last, self.word, self.bits, self.count) = (last, word, bits, count)
  }

  /// Returns whether another row has a run with the same start and end.
  @inline(__always) func recurs(in row: UnsafePointer<UInt64>) -> Bool {
    if isInside { return row[word] & (bits | bits &<< 1 | bits &>> 1) == bits }
    return recurs(inWordsOf: row)
  }

  private func recurs(inWordsOf row: UnsafePointer<UInt64>) -> Bool {
    (max(first - 1, 0) >> 6...min((last + 1) >> 6, count - 1)).allSatisfy { word in
      row[word] & TileSet.bits(from: first - 1, to: last + 1, ofWord: word)
        == TileSet.bits(from: first, to: last, ofWord: word)
    }
  }
}
