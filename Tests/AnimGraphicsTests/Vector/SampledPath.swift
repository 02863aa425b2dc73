@testable import AnimGraphics

/// A densely sampled path, which shares only the path's elements with the library.
struct SampledPath {
  struct Contour {
    var points: [Point] = []
    var isClosed = false
  }

  var contours: [Contour] = []

  init(_ path: Path, samples: Int = 400) {
    var last = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        contours.append(Contour(points: [point]))
        last = point
      case .line(let point):
        append(point)
        last = point
      case .quadratic(let control, let end):
        let control1 = last + (control - last) * (2.0 / 3)
        let control2 = end + (control - end) * (2.0 / 3)
        append(last, control1, control2, end, samples)
        last = end
      case .cubic(let control1, let control2, let end):
        append(last, control1, control2, end, samples)
        last = end
      case .close:
        last = contours[contours.count - 1].points[0]
        append(last)
        contours[contours.count - 1].isClosed = true
      }
    }
  }

  private mutating func append(_ point: Point) {
    contours[contours.count - 1].points.append(point)
  }

  /// Samples a cubic by its Bernstein polynomials.
  private mutating func append(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ samples: Int) {
    for index in 1...samples {
      let t = Double(index) / Double(samples)
      let s = 1 - t
      let (wa, wb, wc, wd) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      append(
        Point(
          x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
          y: wa * a.y + wb * b.y + wc * c.y + wd * d.y))
    }
  }

  var length: Double {
    var sum = 0.0
    for contour in contours {
      for (start, end) in zip(contour.points, contour.points.dropFirst()) {
        sum += (end - start).length
      }
    }
    return sum
  }

  /// Returns the distance from a point to the nearest point of the path.
  func distance(to point: Point) -> Double {
    var best = Double.infinity
    for contour in contours {
      for (a, b) in zip(contour.points, contour.points.dropFirst()) {
        best = min(best, Self.distance(from: point, to: a, b))
      }
    }
    return best
  }

  static func distance(from point: Point, to a: Point, _ b: Point) -> Double {
    let displacement = b - a
    let square = displacement.dx * displacement.dx + displacement.dy * displacement.dy
    guard square > 0 else { return (point - a).length }
    let along = (point - a).dx * displacement.dx + (point - a).dy * displacement.dy
    return (point - (a + displacement * min(max(along / square, 0), 1))).length
  }
}

extension LineBuffer {
  /// Returns the winding number of the polygons around a point.
  func winding(around point: Point) -> Int {
    var winding = 0
    forEachLine { a, b in
      if (a.y <= point.y) == (b.y <= point.y) { return }
      let x = a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)
      if x > point.x { winding += a.y <= point.y ? 1 : -1 }
    }
    return winding
  }

  /// Returns the distance from a point to the nearest side of a polygon.
  func distance(to point: Point) -> Double {
    var best = Double.infinity
    forEachLine { a, b in
      best = min(best, SampledPath.distance(from: point, to: Point(a), Point(b)))
    }
    return best
  }
}
