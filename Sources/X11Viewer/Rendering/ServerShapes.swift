import AnimCore

/// Converts the outline of a path into a single polygon, clipped so that its corners fit the
/// protocol's 16 bits.
struct ServerPolygon {
  private(set) var corners: [FixedPoint] = []
  private var uncut: [FixedPoint] = []

  /// Joins `count` polygons of a list, starting at `first`. Edges connect the first corner of the
  /// first polygon with each of the others and back, so they enclose no area.
  mutating func join(_ list: DisplayList, first: Int, count: Int, cutTo bounds: PixelRect) {
    corners.removeAll(keepingCapacity: true)
    for index in first..<first + count {
      let polygon = list.points[list.polygonRange(index)]
      corners.append(contentsOf: polygon)
      if count > 1 {
        if let start = polygon.first { corners.append(start) }
        if index > first, let start = corners.first { corners.append(start) }
      }
    }
    cut(to: bounds)
  }

  /// Clips the outline to each edge of the rectangle in turn (Sutherland and Hodgman).
  private mutating func cut(to bounds: PixelRect) {
    cut { $0.x.pixels - Double(bounds.x0) }
    cut { Double(bounds.x1) - $0.x.pixels }
    cut { $0.y.pixels - Double(bounds.y0) }
    cut { Double(bounds.y1) - $0.y.pixels }
  }

  /// The pixels of the outline if it is an axis-aligned rectangle. Filling them is more accurate
  /// than a polygon through their centres.
  var rectangle: PixelRect? {
    guard corners.count == 4 else { return nil }
    for index in 0..<4 {
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      guard a.x == b.x || a.y == b.y else { return nil }
    }
    let (a, b) = (corners[0], corners[2])
    return PixelRect(
      x0: min(a.x, b.x).nearestPixel, y0: min(a.y, b.y).nearestPixel,
      x1: max(a.x, b.x).nearestPixel, y1: max(a.y, b.y).nearestPixel)
  }

  /// Keeps the part in which `distance`, linear in the point, isn't negative.
  private mutating func cut(_ distance: (FixedPoint) -> Double) {
    swap(&corners, &uncut)
    corners.removeAll(keepingCapacity: true)
    guard var last = uncut.last else { return }
    for corner in uncut {
      let (before, now) = (distance(last), distance(corner))
      if (before < 0) != (now < 0) {
        let part = before / (before - now)
        corners.append(
          FixedPoint(
            x: Fixed(last.x.pixels + (corner.x.pixels - last.x.pixels) * part),
            y: Fixed(last.y.pixels + (corner.y.pixels - last.y.pixels) * part)))
      }
      if now >= 0 { corners.append(corner) }
      last = corner
    }
  }
}

/// A disc or sector, in the form of XFillArc.
struct ServerArc {
  /// The bounding square of the circle, in integral pixels.
  let box: PixelRect
  /// The start of the sector, counterclockwise from 3 o'clock, in 1/64 degree.
  let start: Int
  /// The angle of the sector in 1/64 degree, which is negative for clockwise sectors. Zero paints
  /// nothing.
  let sweep: Int

  static let fullTurn = 360 * 64

  init(_ disc: Disc) {
    box = Self.box(disc)
    (start, sweep) = (0, Self.fullTurn)
  }

  init(_ sector: Sector) {
    box = Self.box(sector.disc)
    // Round the edges rather than the sweep, so that adjacent sectors share an edge.
    let (from, to) = (Self.units(sector.start), Self.units(sector.end))
    let turned = (to - from + Self.fullTurn) % Self.fullTurn
    start = -from
    sweep = turned == 0 && sector.isReflex ? Self.fullTurn : -turned
  }

  /// Whether the square fits the protocol's 16 bits, with a margin because servers compute large
  /// squares inaccurately.
  var fitsProtocol: Bool {
    box.x0 >= -32_768 && box.y0 >= -32_768 && box.x1 <= 32_767 && box.y1 <= 32_767
      && box.width <= 32_767
  }

  /// Returns the box of a disc. The protocol's coordinates are at pixel centres, half a pixel from
  /// this program's, so the nearest integer to an edge is the floor of its coordinate here.
  private static func box(_ disc: Disc) -> PixelRect {
    PixelRect(
      x0: (disc.x - disc.radius).floor, y0: (disc.y - disc.radius).floor,
      x1: (disc.x + disc.radius).floor, y1: (disc.y + disc.radius).floor)
  }

  /// Returns the angle, clockwise from 3 o'clock, in 1/64 degree.
  private static func units(_ direction: Direction) -> Int {
    let angle = Vector(dx: Double(direction.dx), dy: Double(direction.dy)).direction
    return Int((angle.turns * Double(fullTurn)).rounded())
  }
}

/// The rows of pixels whose centres are in a disc or sector, for those that are too large for
/// XFillArc.
struct ServerSpans {
  private let disc: Disc
  private let sector: Sector?

  init(_ disc: Disc) { (self.disc, sector) = (disc, nil) }
  init(_ sector: Sector) { (disc, self.sector) = (sector.disc, sector) }

  /// Calls `body` with rectangles in `bounds` that are one pixel high and don't overlap, at most
  /// two in each row.
  func forEach(in bounds: PixelRect, _ body: (PixelRect) -> Void) {
    let (x, y, radius) = (disc.x.pixels, disc.y.pixels, disc.radius.pixels)
    for row in bounds.y0..<max(bounds.y0, bounds.y1) {
      let dy = Double(row) + 0.5 - y
      let square = radius * radius - dy * dy
      guard square > 0 else { continue }
      let half = square.squareRoot()
      for part in parts(-half, half, dy) {
        let span = PixelRect(
          x0: Int((x + part.low - 0.5).rounded(.up)), y0: row,
          x1: Int((x + part.high - 0.5).rounded(.up)), y1: row + 1
        ).intersection(bounds)
        if !span.isEmpty { body(span) }
      }
    }
  }

  private typealias Interval = (low: Double, high: Double)

  /// Returns the parts of the chord from `low` to `high`, at `dy` below the centre, that belong to
  /// the sector.
  private func parts(_ low: Double, _ high: Double, _ dy: Double) -> [Interval] {
    guard let sector else { return [(low, high)] }
    let a = after(sector.start, (low, high), dy)
    let b = before(sector.end, (low, high), dy)
    if !sector.isReflex {
      let both = (low: max(a.low, b.low), high: min(a.high, b.high))
      return both.low < both.high ? [both] : []
    }
    let parts = [a, b].filter { $0.low < $0.high }
    if parts.count == 2, a.low < b.high, b.low < a.high {
      return [(min(a.low, b.low), max(a.high, b.high))]
    }
    return parts
  }

  /// Returns the part of `chord` that is clockwise from `edge`.
  private func after(_ edge: Direction, _ chord: Interval, _ dy: Double) -> Interval {
    // The points (x, dy) with edge.dx · dy − edge.dy · x ≥ 0.
    let product = Double(edge.dx) * dy
    let slope = Double(edge.dy)
    if slope == 0 { return product >= 0 ? chord : (chord.low, chord.low) }
    let crossing = product / slope
    return slope > 0
      ? (chord.low, min(chord.high, crossing)) : (max(chord.low, crossing), chord.high)
  }

  /// Returns the part of `chord` that is counterclockwise from `edge`.
  private func before(_ edge: Direction, _ chord: Interval, _ dy: Double) -> Interval {
    after(Direction(dx: -edge.dx, dy: -edge.dy), chord, dy)
  }
}
