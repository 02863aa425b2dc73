/// A contour as vertices with handles, as vector graphics editors represent it.
package struct PathContour: Hashable, Sendable {
  /// A vertex. A handle that coincides with it makes the side there straight, or at least start
  /// straight.
  package struct Vertex: Hashable, Sendable {
    package var point: SIMD2<Double>
    /// The control point of the side that ends here.
    package var handleIn: SIMD2<Double>
    /// The control point of the side that starts here.
    package var handleOut: SIMD2<Double>

    package init(
      _ point: SIMD2<Double>, in handleIn: SIMD2<Double>? = nil,
      out handleOut: SIMD2<Double>? = nil
    ) {
      self.point = point
      self.handleIn = handleIn ?? point
      self.handleOut = handleOut ?? point
    }

    /// Whether both sides are straight at the vertex.
    var isCorner: Bool { handleIn == point && handleOut == point }
  }

  package var vertices: [Vertex]
  package var isClosed: Bool

  package init(_ vertices: [Vertex] = [], isClosed: Bool = false) {
    self.vertices = vertices
    self.isClosed = isClosed
  }

  /// The number of sides: the number of vertices if the contour is closed, or one less if it is
  /// open.
  package var sideCount: Int { isClosed ? vertices.count : max(vertices.count - 1, 0) }

  /// Returns the side from the vertex at `index` to the next one.
  package func side(_ index: Int) -> Cubic {
    let (a, b) = (vertices[index], vertices[(index + 1) % vertices.count])
    return Cubic(a.point, a.handleOut, b.handleIn, b.point)
  }

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
    let displacement = other - corner
    let length = displacement.length
    return length > 0 ? corner + displacement * (min(length / 2, radius) / length) : corner
  }
}

extension Path {
  /// The contours of the path. If a closed contour returns to its start, the start is a single
  /// vertex.
  package var contours: [PathContour] {
    var reader = ContourReader()
    visit(&reader)
    return reader.contours
  }

  package init(_ contours: [PathContour]) {
    self.init()
    for contour in contours { append(contour) }
  }

  package mutating func append(_ contour: PathContour) {
    guard let first = contour.vertices.first else { return }
    move(to: first.point)
    for (a, b) in zip(contour.vertices, contour.vertices.dropFirst()) { addSide(from: a, to: b) }
    guard contour.isClosed else { return }
    if let last = contour.vertices.last,
      last.handleOut != last.point || first.handleIn != first.point
    {
      addSide(from: last, to: first)
    }
    close()
  }

  private mutating func addSide(from a: PathContour.Vertex, to b: PathContour.Vertex) {
    if a.handleOut == a.point && b.handleIn == b.point {
      addLine(to: b.point)
    } else {
      addCurve(a.handleOut, b.handleIn, b.point)
    }
  }

  /// Returns the path with each contour replaced by the result of `transform`.
  package func mapContours<Failure: Error>(
    _ transform: (PathContour) throws(Failure) -> PathContour
  ) throws(Failure) -> Path {
    if error != nil { return self }
    return Path(try contours.map(transform))
  }

  private struct ContourReader: SegmentVisitor {
    var contours: [PathContour] = []
    private var contour = PathContour()

    mutating func begin(at point: SIMD2<Double>) { contour.vertices = [PathContour.Vertex(point)] }

    mutating func line(to end: SIMD2<Double>) { contour.vertices.append(PathContour.Vertex(end)) }

    mutating func curve(_ curve: Cubic) {
      contour.vertices[contour.vertices.count - 1].handleOut = curve.p1
      contour.vertices.append(PathContour.Vertex(curve.p3, in: curve.p2))
    }

    mutating func end(isClosed: Bool) {
      contour.isClosed = isClosed
      if isClosed {
        // Closing adds the line back to the start. A side that already ends there makes a second
        // copy of the first vertex, which is merged with it.
        contour.vertices.removeLast()
        if contour.vertices.count > 1, let last = contour.vertices.last,
          last.point == contour.vertices[0].point
        {
          contour.vertices.removeLast()
          contour.vertices[0].handleIn = last.handleIn
        }
      }
      contours.append(contour)
    }

    var isDone: Bool { false }
  }
}

extension Path {
  /// Returns the path with its corners rounded. A corner is a point between two straight sides, or
  /// between curves whose control points coincide with it. The ends of an open contour aren't
  /// corners.
  ///
  /// Each side of a corner is cut at `radius` from the corner, or in its middle if it is too short,
  /// and the cuts are joined by a curve, which for a right angle is close to a quarter of a circle.
  /// This is how Lottie rounds corners. A radius that isn't above 0 changes nothing.
  public func roundingCorners(radius: Double) -> Path {
    guard radius > 0 else { return self }
    return mapContours { $0.roundingCorners(radius: radius) }
  }
}
