import AnimCore

/// Moves the sides of contours outwards. As in lottie-web, every side becomes one to three curves,
/// and successive curves are cut at their intersection, or joined if they don't intersect. Unlike
/// in lottie-web, and as in After Effects, curves have a constant distance, round joins are arcs,
/// and the miter limit is a ratio.
struct PathOffset {
  var amount: Double
  var join: StrokeStyle.Join
  var miterLimit: Double

  /// The maximum number of comparisons of curve parts for one contour.
  private static let maximumComparisonCount = 1 << 20

  func apply(_ contour: PathContour) throws(ModifierError) -> PathContour {
    guard contour.sideCount > 0 else { return contour }
    // Every side makes at most three curves and a join, and twice that in an open contour.
    guard contour.sideCount * 16 <= Path.maximumVertexCount else { throw .vertices }
    var sides = (0..<contour.sideCount).map { moved(contour.linearizedSide($0)) }
    if !contour.isClosed {
      sides += (0..<contour.sideCount).reversed().map {
        moved(contour.side($0).reversed.linearized)
      }
    }
    try cut(&sides)
    return joined(sides, isClosed: contour.isClosed)
  }
}

// Moving a side.
extension PathOffset {
  /// Divides a side at its inflection points, so that the hull of each part is convex.
  private func moved(_ side: Cubic) -> [Cubic] {
    let bends = side.inflections
    guard let first = bends.first else { return [moved(part: side)] }
    let (start, rest) = side.split(at: first)
    guard bends.count > 1, !bends[1].isNearly(1) else {
      return [moved(part: start), moved(part: rest)]
    }
    let (middle, end) = rest.split(at: (bends[1] - first) / (1 - first))
    return [moved(part: start), moved(part: middle), moved(part: end)]
  }

  /// Returns the curve that has the same directions at its ends and passes through the moved middle
  /// of the part, or otherwise the curve with the moved hull.
  private func moved(part curve: Cubic) -> Cubic {
    let hull = moveHull(of: curve)
    let (out, back) = (curve.p1 - curve.p0, curve.p2 - curve.p3)
    let turn = out.cross(back)
    guard turn.magnitude > 1e-3 * out.length * back.length else { return hull }
    let middle = curve.point(at: 0.5) + curve.derivative(at: 0.5).leftNormal * amount
    // The middle of a cubic is (p0 + 3 p1 + 3 p2 + p3) / 8.
    let rest = (8 * middle - 4 * (hull.p0 + hull.p3)) / 3
    let (start, end) = (rest.cross(back) / turn, out.cross(rest) / turn)
    guard start > 0, end > 0 else { return hull }
    return Cubic(hull.p0, hull.p0 + out * start, hull.p3 + back * end, hull.p3)
  }

  private func moveHull(of curve: Cubic) -> Cubic {
    let first = (curve.p1 - curve.p0).leftNormal * amount
    let middle = (curve.p2 - curve.p1).leftNormal * amount
    let last = (curve.p3 - curve.p2).leftNormal * amount
    let (start, end) = (curve.p0 + first, curve.p3 + last)
    let line = (curve.p1 + middle, curve.p2 + middle)
    return Cubic(
      start,
      Self.crossing((start, curve.p1 + first), line) ?? curve.p1 + first,
      Self.crossing((curve.p2 + last, end), line) ?? curve.p2 + last,
      end)
  }

  /// Returns the intersection of two lines, each given by two points.
  private static func crossing(
    _ a: (SIMD2<Double>, SIMD2<Double>), _ b: (SIMD2<Double>, SIMD2<Double>)
  ) -> SIMD2<Double>? {
    let (lineA, lineB) = (a.1 - a.0, b.1 - b.0)
    let cross = lineA.cross(lineB)
    guard cross.magnitude > 1e-5 else { return nil }
    return a.0 + lineA * ((b.0 - a.0).cross(lineB) / cross)
  }
}

// Cutting sides at intersections.
extension PathOffset {
  private func cut(_ sides: inout [[Cubic]]) throws(ModifierError) {
    var budget = Self.maximumComparisonCount
    for index in 1..<max(sides.count, 1) { Self.cut(&sides, index - 1, index, &budget) }
    if sides.count > 1 { Self.cut(&sides, sides.count - 1, 0, &budget) }
    if budget == 0 { throw .crossings }
  }

