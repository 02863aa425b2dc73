// Slanted and thin shapes touch few tiles of their bounding box.
extension TileSet {
  /// Marks the tiles that an outline may touch inside `bounds`. `addEdges` is called once per
  /// strip, to add all edges of the outline.
  mutating func markOutline(within bounds: PixelRect, _ addEdges: (inout OutlineSpan) -> Void) {
    let part = bounds.intersection(grid.size.bounds)
    guard !part.isEmpty else { return }
    let height = Self.stripHeight
    for top in stride(from: part.y0 & -height, to: part.y1, by: height) {
      // One more pixel on every side, since painting rounds.
      var span = OutlineSpan(top: Double(top - 1), bottom: Double(top + height + 1))
      addEdges(&span)
      guard span.left <= span.right else { continue }
      let row = PixelRect(
        x0: Int(span.left) - 2, y0: top, x1: Int(span.right) + 2, y1: top + height)
      mark(row.intersection(part))
    }
  }

  /// Lower strips would follow a slant more closely, but with more rectangles.
  private static let stripHeight = 4 * TileGrid.tileHeight

  /// Marks the tiles in which two slices of a disc that share one edge may differ.
  ///
  /// - Returns: false if they differ in more than one edge, in which case nothing is marked.
  mutating func markDifference(_ a: Sector, _ b: Sector, within bounds: PixelRect) -> Bool {
    guard let wedge = a.difference(to: b) else { return false }
    let center = (x: wedge.disc.x.pixels, y: wedge.disc.y.pixels)
    let start = wedge.disc.rim(wedge.start)
    let end = wedge.disc.rim(wedge.end)
    // The intersection of the tangents at both ends, outside the arc between them.
    let part = 1 / (1 + wedge.start.cosine(to: wedge.end))
    let tip = (
      x: center.x + (start.x - center.x + end.x - center.x) * part,
      y: center.y + (start.y - center.y + end.y - center.y) * part
    )
    markOutline(within: bounds) { span in
      span.add(from: center, to: start)
      span.add(from: start, to: tip)
      span.add(from: tip, to: end)
      span.add(from: end, to: center)
    }
    return true
  }
}

/// The horizontal extent of an outline between two heights, in pixels.
struct OutlineSpan {
  let top: Double
  let bottom: Double
  /// Greater than ``right`` if the outline is not between the heights.
  private(set) var left = Double.infinity
  private(set) var right = -Double.infinity

  init(top: Double, bottom: Double) {
    self.top = top
    self.bottom = bottom
  }

  /// Adds an edge of the outline.
  mutating func add(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    guard max(start.y, end.y) >= top, min(start.y, end.y) <= bottom else { return }
    let (high, low) = start.y < end.y ? (start, end) : (end, start)
    let slope = (low.x - high.x) / (low.y - high.y)
    let first = high.y < top ? high.x + (top - high.y) * slope : high.x
    let last = low.y > bottom ? high.x + (bottom - high.y) * slope : low.x
    left = min(left, first, last)
    right = max(right, first, last)
  }
}

extension Sector {
  /// The slice that is in only one of this one and `other`; nil if that is not less than a quarter
  /// of the disc.
  fileprivate func difference(to other: Sector) -> Sector? {
    guard disc == other.disc else { return nil }
    let (a, b, kept): (Direction, Direction, Direction)
    if start == other.start {
      (a, b, kept) = (end, other.end, start)
    } else if end == other.end {
      (a, b, kept) = (start, other.start, end)
    } else {
      return nil
    }
    guard a.cosine(to: b) > 0 else { return nil }
    let (first, last) = a.turns(to: b) > 0 ? (a, b) : (b, a)
    // Unless the shared edge lies between them, both reach it from the other side.
    if first.turns(to: kept) > 0, kept.turns(to: last) > 0 { return nil }
    return Sector(disc: disc, start: first, end: last, isReflex: false)
  }
}

extension Direction {
  fileprivate func cosine(to other: Direction) -> Double {
    (Double(dx) * Double(other.dx) + Double(dy) * Double(other.dy)) * 0x1p-60
  }
}
