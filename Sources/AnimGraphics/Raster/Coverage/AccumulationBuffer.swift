/// The signed areas to the right of a shape's edges, accumulated pixel by pixel.
///
/// Every downward edge adds the area to its right, in units of ``Coverage``, to each pixel; an
/// upward edge subtracts it. Differences from one pixel to the next are stored, so an edge changes
/// only the pixels that it crosses and the one after, and running sums along a row give the winding
/// number of each pixel. All are integers, so the order of the edges doesn't matter.
struct AccumulationBuffer {
  /// The pixels of the image that are accumulated.
  private(set) var area = PixelRect.empty
  /// Differences of area, ``stride`` per row. All are 0 between shapes.
  private(set) var sums: UnsafeMutablePointer<Int32>
  /// A bit for every four differences, which is set if they may not all be 0; ``words`` per row.
  private(set) var touched: UnsafeMutablePointer<UInt64>
  /// The bits of each difference of a word and of the next one.
  let pairs: UnsafeMutablePointer<UInt64>
  private(set) var stride = 0
  private(set) var words = 0
  private var capacity = 4096
  private var wordCapacity = 256
  /// The number of differences that have been set to 0. The others haven't used any memory yet.
  private var cleared = 0
  private var wordsCleared = 0

  /// The maximum number of differences accumulated at a time: one megabyte, which stays in the
  /// second-level cache. Larger shapes are accumulated in bands of rows.
  private static let bandSize = 1 << 18

  init() {
    sums = .allocate(capacity: capacity)
    touched = .allocate(capacity: wordCapacity)
    pairs = .allocate(capacity: 256)
    for index in 0..<256 {
      pairs[index] = 1 << UInt64(index / 4) | 1 << UInt64(min(index + 1, 255) / 4)
    }
  }

  func deallocate() {
    pairs.deallocate()
    sums.deallocate()
    touched.deallocate()
  }

  /// Returns the number of rows accumulated at a time for a shape of this width.
  static func bandHeight(width: Int) -> Int { max(1, bandSize / (width + 8)) }

  /// Sets the pixels to accumulate, at most ``bandHeight(width:)`` rows. The buffer must be clear.
  mutating func setArea(_ area: PixelRect) {
    self.area = area
    // The entry after the last pixel receives the differences to the right of it.
    stride = (area.width + 8) & ~3
    words = (stride + 255) / 256
    let count = stride * area.height
    if count > capacity {
      sums.deallocate()
      capacity = count + count / 2
      sums = .allocate(capacity: capacity)
      cleared = 0
    }
    if count > cleared {
      (sums + cleared).initialize(repeating: 0, count: count - cleared)
      cleared = count
    }
    let wordCount = words * area.height
    if wordCount > wordCapacity {
      touched.deallocate()
      wordCapacity = wordCount + wordCount / 2
      touched = .allocate(capacity: wordCapacity)
      wordsCleared = 0
    }
    if wordCount > wordsCleared {
      (touched + wordsCleared).initialize(repeating: 0, count: wordCount - wordsCleared)
      wordsCleared = wordCount
    }
  }

  /// Records that some of four differences of a row were changed.
  @inline(__always) static func touch(_ row: UnsafeMutablePointer<UInt64>, _ index: Int) {
    row[index >> 8] |= 1 &<< UInt64(truncatingIfNeeded: index >> 2)
  }

  /// Records that a difference of a row and the next difference were changed. If these are in
  /// different words of bits, ``takeRow`` detects the second one.
  @inline(__always) func touchPair(_ row: UnsafeMutablePointer<UInt64>, _ index: Int) {
    row[index >> 8] |= pairs[index & 255]
  }

  /// Records that a range of differences of a row was changed.
  @inline(__always) static func touch(
    _ row: UnsafeMutablePointer<UInt64>, from first: Int, to last: Int
  ) {
    if first >> 8 == last >> 8 {
      let below = UInt64.max &<< UInt64(truncatingIfNeeded: first >> 2)
      let above = (UInt64.max - 1) &<< UInt64(truncatingIfNeeded: last >> 2)
      row[first >> 8] |= below ^ above
    } else {
      var index = first & ~3
      while index <= last {
        touch(row, index)
        index &+= 4
      }
    }
  }

