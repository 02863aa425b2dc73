/// The memory of a picture and the part of it being painted.
struct Canvas {
  /// The pixel in column 0 of row 0.
  let pixels: UnsafeMutablePointer<UInt32>
  /// Pixels from the start of a row to the start of the next.
  let stride: Int
  let x0: Int
  let y0: Int
  let x1: Int
  let y1: Int

  init(_ pixels: UnsafeMutablePointer<UInt32>, stride: Int, clip: PixelRect) {
    self.pixels = pixels
    self.stride = stride
    x0 = clip.x0
    y0 = clip.y0
    x1 = clip.x1
    y1 = clip.y1
  }

  /// The pixels that are painted.
  var clip: PixelRect { PixelRect(x0: x0, y0: y0, x1: x1, y1: y1) }

  /// The part of the canvas inside `bounds`.
  @inline(__always) func cut(to bounds: PixelRect) -> Canvas {
    Canvas(pixels, stride: stride, clip: clip.intersection(bounds))
  }

  func clear(to word: UInt32) {
    let byte = UInt8(truncatingIfNeeded: word)
    if word == UInt32(byte) &* 0x0101_0101 {
      // For black, white and clear, the C library sets bytes with the widest stores available.
      for y in y0..<max(y0, y1) {
        UnsafeMutableRawPointer(pixels + (y &* stride &+ x0))
          .initializeMemory(as: UInt8.self, repeating: byte, count: max(0, x1 &- x0) &* 4)
      }
      return
    }
    for y in y0..<max(y0, y1) { Blend.fill(pixels + (y &* stride &+ x0), word, x1 &- x0) }
  }

  /// Paints the rectangle between two corners in 1/4096 pixel.
  func fill(x0 left: Int, y0 top: Int, x1 right: Int, y1 bottom: Int, _ paint: SolidPaint) {
    guard left < right, top < bottom else { return }
    let columns = AxisSpan(left, right, clip: x0, x1)
    let rows = AxisSpan(top, bottom, clip: y0, y1)
    guard columns.low < columns.high, rows.low < rows.high else { return }
    var y = rows.low
    while y < rows.high {
      // The rows between the first and the last all have the same coverage.
      let isEdge = y == rows.first || y == rows.last
      let end = isEdge ? y &+ 1 : min(rows.last, rows.high)
      fill(columns, rows: y..<end, height: rows.units(y), paint)
      y = end
    }
  }

  /// Paints rows that all have the same coverage.
  @inline(__always)
  private func fill(_ columns: AxisSpan, rows: Range<Int>, height: Int, _ paint: SolidPaint) {
    var first = CachedBlend(paint, coverage: AxisCoverage.rounded(columns.firstUnits, height))
    var middle = CachedBlend(paint, coverage: AxisCoverage.rounded(AxisCoverage.full, height))
    var last = CachedBlend(paint, coverage: AxisCoverage.rounded(columns.lastUnits, height))
    // The columns between the first and the last that are touched.
    let start = max(columns.first &+ 1, columns.low)
    let count = min(columns.last, columns.high) &- start
    let hasFirst = columns.low == columns.first
    // If one column is both, its units are those of the first.
    let hasLast = columns.high > columns.last && columns.last > columns.first
    var row = pixels + rows.lowerBound &* stride
    for _ in rows {
      if hasFirst { first.paint(row + columns.first) }
      if count > 0 { middle.paint(row + start, count: count) }
      if hasLast { last.paint(row + columns.last) }
      row += stride
    }
  }
}
