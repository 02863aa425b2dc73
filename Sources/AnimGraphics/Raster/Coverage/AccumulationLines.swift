// A line's slope is rounded once, and its intersections with rows and columns follow from that and
// its own upper end, never from a clip. So a pixel gets the same contribution whatever part of the
// image is accumulated.
extension AccumulationBuffer {
  /// Adds the edges of a closed polygon.
  func add(_ corners: UnsafeBufferPointer<FixedPoint>) {
    guard let last = corners.last else { return }
    // A copy, which the compiler knows not to change while it writes through pointers.
    let buffer = self
    var a = AreaPoint(last, in: buffer.area)
    for corner in corners {
      let b = AreaPoint(corner, in: buffer.area)
      buffer.addLine(from: a, to: b)
      a = b
    }
  }

  /// Adds the straight edge between two points.
  func addLine(from a: FixedPoint, to b: FixedPoint) {
    addLine(from: AreaPoint(a, in: area), to: AreaPoint(b, in: area))
  }

  @inline(__always) private func addLine(from a: AreaPoint, to b: AreaPoint) {
    // A horizontal line contributes nothing. The line between two points has the same numbers in
    // either direction.
    if a.y < b.y {
      addLine(upper: a, lower: b, Downwards.self)
    } else if a.y > b.y {
      addLine(upper: b, lower: a, Upwards.self)
    }
  }

  @inline(__always) private func addLine<Direction: LineDirection>(
    upper: AreaPoint, lower: AreaPoint, _: Direction.Type
  ) {
    let line = FixedLine(upper, lower)
    guard upper.margin | lower.margin >= 0 else {
      addCutLine(line, Direction.self)
      return
    }
    let row = upper.y >> 12
    if row != (lower.y &- 1) >> 12 {
      addRows(line, from: upper.y, to: lower.y, Direction.self)
      return
    }
    // Many lines are so short that they need no slope.
    let part = RowPart(
      low: upper.y & 4095, high: lower.y &- row << 12, from: PixelPosition(upper.x),
      to: PixelPosition(lower.x))
    let cells = cells(inRow: row)
    if part.isWithinPixel {
      cells.addPixel(part, Direction.self)
    } else if line.dx > 0 {
      var columns = ColumnHeights<Falling<Direction>>(line, after: part.start)
      cells.addPixels(part, y: upper.y & ~4095, &columns)
    } else {
      var columns = ColumnHeights<Rising<Direction>>(line, after: part.start)
      cells.addPixels(part, y: upper.y & ~4095, &columns)
    }
  }

  @inline(__always) private func cells(inRow row: Int) -> CellRow {
    CellRow(sums: sums + row &* stride, touched: touched + row &* words, pairs: pairs)
  }

  @inline(__always) private func addRows<Direction: LineDirection>(
    _ line: FixedLine, from start: Int, to end: Int, _: Direction.Type
  ) {
    if line.dx >= 0 {
      addRows(line, from: start, to: end, Falling<Direction>.self)
    } else {
      addRows(line, from: start, to: end, Rising<Direction>.self)
    }
  }

  /// Adds a line whose x is inside the area, and which leaves at least one row at its bottom.
  @inline(never) private func addRows<Course: LineCourse>(
    _ line: FixedLine, from start: Int, to end: Int, _: Course.Type
  ) {
    let (stride, words) = (stride, words)
    let slope = line.slope
    // The position is in 2⁻⁴⁴ pixel, which fits into 64 bits inside the area.
    var position = Int64(line.x) << 32 &+ Int64(start &- line.y) &* slope
    var x = PixelPosition(position)
    var columns = ColumnHeights<Course>(line, after: x)
    var y = start & ~4095
    var row = cells(inRow: start >> 12)
    if y < start {
      position &+= Int64(y &+ 4096 &- start) &* slope
      let nextX = PixelPosition(position)
      row.add(RowPart(low: start &- y, high: 4096, from: x, to: nextX), y: y, &columns)
      x = nextX
      y &+= 4096
      row.advance(stride, words)
    }
    // The rows that are crossed from top to bottom, and not left by the line's own end. Their numbers
    // are constants.
    let lineEnd = line.y &+ line.dy
    let wholeEnd = min(end, lineEnd &- 1) & ~4095
    let step = slope << 12
    while y < wholeEnd {
      position &+= step
      let nextX = PixelPosition(position)
      row.addWhole(from: x, to: nextX, y: y, &columns)
      x = nextX
      y &+= 4096
      row.advance(stride, words)
    }
    if y < end {
      // The line's exact end point.
      let nextX = PixelPosition(line.x &+ line.dx)
      row.add(RowPart(low: 0, high: lineEnd &- y, from: x, to: nextX), y: y, &columns)
    }
  }
}

