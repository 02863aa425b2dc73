/// A radial gradient in pixels.
///
/// With the focus at the origin, radius 1 and the centre at (k, 0), the circle of position t has
/// its centre at (k·t, 0) and radius t, so that the point (u, v) is on the circle of t = (√(u² +
/// A·v²) − k·u) / A with A = 1 − k². Scaled by U = u/A and V = v/√A it is √(U² + V²) − k·U. Both U
/// and V are linear in the pixel's column and row.
struct RadialSource {
  let table: GradientTable
  private let u: (a: Float, b: Double, c: Double)
  private let v: (a: Float, b: Double, c: Double)
  private let k: Float

  /// - Parameter inverse: from pixels to the gradient's space.
  /// - Returns: nil if the radius is not above 0.
  init?(
    _ center: Point, _ radius: Double, _ focus: Point, _ inverse: Transform,
    table: () -> GradientTable
  ) {
    guard radius > 0, radius.isFinite else { return nil }
    var toCenter = center - focus
    // The direction of the u axis.
    var axis = Vector(dx: 1, dy: 0)
    let distance = toCenter.length
    var k = distance / radius
    if distance > 0 { axis = toCenter * (1 / distance) }
    if k > Self.maximumFocus {
      k = Self.maximumFocus
      toCenter = axis * (k * radius)
    }
    let origin = center - toCenter
    let a = 1 - k * k
    let last = Double(GradientTable.count - 1)
    let scaleU = last / (a * radius)
    let scaleV = last / (a.squareRoot() * radius)
    u = Self.coefficients(axis * scaleU, origin, inverse)
    v = Self.coefficients(Vector(dx: -axis.dy, dy: axis.dx) * scaleV, origin, inverse)
    self.k = Float(k)
    self.table = table()
  }

  /// The largest distance of the focus from the centre, in radii.
  private static let maximumFocus = 255.0 / 256

  /// The coefficients of the scalar product of `axis` with the vector from `origin` to the centre
  /// of a pixel, as a function of its column and row.
  private static func coefficients(
    _ axis: Vector, _ origin: Point, _ inverse: Transform
  ) -> (a: Float, b: Double, c: Double) {
    let x = axis.dx * inverse.a + axis.dy * inverse.b
    let y = axis.dx * inverse.c + axis.dy * inverse.d
    let start = Point(x: inverse.tx, y: inverse.ty) - origin
    return (Float(x), y, axis.dx * start.dx + axis.dy * start.dy + (x + y) / 2)
  }

  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    let rowU = SIMD4(repeating: Float(u.b * Double(y) + u.c))
    let rowV = SIMD4(repeating: Float(v.b * Double(y) + v.c))
    GradientLookup.fill(words, table, x: x, count: count) { columns in
      let u = u.a * columns + rowU
      let v = v.a * columns + rowV
      return (u * u + v * v).squareRoot() - k * u
    }
  }
}
