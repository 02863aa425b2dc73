/// Some of the tiles of a picture, one bit each.
public struct TileSet: Hashable, Sendable {
  public let grid: TileGrid
  /// Row by row, ``wordsPerRow`` words for each row of tiles; bits beyond the last column are 0.
  var words: [UInt64]
  let wordsPerRow: Int

  /// An empty set.
  public init(_ grid: TileGrid) {
    self.grid = grid
    wordsPerRow = (grid.columns + 63) >> 6
    words = Array(repeating: 0, count: wordsPerRow * grid.rows)
  }

  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// How many tiles are marked.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether every tile is marked.
  var isFull: Bool {
    let last = UInt64.max >> UInt64(-grid.columns & 63)
    return words.indices.allSatisfy {
      words[$0] == (($0 + 1).isMultiple(of: wordsPerRow) ? last : .max)
    }
  }

  public func contains(column: Int, row: Int) -> Bool {
    words[row * wordsPerRow + column >> 6] >> UInt64(column & 63) & 1 != 0
  }

  /// Takes every tile out.
  public mutating func clear() {
    words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Marks every tile.
  public mutating func markAll() { mark(grid.size.bounds) }

  /// Marks the tiles that hold a pixel of `rect`; what lies outside the picture counts nothing.
  public mutating func mark(_ rect: PixelRect) {
    let part = rect.intersection(grid.size.bounds)
    guard !part.isEmpty else { return }
    let first = part.x0 >> TileGrid.widthShift
    let last = (part.x1 - 1) >> TileGrid.widthShift
    for row in part.y0 >> TileGrid.heightShift...(part.y1 - 1) >> TileGrid.heightShift {
      for word in first >> 6...last >> 6 {
        words[row * wordsPerRow + word] |= Self.bits(from: first, to: last, ofWord: word)
      }
    }
  }

  /// The smallest rectangle that holds the pixels of `rect` in marked tiles.
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

  /// Adds the tiles of `other`, which must be of the same grid.
  public mutating func formUnion(_ other: TileSet) {
    precondition(grid == other.grid, "sets of different grids")
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer { others in
        for index in 0..<min(words.count, others.count) { words[index] |= others[index] }
      }
    }
  }

  /// Takes out the tiles that `other` does not hold, which must be of the same grid.
  public mutating func formIntersection(_ other: TileSet) {
    precondition(grid == other.grid, "sets of different grids")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Keeps the tiles that just one of the sets holds; `other` must be of the same grid.
  public mutating func formSymmetricDifference(_ other: TileSet) {
    precondition(grid == other.grid, "sets of different grids")
    for index in words.indices { words[index] ^= other.words[index] }
  }

  /// Of the bits of a row of tiles, those of the columns `first` to `last` that lie in a word.
  @inline(__always) static func bits(from first: Int, to last: Int, ofWord word: Int) -> UInt64 {
    let low = max(first &- word << 6, 0)
    let high = min(last &- word << 6, 63)
    guard low <= high else { return 0 }
    return .max &<< UInt64(low) & .max &>> UInt64(63 &- high)
  }
}
