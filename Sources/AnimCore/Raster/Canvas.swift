/// The memory of a picture and the part of it that is painted now.
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

  func clear(to word: UInt32) {
    for y in y0..<max(y0, y1) { Blend.fill(pixels + (y &* stride &+ x0), word, x1 &- x0) }
  }

  /// Paints the rectangle between two corners given in 1/4096 pixel.
  func fill(x0 left: Int, y0 top: Int, x1 right: Int, y1 bottom: Int, _ ink: Ink) {
    guard left < right, top < bottom else { return }
    let columns = AxisSpan(left, right, clip: x0, x1)
    let rows = AxisSpan(top, bottom, clip: y0, y1)
    guard columns.low < columns.high, rows.low < rows.high else { return }
    for y in rows.low..<rows.high {
      let height = rows.units(y)
      let row = pixels + y &* stride
      var x = columns.low
      if x == columns.first {
        ink.paint(row + x, coverage: AxisCoverage.rounded(columns.firstUnits, height))
        x &+= 1
      }
      let end = columns.high > columns.last ? columns.last : columns.high
      if x < end {
        ink.paint(
          row + x, count: end &- x, coverage: AxisCoverage.rounded(AxisCoverage.full, height))
        x = end
      }
      if x < columns.high {
        ink.paint(row + x, coverage: AxisCoverage.rounded(columns.lastUnits, height))
      }
    }
  }
}

/// The pixels along one axis from one coordinate to another, and how much of each is covered.
struct AxisSpan {
  /// The first and the last pixel that is touched.
  let first: Int
  let last: Int
  /// How much of them is covered, in units of ``AxisCoverage``.
  let firstUnits: Int
  let lastUnits: Int
  /// The touched pixels that lie inside the clip: low ≤ p < high.
  let low: Int
  let high: Int

  /// The coordinates are in 1/4096 pixel, `end` beyond `start`.
  @inline(__always) init(_ start: Int, _ end: Int, clip low: Int, _ high: Int) {
    first = start >> 12
    last = (end &- 1) >> 12
    let before = AxisCoverage.units(fraction: start & 4095)
    let within = AxisCoverage.units(fraction: end &- last << 12)
    firstUnits = (first == last ? within : AxisCoverage.full) &- before
    lastUnits = within
    self.low = max(first, low)
    self.high = min(last &+ 1, high)
  }

  @inline(__always) func units(_ pixel: Int) -> Int {
    pixel == first ? firstUnits : pixel == last ? lastUnits : AxisCoverage.full
  }
}
