import AnimCore

// Modifiers, which change outlines before they are painted. They are functions of a path and of
// evaluated numbers in the units of the file. Each preserves a path's error, and has the same
// result on every machine. All except merging treat each contour separately.
//
//   round corners  path.roundingCorners(radius:)                    of AnimCore
//   pucker, bloat  path.puckered(percent:)
//   zigzag         path.zigZagged(amplitude:frequency:isSmooth:)
//   offset         path.offset(by:join:miterLimit:)
//   twist          path.twisted(degrees:center:)
//   merge          Path.merged(_:mode:)
//
// Some throw `ModifierError` instead of making contours of any size.

/// A path is too long for a modifier.
enum ModifierError: Error {
  /// A contour would get more than ``Path/maximumVertexCount`` vertices.
  case vertices
  /// Finding the crossings of a contour takes too many comparisons.
  case crossings
}

extension Path {
  /// The maximum number of vertices that a modifier creates for one contour.
  static let maximumVertexCount = 1 << 16

  /// Moves vertices towards the centre of their contour's bounds, and their handles away from it.
  /// At 100 %, the vertices reach it. Negative values have the opposite effect. As in After Effects
  /// and unlike lottie-web, the centre isn't the mean of the vertices.
  func puckered(percent: Double) -> Path {
    guard percent != 0 else { return self }
    return mapContours { $0.puckered(by: percent / 100) }
  }

  /// Replaces every side by peaks, alternately to its left and right, at the distance `amplitude`:
  /// `frequency` of them, rounded to a whole number. The vertices become peaks as well.
  func zigZagged(
    amplitude: Double, frequency: Double, isSmooth: Bool
  ) throws(ModifierError) -> Path {
    guard amplitude != 0 else { return self }
    let peaks = min(max((frequency + 0.5).rounded(.down), 0), Double(Self.maximumVertexCount))
    return try mapContours { (contour) throws(ModifierError) in
      try contour.zigZagged(
        amplitude: amplitude, peaks: Int(exactly: peaks) ?? 0, isSmooth: isSmooth)
    }
  }

  /// Moves the sides of contours that are clockwise on the screen outwards, and those of other
  /// contours inwards. An open contour becomes an outline around itself.
  ///
  /// - Parameter miterLimit: The maximum distance of a miter from its corner, as a multiple of
  ///   the amount.
  func offset(
    by amount: Double, join: StrokeStyle.Join, miterLimit: Double
  ) throws(ModifierError) -> Path {
    guard amount != 0 else { return self }
    let offset = PathOffset(amount: amount, join: join, miterLimit: miterLimit)
    return try mapContours(offset.apply)
  }

  /// Turns points at the centre by `degrees`, clockwise on the screen, and others by less the
  /// farther away they are, down to zero at the farthest vertex.
  func twisted(degrees: Double, center: SIMD2<Double>) throws(ModifierError) -> Path {
    guard degrees != 0 else { return self }
    return try mapContours { (contour) throws(ModifierError) in
      try contour.twisted(by: Angle(degrees: degrees), center: center)
    }
  }

  /// Combines the areas of `paths`, which are in list order, into one path. The others are
  /// subtracted from the first, which is on top.
  ///
  /// A single path preserves its curves. Several paths preserve theirs only with
  /// ``MergeMode/normal``. If the areas are too complex to be combined, the result has the error
  /// ``PathError/tooComplex``.
  static func merged(_ paths: [Path], mode: MergeMode) -> Path {
    if paths.count == 1 { return paths[0] }
    switch mode {
    case .normal:
      var path = Path()
      for other in paths { path.append(other) }
      return path
    case .add: return combine(paths, .union)
    case .subtract: return combine(paths, .difference)
    case .intersect: return combine(paths, .intersection)
    case .exclude: return combine(paths, .symmetricDifference)
    }
  }
}

extension PathContour {
  /// As in lottie-web, the vertices become peaks, too. The first vertex of a closed contour becomes
  /// two, one at its start and one at its end.
  fileprivate func zigZagged(
    amplitude: Double, peaks: Int, isSmooth: Bool
  ) throws(ModifierError) -> PathContour {
    guard sideCount > 0 else { return self }
    guard (sideCount + 1) * (peaks + 1) <= Path.maximumVertexCount else { throw .vertices }
    let zigZag = ZigZag(
      contour: self, amplitude: amplitude, peaks: peaks,
      handleFraction: isSmooth ? 0.5 / Double(peaks + 1) : 0)
    return zigZag.result
  }
}

private struct ZigZag {
  let contour: PathContour
  let amplitude: Double
  let peaks: Int
  /// The length of handles, as a fraction of the distance between two vertices.
  let handleFraction: Double

