/// A cubic Bézier curve.
package struct Cubic {
  package var p0: SIMD2<Double>
  package var p1: SIMD2<Double>
  package var p2: SIMD2<Double>
  package var p3: SIMD2<Double>

  @inline(__always)
  package init(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>
  ) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// Creates a quadratic curve with one control point, as a cubic.
  @inline(__always)
  init(quadratic p0: SIMD2<Double>, _ control: SIMD2<Double>, _ end: SIMD2<Double>) {
    self.init(p0, (p0 + 2 * control) / 3, (end + 2 * control) / 3, end)
  }

  /// The coefficients of the powers of t: ((a·t + b)·t + c)·t + p0.
  @inline(__always)
  var powers: (a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>) {
    ((p3 - p0) - 3 * (p2 - p1), 3 * ((p0 - p1) - (p1 - p2)), 3 * (p1 - p0))
  }

  package func point(at t: Double) -> SIMD2<Double> {
    if t >= 1 { return p3 }
    let (a, b, c) = powers
    return ((a * t + b) * t + c) * t + p0
  }

  package func derivative(at t: Double) -> SIMD2<Double> {
    let (a, b, c) = powers
    return (3 * a * t + 2 * b) * t + c
  }

  /// Returns the direction of the curve, as a unit vector. If the derivative is zero, it is the
  /// direction in which the curve continues or, at the end, arrives. Returns `nil` for a curve
  /// without length.
  func tangent(at t: Double) -> SIMD2<Double>? {
    let (a, b, c) = powers
    let size = max(a.squaredLength, b.squaredLength, c.squaredLength)
    guard size > 0 else { return nil }
    let least = 1e-24 * size
    let first = (3 * a * t + 2 * b) * t + c
    if first.squaredLength > least { return first.normalized }
    let second = 3 * a * t + b
    if second.squaredLength > least { return t < 1 ? second.normalized : -second.normalized }
    return a.normalized
  }

  /// Returns the part of the curve between two parameters, by blossoming.
  package func part(from t0: Double, to t1: Double) -> Cubic {
    if t0 <= 0 && t1 >= 1 { return self }
    return Cubic(
      t0 <= 0 ? p0 : blossom(t0, t0, t0), blossom(t0, t0, t1), blossom(t0, t1, t1),
      t1 >= 1 ? p3 : blossom(t1, t1, t1))
  }

  /// Returns the trilinear form whose diagonal is the curve (Ramshaw 1987).
  private func blossom(_ r: Double, _ s: Double, _ t: Double) -> SIMD2<Double> {
    let a = p0 + (p1 - p0) * r
    let b = p1 + (p2 - p1) * r
    let c = p2 + (p3 - p2) * r
    let d = a + (b - a) * s
    let e = b + (c - b) * s
    return d + (e - d) * t
  }

  /// Returns the length between two parameters by five-point Gauss–Legendre quadrature: exact if
  /// the speed along the piece is a polynomial of degree 9.
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

  /// Returns the parameter at a distance of `part` of the `length` between two parameters, by
  /// Newton's method within shrinking bounds.
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

extension SIMD2<Double> {
  @inline(__always) package var squaredLength: Double { x * x + y * y }
  @inline(__always) package var length: Double { squaredLength.squareRoot() }
  /// The unit vector in the same direction. The vector must not be zero.
  @inline(__always) package var normalized: Self { self / squaredLength.squareRoot() }

  @inline(__always) package func dot(_ other: Self) -> Double { x * other.x + y * other.y }
  /// Returns a positive number if `other` is clockwise from this vector on the screen, by less than
  /// half a turn.
  @inline(__always) package func cross(_ other: Self) -> Double { x * other.y - y * other.x }
}
