@testable import AnimGraphics

/// The area of a polyline's stroke, as the union of simple shapes.
struct PolylineOracle {
  let sampled: SampledPath
  let style: StrokeStyle

  init(_ sampled: SampledPath, _ style: StrokeStyle) {
    self.sampled = sampled
    self.style = style
  }

  func contains(_ point: Point) -> Bool {
    sampled.contours.contains { contains(point, $0) }
  }

  private func contains(_ point: Point, _ contour: SampledPath.Contour) -> Bool {
    var points: [Point] = []
    for point in contour.points where points.last != point { points.append(point) }
    let half = style.width / 2
    for index in 1..<points.count {
      let displacement = points[index] - points[index - 1]
      let along = dot(point - points[index - 1], displacement) / displacement.length
      let across = cross(point - points[index - 1], displacement) / displacement.length
      let isOpen = style.cap == .square && !contour.isClosed
      let before = isOpen && index == 1 ? half : 0
      let after = isOpen && index == points.count - 1 ? half : 0
      if along >= -before && along <= displacement.length + after && abs(across) <= half {
        return true
      }
    }
    for index in 1..<points.count - 1
    where corner(points[index - 1], points[index], points[index + 1], holds: point) {
      return true
    }
    guard contour.isClosed else { return false }
    return corner(points[points.count - 2], points[0], points[1], holds: point)
  }

  private func corner(_ a: Point, _ b: Point, _ c: Point, holds point: Point) -> Bool {
    let first = (b - a) * (1 / (b - a).length)
    let second = (c - b) * (1 / (c - b).length)
    // Outwards, away from the side to which the path turns.
    let side = (cross(first, second) > 0 ? -1 : 1) * style.width / 2
    let p = b + Vector(dx: -first.dy, dy: first.dx) * side
    let q = b + Vector(dx: -second.dy, dy: second.dx) * side
    if triangle(b, p, q, holds: point) { return true }
    // The angle between the two lines; a miter is 1 / sin(φ/2) times as long as the line is wide.
    let sine = ((1 + dot(first, second)) / 2).squareRoot()
    guard style.join == .miter, 1 / sine <= style.miterLimit else { return false }
    let middle = Point(x: (p.x + q.x) / 2, y: (p.y + q.y) / 2) - b
    let tip = b + middle * (style.width / 2 / sine / middle.length)
    return triangle(p, tip, q, holds: point)
  }

  private func triangle(_ a: Point, _ b: Point, _ c: Point, holds point: Point) -> Bool {
    let sides = [
      cross(b - a, point - a), cross(c - b, point - b), cross(a - c, point - c),
    ]
    return sides.allSatisfy { $0 >= 0 } || sides.allSatisfy { $0 <= 0 }
  }

  private func dot(_ a: Vector, _ b: Vector) -> Double { a.dx * b.dx + a.dy * b.dy }
  private func cross(_ a: Vector, _ b: Vector) -> Double { a.dx * b.dy - a.dy * b.dx }
}