// Lines that may be partly outside the area.
extension AccumulationBuffer {
  @inline(never)
  private func addCutLine<Direction: LineDirection>(_ line: FixedLine, _: Direction.Type) {
    let width = area.width << 12
    let start = max(line.y, 0)
    let end = min(line.y &+ line.dy, area.height << 12)
    let (left, right) = (min(line.x, line.x &+ line.dx), max(line.x, line.x &+ line.dx))
    guard start < end, left < width else { return }
    if right <= 0 {
      addBefore(from: start, to: end, Direction.self)
    } else if left >= 0, right <= width {
      addRows(line, from: start, to: end, Direction.self)
    } else {
      addCutRows(line, from: start, to: end, Direction.self)
    }
  }

  /// Adds a line that is left of the area.
  private func addBefore<Direction: LineDirection>(
    from start: Int, to end: Int, _: Direction.Type
  ) {
    var y = start
    while y < end {
      let row = y >> 12
      let next = min(end, (row &+ 1) << 12)
      let cover = FixedLine.units(next &- row << 12) &- FixedLine.units(y &- row << 12)
      Direction.add(cover, to: sums + row &* stride)
      Self.touch(touched + row &* words, 0)
      y = next
    }
  }

  /// Adds several rows of a line that is partly left or right of the area.
  private func addCutRows<Direction: LineDirection>(
    _ line: FixedLine, from start: Int, to end: Int, _: Direction.Type
  ) {
    let slope = line.slope
    let inverse = line.inverseSlope
    let lineEnd = line.y &+ line.dy
    var row = start >> 12
    var y = start
    var offset = Int64(start &- line.y) &* slope
    var x = line.x &+ FixedLine.whole(offset)
    var sums = sums + row &* stride
    var touched = touched + row &* words
    while y < end {
      let rowTop = row << 12
      let next = min(end, rowTop &+ 4096)
      offset &+= Int64(next &- y) &* slope
      let nextX = next == lineEnd ? line.x &+ line.dx : line.x &+ FixedLine.whole(offset)
      let part = CutPart(line: line, inverse: inverse, rowTop: rowTop, y0: y, y1: next)
      add(part, from: x, to: nextX, sums, touched, Direction.self)
      x = nextX
      y = next
      row &+= 1
      sums += stride
      touched += words
    }
  }