  private static func cut(_ sides: inout [[Cubic]], _ a: Int, _ b: Int, _ budget: inout Int) {
    var (first, second) = (sides[a], sides[b])
    let firstEnd = first.count - 1
    let secondEnd = second.count - 1
    if let (t, u) = crossing(first[firstEnd], second[0], &budget) {
      first[firstEnd] = first[firstEnd].split(at: t).0
      second[0] = second[0].split(at: u).1
    }
    if firstEnd > 0 && secondEnd > 0,
      let (t, u) = crossing(sides[a][0], sides[b][secondEnd], &budget)
    {
      first = [sides[a][0].split(at: t).0]
      second = [sides[b][secondEnd].split(at: u).1]
    }
    (sides[a], sides[b]) = (first, second)
  }

  /// Returns the parameters of the first intersection that isn't at the end of the first curve.
  private static func crossing(
    _ a: Cubic, _ b: Cubic, _ budget: inout Int
  ) -> (Double, Double)? {
    var finder = CrossingFinder(budget: budget)
    finder.search(CurvePart(a), CurvePart(b), depth: 0)
    budget = finder.budget
    guard let first = finder.crossings.first else { return nil }
    return first.0.isNearly(1) ? finder.crossings.dropFirst().first : first
  }
}

// Joining sides.
extension PathOffset {
  private func joined(_ sides: [[Cubic]], isClosed: Bool) -> PathContour {
    var result = PathContour(isClosed: isClosed)
    var end: SIMD2<Double>?
    var last: Cubic?
    for side in sides {
      if let last { end = addJoin(last, side[0], to: &result) }
      for curve in side {
        if let end, curve.p0.isNearly(end), !result.vertices.isEmpty {
          result.vertices[result.vertices.count - 1].handleOut = curve.p1
        } else {
          result.vertices.append(.init(curve.p0, out: curve.p1))
        }
        result.vertices.append(.init(curve.p3, in: curve.p2))
        end = curve.p3
      }
      last = side.last
    }
    if let last { _ = addJoin(last, sides[0][0], to: &result) }
    return result
  }

  /// Adds the join between the end of one curve and the start of the next, and returns its last
  /// point.
  private func addJoin(_ a: Cubic, _ b: Cubic, to result: inout PathContour) -> SIMD2<Double> {
    if join == .bevel || a.p3.isNearly(b.p0) || result.vertices.isEmpty { return a.p3 }
    if join == .round {
      addArc(
        from: a.p3, a.derivative(at: 1).unitOrRight, to: b.p0, b.derivative(at: 0).unitOrRight,
        to: &result)
      return b.p0
    }
    let before = a.p2.isNearly(a.p3) ? a.p0 : a.p2
    let after = b.p1.isNearly(b.p0) ? b.p3 : b.p1
    guard let miter = Self.crossing((before, a.p3), (b.p0, after)),
      reachesMiter((miter - a.p3).squaredLength)
    else { return a.p3 }
    result.vertices.append(.init(miter))
    return miter
  }

  /// Returns whether the miter limit allows a tip at a distance, given as its square, from the end
  /// of a side. The distance from the corner is the amount for the end, and the root of the sum of
  /// both squares for the tip. The ratio of the two therefore equals the ratio of miter length to
  /// stroke width.
  private func reachesMiter(_ square: Double) -> Bool {
    miterLimit >= 1 && square + amount * amount <= miterLimit * miterLimit * amount * amount
  }

