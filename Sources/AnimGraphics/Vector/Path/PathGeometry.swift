extension Path {
  /// Returns a Boolean value that indicates whether a point is inside the path when filled by
  /// `rule`, with open contours treated as closed. For points on the outline itself the result may
  /// be either.
  public func contains(_ point: Point, _ rule: FillRule = .nonzero) -> Bool {
    let winding = winding(around: point)
    return rule == .nonzero ? winding != 0 : winding % 2 != 0
  }

  /// Returns the number of times that the path winds around a point. Clockwise turns on the screen
  /// are positive.
  public func winding(around point: Point) -> Int {
    var crossings = Crossings(point: SIMD2(point))
    visit(&crossings)
    return crossings.winding
  }

  /// Counts the signed crossings of the path with the ray to the right of a point.
  private struct Crossings: SegmentVisitor {
    let point: SIMD2<Double>
    var winding = 0
    private var start = SIMD2<Double>.zero
    private var last = SIMD2<Double>.zero

    init(point: SIMD2<Double>) { self.point = point }

    mutating func begin(at point: SIMD2<Double>) {
      start = point
      last = point
    }

    mutating func line(to end: SIMD2<Double>) {
      // The side of the line through both ends that the point is on, if the ray passes between
      // them.
      if let sign = direction(last, end),
        ((end - last).cross(point - last) < 0) == (sign < 0)
      {
        winding += sign
      }
      last = end
    }

    /// 1 if the piece crosses the ray's y downwards, −1 if upwards. A ray through an end belongs to
    /// the piece below it.
    private func direction(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Int? {
      if (a.y <= point.y) == (b.y <= point.y) { return nil }
      return a.y <= point.y ? 1 : -1
    }

    mutating func curve(_ curve: Cubic) {
      count(curve)
      last = curve.p3
    }

    /// If the start of the ray is outside the hull of the control points, the ends decide.
    /// Otherwise, the curve is halved, down to about the resolution of a Double.
    private mutating func count(_ curve: Cubic) {
      let low = curve.p0.lesser(curve.p1).lesser(curve.p2).lesser(curve.p3)
      let high = curve.p0.greater(curve.p1).greater(curve.p2).greater(curve.p3)
      if high.y < point.y || low.y > point.y || high.x < point.x { return }
      if low.x > point.x {
        winding += direction(curve.p0, curve.p3) ?? 0
      } else if isTiny(high.x - low.x, at: point.x) || isTiny(high.y - low.y, at: point.y) {
        last = curve.p0
        line(to: curve.p3)
      } else {
        count(curve.part(from: 0, to: 0.5))
        count(curve.part(from: 0.5, to: 1))
      }
    }

    /// Returns whether an extent around a coordinate is close to the resolution of a Double there.
    private func isTiny(_ extent: Double, at coordinate: Double) -> Bool {
      extent <= 0x1p-46 * coordinate.magnitude || extent < 1e-300
    }

    mutating func end(isClosed: Bool) { line(to: start) }
    var isDone: Bool { false }
  }

  /// The smallest rectangle around the outline itself, ignoring control points, or `nil` for an
  /// empty path. A trailing move is included.
  public var bounds: Rect? {
    var bounds = Bounds()
    visit(&bounds)
    guard bounds.low.x <= bounds.high.x else { return nil }
    return Rect(
      origin: Point(bounds.low),
      size: Size(width: bounds.high.x - bounds.low.x, height: bounds.high.y - bounds.low.y))
  }

  private struct Bounds: SegmentVisitor {
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)

    mutating func include(_ point: SIMD2<Double>) {
      low = low.lesser(point)
      high = high.greater(point)
    }

    mutating func begin(at point: SIMD2<Double>) { include(point) }
    mutating func line(to end: SIMD2<Double>) { include(end) }

    mutating func curve(_ curve: Cubic) {
      include(curve.p3)
      if encloses(curve.p1) && encloses(curve.p2) { return }
      for axis in 0..<2 {
        curve.forEachExtremum(axis) { include(curve.point(at: $0)) }
      }
    }

    private func encloses(_ point: SIMD2<Double>) -> Bool {
      low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y
    }

    mutating func end(isClosed: Bool) {}
    var isDone: Bool { false }
  }
}

extension Cubic {
  /// Calls `body` with the parameters between 0 and 1 at which x (axis 0) or y (axis 1) has an
  /// extremum: the roots of the derivative.
  func forEachExtremum(_ axis: Int, _ body: (Double) -> Void) {
    let powers = powers
    let a = 3 * powers.a[axis]
    let b = powers.b[axis]
    let c = powers.c[axis]
    // a·t² + 2b·t + c = 0. The sum without cancellation gives one root; the product of both is c/a.
    let square = b * b - a * c
    guard square >= 0 else { return }
    let sum = -(b + (b < 0 ? -square.squareRoot() : square.squareRoot()))
    for root in [sum / a, c / sum] where root > 0 && root < 1 { body(root) }
  }
}
