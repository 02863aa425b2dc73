extension AccumulationBuffer {
  /// Adds the edges of a disc.
  func add(_ disc: Disc) {
    let circle = Circle(disc)
    for quadrant in 0..<4 { addArc(circle, quadrant, from: nil, to: nil) }
  }

  /// Adds the edges of a slice: out along its start, clockwise to its end, and back to the centre.
  func add(_ sector: Sector) {
    let circle = Circle(sector.disc)
    let center = FixedPoint(x: sector.disc.x, y: sector.disc.y)
    let start = sector.disc.corner(sector.start)
    let end = sector.disc.corner(sector.end)
    addLine(from: center, to: start)
    addLine(from: end, to: center)
    let first = sector.start.quadrant
    let last = sector.end.quadrant
    if first == last, !sector.isReflex {
      addArc(circle, first, from: start.y, to: end.y)
      return
    }
    addArc(circle, first, from: start.y, to: nil)
    var quadrant = (first + 1) & 3
    while quadrant != last {
      addArc(circle, quadrant, from: nil, to: nil)
      quadrant = (quadrant + 1) & 3
    }
    addArc(circle, last, from: nil, to: end.y)
  }

  /// Adds the part of a quadrant between two heights, in clockwise order. `nil` stands for the
  /// quadrant's own end.
  private func addArc(_ circle: Circle, _ quadrant: Int, from start: Fixed?, to end: Fixed?) {
    let isRight = quadrant == 0 || quadrant == 3
    let isLower = quadrant < 2
    let level = circle.y
    let pole = isLower ? circle.y + circle.radius : circle.y - circle.radius
    let beginsLevel = quadrant == 0 || quadrant == 2
    let a = start?.pixels ?? (beginsLevel ? level : pole)
    let b = end?.pixels ?? (beginsLevel ? pole : level)
    addArc(
      CircularArc(circle, isRight: isRight, isLower: isLower, top: min(a, b), bottom: max(a, b)))
  }
}

// MARK: - Arcs

extension AccumulationBuffer {
  /// Adds an arc.
  func addArc(_ arc: CircularArc) {
    // A copy, which the compiler can keep in registers while it writes through pointers.
    let arc = arc
    let low = max(arc.top, Double(area.y0))
    let high = min(arc.bottom, Double(area.y1))
    guard low < high else { return }
    var y = Coverage.floor(low)
    var top = low
    var xTop = arc.x(at: top)
    var start = Coverage.units(top - Double(y))
    while top < high {
      let row = Double(y)
      let bottom = min(high, row + 1)
      let xBottom = arc.x(at: bottom)
      addPart(
        of: arc,
        ArcPart(
          y: y, top: top, bottom: bottom, start: start, end: Coverage.units(bottom - row),
          left: min(xTop, xBottom), right: max(xTop, xBottom)))
      top = bottom
      xTop = xBottom
      start = 0
      y &+= 1
    }
  }

  @inline(__always) private func addPart(of arc: CircularArc, _ part: ArcPart) {
    let row = part.y &- area.y0
    let sums = sums + row &* stride
    let touched = touched + row &* words
    let height = part.end &- part.start
    let first = Double(area.x0)
    if part.left >= first {
      guard part.left < Double(area.x1) else { return }
      let x = Coverage.floor(part.left)
      let index = x &- area.x0
      if part.right > Double(x &+ 1) {
        walk(arc, part, from: x, sums, touched)
      } else {
        touchPair(touched, index)
        addPixel(
          arc, sums + index, cover: height, dx: part.right - part.left,
          dy: part.bottom - part.top, width: Double(x &+ 1) - (part.left + part.right) * 0.5)
      }
    } else if part.right > first {
      walk(arc, part, from: area.x0, sums, touched)
    } else {
      addBefore(row: row, cover: height &* arc.sign)
    }
  }

  /// Adds an arc's contribution to one pixel: `cover` units of height, on average `width` from the
  /// pixel's right edge.
  @inline(__always) private func addPixel(
    _ arc: CircularArc, _ sum: UnsafeMutablePointer<Int32>, cover: Int32, dx: Double, dy: Double,
    width: Double
  ) {
    let bulge = arc.bulge(dx: dx, dy: dy)
    let area = Coverage.nearest(Double(cover) * width - bulge) &* arc.sign
    sum[0] &+= area
    sum[1] &+= cover &* arc.sign &- area
  }

  /// Adds a part that crosses several pixels from left to right, starting at column `first`.
  @inline(__always) private func walk(
    _ arc: CircularArc, _ part: ArcPart, from first: Int, _ sums: UnsafeMutablePointer<Int32>,
    _ touched: UnsafeMutablePointer<UInt64>
  ) {
    let row = Double(part.y)
    let leansRight = arc.leansRight
    let turn: Int32 = leansRight ? 1 : -1
    // The current position: x, y, and units below the row's start.
    var x = part.left
    var y = leansRight ? part.top : part.bottom
    var units = leansRight ? part.start : part.end
    if x < Double(first) {
      let before = units
      x = Double(first)
      y = arc.y(at: x)
      units = Coverage.units(y - row)
      sums[0] &+= (units &- before) &* turn &* arc.sign
    }
    var index = first &- area.x0
    let width = area.width
    var edge = Double(first &+ 1)
    while edge < part.right, index < width {
      let nextY = arc.y(at: edge)
      let next = Coverage.units(nextY - row)
      addPixel(
        arc, sums + index, cover: (next &- units) &* turn, dx: edge - x, dy: nextY - y,
        width: (edge - x) * 0.5)
      index &+= 1
      x = edge
      y = nextY
      units = next
      edge += 1
    }
    if index < width {
      addPixel(
        arc, sums + index, cover: ((leansRight ? part.end : part.start) &- units) &* turn,
        dx: part.right - x, dy: (leansRight ? part.bottom : part.top) - y,
        width: edge - (x + part.right) * 0.5)
      index &+= 1
    }
    var column = (first &- area.x0) & ~3
    repeat {
      Self.touch(touched, column)
      column &+= 4
    } while column <= index
  }
}

