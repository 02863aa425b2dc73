extension AccumulationBuffer {
  /// Adds the edges of a disc.
  func add(_ disc: Disc) {
    let circle = Circle(disc)
    for quadrant in 0..<4 { addArc(circle, quadrant, from: nil, to: nil) }
  }

  /// Adds the edges of a slice: out along its start, clockwise to its end, and back to the centre.
  func add(_ sector: Sector) {
    let circle = Circle(sector.disc)
    let center = FixedPoint(x: sector.disc.x, y: sector.disc.y)
    let start = sector.disc.corner(sector.start)
    let end = sector.disc.corner(sector.end)
    addLine(from: center, to: start)
    addLine(from: end, to: center)
    let first = sector.start.quadrant
    let last = sector.end.quadrant
    if first == last, !sector.isReflex {
      addArc(circle, first, from: start.y, to: end.y)
      return
    }
    addArc(circle, first, from: start.y, to: nil)
    var quadrant = (first + 1) & 3
    while quadrant != last {
      addArc(circle, quadrant, from: nil, to: nil)
      quadrant = (quadrant + 1) & 3
    }
    addArc(circle, last, from: nil, to: end.y)
  }

  /// Adds the part of a quadrant between two heights, in clockwise order; nil is the quadrant's own
  /// end.
  private func addArc(_ circle: Circle, _ quadrant: Int, from start: Fixed?, to end: Fixed?) {
    let isRight = quadrant == 0 || quadrant == 3
    let isLower = quadrant < 2
    let level = circle.y
    let pole = isLower ? circle.y + circle.radius : circle.y - circle.radius
    let beginsLevel = quadrant == 0 || quadrant == 2
    let a = start?.pixels ?? (beginsLevel ? level : pole)
    let b = end?.pixels ?? (beginsLevel ? pole : level)
    addArc(
      CircularArc(circle, isRight: isRight, isLower: isLower, top: min(a, b), bottom: max(a, b)))
  }
}

extension Disc {
  /// The point of the circle in a direction from its centre, on the grid: the lines and the arc of
  /// a slice end at the same height, so that there is no gap in the next row.
  fileprivate func corner(_ direction: Direction) -> FixedPoint {
    let rim = rim(direction)
    return FixedPoint(x: Fixed(rim.x), y: Fixed(rim.y))
  }
}

extension Direction {
  /// 0 from 3 to 6 o'clock, and so on clockwise; each quadrant includes its first end.
  fileprivate var quadrant: Int {
    if dx > 0, dy >= 0 { return 0 }
    if dx <= 0, dy > 0 { return 1 }
    return dx < 0 ? 2 : 3
  }
}
