/// A piece of an outline that goes down only, and left or right only.
///
/// All its numbers are pixels of the picture and functions of the shape alone: whatever part of
/// the picture is painted, a pixel gets the same coverage from it.
protocol Boundary {
  /// The smallest and largest y.
  var top: Double { get }
  var bottom: Double { get }
  /// Between these two heights the piece moves sideways by less than a pixel in each row. They
  /// are 0 where it is nowhere so steep.
  var steepTop: Double { get }
  var steepBottom: Double { get }
  /// Whether x grows with y.
  var leansRight: Bool { get }
  /// 1 where the outline follows the piece downwards, −1 where it goes up.
  var sign: Int32 { get }
  /// Where the piece crosses a height between its ends.
  func x(at y: Double) -> Double
  /// Where the piece, or its continuation, crosses a column's edge.
  func y(at x: Double) -> Double
  /// The area between the piece and its chord from one point of it to another, in units of
  /// coverage (not rounded); positive where the piece runs right of the chord.
  func bulge(dx: Double, dy: Double) -> Double

  /// Whether what follows can be asked: not of a circle that is hardly larger than a pixel.
  var isLarge: Bool { get }
  // The same of four places at once, with the same results.
  func x(at y: SIMD4<Double>) -> SIMD4<Double>
  func y(at x: SIMD4<Double>) -> SIMD4<Double>
  func bulge(dx: SIMD4<Double>, dy: SIMD4<Double>) -> SIMD4<Double>
}

/// A straight piece of an outline.
struct Line: Boundary {
  private let x0: Double
  let top: Double
  let bottom: Double
  private let slope: Double
  private let inverse: Double
  let sign: Int32

  /// Nil for a level line, which bounds nothing to its left or right.
  init?(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) {
    guard a.y != b.y else { return nil }
    // The line between two points is the same numbers in whichever direction it is followed.
    let (start, end) = a.y < b.y ? (a, b) : (b, a)
    sign = a.y < b.y ? 1 : -1
    x0 = start.x
    top = start.y
    bottom = end.y
    slope = (end.x - start.x) / (end.y - start.y)
    inverse = (end.y - start.y) / (end.x - start.x)
  }

  var leansRight: Bool { slope > 0 }
  var isLarge: Bool { true }
  // A little less than 1 leaves room for rounding.
  var steepTop: Double { abs(slope) < 0.99 ? top : 0 }
  var steepBottom: Double { abs(slope) < 0.99 ? bottom : 0 }

  @inline(__always) func x(at y: Double) -> Double { x0 + (y - top) * slope }
  @inline(__always) func y(at x: Double) -> Double { top + (x - x0) * inverse }
  @inline(__always) func bulge(dx: Double, dy: Double) -> Double { 0 }

  @inline(__always) func x(at y: SIMD4<Double>) -> SIMD4<Double> { x0 + (y - top) * slope }
  @inline(__always) func y(at x: SIMD4<Double>) -> SIMD4<Double> { top + (x - x0) * inverse }
  @inline(__always) func bulge(dx: SIMD4<Double>, dy: SIMD4<Double>) -> SIMD4<Double> { .zero }
}

/// A piece of a circle, no more than a quadrant.
struct Arc: Boundary {
  private let centerX: Double
  private let centerY: Double
  private let radius: Double
  /// The factors of the chord's third and fifth power in the units of a segment.
  private let third: Double
  private let fifth: Double
  private let isSmall: Bool
  let sign: Int32
  let leansRight: Bool
  let top: Double
  let bottom: Double
  let steepTop: Double
  let steepBottom: Double
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
    // A little less than r / √2 from the centre's height leaves room for rounding.
    steepTop = max(top, circle.y - 0.7 * circle.radius)
    steepBottom = min(bottom, circle.y + 0.7 * circle.radius)
  }

  var isLarge: Bool { !isSmall }

  @inline(__always) func x(at y: Double) -> Double { centerX + side * chord(y - centerY) }
  @inline(__always) func y(at x: Double) -> Double { centerY + half * chord(x - centerX) }

  /// Half the chord at a distance from the centre.
  @inline(__always) private func chord(_ distance: Double) -> Double {
    max((radius - distance) * (radius + distance), 0).squareRoot()
  }

  /// The segment of a circle over a chord c: r²·(asin u − u·√(1 − u²)) with u = c / 2r, by its
  /// power series. In one pixel u² is at most 2 / 4r², and ½ where a quadrant ends the piece.
  @inline(__always) func bulge(dx: Double, dy: Double) -> Double {
    let square = dx * dx + dy * dy
    if isSmall { return smallBulge(square) }
    return square * square.squareRoot() * (third + fifth * square)
  }

  @inline(__always) func x(at y: SIMD4<Double>) -> SIMD4<Double> {
    centerX + side * chord(y - centerY)
  }
  @inline(__always) func y(at x: SIMD4<Double>) -> SIMD4<Double> {
    centerY + half * chord(x - centerX)
  }

  @inline(__always) private func chord(_ distance: SIMD4<Double>) -> SIMD4<Double> {
    let square = (radius - distance) * (radius + distance)
    // Nothing is asked about places outside the circle. That no sign is left tells the compiler
    // that the instruction for roots will do.
    return unsafeBitCast(
      unsafeBitCast(square, to: SIMD4<UInt64>.self) & (UInt64.max >> 1), to: SIMD4<Double>.self
    ).squareRoot()
  }

  @inline(__always) func bulge(dx: SIMD4<Double>, dy: SIMD4<Double>) -> SIMD4<Double> {
    let square = dx * dx + dy * dy
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
