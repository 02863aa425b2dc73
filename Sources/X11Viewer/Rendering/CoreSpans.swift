import AnimCore

/// Rows of pixels whose centres lie in a disc or a slice of one, for those that are too large for
/// XFillArc.
struct CoreSpans {
  private let disc: Disc
  private let sector: Sector?

  init(_ disc: Disc) { (self.disc, sector) = (disc, nil) }
  init(_ sector: Sector) { (disc, self.sector) = (sector.disc, sector) }

  /// Calls `body` with rectangles in `bounds` that are one pixel high and do not overlap, at most
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

  /// The parts of the chord from `low` to `high`, at `dy` below the centre, that belong to the
  /// slice.
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

  /// The part of `chord` that is clockwise of `edge`.
  private func after(_ edge: Direction, _ chord: Interval, _ dy: Double) -> Interval {
    // The points (x, dy) with edge.dx · dy − edge.dy · x ≥ 0.
    let product = Double(edge.dx) * dy
    let slope = Double(edge.dy)
    if slope == 0 { return product >= 0 ? chord : (chord.low, chord.low) }
    let crossing = product / slope
    return slope > 0
      ? (chord.low, min(chord.high, crossing)) : (max(chord.low, crossing), chord.high)
  }

  /// The part of `chord` that is counter-clockwise of `edge`.
  private func before(_ edge: Direction, _ chord: Interval, _ dy: Double) -> Interval {
    after(Direction(dx: -edge.dx, dy: -edge.dy), chord, dy)
  }
}
