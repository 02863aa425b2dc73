extension Path {
  /// Returns the area of the path grown by a distance on all sides, or shrunk if the distance is
  /// negative, possibly to an empty path. Corners stay sharp, up to a miter of four times the
  /// distance.
  ///
  /// The result consists of lines, like that of a Boolean operation, and has the error
  /// ``PathError/tooComplex`` under the same conditions.
  package func expanded(by distance: Double, using rule: FillRule = .nonzero) -> Path {
    guard distance != 0 else { return self }
    let area = normalized(using: rule)
    if area.error != nil { return area }
    let contours = area.contours.filter { !$0.vanishes(at: distance) }
    var result = Path()
    // If too many moved sides intersect, a simplified path may succeed.
    for tolerance in [0, 1.0 / 16, 1.0 / 2] {
      let moved = Path(contours.map { $0.simplified(within: tolerance).moved(by: distance) })
      result = moved.positivelyWound()
      if result.error != .tooComplex { break }
    }
    return result
  }

  /// Returns the area that the path winds around clockwise, on the screen, more often than
  /// counterclockwise.
  private func positivelyWound() -> Path {
    var result = Path()
    if let error {
      result.fail(error)
      return result
    }
    guard let grid = BooleanGrid([self]) else { return result }
    guard let operands = grid.operands(of: [self], .nonzero),
      let edges = SnapRounding.edges(of: operands)
    else {
      result.fail(.tooComplex)
      return result
    }
    BoundaryChains(WindingSweep.boundary(of: edges) { $0.first > 0 }).append(to: &result, grid)
    return result
  }
}

// Contours of lines that don't cross: clockwise around an area, and counterclockwise around holes.
extension PathContour {
  /// Returns whether nothing remains inside the contour, whether area or hole, once its sides have
  /// moved outwards by `distance`. A circle inside it is at most as wide as its box.
  fileprivate func vanishes(at distance: Double) -> Bool {
    var (low, high) = (vertices[0].point, vertices[0].point)
    var area = 0.0
    for (index, vertex) in vertices.enumerated() {
      low = pointwiseMin(low, vertex.point)
      high = pointwiseMax(high, vertex.point)
      let next = vertices[(index + 1) % vertices.count].point
      area += (vertex.point - vertices[0].point).cross(next - vertices[0].point)
    }
    return distance.sign != (area < 0 ? .minus : .plus)
      && 2 * distance.magnitude >= (high - low).min()
  }

  /// Returns the contour without vertices that are close to the line between the remaining ones.
  fileprivate func simplified(within tolerance: Double) -> PathContour {
    guard tolerance > 0, vertices.count > 3 else { return self }
    var kept = [vertices[0]]
    var first = 0
    for index in vertices.indices.dropFirst(2) {
      let (start, end) = (vertices[first].point, vertices[index].point)
      let chord = end - start
      let isClose =
        index - first <= Self.maximumRun
        && (first + 1..<index).allSatisfy {
          chord.cross(vertices[$0].point - start).magnitude <= tolerance * chord.length
        }
      if !isClose {
        first = index - 1
        kept.append(vertices[first])
      }
    }
    kept.append(vertices[vertices.count - 1])
    return kept.count > 2 ? PathContour(kept, isClosed: true) : self
  }

  private static let maximumRun = 32

  /// Returns the contour with every side moved by `distance` to its left. Sides that move apart are
  /// joined by a miter, or by a line if the miter would be too long. Sides that move across each
  /// other are joined through their vertex, so that each winds around the strip between its old and
  /// its new position.
  fileprivate func moved(by distance: Double) -> PathContour {
    var result = PathContour(isClosed: true)
    result.vertices.reserveCapacity(vertices.count * 3)
    for (index, vertex) in vertices.enumerated() {
      let point = vertex.point
      let before = point - vertices[(index + vertices.count - 1) % vertices.count].point
      let after = vertices[(index + 1) % vertices.count].point - point
      guard before != .zero, after != .zero else { continue }
      let (first, second) = (before.leftNormal, after.leftNormal)
      let cosine = first.dot(second)
      let sine = first.cross(second)
      if sine * distance <= 0 && !(sine == 0 && cosine > 0) {
        result.vertices += [
          Vertex(point + first * distance), Vertex(point), Vertex(point + second * distance),
        ]
      } else if 16 * (1 + cosine) >= 2 {
        result.vertices.append(Vertex(point + (first + second) * (distance / (1 + cosine))))
      } else {
        result.vertices += [
          Vertex(point + first * distance), Vertex(point + second * distance),
        ]
      }
    }
    return result
  }
}

extension SIMD2<Double> {
  /// The direction after a quarter turn, counterclockwise on the screen, with length 1.
  fileprivate var leftNormal: Self { Self(y, -x) / length }
}
