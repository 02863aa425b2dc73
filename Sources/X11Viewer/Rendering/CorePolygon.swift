import AnimCore

/// Turns the outline of a path into a single polygon, clipped to a rectangle so that its corners
/// fit the protocol's 16 bits.
struct CorePolygon {
  private(set) var corners: [FixedPoint] = []
  private var uncut: [FixedPoint] = []

  /// Joins `count` polygons of a list, from `first` on. Edges lead from the first corner of the
  /// first polygon to each of the others and back again, and so enclose nothing.
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

  /// The pixels of the outline if it is an upright rectangle, which is drawn better as whole pixels
  /// than as a polygon through their centres.
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

  /// Keeps the part in which `distance`, linear in the point, is not negative.
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
