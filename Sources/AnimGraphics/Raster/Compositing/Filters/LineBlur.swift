/// Lines that are neither level nor upright, as a slope from pixel to pixel.
struct SlantedLines: Hashable, Sendable {
  /// Whether they go from row to row rather than from column to column.
  let isSteep: Bool
  /// How far they move aside from one to the next, in units of 2⁻¹⁶ pixel: −65536...65536, but not 0.
  let slope: Int

  /// Nil for a direction that is level or upright, or none.
  init?(along direction: Vector) {
    isSteep = direction.dy.magnitude > direction.dx.magnitude
    let quotient = isSteep ? direction.dx / direction.dy : direction.dy / direction.dx
    guard quotient.isFinite else { return nil }
    slope = Int((quotient * 65536).rounded())
    if slope == 0 { return nil }
  }

  /// How far around a pixel its line goes within a number of columns, or of rows.
  func extent(of reach: Int) -> SIMD2<Int> {
    let aside = (reach * abs(slope)) >> 16 + 2
    return isSteep ? SIMD2(aside, reach) : SIMD2(reach, aside)
  }

  /// Both properties, for a digest.
  var word: UInt64 { UInt64(bitPattern: Int64(slope)) << 1 | (isSteep ? 1 : 0) }
}

/// Blurs pictures by three boxes along slanted lines.
///
/// Where a line passes between two pixels, it reads both in proportion, and in the same proportion adds to
/// them what it has become: what a pixel is depends on nothing but its place.
struct LineBlur {
  /// A line that boxes are applied to, and their result.
  private var line = Scratch<SIMD4<Int32>>()
  private var other = Scratch<SIMD4<Int32>>()
  /// What lines have added to each pixel, in units of 2⁻¹⁶.
  private var sums = Scratch<SIMD4<Int32>>()

  func deallocate() {
    line.deallocate()
    other.deallocate()
    sums.deallocate()
  }

  /// - Parameter source: the pixels to blur; around them everything is clear.
  mutating func apply(
    _ lines: SlantedLines, _ kernel: BlurKernel, _ source: Picture, to result: Picture
  ) {
    let count = result.area.width * result.area.height
    guard count > 0 else { return }
    let (from, to) = (Grid(source.area, lines), Grid(result.area, lines))
    line.reserve(to.along.count + 2 * kernel.reach)
    other.reserve(to.along.count + 2 * kernel.reach)
    sums.reserve(count)
    sums.base.update(repeating: .zero, count: count)
    if !source.area.isEmpty {
      let first = to.across.lowerBound - 1 - to.aside(to.along.upperBound - 1)
      let last = to.across.upperBound - 1 - to.aside(to.along.lowerBound)
      for number in first...last { add(number, kernel, source, from, to) }
    }
    for index in 0..<count {
      let channels = (sums.base[index] &+ 0x8000) &>> 16
      result.words[index] = SIMD4<UInt32>(truncatingIfNeeded: channels).packed
    }
  }

  /// Adds a line to the pixels that it passes.
  private func add(
    _ number: Int, _ kernel: BlurKernel, _ source: Picture, _ from: Grid, _ to: Grid
  ) {
    let range = to.columns(passedBy: number).clamped(to: to.along)
    let start = range.lowerBound - kernel.reach
    let end = range.upperBound + kernel.reach
    let read = from.columns(passedBy: number).clamped(to: from.along).clamped(to: start..<end)
    guard !range.isEmpty, !read.isEmpty else { return }
    line.base.update(repeating: .zero, count: read.lowerBound - start)
    for column in read {
      let (row, share) = from.position(of: number, column)
      var sum = SIMD4<Int32>.zero
      if row >= from.across.lowerBound {
        sum = Self.channels(source.words[from.index(column, row)]) &* (256 &- share)
      }
      if row + 1 < from.across.upperBound {
        sum &+= Self.channels(source.words[from.index(column, row + 1)]) &* share
      }
      line.base[column - start] = sum
    }
    (line.base + (read.upperBound - start)).update(repeating: .zero, count: end - read.upperBound)
    let blurred = BoxFilter.applyAll(kernel, line.base, other.base, count: range.count)
    for column in range {
      let (row, share) = to.position(of: number, column)
      let value = blurred[column - range.lowerBound]
      if row >= to.across.lowerBound {
        sums.base[to.index(column, row)] &+= value &* (256 &- share)
      }
      if row + 1 < to.across.upperBound {
        sums.base[to.index(column, row + 1)] &+= value &* share
      }
    }
  }

  @inline(__always) private static func channels(_ word: UInt32) -> SIMD4<Int32> {
    SIMD4<Int32>(truncatingIfNeeded: Blend.widen(word))
  }

  /// The pixels of an area as lines pass them: from column to column, and downwards with them. Of steep lines,
  /// rows are called columns; if lines go up, rows are counted from below.
  private struct Grid {
    let along: Range<Int>
    let across: Range<Int>
    /// In units of 2⁻¹⁶ pixel, above 0.
    private let slope: Int
    private let strides: SIMD2<Int>
    private let origin: Int

    init(_ area: PixelRect, _ lines: SlantedLines) {
      let (columns, rows) = (area.x0..<max(area.x0, area.x1), area.y0..<max(area.y0, area.y1))
      along = lines.isSteep ? rows : columns
      let aside = lines.isSteep ? columns : rows
      let (step, stride) = lines.isSteep ? (area.width, 1) : (1, area.width)
      slope = abs(lines.slope)
      if lines.slope > 0 {
        across = aside
        strides = SIMD2(step, stride)
        origin = -(along.lowerBound * step + across.lowerBound * stride)
      } else {
        across = 1 - aside.upperBound..<1 - aside.lowerBound
        strides = SIMD2(step, -stride)
        origin = -(along.lowerBound * step - (across.upperBound - 1) * stride)
      }
    }

    /// The index of a pixel in the memory of the area.
    @inline(__always) func index(_ column: Int, _ row: Int) -> Int {
      column &* strides.x &+ row &* strides.y &+ origin
    }

    /// How many rows lines have moved down from column 0 on.
    func aside(_ column: Int) -> Int { (slope * column) >> 16 }

    /// The upper of the two rows that a line passes in a column, and by how much it is nearer to the other, in
    /// 256ths.
    @inline(__always) func position(of line: Int, _ column: Int) -> (row: Int, share: Int32) {
      let aside = slope &* column
      return (line &+ aside &>> 16, Int32(truncatingIfNeeded: aside &>> 8 & 255))
    }

    /// The columns in which a line passes a row of the area.
    func columns(passedBy line: Int) -> Range<Int> {
      let first = firstColumn(of: line, in: across.lowerBound - 1)
      return first..<max(first, firstColumn(of: line, in: across.upperBound))
    }

    /// Where a line reaches a row.
    private func firstColumn(of line: Int, in row: Int) -> Int {
      let distance = (row - line) << 16
      let quotient = distance / slope
      return quotient * slope < distance ? quotient + 1 : quotient
    }
  }
}