  /// Adds `cover` units of a row's height to all its pixels.
  @inline(__always) func addBefore(row: Int, cover: Int32) {
    sums[row &* stride] &+= cover
    touched[row &* words] |= 1
  }
}

// MARK: - Rows

extension AccumulationBuffer {
  /// Turns the accumulated areas into the coverage of the next rows of a shape, and clears them.
  mutating func takeRows(_ rule: FillRule, into store: inout CoverageStore, of shape: Int) {
    switch rule {
    case .nonzero: takeRows(into: &store, of: shape, NonzeroWinding.self)
    case .evenOdd: takeRows(into: &store, of: shape, EvenOddWinding.self)
    }
  }

  @inline(__always) private func takeRows<Winding: WindingRule>(
    into store: inout CoverageStore, of shape: Int, _: Winding.Type
  ) {
    var writer = store.reserve(rows: area.height, width: area.width, shape: shape)
    takeRows(into: &writer, Winding.self)
    store.commit(writer)
  }

  /// Paints the accumulated areas, and clears them.
  mutating func paintRows(_ rule: FillRule, _ paint: SolidPaint, on canvas: Canvas) {
    switch rule {
    case .nonzero: paintRows(paint, on: canvas, NonzeroWinding.self)
    case .evenOdd: paintRows(paint, on: canvas, EvenOddWinding.self)
    }
  }

  @inline(__always) private func paintRows<Winding: WindingRule>(
    _ paint: SolidPaint, on canvas: Canvas, _: Winding.Type
  ) {
    if paint.alpha == 255 {
      var painter = CoveragePainter<Opaque>(paint, on: canvas, area)
      takeRows(into: &painter, Winding.self)
    } else {
      var painter = CoveragePainter<Translucent>(paint, on: canvas, area)
      takeRows(into: &painter, Winding.self)
    }
  }

  @inline(__always)
  private func takeRows<Winding: WindingRule>(into sink: inout some CoverageSink, _: Winding.Type) {
    let (width, words, rowSize) = (area.width, words, stride &* 4)
    var sums = UnsafeMutableRawPointer(sums)
    var touched = touched
    for _ in 0..<area.height {
      Self.takeRow(sums, touched, words: words, width: width, into: &sink, Winding.self)
      sums += rowSize
      touched += words
    }
  }

  @inline(__always) private static func takeRow<Winding: WindingRule>(
    _ sums: UnsafeMutableRawPointer, _ touched: UnsafeMutablePointer<UInt64>, words: Int,
    width: Int, into sink: inout some CoverageSink, _: Winding.Type
  ) {
    sink.beginRow()
    // The winding sum of the pixel before, four times.
    var sum = SIMD4<Int32>.zero
    // The end of the pixels handled so far, and the first pixel before it that needs a separate
    // coverage.
    var x = 0
    var start = 0
    for word in 0..<words {
      var bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      repeat {
        let block = (word &* 64 &+ bits.trailingZeroBitCount) &* 4
        bits &= bits &- 1
        if block != x {
          if x > start { sink.endFours(x: start, length: x &- start, of: x &- start) }
          start = block
          // Most of the time this is outside of the shape.
          if sum.x != 0 {
            let coverage = Winding.coverage(sum.x)
            if coverage != 0 { sink.append(x: x, length: block &- x, solid: coverage) }
          }
        }
        // Sums of two words each, the second in the upper half.
        let pairs = sums.loadUnaligned(fromByteOffset: block &* 4, as: SIMD2<UInt64>.self)
        sums.storeBytes(of: .zero, toByteOffset: block &* 4, as: SIMD4<Int32>.self)
        var four = unsafeBitCast(pairs &+ (pairs &<< 32), to: SIMD4<Int32>.self)
        four &+= SIMD4(four.x, four.x, four.y, four.y) & SIMD4(0, 0, -1, -1)
        four &+= sum
        sum = SIMD4(repeating: four.w)
        sink.appendFour(x: block, Winding.coverage(four))
        x = block &+ 4
      } while bits != 0
      // The next difference, whose bit is in the next word, may have been changed along with the
      // last one.
      if x & 255 == 0, word &+ 1 < words,
        sums.load(fromByteOffset: x &* 4, as: Int32.self) != 0
      {
        touched[word &+ 1] |= 1
      }
    }
    // The last four may extend or lie beyond the row.
    if x > start {
      let inside = min(x, width) &- start
      if inside > 0 { sink.endFours(x: start, length: inside, of: x &- start) }
    }
    if x < width, sum.x != 0 {
      let coverage = Winding.coverage(sum.x)
      if coverage != 0 { sink.append(x: x, length: width &- x, solid: coverage) }
    }
  }
}

