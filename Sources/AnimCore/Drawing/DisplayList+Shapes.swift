extension DisplayList {
  /// Fills a rectangle.
  public mutating func fill(_ rect: Rect, _ color: Color) {
    let low = view.point(rect.origin)
    let high = view.point(Point(x: rect.maxX, y: rect.maxY))
    append(
      .rectangle(x0: low.x, y0: low.y, x1: high.x, y1: high.y), color,
      extent: PixelRect(enclosing: low, high))
  }

  /// Fills a disc of `radius` points.
  public mutating func fillDisc(center: Point, radius: Double, _ color: Color) {
    let disc = disc(center, radius)
    append(.disc(disc), color, extent: disc.extent)
  }

  /// Fills the slice of a disc that opens from `start` by `sweep`: clockwise on screen where
  /// positive, the other way where negative. Nothing is painted for a sweep of zero, and a whole
  /// disc from a full turn on. One command is appended in any case, so that later commands keep
  /// their place in the list while a sector opens.
  public mutating func fillSector(
    center: Point, radius: Double, start: Angle, sweep: Angle, _ color: Color
  ) {
    let disc = disc(center, radius)
    let turn = abs(sweep.radians)
    guard turn < Angle.fullTurn.radians else {
      append(.disc(disc), color, extent: disc.extent)
      return
    }
    let (from, to) = sweep.radians < 0 ? (start + sweep, start) : (start, start + sweep)
    let sector = Sector(
      disc: disc, start: Direction(from), end: Direction(to), isReflex: turn > .pi)
    guard sector.start != sector.end else {
      // Both edges round to one direction: everything lies between them, or nothing.
      append(.disc(disc), color, extent: sector.isReflex ? disc.extent : .empty)
      return
    }
    append(.sector(sector), color, extent: sector.extent)
  }

  /// Fills a convex outline given by its corners in order, in either direction. Fewer than three
  /// corners paint nothing.
  ///
  /// A dent is painted as it is drawn, as long as the outline does not cross itself; renderers
  /// that draw by other means may promise less.
  public mutating func fillPolygon(_ corners: some Collection<Point>, _ color: Color) {
    let first = points.count
    for corner in corners { points.append(view.point(corner)) }
    appendPolygon(from: first, color)
  }

  /// Draws a straight line of `width` points, its ends cut square. A line of no length or no
  /// width paints nothing.
  public mutating func stroke(from start: Point, to end: Point, width: Double, _ color: Color) {
    let along = end - start
    guard along.length > 0, width > 0 else { return }
    let half = width / 2 / along.length
    let across = Vector(dx: -along.dy * half, dy: along.dx * half)
    let first = points.count
    points.append(view.point(start + across))
    points.append(view.point(end + across))
    points.append(view.point(end - across))
    points.append(view.point(start - across))
    appendPolygon(from: first, color)
  }
}

extension DisplayList {
  mutating func append(_ shape: Shape, _ color: Color, extent: PixelRect) {
    commands.append(
      Command(shape: shape, color: color, bounds: extent.intersection(view.clip)))
  }

  private func disc(_ center: Point, _ radius: Double) -> Disc {
    let center = view.point(center)
    return Disc(x: center.x, y: center.y, radius: Fixed(max(0, radius) * view.scale))
  }

  /// Appends the polygon whose corners are the points from `first` to the last.
  private mutating func appendPolygon(from first: Int, _ color: Color) {
    let corners = points[first...]
    guard corners.count >= 3, var low = corners.first else {
      points.removeSubrange(first...)
      return
    }
    var high = low
    for corner in corners {
      low = FixedPoint(x: min(low.x, corner.x), y: min(low.y, corner.y))
      high = FixedPoint(x: max(high.x, corner.x), y: max(high.y, corner.y))
    }
    append(
      .polygon(first: Int32(first), count: Int32(corners.count)), color,
      extent: PixelRect(enclosing: low, high))
  }
}

extension PixelRect {
  /// The pixels that the rectangle between two corners touches; empty where it has no area.
  init(enclosing low: FixedPoint, _ high: FixedPoint) {
    guard low.x < high.x, low.y < high.y else {
      self = .empty
      return
    }
    self.init(x0: low.x.floor, y0: low.y.floor, x1: high.x.ceiling, y1: high.y.ceiling)
  }
}

extension Disc {
  /// The pixels that the disc touches.
  var extent: PixelRect {
    PixelRect(
      enclosing: FixedPoint(x: x - radius, y: y - radius),
      FixedPoint(x: x + radius, y: y + radius))
  }
}