  /// Adds a line's contribution to the pixels of a row, from left to right.
  @inline(__always) private func add<Direction: LineDirection>(
    _ part: CutPart, from x: Int, to nextX: Int, _ sums: UnsafeMutablePointer<Int32>,
    _ touched: UnsafeMutablePointer<UInt64>, _: Direction.Type
  ) {
    let (left, right) = (min(x, nextX), max(x, nextX))
    if right < 0 {
      Direction.add(part.height, to: sums)
      Self.touch(touched, 0)
      return
    }
    let width = area.width
    guard left < width << 12 else { return }
    // The units of height passed so far, counted from where the line enters the row, and the rest of
    // the last pixel's contribution, which goes to the next.
    var passed: Int32 = 0
    var carry: Int32 = 0
    var start = Int32(truncatingIfNeeded: left & 4095)
    var index = left >> 12
    if left < 0 {
      passed = part.height(beforeColumn: 0, isFalling: x < nextX)
      carry = passed
      start = 0
      index = 0
    }
    let first = index
    while index < width {
      let ends = index == right >> 12
      let now = ends ? part.height : part.height(beforeColumn: index &+ 1, isFalling: x < nextX)
      let end = ends ? Int32(truncatingIfNeeded: right & 4095) : 4096
      let area = ((now &- passed) &* (8192 &- start &- end)) &>> 13
      Direction.add(area &+ carry, to: sums + index)
      carry = now &- passed &- area
      passed = now
      start = 0
      index &+= 1
      if ends { break }
    }
    Direction.add(carry, to: sums + index)
    Self.touch(touched, from: first, to: index)
  }
}

/// A point in 1/4096 pixel from the upper left corner of an area.
private struct AreaPoint {
  let x: Int
  let y: Int
  /// Negative if it is outside.
  let margin: Int

  @inline(__always) init(_ point: FixedPoint, in area: PixelRect) {
    x = Int(point.x.raw) &- area.x0 << 12
    y = Int(point.y.raw) &- area.y0 << 12
    margin = x | y | (area.width << 12 &- x) | (area.height << 12 &- y)
  }
}

/// A line from its upper end, in 1/4096 pixel.
private struct FixedLine {
  let x: Int
  let y: Int
  let dx: Int
  /// The height, which is positive.
  let dy: Int

  @inline(__always) init(_ upper: AreaPoint, _ lower: AreaPoint) {
    x = upper.x
    y = upper.y
    dx = lower.x &- upper.x
    dy = lower.y &- upper.y
  }

  /// The change of x per y, in 2⁻³². Coordinates are less than 2³¹ apart, so the product with a
  /// distance along the line fits 64 bits.
  @inline(__always) var slope: Int64 { Int64(Double(dx) / Double(dy) * 0x1p32) }
  @inline(__always) var inverseSlope: Int64 { Int64(Double(dy) / Double(dx) * 0x1p32) }

  /// Returns a distance in 2⁻³², rounded down.
  @inline(__always) static func whole(_ distance: Int64) -> Int {
    Int(truncatingIfNeeded: distance >> 32)
  }

  /// Returns the units of coverage in a height of 0...4096 from the top of a row: 16 per step, and
  /// one less in the lower half, so that a pixel has an odd number.
  @inline(__always) static func units(_ y: Int) -> Int32 { units(Int32(truncatingIfNeeded: y)) }
  @inline(__always) static func units(_ y: Int32) -> Int32 {
    y &<< 4 &- (y &+ 2048) &>> 12
  }
}

// MARK: - Lines inside the area

/// A pixel of a row, and a place in it.
private struct PixelPosition {
  let index: Int
  /// The distance from the left edge of the pixel, in 1/4096 pixel.
  let fraction: Int32

  /// - Parameter x: The coordinate, in 1/4096 pixel.
  @inline(__always) init(_ x: Int) {
    index = x >> 12
    fraction = Int32(truncatingIfNeeded: x & 4095)
  }

  /// - Parameter position: The coordinate, in 2⁻⁴⁴ pixel.
  @inline(__always) init(_ position: Int64) {
    index = Int(truncatingIfNeeded: position >> 44)
    fraction = Int32(truncatingIfNeeded: position >> 32 & 4095)
  }
}

/// The part of a line in one row.
private struct RowPart {
  /// The lower and the upper bound, in 0...4096 from the top of the row.
  let low: Int
  let high: Int
  let start: PixelPosition
  let end: PixelPosition

  @inline(__always) init(low: Int, high: Int, from start: PixelPosition, to end: PixelPosition) {
    self.low = low
    self.high = high
    self.start = start
    self.end = end
  }

  @inline(__always) var isWithinPixel: Bool { start.index == end.index }
}

