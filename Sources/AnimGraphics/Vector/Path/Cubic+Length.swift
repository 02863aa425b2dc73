extension Cubic {
  /// The length between two parameters by five-point Gauss–Legendre quadrature: exact if the speed
  /// along the piece is a polynomial of degree 9.
  func length(from t0: Double, to t1: Double) -> Double {
    let powers = powers
    let (a, b, c) = (3 * powers.a, 2 * powers.b, powers.c)
    func speed(_ t: Double) -> Double { ((a * t + b) * t + c).length }
    let middle = (t0 + t1) / 2
    let half = (t1 - t0) / 2
    let near = half * 0.5384693101056831
    let far = half * 0.9061798459386640
    let inner = speed(middle - near) + speed(middle + near)
    let outer = speed(middle - far) + speed(middle + far)
    let sum = 128 / 225 * speed(middle) + 0.4786286704993665 * inner + 0.2369268850561891 * outer
    return half * sum
  }

  /// The parameter at a distance of `part` of the `length` between two parameters, by Newton's
  /// method within shrinking bounds.
  func parameter(at part: Double, of length: Double, from t0: Double, to t1: Double) -> Double {
    var low = t0
    var high = t1
    var t = t0 + (t1 - t0) * (part / length)
    for _ in 0..<24 {
      let error = self.length(from: t0, to: t) - part
      if error.magnitude <= 1e-12 * length { break }
      if error > 0 { high = t } else { low = t }
      let next = t - error / derivative(at: t).length
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }
}
