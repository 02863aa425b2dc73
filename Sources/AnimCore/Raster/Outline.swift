/// A closed outline, cut into pieces that go one way only.
///
/// It is kept from shape to shape, and its memory with it.
struct Outline {
  private var lines: [Line] = []
  private var arcs: [Arc] = []

  /// Calls `body` with all pieces.
  @inline(__always) func withBoundaries(
    _ body: (UnsafeBufferPointer<Line>, UnsafeBufferPointer<Arc>) -> Void
  ) {
    lines.withUnsafeBufferPointer { lines in
      arcs.withUnsafeBufferPointer { arcs in body(lines, arcs) }
    }
  }

  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    arcs.removeAll(keepingCapacity: true)
  }

  mutating func append(polygon corners: UnsafeBufferPointer<FixedPoint>) {
    guard var previous = corners.last else { return }
    for corner in corners {
      appendLine(
        from: (previous.x.pixels, previous.y.pixels), to: (corner.x.pixels, corner.y.pixels))
      previous = corner
    }
  }

  mutating func append(_ disc: Disc) {
    let circle = Circle(disc)
    for quadrant in 0..<4 { appendArc(circle, quadrant, from: nil, to: nil) }
  }

  /// The outline of a slice: out along its start, clockwise to its end, and back to the centre.
  mutating func append(_ sector: Sector) {
    let circle = Circle(sector.disc)
    let start = sector.disc.rim(sector.start)
    let end = sector.disc.rim(sector.end)
    appendLine(from: (circle.x, circle.y), to: start)
    appendLine(from: end, to: (circle.x, circle.y))
    let first = sector.start.quadrant
    let last = sector.end.quadrant
    if first == last, !sector.isReflex {
      appendArc(circle, first, from: start.y, to: end.y)
      return
    }
    appendArc(circle, first, from: start.y, to: nil)
    var quadrant = (first + 1) & 3
    while quadrant != last {
      appendArc(circle, quadrant, from: nil, to: nil)
      quadrant = (quadrant + 1) & 3
    }
    appendArc(circle, last, from: nil, to: end.y)
  }

  private mutating func appendLine(from a: (x: Double, y: Double), to b: (x: Double, y: Double)) {
    if let line = Line(from: a, to: b) { lines.append(line) }
  }

  /// Appends the part of a quadrant between two heights, in clockwise order; nil stands for the
  /// quadrant's own ends.
  private mutating func appendArc(
    _ circle: Circle, _ quadrant: Int, from start: Double?, to end: Double?
  ) {
    let isRight = quadrant == 0 || quadrant == 3
    let isLower = quadrant < 2
    let level = circle.y
    let pole = isLower ? circle.y + circle.radius : circle.y - circle.radius
    let beginsLevel = quadrant == 0 || quadrant == 2
    let a = start ?? (beginsLevel ? level : pole)
    let b = end ?? (beginsLevel ? pole : level)
    arcs.append(
      Arc(circle, isRight: isRight, isLower: isLower, top: min(a, b), bottom: max(a, b)))
  }
}

extension Direction {
  /// 0 from 3 to 6 o'clock, then on clockwise; each quadrant holds its first end.
  fileprivate var quadrant: Int {
    if dx > 0, dy >= 0 { return 0 }
    if dx <= 0, dy > 0 { return 1 }
    return dx < 0 ? 2 : 3
  }
}
