import AnimCore

/// Moves the sides of contours outwards, as lottie-web does: every side becomes one to three
/// curves, and successive curves are cut where they cross and joined where they do not meet.
struct PathOffset {
  var amount: Double
  var join: StrokeStyle.Join
  var miterLimit: Double

  /// The most comparisons of curve parts made for one contour; further sides are not cut.
  private static let maximumComparisonCount = 1 << 20

  func apply(_ contour: PathContour) -> PathContour {
    // Every side makes at most three curves and a join, and twice that in an open contour.
    guard contour.sideCount > 0, contour.sideCount * 14 <= Path.maximumVertexCount else {
      return contour
    }
    var sides = (0..<contour.sideCount).map { moved(contour.linearizedSide($0)) }
    if !contour.isClosed {
      sides += (0..<contour.sideCount).reversed().map {
        moved(contour.side($0).reversed.linearized)
      }
    }
    cut(&sides)
    return joined(sides, isClosed: contour.isClosed)
  }
}

// Moving a side.
extension PathOffset {
  /// Cuts a side at its inflection points, so that the hull of each part is convex.
  private func moved(_ side: Cubic) -> [Cubic] {
    let bends = side.inflections
    guard let first = bends.first else { return [moveHull(of: side)] }
    let (start, rest) = side.split(at: first)
    guard bends.count > 1, !bends[1].isNearly(1) else {
      return [moveHull(of: start), moveHull(of: rest)]
    }
    let (middle, end) = rest.split(at: (bends[1] - first) / (1 - first))
    return [moveHull(of: start), moveHull(of: middle), moveHull(of: end)]
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

  /// The point where two lines cross, each given by two points.
  private static func crossing(
    _ a: (SIMD2<Double>, SIMD2<Double>), _ b: (SIMD2<Double>, SIMD2<Double>)
  ) -> SIMD2<Double>? {
    let (wayOfA, wayOfB) = (a.1 - a.0, b.1 - b.0)
    let cross = wayOfA.cross(wayOfB)
    guard cross.magnitude > 1e-5 else { return nil }
    return a.0 + wayOfA * ((b.0 - a.0).cross(wayOfB) / cross)
  }
}

// Cutting sides where they cross.
extension PathOffset {
  private func cut(_ sides: inout [[Cubic]]) {
    var budget = Self.maximumComparisonCount
    for index in 1..<max(sides.count, 1) { Self.cut(&sides, index - 1, index, &budget) }
    if sides.count > 1 { Self.cut(&sides, sides.count - 1, 0, &budget) }
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

  /// The parameters of the first crossing that is not at the end of the first curve.
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
      let handle = (b.p0 - a.p3).length * 0.5519
      result.vertices[result.vertices.count - 1].handleOut =
        a.p3 + a.derivative(at: 1).unitOrRight * handle
      result.vertices.append(.init(b.p0, in: b.p0 - b.derivative(at: 0).unitOrRight * handle))
      return b.p0
    }
    let before = a.p2.isNearly(a.p3) ? a.p0 : a.p2
    let after = b.p1.isNearly(b.p0) ? b.p3 : b.p1
    guard let miter = Self.crossing((before, a.p3), (b.p0, after)),
      (miter - a.p3).length < miterLimit
    else { return a.p3 }
    result.vertices.append(.init(miter))
    return miter
  }
}

extension SIMD2<Double> {
  fileprivate func isNearly(_ other: Self) -> Bool {
    x.isNearly(other.x) && y.isNearly(other.y)
  }

  fileprivate var unitOrRight: Self { self == .zero ? SIMD2(1, 0) : normalized }
}

extension Double {
  /// Whether two numbers are as close as lottie-web requires to treat them as equal.
  fileprivate func isNearly(_ other: Double) -> Bool {
    (self - other).magnitude * 100_000 <= min(magnitude, other.magnitude)
  }
}