/// One row of an area.
private struct CellRow {
  private(set) var sums: UnsafeMutablePointer<Int32>
  private(set) var touched: UnsafeMutablePointer<UInt64>
  let pairs: UnsafePointer<UInt64>

  @inline(__always) mutating func advance(_ stride: Int, _ words: Int) {
    sums += stride
    touched += words
  }

  @inline(__always) private func touchPair(_ index: Int) {
    touched[index >> 8] |= pairs[index & 255]
  }

  /// Adds a part of a line.
  @inline(__always) func add<Course: LineCourse>(
    _ part: RowPart, y: Int, _ columns: inout ColumnHeights<Course>
  ) {
    if part.isWithinPixel {
      addPixel(part, Course.Direction.self)
    } else {
      addPixels(part, y: y, &columns)
    }
  }

  /// Adds a part within a pixel.
  @inline(__always)
  func addPixel<Direction: LineDirection>(_ part: RowPart, _: Direction.Type) {
    let cover = FixedLine.units(part.high) &- FixedLine.units(part.low)
    // Twice the mean distance from the pixel's right edge.
    let width = 8192 &- part.start.fraction &- part.end.fraction
    let area = (cover &* width) &>> 13
    let index = part.start.index
    Direction.add(area, to: sums + index)
    Direction.add(cover &- area, to: sums + (index &+ 1))
    touchPair(index)
  }

  /// Adds a part of all the row's height.
  @inline(__always) func addWhole<Course: LineCourse>(
    from start: PixelPosition, to end: PixelPosition, y: Int,
    _ columns: inout ColumnHeights<Course>
  ) {
    guard start.index == end.index else {
      addPixels(RowPart(low: 0, high: 4096, from: start, to: end), y: y, &columns)
      return
    }
    // 65535 · (8192 − n) / 8192, rounded down, is 8 · n less than a full pixel.
    let rest = (start.fraction &+ end.fraction) &<< 3
    Course.Direction.add(Coverage.full &- rest, to: sums + start.index)
    Course.Direction.add(rest, to: sums + (start.index &+ 1))
    touchPair(start.index)
  }

  /// Adds a part that crosses edges of columns, from its top to its bottom.
  ///
  /// - Parameter y: The row's top.
  @inline(__always) func addPixels<Course: LineCourse>(
    _ part: RowPart, y: Int, _ columns: inout ColumnHeights<Course>
  ) {
    let first = part.start.index
    let last = part.end.index
    let (left, right) = Course.isFalling ? (first, last) : (last, first)
    if right &- left <= 4 {
      // Fewer than four differences are between those of both ends.
      touchPair(first)
      touchPair(last)
    } else {
      AccumulationBuffer.touch(touched, from: left, to: right &+ 1)
    }
    // The height in units below the row's top.
    var height = FixedLine.units(columns.next(y, part.low, part.high))
    var cover = height &- FixedLine.units(part.low)
    // A pixel's area, and the rest of its contribution, which goes to the pixel on its right.
    var area = (cover &* ((Course.isFalling ? 4096 : 8192) &- part.start.fraction)) &>> 13
    var rest = cover &- area
    var index = first
    if Course.isFalling {
      Course.Direction.add(area, to: sums + index)
      index &+= 1
      while index < last {
        let next = FixedLine.units(columns.next(y, part.low, part.high))
        cover = next &- height
        area = cover &>> 1
        Course.Direction.add(area &+ rest, to: sums + index)
        rest = cover &- area
        height = next
        index &+= 1
      }
      cover = FixedLine.units(part.high) &- height
      area = (cover &* (8192 &- part.end.fraction)) &>> 13
      Course.Direction.add(area &+ rest, to: sums + index)
      Course.Direction.add(cover &- area, to: sums + (index &+ 1))
    } else {
      Course.Direction.add(rest, to: sums + (index &+ 1))
      index &-= 1
      while index > last {
        let next = FixedLine.units(columns.next(y, part.low, part.high))
        cover = next &- height
        rest = cover &- cover &>> 1
        Course.Direction.add(area &+ rest, to: sums + (index &+ 1))
        area = cover &>> 1
        height = next
        index &-= 1
      }
      cover = FixedLine.units(part.high) &- height
      rest = cover &- (cover &* (4096 &- part.end.fraction)) &>> 13
      Course.Direction.add(area &+ rest, to: sums + (index &+ 1))
      Course.Direction.add(cover &- rest, to: sums + index)
    }
  }
}

