/// A piece of a circle as an edge, at most a quadrant, so that it is monotonic.
///
/// All its numbers are in pixels of the picture and functions of the shape alone, so a pixel gets
/// the same contribution whatever part of the picture is accumulated. It is exact, and an arc of
/// any size takes no more work than a line across as many pixels.
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

  /// The part between two heights of the quadrant right or left of, and below or above, the centre.
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

  /// The x at which the arc crosses a height between its ends.
  @inline(__always) func x(at y: Double) -> Double { centerX + side * chord(y - centerY) }
  /// The y at which the arc, or its continuation, crosses a column's edge.
  @inline(__always) func y(at x: Double) -> Double { centerY + half * chord(x - centerX) }

  /// Half the chord at a distance from the centre.
  @inline(__always) private func chord(_ distance: Double) -> Double {
    max((radius - distance) * (radius + distance), 0).squareRoot()
  }

  /// The area between the arc and its chord from one point of it to another, in units of coverage
  /// (not rounded), positive if the arc is right of the chord.
  ///
  /// The segment of a circle over a chord c, r²·(asin u − u·√(1 − u²)) with u = c / 2r, by its
  /// power series. In one pixel u² is at most 2 / 4r², and at most ½ since the piece is at most a
  /// quadrant.
  @inline(__always) func bulge(dx: Double, dy: Double) -> Double {
    let square = dx * dx + dy * dy
    if isSmall { return smallBulge(square) }
    return square * square.squareRoot() * (third + fifth * square)
  }

  /// With all the terms that a quadrant inside a pixel needs: the others add up to 0.0003 r².
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
