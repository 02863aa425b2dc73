/// A 3×3 matrix that maps linear colours.
struct ProfileMatrix: Hashable, Sendable {
  let rows: [SIMD3<Double>]

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = [a, b, c] }

  init(columns a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
    self.init(SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z))
  }

  static let identity = ProfileMatrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// The sRGB primaries in the connection space of ICC profiles (XYZ under D50), as in the ICC's
  /// sRGB profile.
  static let sRGB = ProfileMatrix(
    row(28_578, 25_241, 9_376), row(14_581, 46_981, 3_972), row(912, 6_362, 46_799))

  /// Returns a row in units of 1/65,536, the number format of profiles.
  private static func row(_ a: Double, _ b: Double, _ c: Double) -> SIMD3<Double> {
    let numbers = SIMD3<Double>(a, b, c)
    return numbers / 65_536
  }

  /// The white point of the connection space of ICC profiles.
  static let white = SIMD3(0.9642, 1, 0.8249)

  func applied(to vector: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum())
  }

  /// Returns the product, which applies `other` first.
  func after(_ other: ProfileMatrix) -> ProfileMatrix {
    let columns = (0..<3).map { column in
      applied(to: SIMD3(other.rows[0][column], other.rows[1][column], other.rows[2][column]))
    }
    return ProfileMatrix(columns: columns[0], columns[1], columns[2])
  }

  /// The inverse, or `nil` for a singular matrix.
  var inverse: ProfileMatrix? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      let x: Double = a.y * b.z - a.z * b.y
      let y: Double = a.z * b.x - a.x * b.z
      let z: Double = a.x * b.y - a.y * b.x
      return SIMD3(x, y, z)
    }
    let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
    let determinant = (rows[0] * columns[0]).sum()
    guard determinant.isFinite, determinant.magnitude > 1e-9 else { return nil }
    return ProfileMatrix(
      columns: columns[0] / determinant, columns[1] / determinant, columns[2] / determinant)
  }
}

/// The chromaticities of a white point and of three primaries, each as x and y.
struct Chromaticities: Hashable, Sendable {
  let white: SIMD2<Double>
  let red: SIMD2<Double>
  let green: SIMD2<Double>
  let blue: SIMD2<Double>

  private static let d65 = SIMD2(0.3127, 0.329)

  /// Creates the primaries with a number in ITU-T H.273, or returns `nil` if they aren't supported.
  init?(code: UInt8) {
    let (white, primaries): (SIMD2<Double>, [SIMD2<Double>])
    switch code {
    case 1: (white, primaries) = (Self.d65, [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06]])
    case 4: (white, primaries) = ([0.31, 0.316], [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08]])
    case 5: (white, primaries) = (Self.d65, [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06]])
    case 6, 7: (white, primaries) = (Self.d65, [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07]])
    case 9: (white, primaries) = (Self.d65, [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046]])
    case 11: (white, primaries) = ([0.314, 0.351], [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]])
    case 12: (white, primaries) = (Self.d65, [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]])
    default: return nil
    }
    self.init(white: white, red: primaries[0], green: primaries[1], blue: primaries[2])
  }

  init(
    white: SIMD2<Double>, red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>
  ) {
    (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
  }

  /// The matrix from linear colours to XYZ under D50, or `nil` if the chromaticities are
  /// impossible.
  ///
  /// The white point is adapted with the Bradford method, as in ICC profiles.
  var matrix: ProfileMatrix? {
    for point in [white, red, green, blue] {
      guard point.x >= 0, point.y > 0, point.x + point.y <= 1 else { return nil }
    }
    func light(_ point: SIMD2<Double>) -> SIMD3<Double> {
      let z: Double = (1 - point.x - point.y) / point.y
      return SIMD3(point.x / point.y, 1, z)
    }
    let primaries = ProfileMatrix(columns: light(red), light(green), light(blue))
    guard let inverse = primaries.inverse else { return nil }
    let scale = inverse.applied(to: light(white))
    let scaled = ProfileMatrix(
      primaries.rows[0] * scale, primaries.rows[1] * scale, primaries.rows[2] * scale)
    let cones = Self.bradford
    guard let back = cones.inverse else { return nil }
    let ratio = cones.applied(to: ProfileMatrix.white) / cones.applied(to: light(white))
    let adaptation = ProfileMatrix(
      SIMD3(ratio.x, 0, 0), SIMD3(0, ratio.y, 0), SIMD3(0, 0, ratio.z))
    return back.after(adaptation.after(cones.after(scaled)))
  }

  private static let bradford = ProfileMatrix(
    SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
    SIMD3(0.0389, -0.0685, 1.0296))
}
