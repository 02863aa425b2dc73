extension TileSet {
  /// Calls `body` with rectangles of pixels that cover every marked tile exactly once. Neighbours
  /// in a row are joined, and so are equal runs in consecutive rows.
  public func forEachRectangle(_ body: (PixelRect) -> Void) {
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for index in 0..<words.count where base[index] != 0 {
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

  /// One more rectangle to paint and send takes about as long as this many more pixels.
  private static let pixelsPerRectangle = 1400

  /// Marks everything if the set is so scattered that painting one large rectangle is faster.
  ///
  /// - Parameter marks: the maximum number of shapes that were marked.
  mutating func joinScattered(marks: Int) {
    let most = grid.size.width * grid.size.height / Self.pixelsPerRectangle
    // Overlapping shapes may make more pieces than their number, but not many more.
    if marks > most / 4, scatter > most { markAll() }
  }

  /// A lower bound of the number of rectangles of ``forEachRectangle(_:)``, which is close for the
  /// tiles of small shapes. Much quicker than counting them.
  private var scatter: Int {
    var count = 0
    words.withUnsafeBufferPointer { words in
      for index in words.indices where words[index] != 0 {
        // Runs that do not start below the start of another one.
        let starts = starts(in: words, index)
        let above = index < wordsPerRow ? 0 : self.starts(in: words, index - wordsPerRow)
        count += (starts & ~above).nonzeroBitCount
      }
    }
    return count
  }

  /// The bits of a word at which runs start.
  private func starts(in words: UnsafeBufferPointer<UInt64>, _ index: Int) -> UInt64 {
    let carry = index % wordsPerRow == 0 ? 0 : words[index - 1] >> 63
    return words[index] & ~(words[index] << 1 | carry)
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

  /// The run of which `bits` is the part in a word of a row of `count` words; nil if it starts in
  /// an earlier word.
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

  /// Whether another row has a run with the same start and end.
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