extension Disc {
  /// Returns the point of the circle in a direction from its centre, on the grid. The lines and the
  /// arc of a slice end at the same height, so that there is no gap in the next row.
  fileprivate func corner(_ direction: Direction) -> FixedPoint {
    let rim = rim(direction)
    return FixedPoint(x: Fixed(rim.x), y: Fixed(rim.y))
  }
}

extension Direction {
  /// The quadrant: 0 from 3 to 6 o'clock, and so on clockwise. Each quadrant includes its start.
  fileprivate var quadrant: Int {
    if dx > 0, dy >= 0 { return 0 }
    if dx <= 0, dy > 0 { return 1 }
    return dx < 0 ? 2 : 3
  }
}

/// The part of an arc in one row.
private struct ArcPart {
  let y: Int
  let top: Double
  let bottom: Double
  /// `top` and `bottom` as units below the row's start.
  let start: Int32
  let end: Int32
  let left: Double
  let right: Double
}

/// A piece of a circle as an edge, at most a quadrant, so that it is monotonic.
///
/// All its numbers are in pixels of the image and depend on the shape alone, so a pixel gets the
/// same contribution regardless of the part of the image that is accumulated. It is exact, and an
/// arc of any size takes no more work than a line across as many pixels.
struct CircularArc {
  private let centerX: Double
  private let centerY: Double
  private let radius: Double
  /// The coefficients of the chord's third and fifth power in a segment's area, in units.
  private let third: Double
  private let fifth: Double
  private let isSmall: Bool
  /// 1 if the outline follows the arc downwards, −1 if upwards.
  let sign: Int32
  /// Whether x increases with y.
  let leansRight: Bool
  /// The smallest and largest y.
  let top: Double
  let bottom: Double
  /// 1 in the circle's right half, −1 in its left half.
  private let side: Double
  /// 1 in the circle's lower half, −1 in its upper half.
  private let half: Double

  /// Creates the part between two heights of the quadrant right or left of, and below or above, the
  /// centre.
  init(_ circle: Circle, isRight: Bool, isLower: Bool, top: Double, bottom: Double) {
    centerX = circle.x
    centerY = circle.y
    radius = circle.radius
    self.top = top
    self.bottom = bottom
    side = isRight ? 1 : -1
    half = isLower ? 1 : -1
    // Outlines go clockwise, down on the right.
    sign = isRight ? 1 : -1
    leansRight = isRight != isLower
    third = side * Double(Coverage.full) / (12 * circle.radius)
    fifth = third * 0.3 / (4 * circle.radius * circle.radius)
    isSmall = circle.radius < 4
  }

  /// Returns the x at which the arc crosses a height between its ends.
  @inline(__always) func x(at y: Double) -> Double { centerX + side * chord(y - centerY) }
  /// Returns the y at which the arc, or its continuation, crosses a column's edge.
  @inline(__always) func y(at x: Double) -> Double { centerY + half * chord(x - centerX) }

  /// Returns half the chord at a distance from the centre.
  @inline(__always) private func chord(_ distance: Double) -> Double {
    max((radius - distance) * (radius + distance), 0).squareRoot()
  }

  /// Returns the area between the arc and its chord from one point of it to another, in units of
  /// coverage (not rounded), positive if the arc is right of the chord.
  ///
  /// The segment of a circle over a chord c, r²·(asin u − u·√(1 − u²)) with u = c / 2r, by its
  /// power series. In one pixel u² is at most 2 / 4r², and at most ½ since the piece is at most a
  /// quadrant.
  @inline(__always) func bulge(dx: Double, dy: Double) -> Double {
    let square = dx * dx + dy * dy
    if isSmall { return smallBulge(square) }
    return square * square.squareRoot() * (third + fifth * square)
  }

  /// Returns the bulge with all the terms that a quadrant inside a pixel needs. The remaining terms
  /// add up to 0.0003 r².
  private func smallBulge(_ square: Double) -> Double {
    let v = square / (4 * radius * radius)
    let series =
      1 + v * (3.0 / 10 + v * (9.0 / 56 + v * (5.0 / 48 + v * (105.0 / 1408 + v * 189.0 / 3328))))
    return square * square.squareRoot() * third * series
  }
}

/// A circle in pixels.
struct Circle {
  let x: Double
  let y: Double
  let radius: Double

  init(_ disc: Disc) {
    x = disc.x.pixels
    y = disc.y.pixels
    radius = disc.radius.pixels
  }
}
