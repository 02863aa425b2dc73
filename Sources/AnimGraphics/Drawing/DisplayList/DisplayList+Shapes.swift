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

  /// Fills the slice of a disc from `start` through `sweep`: clockwise on the screen if positive,
  /// counterclockwise if negative. A sweep of zero paints nothing, and a full turn or more a whole
  /// disc. One command is appended in any case, so that later commands keep their index while a
  /// sector opens.
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
      // Both edges round to the same direction, so the slice is everything or nothing.
      append(.disc(disc), color, extent: sector.isReflex ? disc.extent : .empty)
      return
    }
    append(.sector(sector), color, extent: sector.extent)
  }

  /// Fills a polygon given by its corners in order, in either direction, by the nonzero rule. Fewer
  /// than three corners paint nothing.
  public mutating func fillPolygon(_ corners: some Collection<Point>, _ color: Color) {
    guard corners.count <= Self.maximumPoints - points.count else {
      omissions.insert(.points)
      return
    }
    let first = points.count
    for corner in corners { points.append(view.point(corner)) }
    appendPolygon(from: first, color)
  }

  /// Draws a straight line of `width` points with butt ends. A line without length or width paints
  /// nothing.
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
    append(
      Command(
        shape: shape, color: color, bounds: extent.intersection(view.clip), digest: shape.digest))
  }

  mutating func append(_ command: Command) {
    if commands.count < Self.maximumCommands {
      commands.append(command)
    } else {
      omissions.insert(.commands)
    }
  }

  private func disc(_ center: Point, _ radius: Double) -> Disc {
    let center = view.point(center)
    return Disc(x: center.x, y: center.y, radius: Fixed(max(0, radius) * view.scale))
  }

  /// Appends the polygon whose corners are the points from `first` to the last.
  private mutating func appendPolygon(from first: Int, _ color: Color) {
    guard points.count - first >= 3, points.count <= Self.maximumPoints else {
      if points.count > Self.maximumPoints { omissions.insert(.points) }
      points.removeSubrange(first...)
      return
    }
    var outline = OutlineSummary()
    for corner in points[first...] { outline.add(corner) }
    outline.endPolygon()
    polygonEnds.append(Int32(points.count))
    append(
      Command(
        shape: .path(first: Int32(polygonEnds.count - 1), count: 1, rule: .nonzero), color: color,
        bounds: outline.extent.intersection(view.clip), digest: outline.digest(.nonzero)))
  }
}

extension PixelRect {
  /// The pixels that the rectangle between two corners touches; empty if it has no area.
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