  /// Adds an arc between two points with given directions, which differ by at most half a turn. An
  /// arc of more than a quarter turn consists of two curves.
  private func addArc(
    from start: SIMD2<Double>, _ out: SIMD2<Double>, to end: SIMD2<Double>, _ back: SIMD2<Double>,
    to result: inout PathContour
  ) {
    let chord = end - start
    let cosine = min(max((out * back).sum(), -1), 1)
    // The cosine of half the angle.
    let half = ((1 + cosine) / 2).squareRoot()
    let last = result.vertices.count - 1
    guard cosine < 0, (out * chord).sum() > -1e-6 * chord.length else {
      let handle = chord.length * 2 / 3 / (1 + half)
      result.vertices[last].handleOut = start + out * handle
      result.vertices.append(.init(end, in: end - back * handle))
      return
    }
    // The distance from the middle of the chord to the middle of the arc is the tangent of a
    // quarter of the angle.
    let sine = ((1 - half) * (1 + half)).squareRoot()
    let height = chord.length / 2 * (1 - half) / sine
    let across = chord.leftNormal
    let outwards = (out * across).sum() >= 0 ? across : -across
    let middle = (start + end) / 2 + outwards * height
    let tangent = SIMD2(-across.y, across.x)
    let quarter = ((1 + half) / 2).squareRoot()
    let handle = (middle - start).length * 2 / 3 / (1 + quarter)
    result.vertices[last].handleOut = start + out * handle
    result.vertices.append(
      .init(middle, in: middle - tangent * handle, out: middle + tangent * handle))
    result.vertices.append(.init(end, in: end - back * handle))
  }
}

extension SIMD2<Double> {
  fileprivate func isNearly(_ other: Self) -> Bool {
    x.isNearly(other.x) && y.isNearly(other.y)
  }

  fileprivate var unitOrRight: Self { self == .zero ? SIMD2(1, 0) : normalized }
}

extension Double {
  /// Returns whether two numbers are so close that lottie-web treats them as equal.
  fileprivate func isNearly(_ other: Double) -> Bool {
    (self - other).magnitude * 100_000 <= min(magnitude, other.magnitude)
  }
}

/// A part of a curve with its bounding box.
struct CurvePart {
  let curve: Cubic
  let start: Double
  let end: Double
  let low: SIMD2<Double>
  let high: SIMD2<Double>

  init(_ curve: Cubic, from start: Double = 0, to end: Double = 1) {
    self.curve = curve
    self.start = start
    self.end = end
    let box = curve.box
    (low, high) = box
  }

  var middle: Double { (start + end) / 2 }

  var halves: (CurvePart, CurvePart) {
    let (first, second) = curve.split(at: 0.5)
    return (
      CurvePart(first, from: start, to: middle), CurvePart(second, from: middle, to: end)
    )
  }

  func overlaps(_ other: CurvePart) -> Bool {
    low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
  }

  /// Whether the box is at most two points in width and in height.
  var isSmall: Bool { high.x - low.x <= 2 && high.y - low.y <= 2 }
}

/// Finds intersections of two curves by repeatedly halving both, with the precision of lottie-web:
/// two points, or 1/128 of a curve.
struct CrossingFinder {
  private static let maximumDepth = 7

  /// The remaining number of pairs of parts that may be compared.
  var budget: Int
  /// The parameters on both curves of the first two crossings.
  private(set) var crossings: [(Double, Double)] = []

  init(budget: Int) { self.budget = budget }

  mutating func search(_ a: CurvePart, _ b: CurvePart, depth: Int) {
    guard crossings.count < 2, budget > 0 else { return }
    budget -= 1
    guard a.overlaps(b) else { return }
    if depth == Self.maximumDepth || a.isSmall && b.isSmall {
      crossings.append((a.middle, b.middle))
      return
    }
    let (a1, a2) = a.halves
    let (b1, b2) = b.halves
    search(a1, b1, depth: depth + 1)
    search(a1, b2, depth: depth + 1)
    search(a2, b1, depth: depth + 1)
    search(a2, b2, depth: depth + 1)
  }
}

extension Cubic {
  /// The tight bounding box of the curve.
  fileprivate var box: (low: SIMD2<Double>, high: SIMD2<Double>) {
    var low = pointwiseMin(p0, p3)
    var high = pointwiseMax(p0, p3)
    for axis in 0..<2 {
      // The roots of the derivative, 3a·t² + 2b·t + c.
      let a = p3[axis] - p0[axis] - 3 * (p2[axis] - p1[axis])
      let b = 3 * (p0[axis] - 2 * p1[axis] + p2[axis])
      let c = 3 * (p1[axis] - p0[axis])
      let square = b * b - 3 * a * c
      guard square >= 0 else { continue }
      let root = square.squareRoot()
      for parameter in [(-b - root) / (3 * a), (-b + root) / (3 * a)]
      where parameter > 0 && parameter < 1 {
        let value = point(at: parameter)[axis]
        low[axis] = min(low[axis], value)
        high[axis] = max(high[axis], value)
      }
    }
    return (low, high)
  }
}
