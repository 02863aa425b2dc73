extension Path {
  /// The smallest rectangle around the outline itself, ignoring control points; nil for an empty
  /// path. A trailing move is included.
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
