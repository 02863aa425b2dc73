import AnimCore

extension PathContour {
  /// A side as lottie-web's modifiers see it: a handle that lies on its vertex is moved a third of
  /// the way to the other vertex, so that a straight side has a constant speed.
  func linearizedSide(_ index: Int) -> Cubic { side(index).linearized }
}

extension Cubic {
  var linearized: Cubic {
    Cubic(
      p0, p1 == p0 ? p0 + (p3 - p0) / 3 : p1, p2 == p3 ? p0 + (p3 - p0) * (2 / 3) : p2, p3)
  }

  var reversed: Cubic { Cubic(p3, p2, p1, p0) }

  /// The part before `parameter` and the part after it.
  func split(at parameter: Double) -> (Cubic, Cubic) {
    if parameter <= 0 { return (Cubic(p0, p0, p0, p0), self) }
    if parameter >= 1 { return (self, Cubic(p3, p3, p3, p3)) }
    return (
      part(from: 0, to: parameter).linearized, part(from: parameter, to: 1).linearized
    )
  }

  /// The parameters of the inflection points, in order; at most two.
  var inflections: [Double] {
    let (a, b, c) = (p3 - p0 - 3 * (p2 - p1), 3 * (p0 - 2 * p1 + p2), 3 * (p1 - p0))
    let denominator = a.cross(b)
    guard denominator.magnitude > 1e-5 else { return [] }
    let cusp = -0.5 * a.cross(c) / denominator
    let square = cusp * cusp - b.cross(c) / (3 * denominator)
    guard square > 0 else { return [] }
    let root = square.squareRoot()
    return root <= 1e-5 ? [cusp].filter(isInside) : [cusp - root, cusp + root].filter(isInside)
  }

  private func isInside(_ parameter: Double) -> Bool { parameter > 0 && parameter < 1 }
}

extension SIMD2<Double> {
  /// The unit normal: this direction after a quarter turn, counterclockwise on the screen. It
  /// points to the right if the vector is zero.
  var leftNormal: Self {
    let length = self.length
    return length > 0 ? SIMD2(y, -x) / length : SIMD2(1, 0)
  }
}
