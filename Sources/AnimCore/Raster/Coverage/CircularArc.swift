/// A piece of a circle as an edge, no more than a quadrant, so that it goes one way only.
///
/// All its numbers are pixels of the picture and functions of the shape alone: whatever part of
/// the picture is gathered, a pixel gets the same from it. It is exact, and an arc of any size is no
/// more work than a line across as many pixels.
struct CircularArc {
  private let centerX: Double
  private let centerY: Double
  private let radius: Double
  /// The factors of the chord's third and fifth power in the units of a segment.
  private let third: Double
  private let fifth: Double
  private let isSmall: Bool
  /// 1 where the outline follows the arc downwards, −1 where it goes up.
  let sign: Int32
  /// Whether x grows with y.
  let leansRight: Bool
  /// The smallest and largest y.
  let top: Double
  let bottom: Double
  /// 1 in the circle's right half, −1 in its left half.
  private let side: Double
  /// 1 in the circle's lower half, −1 in its upper half.
  private let half: Double

  /// Of the quadrant right or left of, and below or above, the centre, the part between two
  /// heights.
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

  /// Where the arc crosses a height between its ends.
  @inline(__always) func x(at y: Double) -> Double { centerX + side * chord(y - centerY) }
  /// Where the arc, or its continuation, crosses a column's edge.
  @inline(__always) func y(at x: Double) -> Double { centerY + half * chord(x - centerX) }

  /// Half the chord at a distance from the centre.
  @inline(__always) private func chord(_ distance: Double) -> Double {
    max((radius - distance) * (radius + distance), 0).squareRoot()
  }

  /// The area between the arc and its chord from one point of it to another, in units of coverage
  /// (not rounded), positive where the arc runs right of the chord.
  ///
  /// The segment of a circle over a chord c: r²·(asin u − u·√(1 − u²)) with u = c / 2r, by its
  /// power series. In one pixel u² is at most 2 / 4r², and ½ where a quadrant ends the piece.
  @inline(__always) func bulge(dx: Double, dy: Double) -> Double {
    let square = dx * dx + dy * dy
    if isSmall { return smallBulge(square) }
    return square * square.squareRoot() * (third + fifth * square)
  }

  /// With all the terms that a quadrant inside a pixel needs: those left out come to 0.0003 r².
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
