import AnimCore

// Modifiers, which change outlines before they are painted, as functions of a path and of evaluated
// numbers in the units of the file. Each keeps a path's error, and gives the same result on every
// machine. All but merging treat each contour separately.
//
//   round corners  path.roundingCorners(radius:)                    of AnimCore
//   pucker, bloat  path.puckered(percent:)
//   zigzag         path.zigZagged(amplitude:frequency:isSmooth:)
//   offset         path.offset(by:join:miterLimit:)
//   twist          path.twisted(degrees:center:)
//   merge          Path.merged(_:mode:)
//
// A contour that would get more than `maximumVertexCount` vertices stays as it is.

extension Path {
  /// The most vertices that a modifier makes of one contour.
  static let maximumVertexCount = 1 << 16

  /// Moves vertices towards their mean, and their handles away from it; at 100 % the vertices have
  /// reached it. Negative values do the opposite.
  func puckered(percent: Double) -> Path {
    guard percent != 0 else { return self }
    return mapContours { $0.puckered(by: percent / 100) }
  }

  /// Replaces every side by peaks, alternately to its left and right, at the distance `amplitude`:
  /// `frequency` of them, rounded to a whole number. The vertices become peaks as well.
  func zigZagged(amplitude: Double, frequency: Double, isSmooth: Bool) -> Path {
    guard amplitude != 0 else { return self }
    let peaks = min(max((frequency + 0.5).rounded(.down), 0), Double(Self.maximumVertexCount))
    return mapContours {
      $0.zigZagged(amplitude: amplitude, peaks: Int(exactly: peaks) ?? 0, isSmooth: isSmooth)
    }
  }

  /// Moves the sides of contours that run clockwise on the screen outwards, and those of others
  /// inwards. An open contour becomes an outline around itself.
  ///
  /// - Parameter miterLimit: the distance that a miter may reach from the ends of its sides, in
  ///   points.
  func offset(by amount: Double, join: StrokeStyle.Join, miterLimit: Double) -> Path {
    guard amount != 0 else { return self }
    let offset = PathOffset(amount: amount, join: join, miterLimit: miterLimit)
    return mapContours(offset.apply)
  }

  /// Turns points at the centre by `degrees`, clockwise on the screen, and others by less the
  /// farther away they are, down to zero at the farthest vertex.
  func twisted(degrees: Double, center: SIMD2<Double>) -> Path {
    guard degrees != 0 else { return self }
    return mapContours { $0.twisted(by: Angle(degrees: degrees), center: center) }
  }

  /// Combines the areas of `paths`, which are in the order of their list, into one path. The others
  /// are subtracted from the first, which is on top.
  ///
  /// A single path keeps its curves; several keep theirs only with ``MergeMode/normal``. If the
  /// areas are too complex to be combined, the result has the error ``PathError/tooComplex``.
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
