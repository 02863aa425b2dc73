extension Path {
  /// The path with its corners rounded. A corner is a point between two straight sides, or between
  /// curves whose control points coincide with it. The ends of an open contour are not corners.
  ///
  /// Each side of a corner is cut at `radius` from the corner, or in its middle if it is too short,
  /// and the cuts are joined by a curve, which for a right angle is close to a quarter of a circle.
  /// This is how Lottie rounds corners. A radius that is not above 0 changes nothing.
  public func roundingCorners(radius: Double) -> Path {
    guard radius > 0 else { return self }
    return mapContours { $0.roundingCorners(radius: radius) }
  }
}

extension PathContour {
  fileprivate func roundingCorners(radius: Double) -> PathContour {
    var result = PathContour(isClosed: isClosed)
    result.vertices.reserveCapacity(2 * vertices.count)
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard vertex.isCorner, !isEnd else {
        result.vertices.append(vertex)
        continue
      }
      let previous = vertices[index == 0 ? vertices.count - 1 : index - 1].point
      let next = vertices[index == vertices.count - 1 ? 0 : index + 1].point
      let first = Self.cut(vertex.point, towards: previous, radius)
      let second = Self.cut(vertex.point, towards: next, radius)
      // The fraction that approximates a quarter of a circle, as in lottie-web.
      let share = 0.5519
      result.vertices.append(
        Vertex(first, out: first + (vertex.point - first) * share))
      result.vertices.append(
        Vertex(second, in: second + (vertex.point - second) * share))
    }
    return result
  }

  private static func cut(
    _ corner: SIMD2<Double>, towards other: SIMD2<Double>, _ radius: Double
  ) -> SIMD2<Double> {
    let way = other - corner
    let length = way.length
    return length > 0 ? corner + way * (min(length / 2, radius) / length) : corner
  }
}
