// A line's slope is rounded once, and its intersections with rows and columns follow from that and
// its own upper end, never from a clip. So a pixel gets the same contribution whatever part of the
// picture is accumulated. In a row with several pixels, the line is followed from left to right.
extension AccumulationBuffer {
  /// Adds the straight edge between two points.
  @inline(__always) func addLine(from a: FixedPoint, to b: FixedPoint) {
    // A horizontal line contributes nothing. The line between two points has the same numbers in
    // either direction.
    if a.y.raw < b.y.raw {
      addLine(upper: a, lower: b, sign: 0)
    } else if a.y.raw > b.y.raw {
      addLine(upper: b, lower: a, sign: -1)
    }
  }

  /// - Parameter sign: 0 if the outline follows the line downwards, −1 if upwards.
  @inline(__always)
  private func addLine(upper: FixedPoint, lower: FixedPoint, sign: Int32) {
    let left = area.x0 << 12
    let top = area.y0 << 12
    let line = FixedLine(
      x: Int(upper.x.raw) &- left, y: Int(upper.y.raw) &- top,
      dx: Int(lower.x.raw) &- Int(upper.x.raw), dy: Int(lower.y.raw) &- Int(upper.y.raw))
    let start = max(line.y, 0)
    let end = min(line.y &+ line.dy, area.height << 12)
    guard start < end, min(line.x, line.x &+ line.dx) < area.width << 12 else { return }
    if line.dx == 0 || max(line.x, line.x &+ line.dx) <= 0 {
      addUpright(x: line.x, from: start, to: end, sign: sign)
    } else {
      addSlanted(line, from: start, to: end, sign: sign)
    }
  }

  /// Adds a line whose x, in 1/4096 pixel from the area's left, is constant, or irrelevant because
  /// the line is left of the area.
  @inline(__always)
  private func addUpright(x: Int, from start: Int, to end: Int, sign: Int32) {
    let index = max(x, 0) >> 12
    let width = Int32(truncatingIfNeeded: 4096 &- (max(x, 0) & 4095))
    var row = start >> 12
    var y = start
    var sums = sums + (row &* stride &+ index)
    var touched = touched + row &* words
    while y < end {
      let rowTop = row << 12
      let next = min(end, rowTop &+ 4096)
      let cover = FixedLine.units(next &- rowTop) &- FixedLine.units(y &- rowTop)
      let area = (cover &* width) &>> 12
      sums[0] &+= (area ^ sign) &- sign
      sums[1] &+= ((cover &- area) ^ sign) &- sign
      touch(touched, index)
      touch(touched, index &+ 1)
      y = next
      row &+= 1
      sums += stride
      touched += words
    }
  }

  @inline(__always)
  private func addSlanted(_ line: FixedLine, from start: Int, to end: Int, sign: Int32) {
    let isInside =
      min(line.x, line.x &+ line.dx) >= 0 && max(line.x, line.x &+ line.dx) < area.width << 12
    guard isInside else {
      addCutRows(line, from: start, to: end, sign)
      return
    }
    if start >> 12 == (line.y &+ line.dy &- 1) >> 12, start == line.y {
      // Many lines are so short that they need no slope.
      let row = start >> 12
      addPart(
        line, line.inverseSlope, rowTop: row << 12, y: (start, end), x: (line.x, line.x &+ line.dx),
        isFalling: line.dx > 0, sign, sums + row &* stride, touched + row &* words)
    } else if line.dx > 0 {
      addRows(line, from: start, to: end, sign, Falling.self)
    } else {
      addRows(line, from: start, to: end, sign, Rising.self)
    }
  }