/// Converts a pixel's winding number, in units of ``Coverage``, to coverage in 0...255.
protocol WindingRule {
  static func coverage(_ sum: Int32) -> UInt32
  static func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32>
}

/// The rule by which points with a winding number other than zero are inside.
enum NonzeroWinding: WindingRule {
  @inline(__always) static func coverage(_ sum: Int32) -> UInt32 { Coverage.rounded(sum) }
  @inline(__always) static func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    Coverage.rounded(sums)
  }
}

/// The rule by which points with an odd winding number are inside.
enum EvenOddWinding: WindingRule {
  /// Twice the units of a full pixel, 2¹⁷ − 2.
  private static let period = 2 * Coverage.full

  @inline(__always) static func coverage(_ sum: Int32) -> UInt32 {
    coverage(SIMD4(repeating: sum)).x
  }

  /// Returns the distance from the nearest multiple of the period. k·2¹⁷ exceeds k periods by 2k.
  @inline(__always) static func coverage(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let sign = sums &>> 31
    let units = (sums ^ sign) &- sign
    var rest = (units & 0x1FFFF) &+ (units &>> 16 & 0xFFFE)
    rest.replace(with: rest &- period, where: rest .>= period)
    let back = period &- rest
    return Coverage.rounded(rest.replacing(with: back, where: back .< rest))
  }
}

/// Computes the coverage of shapes. It has scratch memory, so each thread needs its own.
struct CoverageBuilder {
  private var buffer = AccumulationBuffer()

  func deallocate() { buffer.deallocate() }

  /// Appends the coverage of a command's shape in `box` to a store.
  mutating func build(
    _ shape: Shape, _ outlines: Outlines, in box: PixelRect, into store: inout CoverageStore
  ) -> CoverageRows {
    let rows = store.beginShape(box)
    let height = AccumulationBuffer.bandHeight(width: box.width)
    var top = box.y0
    while top < box.y1 {
      let bottom = min(top + height, box.y1)
      let rule = accumulate(
        shape, outlines, in: PixelRect(x0: box.x0, y0: top, x1: box.x1, y1: bottom))
      buffer.takeRows(rule, into: &store, of: rows.firstByte)
      top = bottom
    }
    store.endShape()
    return rows
  }

  /// Paints a command's shape in one colour, and doesn't keep its coverage.
  mutating func paint(
    _ shape: Shape, _ outlines: Outlines, _ paint: SolidPaint, on canvas: Canvas
  ) {
    let box = canvas.clip
    let height = AccumulationBuffer.bandHeight(width: box.width)
    var top = box.y0
    while top < box.y1 {
      let bottom = min(top + height, box.y1)
      let rule = accumulate(
        shape, outlines, in: PixelRect(x0: box.x0, y0: top, x1: box.x1, y1: bottom))
      buffer.paintRows(rule, paint, on: canvas)
      top = bottom
    }
  }

  /// Accumulates the areas of a shape in some rows.
  @inline(__always) private mutating func accumulate(
    _ shape: Shape, _ outlines: Outlines, in area: PixelRect
  ) -> FillRule {
    buffer.setArea(area)
    switch shape {
    case .disc(let disc): buffer.add(disc)
    case .sector(let sector): buffer.add(sector)
    case .path(let first, let count, let rule):
      for index in Int(first)..<Int(first) + Int(count) { buffer.add(outlines.polygon(index)) }
      return rule
    case .rectangle, .squares, .group: break
    }
    return .nonzero
  }
}

/// The outlines of a display list, as plain memory.
struct Outlines {
  let points: UnsafeBufferPointer<FixedPoint>
  let ends: UnsafeBufferPointer<Int32>

  /// Returns the corners of one polygon.
  @inline(__always) func polygon(_ index: Int) -> UnsafeBufferPointer<FixedPoint> {
    UnsafeBufferPointer(rebasing: points[start(of: index)..<Int(ends[index])])
  }

  @inline(__always) func start(of polygon: Int) -> Int {
    polygon > 0 ? Int(ends[polygon - 1]) : 0
  }
}
