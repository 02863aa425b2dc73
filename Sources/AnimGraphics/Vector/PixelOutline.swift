/// Converts polygons to the whole pixels whose centres are inside, for outlines without smooth
/// edges.
///
/// It keeps its memory for the next outline.
struct PixelOutline {
  /// The crossing of a polygon's side with the centres of a row of pixels.
  private struct Crossing {
    var row: Int32
    /// The first pixel of the row whose centre is right of the side.
    var column: Int32
    /// 1 for a side that leads downwards, -1 upwards.
    var winding: Int32
  }

  /// The maximum number of crossings. With more, the outline stays unchanged, because processing
  /// them isn't worth the time.
  private static let maximumCrossings = 1 << 20

  private var crossings: [Crossing] = []

  /// Replaces the polygons in `lines` by rectangles of whole pixels, in the part of the image that is shown.
  ///
  /// - Returns: The fill rule for the changed polygons.
  mutating func snap(
    _ lines: inout LineBuffer, _ rule: FillRule, to clip: PixelRect
  ) -> FillRule {
    crossings.removeAll(keepingCapacity: true)
    var isComplete = true
    lines.forEachLine { start, end in
      isComplete = isComplete && append(start, end, clip)
    }
    guard isComplete else { return rule }
    crossings.sort { ($0.row, $0.column, $0.winding) < ($1.row, $1.column, $1.winding) }
    lines.removeAll()
    var winding: Int32 = 0
    for (index, crossing) in crossings.enumerated() {
      winding += rule == .evenOdd ? 1 : crossing.winding
      let isInside = rule == .evenOdd ? winding & 1 != 0 : winding != 0
      guard isInside, index + 1 < crossings.count, crossings[index + 1].row == crossing.row else {
        if index + 1 < crossings.count, crossings[index + 1].row != crossing.row { winding = 0 }
        continue
      }
      let next = crossings[index + 1]
      if next.column > crossing.column {
        let (left, right) = (Double(crossing.column), Double(next.column))
        let (top, bottom) = (Double(crossing.row), Double(crossing.row) + 1)
        lines.append(SIMD2(left, top))
        lines.append(SIMD2(right, top))
        lines.append(SIMD2(right, bottom))
        lines.append(SIMD2(left, bottom))
        lines.endPolygon()
      }
    }
    return .nonzero
  }

  /// Adds the crossings of a side with the rows of the clip. Returns `false` if there are too many of them.
  private mutating func append(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ clip: PixelRect
  ) -> Bool {
    let isDownward = start.y < end.y
    let (upper, lower) = isDownward ? (start, end) : (end, start)
    // Include centres below the upper end and at the lower end, so that exactly one of two
    // adjoining sides includes the centre where they meet.
    let low = max((upper.y + 0.5).rounded(.down), Double(clip.y0))
    let high = min((lower.y + 0.5).rounded(.down), Double(clip.y1))
    // False for NaN, too.
    guard low < high else { return true }
    guard crossings.count + Int(high - low) <= Self.maximumCrossings else { return false }
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    for row in Int(low)..<Int(high) {
      let x = upper.x + (Double(row) + 0.5 - upper.y) * slope
      let column = min(max((x + 0.5).rounded(.down), Double(clip.x0)), Double(clip.x1))
      guard column == column else { return false }
      crossings.append(
        Crossing(row: Int32(row), column: Int32(column), winding: isDownward ? 1 : -1))
    }
    return true
  }
}
