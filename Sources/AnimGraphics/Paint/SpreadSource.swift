/// A gradient that is repeated or reflected, that starts at a circle rather than a point, or that
/// runs around a point. Its position is computed for each pixel separately, in Double.
struct SpreadSource: RowSource {
  let table: GradientTable
  private let geometry: Geometry
  private let spread: Gradient.Spread
  /// The transform from the centres of pixels to the gradient's space.
  private let inverse: Transform

  private enum Geometry {
    /// The position is the scalar product with a vector.
    case linear(origin: Point, Vector)
    case radial(Cone)
    case conic(center: Point, start: Angle)
  }

  /// Circles from the one around the focus, at position 0, to the one around the centre, at
  /// position 1. The point at p from the focus is on the circle of t where |p − t·d| = f + t·g,
  /// with the distance d between the centres, the first radius f and the difference g of the radii.
  private struct Cone {
    let focus: Point
    let displacement: Vector
    let first: Double
    let growth: Double
    /// d² − g²: below 0 if the second circle is around the first one, so that all points have a position.
    let a: Double

    /// Returns the larger position whose circle has a non-negative radius, or `nil` if there is no
    /// such position.
    func position(of point: Point) -> Double? {
      let p = point - focus
      let b = p.dx * displacement.dx + p.dy * displacement.dy + first * growth
      let c = p.dx * p.dx + p.dy * p.dy - first * first
      guard a != 0 else { return b == 0 ? nil : valid(c / (2 * b)) }
      let square = b * b - a * c
      guard square >= 0 else { return nil }
      let root = square.squareRoot()
      let (one, other) = ((b + root) / a, (b - root) / a)
      return valid(max(one, other)) ?? valid(min(one, other))
    }

    private func valid(_ position: Double) -> Double? {
      first + position * growth >= 0 ? position : nil
    }
  }

  /// Whether every pixel has a colour.
  let isComplete: Bool

  /// - Parameter inverse: The transform from pixels to the gradient's space.
  /// - Returns: `nil` if the gradient has no extent.
  init?(_ gradient: Gradient, _ inverse: Transform, table: () -> GradientTable) {
    var inverse = inverse
    inverse.tx += (inverse.a + inverse.c) / 2
    inverse.ty += (inverse.b + inverse.d) / 2
    self.inverse = inverse
    spread = gradient.spread
    switch gradient.geometry {
    case .linear(let start, let end):
      let displacement = end - start
      let square = displacement.dx * displacement.dx + displacement.dy * displacement.dy
      guard square > 0, square.isFinite else { return nil }
      geometry = .linear(origin: start, displacement / square)
      isComplete = true
    case .radial(let center, let radius, let focus, let focusRadius):
      guard radius > 0, radius.isFinite, focusRadius.isFinite else { return nil }
      let first = max(0, focusRadius)
      var displacement = center - focus
      // The same limit as without spreading.
      let limit = radius * RadialSource.maximumFocus
      if first == 0, displacement.length > limit {
        displacement = displacement * (limit / displacement.length)
      }
      let growth = radius - first
      let a =
        displacement.dx * displacement.dx + displacement.dy * displacement.dy - growth * growth
      geometry = .radial(
        Cone(
          focus: center - displacement, displacement: displacement, first: first, growth: growth,
          a: a))
      isComplete = a < 0 && growth > 0
    case .conic(let center, let start):
      guard start.radians.isFinite, center.x.isFinite, center.y.isFinite else { return nil }
      geometry = .conic(center: center, start: start)
      isComplete = true
    }
    self.table = table()
  }

  func row(_ y: Int) -> Row { Row(source: self, y: y) }

  struct Row: PaintRow {
    fileprivate let source: SpreadSource
    fileprivate let y: Int

    func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int) {
      let lookup = GradientLookup(source.table, row: y)
      for index in 0..<count {
        let point = source.inverse.apply(to: Point(x: Double(x &+ index), y: Double(y)))
        words[index] = source.position(of: point).map { lookup.word(at: $0, x: x &+ index) } ?? 0
      }
    }
  }

  /// Returns the position of a point in the table, or `nil` where the gradient has no colour.
  private func position(of point: Point) -> Float? {
    let position: Double
    switch geometry {
    case .linear(let origin, let vector):
      let displacement = point - origin
      position = displacement.dx * vector.dx + displacement.dy * vector.dy
    case .radial(let cone):
      guard let found = cone.position(of: point) else { return nil }
      position = found
    case .conic(let center, let start):
      let turns = ((point - center).direction - start).turns
      position = turns - turns.rounded(.down)
    }
    guard position.isFinite else { return nil }
    let unit: Double
    switch spread {
    case .pad: unit = min(max(position, 0), 1)
    case .repeat: unit = position - position.rounded(.down)
    case .reflect:
      let pair = position - 2 * (position / 2).rounded(.down)
      unit = pair > 1 ? 2 - pair : pair
    }
    return Float(unit * Double(GradientTable.count - 1))
  }
}
