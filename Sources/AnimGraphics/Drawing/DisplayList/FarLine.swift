/// A line that may extend beyond the grid, split where it leaves it: the parts beyond are moved to
/// the grid's edge, so that winding numbers on the grid stay the same.
struct FarLine {
  private let start: SIMD2<Double>
  private let end: SIMD2<Double>

  /// Large enough for the split to be exact, and small enough for its arithmetic not to overflow.
  private static let reach = 1e12

  init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    self.start = start.clamped(to: Self.reach)
    self.end = end.clamped(to: Self.reach)
  }

  /// Calls `body` with the corners after the first.
  func forEachCorner(_ body: (FixedPoint) -> Void) {
    let way = end - start
    var cuts = SIMD4<Double>(repeating: 1)
    // Where x and y reach the lower and the upper limit, as fractions of the line.
    cuts.lowHalf = cut(way, -Fixed.limit)
    cuts.highHalf = cut(way, Fixed.limit)
    var last = 0.0
    while true {
      var next = 1.0
      for index in 0..<4 where cuts[index] > last && cuts[index] < next { next = cuts[index] }
      let point = next < 1 ? start + way * next : end
      body(FixedPoint(x: Fixed(point.x), y: Fixed(point.y)))
      if next >= 1 { return }
      last = next
    }
  }

  private func cut(_ way: SIMD2<Double>, _ limit: Double) -> SIMD2<Double> {
    // A zero difference gives infinity or NaN, neither of which lies between 0 and 1.
    (limit - start) / way
  }
}

extension SIMD2<Double> {
  fileprivate func clamped(to reach: Double) -> SIMD2<Double> {
    clamped(lowerBound: .init(repeating: -reach), upperBound: .init(repeating: reach))
  }
}
