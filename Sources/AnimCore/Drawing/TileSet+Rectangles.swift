extension TileSet {
  /// Calls `body` with rectangles of pixels that hold every marked tile exactly once, few of them:
  /// neighbours in a row are joined, and so are equal runs in rows below each other.
  public func forEachRectangle(_ body: (PixelRect) -> Void) {
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for row in 0..<grid.rows {
        let bits = base + row * wordsPerRow
        var column = 0
        while let run = TileRun(in: bits, wordsPerRow, from: column) {
          column = run.last + 1
          if row > 0, run.recurs(in: bits - wordsPerRow) { continue }
          var end = row + 1
          while end < grid.rows, run.recurs(in: base + end * wordsPerRow) { end += 1 }
          body(grid.pixels(columns: run.first..<run.last + 1, rows: row..<end))
        }
      }
    }
  }

  /// A rectangle more to be painted and sent takes about as long as so many pixels more.
  private static let pixelsPerRectangle = 2500

  /// Marks everything where the set is in so many pieces that all in one would take less time.
  mutating func joinScattered() {
    if scatter > grid.size.width * grid.size.height / Self.pixelsPerRectangle { markAll() }
  }

  /// At least so many rectangles ``forEachRectangle(_:)`` tells of; hardly more, where the tiles are
  /// those of small shapes. Much quicker than to count them.
  private var scatter: Int {
    var count = 0
    words.withUnsafeBufferPointer { words in
      for row in 0..<grid.rows {
        var carry: UInt64 = 0
        var carryAbove: UInt64 = 0
        for index in row * wordsPerRow..<(row + 1) * wordsPerRow {
          let word = words[index]
          let above = row > 0 ? words[index - wordsPerRow] : 0
          // Where runs begin, and not below the beginning of another one.
          let starts = word & ~(word << 1 | carry)
          let startsAbove = above & ~(above << 1 | carryAbove)
          count += (starts & ~startsAbove).nonzeroBitCount
          (carry, carryAbove) = (word >> 63, above >> 63)
        }
      }
    }
    return count
  }
}

/// Neighbouring marked tiles of a row, as many as there are.
private struct TileRun {
  let first: Int
  let last: Int
  /// Where the words begin and end in which a row must be looked at to find the same run: those of
  /// its own bits, and of the two beside it.
  private let firstWord: Int
  private let lastWord: Int
  /// The bits to look at in the first of these words, and which of them are the run's.
  private let looked: UInt64
  private let wanted: UInt64

  /// The first run of a row of `count` words that begins at `column` or later.
  @inline(__always) init?(in row: UnsafePointer<UInt64>, _ count: Int, from column: Int) {
    var index = column >> 6
    guard index < count else { return nil }
    var word = row[index] & .max &<< UInt64(column & 63)
    while word == 0 {
      index &+= 1
      guard index < count else { return nil }
      word = row[index]
    }
    first = index &* 64 &+ word.trailingZeroBitCount
    // The first bit above that is not set; nothing is set beyond the last column.
    word = ~(word | (word &- 1))
    while word == 0 {
      index &+= 1
      word = index < count ? ~row[index] : 1
    }
    last = index &* 64 &+ word.trailingZeroBitCount &- 1
    firstWord = max(first &- 1, 0) >> 6
    lastWord = min(last &+ 1, count &* 64 &- 1) >> 6
    looked = TileSet.bits(from: first &- 1, to: last &+ 1, ofWord: firstWord)
    wanted = TileSet.bits(from: first, to: last, ofWord: firstWord)
  }

  /// Whether another row has a run that begins and ends where this one does.
  @inline(__always) func recurs(in row: UnsafePointer<UInt64>) -> Bool {
    guard row[firstWord] & looked == wanted else { return false }
    return firstWord == lastWord || recurs(beyondFirstWordOf: row)
  }

  private func recurs(beyondFirstWordOf row: UnsafePointer<UInt64>) -> Bool {
    (firstWord + 1...lastWord).allSatisfy { word in
      row[word] & TileSet.bits(from: first - 1, to: last + 1, ofWord: word)
        == TileSet.bits(from: first, to: last, ofWord: word)
    }
  }
}
