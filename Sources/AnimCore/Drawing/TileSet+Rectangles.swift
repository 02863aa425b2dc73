extension TileSet {
  /// Calls `body` with rectangles of pixels that hold every marked tile exactly once, few of them:
  /// neighbours in a row are joined, and so are equal runs in rows below each other.
  public func forEachRectangle<Failure: Error>(
    _ body: (PixelRect) throws(Failure) -> Void
  ) throws(Failure) {
    for row in 0..<grid.rows {
      var column = 0
      while let run = run(in: row, from: column) {
        column = run.upperBound
        if row > 0, self.run(in: row - 1, matches: run) { continue }
        var end = row + 1
        while end < grid.rows, self.run(in: end, matches: run) { end += 1 }
        try body(grid.pixels(columns: run, rows: row..<end))
      }
    }
  }

  /// The first run of neighbouring marked tiles in a row that begins at `column` or later.
  private func run(in row: Int, from column: Int) -> Range<Int>? {
    guard let first = firstColumn(in: row, from: column, marked: true) else { return nil }
    return first..<(firstColumn(in: row, from: first + 1, marked: false) ?? grid.columns)
  }

  /// Whether a row has a run that begins and ends where `run` does.
  private func run(in row: Int, matches run: Range<Int>) -> Bool {
    guard contains(column: run.lowerBound, row: row) else { return false }
    if run.lowerBound > 0, contains(column: run.lowerBound - 1, row: row) { return false }
    let end = firstColumn(in: row, from: run.lowerBound + 1, marked: false) ?? grid.columns
    return end == run.upperBound
  }

  /// The first column from `column` on whose tile is marked, or is not.
  private func firstColumn(in row: Int, from column: Int, marked: Bool) -> Int? {
    guard column < grid.columns else { return nil }
    var index = column >> 6
    var mask = UInt64.max << UInt64(column & 63)
    while index < wordsPerRow {
      let word = words[row * wordsPerRow + index]
      let found = (marked ? word : ~word) & mask
      if found != 0 {
        let column = index << 6 + found.trailingZeroBitCount
        return column < grid.columns ? column : nil
      }
      index += 1
      mask = .max
    }
    return nil
  }
}
