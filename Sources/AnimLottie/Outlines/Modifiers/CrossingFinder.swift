import AnimCore

/// A part of a curve, and its bounding box.
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

/// Finds where two curves cross by repeatedly halving both, as precisely as lottie-web does: to two
/// points, or to 1/128 of a curve.
struct CrossingFinder {
  private static let maximumDepth = 7

  /// How many more pairs of parts may be compared.
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
