/// What a boundary covers in four rows of pixels, all of which it crosses from top to bottom.
///
/// Units count the area right of the boundary, and are negative where the boundary goes up.
struct StripEdge {
  /// In each row, the column of the first pixel that is crossed, and the one after those that
  /// the edge knows the units of. From there on pixels are full.
  private(set) var columns: SIMD4<Int32>
  private(set) var ends: SIMD4<Int32>
  /// The units of a steep edge's two pixels; those of a flat edge are kept elsewhere.
  private(set) var first: SIMD4<Int32>
  private(set) var second: SIMD4<Int32>
  let isSteep: Bool
  /// The units of a full pixel.
  let full: Int32

  /// A boundary that crosses more pixels of a row than two.
  init(columns: SIMD4<Int32>, ends: SIMD4<Int32>, full: Int32) {
    self.columns = columns
    self.ends = ends
    self.full = full
    first = .zero
    second = .zero
    isSteep = false
  }

  /// Four rows from `row` on, which must lie between the boundary's steep ends.
  ///
  /// - Parameters:
  ///   - tops: where the boundary crosses the rows' upper edges.
  ///   - bottoms: where it crosses their lower edges.
  @inline(__always) init<B: Boundary>(
    _ boundary: B, row: Int, tops: SIMD4<Double>, bottoms: SIMD4<Double>
  ) {
    let leansRight = boundary.leansRight
    let left = leansRight ? tops : bottoms
    let right = leansRight ? bottoms : tops
    let column = Coverage.floor(left)
    let edge = column + 1
    // In most rows a boundary stays in one pixel.
    var area = (edge - (left + right) * 0.5) * 65535
    area -= boundary.bulge(dx: right - left, dy: SIMD4(repeating: 1))
    var next = SIMD4<Double>(repeating: 65535)
    let crosses = right .> edge
    if any(crosses) {
      let y = Double(row) + SIMD4(0, 1, 2, 3)
      let crossing = boundary.y(at: edge)
      let above = Coverage.whole((crossing - y) * 65535)
      let cover = leansRight ? above : 65535 - above
      let rest = 65535 - cover
      let before = leansRight ? y : y + 1
      let after = leansRight ? y + 1 : y
      area.replace(
        with: cover * ((edge - left) * 0.5)
          - boundary.bulge(dx: edge - left, dy: crossing - before),
        where: crosses)
      let nextArea =
        rest * (edge + 1 - (edge + right) * 0.5)
        - boundary.bulge(dx: right - edge, dy: after - crossing)
      next.replace(with: cover + Coverage.whole(nextArea), where: crosses)
    }
    isSteep = true
    columns = Coverage.nearest(column)
    ends = columns &+ 2
    full = Coverage.full &* boundary.sign
    // All bits are set where the boundary goes up.
    let flip = SIMD4(repeating: boundary.sign &>> 1)
    first = (Coverage.nearest(area) ^ flip) &- flip
    second = (Coverage.nearest(next) ^ flip) &- flip
  }

  /// Moves pixels in the picture's last column into the second place, as two can be painted.
  @inline(__always) mutating func keep(before end: Int) {
    let isLast = columns .> Int32(truncatingIfNeeded: end &- 2)
    second.replace(with: first, where: isLast)
    first.replace(with: 0, where: isLast)
    columns.replace(with: Int32(truncatingIfNeeded: end &- 2), where: isLast)
    ends.replace(with: Int32(truncatingIfNeeded: end), where: isLast)
  }
}