/// The heights at which a line crosses the edges of columns, starting at its upper end.
private struct ColumnHeights<Course: LineCourse> {
  /// The next height, in 2⁻⁴⁴ pixel. Only its upper half matters.
  private var height: Int64 = 0
  /// The height of a column along the line.
  private var step: Int64 = 0

  /// Creates the crossings of a line.
  /// - Parameter x: The position after which edges are crossed.
  @inline(__always) init(_ line: FixedLine, after x: PixelPosition) {
    // A line within a column has no edge to cross, and an upright one no inverse slope.
    guard line.x >> 12 != (line.x &+ line.dx) >> 12 else { return }
    let inverse = line.inverseSlope
    let edge = (Course.isFalling ? x.index &+ 1 : x.index) << 12
    height = Int64(line.y) << 32 &+ Int64(edge &- line.x) &* inverse
    step = (Course.isFalling ? inverse : 0 &- inverse) << 12
  }

  /// Returns the next height as a distance from a row's top, and its limits.
  @inline(__always) mutating func next(_ rowTop: Int, _ low: Int, _ high: Int) -> Int {
    let y = FixedLine.whole(height) &- rowTop
    height &+= step
    // Rounding may have gone beyond an end of the part.
    if _slowPath(UInt(bitPattern: y &- low) > UInt(bitPattern: high &- low)) {
      return y < low ? low : high
    }
    return y
  }
}

/// The direction in which an outline follows a line, and the direction in which the line leans: known when
/// a loop is compiled.
private protocol LineCourse {
  associatedtype Direction: LineDirection
  /// Whether y increases with x.
  static var isFalling: Bool { get }
}

private enum Falling<Direction: LineDirection>: LineCourse {
  @inline(__always) static var isFalling: Bool { true }
}

private enum Rising<Direction: LineDirection>: LineCourse {
  @inline(__always) static var isFalling: Bool { false }
}

private protocol LineDirection {
  /// Adds a contribution with the sign of the direction.
  static func add(_ units: Int32, to sum: UnsafeMutablePointer<Int32>)
}

private enum Downwards: LineDirection {
  @inline(__always) static func add(_ units: Int32, to sum: UnsafeMutablePointer<Int32>) {
    sum.pointee &+= units
  }
}

private enum Upwards: LineDirection {
  @inline(__always) static func add(_ units: Int32, to sum: UnsafeMutablePointer<Int32>) {
    sum.pointee &-= units
  }
}

// MARK: - Lines across the area's edges

/// The part of a line in one row.
private struct CutPart {
  let line: FixedLine
  let inverse: Int64
  let rowTop: Int
  let y0: Int
  let y1: Int

  @inline(__always) private var top: Int32 { FixedLine.units(y0 &- rowTop) }
  @inline(__always) private var bottom: Int32 { FixedLine.units(y1 &- rowTop) }

  /// The height, in units.
  @inline(__always) var height: Int32 { bottom &- top }

  /// Returns the units of height from the line's left end in the row to a column's left edge.
  @inline(__always) func height(beforeColumn column: Int, isFalling: Bool) -> Int32 {
    let exact = line.y &+ FixedLine.whole(Int64(column << 12 &- line.x) &* inverse)
    let units = FixedLine.units(min(max(exact, y0), y1) &- rowTop)
    return isFalling ? units &- top : bottom &- units
  }
}