  /// Adds several rows of a line that is inside the area.
  ///
  /// Most rows are crossed from top to bottom, for which the numbers of the row are constants, so these
  /// have a loop of their own.
  private func addRows<Course: LineCourse>(
    _ line: FixedLine, from start: Int, to end: Int, _ sign: Int32, _: Course.Type
  ) {
    let slope = line.slope
    let inverse = line.inverseSlope
    let lineEnd = line.y &+ line.dy
    // Rows that end here or above are crossed to their bottom, and not by the line's own end.
    let wholeEnd = min(end, lineEnd &- 1) & ~4095
    let step = slope << 12
    // In 2⁻⁴⁴ pixel, which fits 64 bits inside the area.
    var position = Int64(line.x) << 32 &+ Int64(start &- line.y) &* slope
    var y = start
    var row = start >> 12
    var sums = sums + row &* stride
    var touched = touched + row &* words
    var x = FixedLine.whole(position)
    repeat {
      let next = min(end, (row &+ 1) << 12)
      position &+= Int64(next &- y) &* slope
      // At its end, use the line's exact end point.
      let nextX = next == lineEnd ? line.x &+ line.dx : FixedLine.whole(position)
      addPart(
        line, inverse, rowTop: row << 12, y: (y, next), x: (x, nextX), isFalling: Course.isFalling,
        sign,
        sums, touched)
      x = nextX
      y = next
      row &+= 1
      sums += stride
      touched += words
      while y < wholeEnd {
        position &+= step
        let nextX = FixedLine.whole(position)
        addPart(
          line, inverse, rowTop: y, y: (y, y &+ 4096), x: (x, nextX),
          isFalling: Course.isFalling, sign, sums, touched)
        x = nextX
        y &+= 4096
        sums += stride
        touched += words
      }
      row = y >> 12
    } while y < end
  }

  /// Adds several rows of a line that is partly outside the area.
  private func addCutRows(_ line: FixedLine, from start: Int, to end: Int, _ sign: Int32) {
    let slope = line.slope
    let lineEnd = line.y &+ line.dy
    var row = start >> 12
    var y = start
    var offset = Int64(start &- line.y) &* slope
    var x = line.x &+ FixedLine.whole(offset)
    var sums = sums + row &* stride
    var touched = touched + row &* words
    let inverse = line.inverseSlope
    while y < end {
      let rowTop = row << 12
      let next = min(end, rowTop &+ 4096)
      offset &+= Int64(next &- y) &* slope
      let nextX = next == lineEnd ? line.x &+ line.dx : line.x &+ FixedLine.whole(offset)
      addCutPart(line, inverse, rowTop: rowTop, y: (y, next), x: (x, nextX), sign, sums, touched)
      x = nextX
      y = next
      row &+= 1
      sums += stride
      touched += words
    }
  }

  /// Adds the part of a line in one row, which is inside the area.
  ///
  /// - Parameter isFalling: whether y increases with x.
  @inline(__always) private func addPart(
    _ line: FixedLine, _ inverse: @autoclosure () -> Int64, rowTop: Int, y: (Int, Int),
    x: (Int, Int), isFalling: Bool, _ sign: Int32, _ sums: UnsafeMutablePointer<Int32>,
    _ touched: UnsafeMutablePointer<UInt64>
  ) {
    let top = FixedLine.units(y.0 &- rowTop)
    let bottom = FixedLine.units(y.1 &- rowTop)
    let first = x.0 >> 12
    if first == x.1 >> 12 {
      // In most rows the line is within one pixel.
      let cover = bottom &- top
      let inside = Int32(truncatingIfNeeded: 8192 &- (x.0 & 4095) &- (x.1 & 4095))
      let area = (cover &* inside) &>> 13
      sums[first] &+= (area ^ sign) &- sign
      sums[first &+ 1] &+= ((cover &- area) ^ sign) &- sign
      touchPair(touched, first)
      return
    }
    let inverse = inverse()
    let left = isFalling ? x.0 : x.1
    let right = isFalling ? x.1 : x.0
    let part = LinePart(
      line: line, inverse: inverse, rowTop: rowTop, y0: y.0, y1: y.1, top: top, bottom: bottom)
    var index = left >> 12
    let last = right >> 12
    touch(touched, from: index, to: last &+ 1)
    var height = part.height(ofColumn: index &+ 1)
    var way = PixelWay(start: Int32(truncatingIfNeeded: left & 4095))
    way.leavePixel(sums + index, at: part.units(height, isFalling), sign)
    index &+= 1
    while index < last {
      height &+= inverse << 12
      way.crossPixel(sums + index, at: part.units(height, isFalling), sign)
      index &+= 1
    }
    way.end(sums + index, at: bottom &- top, right: Int32(truncatingIfNeeded: right & 4095), sign)
    sums[index &+ 1] &+= (way.carry ^ sign) &- sign
  }

