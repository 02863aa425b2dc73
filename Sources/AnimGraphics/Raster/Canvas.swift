/// The memory of an image and the part of it being painted.
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

  /// Returns the part of the canvas inside `bounds`.
  @inline(__always) func cut(to bounds: PixelRect) -> Canvas {
    Canvas(pixels, stride: stride, clip: clip.intersection(bounds))
  }

  func clear(to word: UInt32) {
    // The areas of small shapes are a few tiles wide, where the ends of rows would cost the most.
    switch x1 &- x0 {
    case 8: clear(to: word, width: 8)
    case 16: clear(to: word, width: 16)
    case 24: clear(to: word, width: 24)
    case 32: clear(to: word, width: 32)
    case 40: clear(to: word, width: 40)
    case 48: clear(to: word, width: 48)
    case let width: clearRows(to: word, width: max(0, width))
    }
  }

  /// - Parameter width: A constant.
  @inline(__always) private func clear(to word: UInt32, width: Int) {
    let four = SIMD4(repeating: word)
    var row = UnsafeMutableRawPointer(pixels + (y0 &* stride &+ x0))
    for _ in y0..<max(y0, y1) {
      for offset in Swift.stride(from: 0, to: width &* 4, by: 16) {
        row.storeBytes(of: four, toByteOffset: offset, as: SIMD4<UInt32>.self)
      }
      row += stride &* 4
    }
  }

  private func clearRows(to word: UInt32, width: Int) {
    let byte = UInt8(truncatingIfNeeded: word)
    if word == UInt32(byte) &* 0x0101_0101 {
      // For black, white and clear, the C library sets bytes with the widest stores available.
      for y in y0..<max(y0, y1) {
        UnsafeMutableRawPointer(pixels + (y &* stride &+ x0))
          .initializeMemory(as: UInt8.self, repeating: byte, count: width &* 4)
      }
      return
    }
    for y in y0..<max(y0, y1) { Blend.fill(pixels + (y &* stride &+ x0), word, width) }
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
    let row = pixels + rows.lowerBound &* stride
    if columns.low == columns.first {
      var blend = CachedBlend(paint, coverage: AxisCoverage.rounded(columns.firstUnits, height))
      blend.paintColumn(row + columns.first, rows: rows.count, stride: stride)
    }
    // The columns between the first and the last that are touched.
    let start = max(columns.first &+ 1, columns.low)
    let count = min(columns.last, columns.high) &- start
    if count > 0 {
      var blend = CachedBlend(paint, coverage: AxisCoverage.rounded(AxisCoverage.full, height))
      blend.paint(row + start, count: count, rows: rows.count, stride: stride)
    }
    // If the first column is also the last, it has the units of the first.
    if columns.high > columns.last, columns.last > columns.first {
      var blend = CachedBlend(paint, coverage: AxisCoverage.rounded(columns.lastUnits, height))
      blend.paintColumn(row + columns.last, rows: rows.count, stride: stride)
    }
  }

  /// Paints a shape in one colour. The canvas must be within the shape's box.
  func fill(_ shape: CoverageRows, _ store: CoverageStore, _ paint: SolidPaint) {
    for y in y0..<y1 {
      let row = pixels + y &* stride
      store.read(shape, y: y, from: x0, to: x1) { x, length, solid, varied in
        if let varied {
          paint.paint(row + x, count: length, coverage: varied)
        } else {
          paint.paint(row + x, count: length, coverage: solid)
        }
      }
    }
  }
}

/// The pixels along one axis between two coordinates, and the coverage of each.
struct AxisSpan {
  /// The first and the last pixel that is touched.
  let first: Int
  let last: Int
  /// The coverage of the first pixels, in units of ``AxisCoverage``.
  let firstUnits: Int
  let lastUnits: Int
  /// The touched pixels inside the clip: low ≤ p < high.
  let low: Int
  let high: Int

  /// Creates the coverage between two coordinates in 1/4096 pixel, with `end` greater than `start`.
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
