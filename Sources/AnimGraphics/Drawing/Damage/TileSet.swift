/// A set of a picture's tiles, with one bit each.
public struct TileSet: Hashable, Sendable {
  /// The grid that the tiles belong to.
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

  /// Whether no tile is marked. Complexity: O(*n*) in the number of tiles.
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

  /// Whether a tile is marked. The column and the row must be those of a tile of ``grid``.
  public func contains(column: Int, row: Int) -> Bool {
    words[row * wordsPerRow + column >> 6] >> UInt64(column & 63) & 1 != 0
  }

  /// Removes all tiles.
  public mutating func clear() {
    words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  /// Marks every tile.
  public mutating func markAll() { mark(grid.size.bounds) }

  /// Marks the tiles that contain a pixel of `rect`; pixels outside the picture are ignored.
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

  /// The smallest rectangle that contains the pixels of `rect` in marked tiles.
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

  /// Removes the tiles that are not in `other`, which must have the same grid.
  public mutating func formIntersection(_ other: TileSet) {
    precondition(grid == other.grid, "the sets must have the same grid")
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Keeps the tiles that are in only one of the sets; `other` must have the same grid.
  public mutating func formSymmetricDifference(_ other: TileSet) {
    precondition(grid == other.grid, "the sets must have the same grid")
    for index in words.indices { words[index] ^= other.words[index] }
  }

  /// The bits of the columns `first` to `last` that are in one word of a row.
  @inline(__always) static func bits(from first: Int, to last: Int, ofWord word: Int) -> UInt64 {
    let low = max(first &- word << 6, 0)
    let high = min(last &- word << 6, 63)
    guard low <= high else { return 0 }
    return .max &<< UInt64(low) & .max &>> UInt64(63 &- high)
  }
}
