/// A projective map of space, represented by the homogeneous images of a unit along each axis and
/// of the origin.
///
/// x points right, y down, and z towards the eye. The rotations are those of Core Animation.
package struct Space: Hashable, Sendable {
  private var x = SIMD4<Double>(1, 0, 0, 0)
  private var y = SIMD4<Double>(0, 1, 0, 0)
  private var z = SIMD4<Double>(0, 0, 1, 0)
  private var origin = SIMD4<Double>(0, 0, 0, 1)

  /// Creates the identity.
  package init() {}

  /// Creates a map of the plane, which leaves depths as they are unless they are scaled by `depth`.
  package init(_ transform: Transform, depth: Double = 1) {
    x = SIMD4(transform.a, transform.b, 0, 0)
    y = SIMD4(transform.c, transform.d, 0, 0)
    z = SIMD4(0, 0, depth, 0)
    origin = SIMD4(transform.tx, transform.ty, 0, 1)
  }

  package static func moved(_ dx: Double, _ dy: Double, _ dz: Double) -> Space {
    var space = Space()
    space.origin = SIMD4(dx, dy, dz, 1)
    return space
  }

  /// Returns a rotation about the x axis. A positive angle moves the lower part nearer.
  package static func turnedX(_ angle: Angle) -> Space {
    var space = Space()
    space.y = SIMD4(0, angle.cosine, angle.sine, 0)
    space.z = SIMD4(0, -angle.sine, angle.cosine, 0)
    return space
  }

  /// Returns a rotation about the y axis. A positive angle moves the right part away.
  package static func turnedY(_ angle: Angle) -> Space {
    var space = Space()
    space.x = SIMD4(angle.cosine, 0, -angle.sine, 0)
    space.z = SIMD4(angle.sine, 0, angle.cosine, 0)
    return space
  }

  /// Returns a clockwise rotation about the z axis.
  package static func turnedZ(_ angle: Angle) -> Space { Space(Transform(rotation: angle)) }

  /// Returns a rotation about the origin that moves a point in front of the eye and keeps level
  /// lines level.
  package static func looking(at point: SIMD3<Double>) -> Space {
    let length = (point * point).sum().squareRoot()
    guard length > 0, length.isFinite else { return Space() }
    // The eye looks along −z.
    let back = -point / length
    let level = (back.x * back.x + back.z * back.z).squareRoot()
    let right = level > 0 ? SIMD3(back.z / level, 0, -back.x / level) : SIMD3(1, 0, 0)
    let down = SIMD3(
      back.y * right.z - back.z * right.y, back.z * right.x - back.x * right.z,
      back.x * right.y - back.y * right.x)
    var space = Space()
    space.x = SIMD4(right.x, down.x, back.x, 0)
    space.y = SIMD4(right.y, down.y, back.y, 0)
    space.z = SIMD4(right.z, down.z, back.z, 0)
    return space
  }

  /// Returns a projection from a distance in front of the plane z = 0. With a distance of 0, there
  /// is no perspective.
  package static func seen(from distance: Double) -> Space {
    var space = Space()
    if distance > 0 { space.z.w = -1 / distance }
    return space
  }

  /// Returns first this map, then `next`.
  package func followed(by next: Space) -> Space {
    func through(_ step: SIMD4<Double>) -> SIMD4<Double> {
      next.x * step.x + next.y * step.y + next.z * step.z + next.origin * step.w
    }
    var space = Space()
    (space.x, space.y, space.z, space.origin) = (
      through(x), through(y), through(z), through(origin)
    )
    return space
  }

  /// The inverse without the projection, or `nil` if everything is mapped to a plane.
  package var inverse: Space? {
    func cross(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let rows = (cross(y, z), cross(z, x), cross(x, y))
    let determinant = (SIMD3(x.x, x.y, x.z) * rows.0).sum()
    guard determinant != 0, determinant.isFinite else { return nil }
    let (first, second, third) = (rows.0 / determinant, rows.1 / determinant, rows.2 / determinant)
    var inverse = Space()
    inverse.x = SIMD4(first.x, second.x, third.x, 0)
    inverse.y = SIMD4(first.y, second.y, third.y, 0)
    inverse.z = SIMD4(first.z, second.z, third.z, 0)
    inverse.origin = .zero
    let moved = inverse.x * origin.x + inverse.y * origin.y + inverse.z * origin.z
    inverse.origin = SIMD4(-moved.x, -moved.y, -moved.z, 1)
    let sum = inverse.x + inverse.y + inverse.z + inverse.origin
    return (sum - sum) == .zero ? inverse : nil
  }

  /// Returns the depth of a point of the plane z = 0, which increases towards the viewer.
  package func depth(of point: Point) -> Double {
    let lifted = x * point.x + y * point.y + origin
    return lifted.w > 0 ? lifted.z / lifted.w : .infinity
  }

  /// The projection of the plane z = 0.
  package var plane: Projection {
    Projection(
      x: SIMD3(x.x, x.y, x.w), y: SIMD3(y.x, y.y, y.w), origin: SIMD3(origin.x, origin.y, origin.w))
  }

  /// The transform of the plane z = 0 without depth.
  package var flat: Transform {
    Transform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
  }
}
