extension TileSet {
  /// Calls `body` with rectangles of pixels that hold every marked tile exactly once, few of them:
  /// neighbours in a row are joined, and so are equal runs in rows below each other.
  public func forEachRectangle(_ body: (PixelRect) -> Void) {
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for index in 0..<words.count where base[index] != 0 {
        let row = index / wordsPerRow
        let bits = base + row * wordsPerRow
        var rest = base[index]
        while rest != 0 {
          // Adding the lowest bit carries through the run that begins with it.
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

  /// A rectangle more to be painted and sent takes about as long as so many pixels more.
  private static let pixelsPerRectangle = 1400

  /// Marks everything where the set is in so many pieces that all in one would take less time.
  ///
  /// - Parameter marks: how many shapes were marked, at most.
  mutating func joinScattered(marks: Int) {
    let most = grid.size.width * grid.size.height / Self.pixelsPerRectangle
    // Shapes that overlap may be more pieces than they are, but not many more.
    if marks > most / 4, scatter > most { markAll() }
  }

  /// At least so many rectangles ``forEachRectangle(_:)`` tells of; hardly more, where the tiles are
  /// those of small shapes. Much quicker than to count them.
  private var scatter: Int {
    var count = 0
    words.withUnsafeBufferPointer { words in
      for index in words.indices where words[index] != 0 {
        // Where runs begin, and not below the beginning of another one.
        let starts = starts(in: words, index)
        let above = index < wordsPerRow ? 0 : self.starts(in: words, index - wordsPerRow)
        count += (starts & ~above).nonzeroBitCount
      }
    }
    return count
  }

  /// The bits of a word with which runs begin.
  private func starts(in words: UnsafeBufferPointer<UInt64>, _ index: Int) -> UInt64 {
    let carry = index % wordsPerRow == 0 ? 0 : words[index - 1] >> 63
    return words[index] & ~(words[index] << 1 | carry)
  }
}

/// Neighbouring marked tiles of a row, as many as there are.
private struct TileRun {
  let first: Int
  let last: Int
  /// The word that it begins in, and its bits in there.
  private let word: Int
  private let bits: UInt64
  /// Whether that word holds all of it, and the tiles beside it.
  private let isInside: Bool
  /// How many words a row has.
  private let count: Int

  /// The run of which `bits` is the part in a word of a row of `count` words; nil where it begins in
  /// a word before.
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

  /// Whether another row has a run that begins and ends where this one does.
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
