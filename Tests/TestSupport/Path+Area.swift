import AnimGraphics

extension Path {
  /// The exact area inside the path, by Green's theorem. It is negative for counterclockwise parts,
  /// and counted as often as the path winds around it.
  public var area: Double {
    var sum = 0.0
    var start = Point(x: 0, y: 0)
    var last = start
    for element in elements {
      switch element {
      case .move(let point):
        sum += cross(last, start) / 2
        (start, last) = (point, point)
      case .line(let point):
        sum += cross(last, point) / 2
        last = point
      case .quadratic(let control, let end):
        sum += (2 * cross(last, control) + cross(last, end) + 2 * cross(control, end)) / 6
        last = end
      case .cubic(let control1, let control2, let end):
        sum +=
          (6 * (cross(last, control1) + cross(control2, end)) + cross(last, end)
            + 3 * (cross(last, control2) + cross(control1, control2) + cross(control1, end))) / 20
        last = end
      case .close:
        sum += cross(last, start) / 2
        last = start
      }
    }
    return sum + cross(last, start) / 2
  }
}

private func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - b.x * a.y }
