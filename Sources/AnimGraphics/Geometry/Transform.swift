/// An affine map of the plane: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty, with the six numbers in
/// the order of CGAffineTransform, SVG's matrix() and Cairo.
public struct Transform: Hashable, Sendable {
  /// The change of x for a step to the right.
  public var a: Double
  /// The change of y for a step to the right.
  public var b: Double
  /// The change of x for a step down.
  public var c: Double
  /// The change of y for a step down.
  public var d: Double
  /// The x coordinate of the transformed origin.
  public var tx: Double
  /// The y coordinate of the transformed origin.
  public var ty: Double

  /// Creates a transform from its six numbers, in the order of Core Graphics.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Leaves every point where it is.
  public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a transform that moves every point by a vector.
  public init(translation: Vector) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translation.dx, ty: translation.dy)
  }

  /// Creates a transform that scales by a factor about the origin.
  public init(scale: Double) { self.init(scaleX: scale, y: scale) }

  /// Creates a transform that scales each axis by its own factor about the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a rotation about the origin. Positive angles are clockwise on the screen.
  public init(rotation angle: Angle) {
    let cosine = angle.cosine
    let sine = angle.sine
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// The area of the transformed unit square, negative if the plane is mirrored.
  public var determinant: Double { a * d - b * c }

  /// A Boolean value that indicates whether all six numbers are finite.
  public var isFinite: Bool {
    // A number minus itself is 0, or NaN if the number isn't finite.
    (a - a) + (b - b) + (c - c) + (d - d) + (tx - tx) + (ty - ty) == 0
  }

  /// Whether the numbers are at most 10¹⁸, so that everything drawn stays finite.
  var isDrawable: Bool {
    a.magnitude <= 1e18 && b.magnitude <= 1e18 && c.magnitude <= 1e18 && d.magnitude <= 1e18
      && tx.magnitude <= 1e18 && ty.magnitude <= 1e18
  }
}

extension Transform {
  /// Returns first this map, then `next`.
  public func followed(by next: Transform) -> Transform {
    Transform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The inverse, or `nil` if the plane is mapped to a line or a point, or if a number is or would
  /// become infinite or NaN.
  public var inverse: Transform? {
    let determinant = determinant
    guard determinant != 0, isFinite else { return nil }
    let inverse = Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    return inverse.isFinite ? inverse : nil
  }

  /// Returns the point to which `point` is mapped.
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Returns the transformed displacement, which is rotated and scaled, but not translated.
  public func apply(to vector: Vector) -> Vector {
    Vector(dx: a * vector.dx + c * vector.dy, dy: b * vector.dx + d * vector.dy)
  }

  /// The largest factor by which a length can grow: the larger singular value.
  public var maximumScale: Double {
    let sum = a * a + b * b + c * c + d * d
    let first = a * a + b * b - c * c - d * d
    let second = 2 * (a * c + b * d)
    return ((sum + (first * first + second * second).squareRoot()) / 2).squareRoot()
  }

  @inline(__always) func apply(to point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a, b) * point.x + SIMD2(c, d) * point.y + SIMD2(tx, ty)
  }
}
