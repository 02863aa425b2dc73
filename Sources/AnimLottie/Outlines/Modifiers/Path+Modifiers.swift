import AnimCore

// What changes outlines before they are painted, as functions of a path and of evaluated numbers, in
// the units of the file. All of them work on each contour alone, keep a path's error, and give the
// same on every machine.
//
//   round corners  path.roundingCorners(radius:)                    of AnimCore
//   pucker, bloat  path.puckered(percent:)
//   zigzag         path.zigZagged(amplitude:frequency:isSmooth:)
//   offset         path.offset(by:join:miterLimit:)
//   twist          path.twisted(degrees:center:)
//   merge          Path.merged(_:mode:)
//
// A path that would get more than `maximumVertexCount` vertices stays as it is.

extension Path {
  /// More vertices no modifier makes of one contour.
  static let maximumVertexCount = 1 << 16

  /// Moves vertices towards the mean of all of them, and their handles away from it: at 100 % the
  /// vertices are there. Below 0 it is the other way round.
  func puckered(percent: Double) -> Path {
    guard percent != 0 else { return self }
    return mapContours { $0.puckered(by: percent / 100) }
  }

  /// Makes `frequency` peaks, rounded to a whole number, of every side, in turn on both sides of it
  /// at a distance of `amplitude`. The vertices become peaks as well.
  func zigZagged(amplitude: Double, frequency: Double, isSmooth: Bool) -> Path {
    guard amplitude != 0 else { return self }
    let peaks = min(max((frequency + 0.5).rounded(.down), 0), Double(Self.maximumVertexCount))
    return mapContours {
      $0.zigZagged(amplitude: amplitude, peaks: Int(exactly: peaks) ?? 0, isSmooth: isSmooth)
    }
  }

  /// Moves sides outwards of contours that go clockwise on the screen, and inwards of others. An open
  /// contour becomes an outline around it.
  ///
  /// - Parameter miterLimit: how far from the sides' ends a miter may reach, in points.
  func offset(by amount: Double, join: StrokeStyle.Join, miterLimit: Double) -> Path {
    guard amount != 0 else { return self }
    let offset = PathOffset(amount: amount, join: join, miterLimit: miterLimit)
    return mapContours(offset.apply)
  }

  /// Turns what is at the centre by an angle, clockwise on the screen, and what is farther off by
  /// less, down to none at the farthest vertex.
  func twisted(degrees: Double, center: SIMD2<Double>) -> Path {
    guard degrees != 0 else { return self }
    return mapContours { $0.twisted(by: Angle(degrees: degrees), center: center) }
  }

  /// The areas of `paths`, in the order of the list that they are in, as one path. What others are
  /// subtracted from is the first, the topmost one.
  ///
  /// One path alone keeps its curves; of several, only ``MergeMode/normal`` does. Where the areas are
  /// too complex to be combined, the path has the error ``PathError/tooComplex``.
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