  /// Adds the part of a line in one row, some of which may be outside the area.
  private func addCutPart(
    _ line: FixedLine, _ inverse: Int64, rowTop: Int, y: (Int, Int), x: (Int, Int),
    _ sign: Int32, _ sums: UnsafeMutablePointer<Int32>, _ touched: UnsafeMutablePointer<UInt64>
  ) {
    if min(x.0, x.1) >= 0, max(x.0, x.1) < area.width << 12 {
      addPart(
        line, inverse, rowTop: rowTop, y: y, x: x, isFalling: line.dx > 0, sign, sums, touched)
      return
    }
    let top = FixedLine.units(y.0 &- rowTop)
    let bottom = FixedLine.units(y.1 &- rowTop)
    let cover = bottom &- top
    if max(x.0, x.1) < 0 {
      sums[0] &+= (cover ^ sign) &- sign
      touch(touched, 0)
      return
    }
    guard min(x.0, x.1) < area.width << 12 else { return }
    if x.0 >> 12 == x.1 >> 12 {
      // Outside the area, or in the pixel left of it.
      if x.0 < 0 {
        sums[0] &+= (cover ^ sign) &- sign
        touch(touched, 0)
      }
      return
    }
    let part = LinePart(
      line: line, inverse: inverse, rowTop: rowTop, y0: y.0, y1: y.1, top: top, bottom: bottom)
    walk(
      part, from: min(x.0, x.1), to: max(x.0, x.1), isFalling: x.1 > x.0, sign, sums, touched)
  }

  /// Adds a line's contribution to several pixels of a row, some of which may be outside the area.
  ///
  /// - Parameter isFalling: whether y increases with x.
  @inline(__always)
  private func walk(
    _ part: LinePart, from left: Int, to right: Int, isFalling: Bool, _ sign: Int32,
    _ sums: UnsafeMutablePointer<Int32>, _ touched: UnsafeMutablePointer<UInt64>
  ) {
    let width = area.width
    let first = max(left >> 12, 0)
    let last = min(right >> 12, width &- 1)
    guard first <= last else {
      if right < 0 {
        let cover = part.bottom &- part.top
        sums[0] &+= (cover ^ sign) &- sign
        touch(touched, 0)
      }
      return
    }
    var way = PixelWay(start: Int32(truncatingIfNeeded: max(left, 0) & 4095))
    if left < 0 {
      way.passed = part.units(atColumn: 0, isFalling)
      way.carry = way.passed
    }
    var index = first
    while index < last || (index == last && right >> 12 > last) {
      way.leavePixel(sums + index, at: part.units(atColumn: index &+ 1, isFalling), sign)
      index &+= 1
    }
    if index == right >> 12, index < width {
      way.end(
        sums + index, at: part.bottom &- part.top, right: Int32(truncatingIfNeeded: right & 4095),
        sign)
      index &+= 1
    }
    sums[index] &+= (way.carry ^ sign) &- sign
    var block = first >> 2
    repeat {
      touch(touched, block << 2)
      block &+= 1
    } while block <= index >> 2
  }
}

/// Whether y increases with x along a line: known when the loop over its rows is compiled.
private protocol LineCourse {
  static var isFalling: Bool { get }
}

private enum Falling: LineCourse {
  @inline(__always) static var isFalling: Bool { true }
}

private enum Rising: LineCourse {
  @inline(__always) static var isFalling: Bool { false }
}

/// A line from its upper end, in 1/4096 pixel.
struct FixedLine {
  let x: Int
  let y: Int
  let dx: Int
  /// More than zero.
  let dy: Int