  var result: PathContour {
    var result = PathContour(isClosed: contour.isClosed)
    var height = -amplitude
    result.vertices.append(corner(0, height: height))
    for index in 0..<contour.sideCount {
      let side = contour.linearizedSide(index)
      let handle = (side.p3 - side.p0).length * handleFraction
      for peak in 0..<peaks {
        height = -height
        let parameter = Double(peak + 1) / Double(peaks + 1)
        result.vertices.append(
          vertex(
            side.point(at: parameter), along: side.derivative(at: parameter), height: height,
            handleIn: handle, handleOut: handle))
      }
      height = -height
      result.vertices.append(corner(index + 1, height: height))
    }
    return result
  }

  private func corner(_ index: Int, height: Double) -> PathContour.Vertex {
    let count = contour.vertices.count
    let point = contour.vertices[index % count].point
    let previous = contour.vertices[(index + count - 1) % count].point
    let next = contour.vertices[(index + 1) % count].point
    return vertex(
      point, along: next - previous, height: height,
      handleIn: (point - previous).length * handleFraction,
      handleOut: (next - point).length * handleFraction)
  }

  private func vertex(
    _ point: SIMD2<Double>, along direction: SIMD2<Double>, height: Double, handleIn: Double,
    handleOut: Double
  ) -> PathContour.Vertex {
    let normal = direction.leftNormal
    let peak = point + normal * height
    let along = SIMD2(-normal.y, normal.x)
    return PathContour.Vertex(peak, in: peak - along * handleIn, out: peak + along * handleOut)
  }
}

extension PathContour {
  /// The number of pieces into which a side is divided, so that twisting bends straight sides.
  private static let piecesPerSide = 8

  fileprivate func twisted(
    by angle: Angle, center: SIMD2<Double>
  ) throws(ModifierError) -> PathContour {
    let radius = vertices.reduce(0) { max($0, ($1.point - center).length) }
    guard radius > 0, sideCount > 0 else { return self }
    guard sideCount * Self.piecesPerSide < Path.maximumVertexCount else { throw .vertices }
    func twist(_ point: SIMD2<Double>) -> SIMD2<Double> {
      let arm = point - center
      let turn = angle * max(1 - arm.length / radius, 0)
      let (sine, cosine) = (turn.sine, turn.cosine)
      return center + SIMD2(cosine * arm.x - sine * arm.y, sine * arm.x + cosine * arm.y)
    }
    var result = PathContour([Vertex(twist(vertices[0].point))], isClosed: isClosed)
    for index in 0..<sideCount {
      let side = linearizedSide(index)
      for piece in 0..<Self.piecesPerSide {
        let part = side.part(
          from: Double(piece) / Double(Self.piecesPerSide),
          to: Double(piece + 1) / Double(Self.piecesPerSide))
        result.vertices[result.vertices.count - 1].handleOut = twist(part.p1)
        result.vertices.append(Vertex(twist(part.p3), in: twist(part.p2)))
      }
    }
    if isClosed { result.vertices[0].handleIn = result.vertices.removeLast().handleIn }
    return result
  }
}

extension PathContour {
  func puckered(by amount: Double) -> PathContour {
    guard let bounds = Path([self]).bounds else { return self }
    let center = SIMD2(bounds.minX + bounds.maxX, bounds.minY + bounds.maxY) / 2
    var result = self
    for index in vertices.indices {
      let vertex = vertices[index]
      result.vertices[index] = Vertex(
        vertex.point + (center - vertex.point) * amount,
        in: vertex.handleIn - (center - vertex.handleIn) * amount,
        out: vertex.handleOut - (center - vertex.handleOut) * amount)
    }
    return result
  }
}

extension PathContour {
  /// Returns a side for the modifiers, as in lottie-web: a handle on its vertex is moved by a third
  /// of the distance to the other vertex, so that a straight side has a constant speed.
  func linearizedSide(_ index: Int) -> Cubic { side(index).linearized }
}

extension Cubic {
  var linearized: Cubic {
    Cubic(
      p0, p1 == p0 ? p0 + (p3 - p0) / 3 : p1, p2 == p3 ? p0 + (p3 - p0) * (2 / 3) : p2, p3)
  }

  var reversed: Cubic { Cubic(p3, p2, p1, p0) }

  /// Returns the part before `parameter` and the part after it.
  func split(at parameter: Double) -> (Cubic, Cubic) {
    if parameter <= 0 { return (Cubic(p0, p0, p0, p0), self) }
    if parameter >= 1 { return (self, Cubic(p3, p3, p3, p3)) }
    return (
      part(from: 0, to: parameter).linearized, part(from: parameter, to: 1).linearized
    )
  }

  /// The parameters of the inflection points in ascending order, at most two.
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
  /// The unit normal: this direction rotated by a quarter turn, counterclockwise on the screen. It
  /// points to the right if the vector is zero.
  var leftNormal: Self {
    let length = self.length
    return length > 0 ? SIMD2(y, -x) / length : SIMD2(1, 0)
  }
}