  /// The change of x per y, in 2⁻³². Coordinates are less than 2³¹ apart, so the product with a
  /// distance along the line fits 64 bits.
  @inline(__always) var slope: Int64 { Int64(Double(dx) / Double(dy) * 0x1p32) }
  @inline(__always) var inverseSlope: Int64 { Int64(Double(dy) / Double(dx) * 0x1p32) }

  /// A distance in 2⁻³², rounded down.
  @inline(__always) static func whole(_ distance: Int64) -> Int {
    Int(truncatingIfNeeded: distance >> 32)
  }

  /// The units of coverage in a height of 0...4096 from a row's top: 16 each, less one from the
  /// middle on, so that a pixel has an odd number.
  @inline(__always) static func units(_ y: Int) -> Int32 {
    let y = Int32(truncatingIfNeeded: y)
    return y &<< 4 &- (y &+ 2048) &>> 12
  }
}

/// The part of a line in one row.
private struct LinePart {
  let line: FixedLine
  let inverse: Int64
  let rowTop: Int
  let y0: Int
  let y1: Int
  /// `y0` and `y1` in units below the row's top.
  let top: Int32
  let bottom: Int32

  /// The height of a column's left edge along the line, from the line's upper end, in 2⁻⁴⁴ pixel.
  @inline(__always) func height(ofColumn column: Int) -> Int64 {
    Int64(column << 12 &- line.x) &* inverse
  }

  /// The units of height from the line's left end in the row to a ``height(ofColumn:)``.
  @inline(__always) func units(_ height: Int64, _ isFalling: Bool) -> Int32 {
    let exact = line.y &+ FixedLine.whole(height)
    let units = FixedLine.units(min(max(exact, y0), y1) &- rowTop)
    return isFalling ? units &- top : bottom &- units
  }

  /// The units of height from the line's left end in the row to a column's left edge.
  @inline(__always) func units(atColumn column: Int, _ isFalling: Bool) -> Int32 {
    units(height(ofColumn: column), isFalling)
  }
}

/// The path of a line through the pixels of a row, from left to right.
private struct PixelWay {
  /// The units of height passed so far, counted from where the line enters the row.
  var passed: Int32 = 0
  /// The rest of the previous pixel's contribution, which goes to the next pixel.
  var carry: Int32 = 0
  /// Where the line enters the pixel, in 1/4096 pixel from its left edge.
  private var start: Int32

  @inline(__always) init(start: Int32) { self.start = start }

  /// Adds the contribution of a line that continues into the next pixel, having passed `now` units
  /// by then.
  @inline(__always)
  mutating func leavePixel(_ sum: UnsafeMutablePointer<Int32>, at now: Int32, _ sign: Int32) {
    add(now &- passed, width: 4096 &- start, to: sum, sign)
    passed = now
    start = 0
  }

  /// ``leavePixel(_:at:_:)`` where the line has entered the pixel at its left edge.
  @inline(__always)
  mutating func crossPixel(_ sum: UnsafeMutablePointer<Int32>, at now: Int32, _ sign: Int32) {
    let cover = now &- passed
    let area = cover &>> 1
    sum.pointee &+= ((area &+ carry) ^ sign) &- sign
    carry = cover &- area
    passed = now
  }

  /// Adds the contribution to the pixel in which the line ends, at `right`.
  @inline(__always)
  mutating func end(
    _ sum: UnsafeMutablePointer<Int32>, at now: Int32, right: Int32, _ sign: Int32
  ) {
    add(now &- passed, width: 8192 &- start &- right, to: sum, sign)
  }

  /// - Parameter width: twice the mean distance from the pixel's right edge.
  @inline(__always)
  private mutating func add(
    _ cover: Int32, width: Int32, to sum: UnsafeMutablePointer<Int32>, _ sign: Int32
  ) {
    let area = (cover &* width) &>> 13
    sum.pointee &+= ((area &+ carry) ^ sign) &- sign
    carry = cover &- area
  }
}
