import AnimCore
import XWindow

/// Divides polygons, which may intersect themselves and each other, into trapezoids that don't
/// overlap.
///
/// A line sweeps down over the edges. Between two heights at which edges start, end or cross, the
/// order of the edges is fixed, and the fill rule distinguishes inside from outside. A trapezoid
/// continues as long as the same two edges bound it.
struct TrapezoidSweep {
  private var edges: [Edge] = []
  /// The edges in the order of their upper ends. The upper half contains the height, in units of
  /// 1/4096 pixel, relative to −2³¹, and the lower half the index.
  private var order: [UInt64] = []
  /// The indices of the edges that the line crosses, from left to right.
  private var active: [Int] = []
  /// The trapezoids found.
  private var found: [Trapezoid] = []
  /// The rectangle to which edges are clipped so that they fit the protocol.
  private var bounds = PixelRect.empty
  /// The rows to paint, in units of 1/4096 pixel.
  private var rows: (top: Int32, bottom: Int32) = (0, 0)

  private struct Edge {
    let line: Trapezoid.Line
    /// 1 if the edge goes down, −1 if it goes up.
    let winding: Int
    /// The positions at which the edge crosses the upper and the lower end of the current step.
    var upperX = 0.0
    var lowerX = 0.0
    /// The edge on the other side of the trapezoid to the right of this one, or `nil`.
    var partner: Int?
    /// The top of that trapezoid.
    var top: Int32 = 0
    /// Whether the trapezoid continues in the current step.
    var goesOn = false

    /// The height of the upper end.
    var begins: Int32 { line.upper.y.raw }

    func x(at y: Int32) -> Double {
      let (upper, lower) = (line.upper, line.lower)
      let part = Double(y - upper.y.raw) / Double(lower.y.raw - upper.y.raw)
      return Double(upper.x.raw) + Double(lower.x.raw - upper.x.raw) * part
    }
  }

  /// The minimum distance between crossings in height, in 1/4096 pixel. It is less than a server
  /// can show.
  private static let leastStep: Int32 = 128

  /// Starts a shape without edges.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle to which the shape is clipped.
  ///   - extent: The part of the bounds that is painted.
  mutating func begin(_ bounds: PixelRect, in extent: PixelRect) {
    self.bounds = bounds
    let part = bounds.intersection(extent)
    rows = (Fixed(pixel: part.y0).raw, Fixed(pixel: part.y1).raw)
    edges.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  /// Adds an edge of a closed polygon. Parts to the left and right of the bounds are moved to their
  /// sides, which doesn't change the inside.
  mutating func add(_ start: FixedPoint, _ end: FixedPoint) {
    guard start.y != end.y else { return }
    let isDown = start.y < end.y
    var line = isDown ? Trapezoid.Line(start, end) : Trapezoid.Line(end, start)
    guard line.lower.y.raw > rows.top, line.upper.y.raw < rows.bottom else { return }
    let (top, bottom) = (Fixed(pixel: bounds.y0), Fixed(pixel: bounds.y1))
    if line.upper.y < top { line.upper = line.point(at: top) }
    if line.lower.y > bottom { line.lower = line.point(at: bottom) }
    let (left, right) = (Fixed(pixel: bounds.x0), Fixed(pixel: bounds.x1))
    let isRising = line.upper.x <= line.lower.x
    var rest = line
    for side in isRising ? [left, right] : [right, left] {
      guard min(rest.upper.x, rest.lower.x) < side, max(rest.upper.x, rest.lower.x) > side else {
        continue
      }
      let cut = FixedPoint(x: side, y: line.height(at: side))
      append(rest.upper, cut, isDown)
      rest.upper = cut
    }
    append(rest.upper, rest.lower, isDown)
  }

  private mutating func append(_ upper: FixedPoint, _ lower: FixedPoint, _ isDown: Bool) {
    guard upper.y < lower.y, lower.y.raw > rows.top, upper.y.raw < rows.bottom else { return }
    let (left, right) = (Fixed(pixel: bounds.x0), Fixed(pixel: bounds.x1))
    func clamped(_ point: FixedPoint) -> FixedPoint {
      FixedPoint(x: min(max(point.x, left), right), y: point.y)
    }
    order.append(UInt64(UInt32(bitPattern: upper.y.raw) ^ 1 << 31) << 32 | UInt64(edges.count))
    edges.append(
      Edge(line: Trapezoid.Line(clamped(upper), clamped(lower)), winding: isDown ? 1 : -1))
  }

  /// Calls `body` with the trapezoids of all edges, in one or several batches. Each row of pixels
  /// belongs to one batch, so that no seam is visible between them.
  mutating func finish(_ rule: FillRule, _ body: ([Trapezoid]) -> Void) {
    order.sortInPlace()
    found.removeAll(keepingCapacity: true)
    active.removeAll(keepingCapacity: true)
    var next = 0
    var y = rows.top
    while true {
      leave(at: y)
      if found.count >= RenderContext.trapezoidLimit / 2, y & 0xFFF == 0 {
        for edge in active { close(edge, at: y) }
        body(found)
        found.removeAll(keepingCapacity: true)
      }
      if active.isEmpty {
        guard next < order.count else { break }
        y = max(y, edges[Int(truncatingIfNeeded: order[next] & 0xFFFF_FFFF)].begins)
      }
      while next < order.count {
        let index = Int(truncatingIfNeeded: order[next] & 0xFFFF_FFFF)
        guard edges[index].begins <= y else { break }
        if edges[index].line.lower.y.raw > y { active.append(index) }
        next += 1
      }
      guard y < rows.bottom else { break }
      guard !active.isEmpty else { continue }
      var end = rows.bottom
      if next < order.count {
        end = min(end, edges[Int(truncatingIfNeeded: order[next] & 0xFFFF_FFFF)].begins)
      }
      if found.count >= RenderContext.trapezoidLimit / 2 { end = min(end, (y | 0xFFF) + 1) }
      end = arrange(from: y, to: end)
      pair(at: y, rule)
      y = end
    }
    for edge in active { close(edge, at: rows.bottom) }
    if !found.isEmpty { body(found) }
  }

  /// Removes the edges that have ended.
  private mutating func leave(at y: Int32) {
    var kept = 0
    for position in active.indices {
      let index = active[position]
      if edges[index].line.lower.y.raw <= y {
        close(index, at: y)
      } else {
        active[kept] = index
        kept += 1
      }
    }
    active.removeSubrange(kept...)
  }

  /// Sorts the edges at the start of a step.
  ///
  /// - Returns: The end of the step: the first end or crossing of an edge, or `limit`.
  private mutating func arrange(from y: Int32, to limit: Int32) -> Int32 {
    var end = limit
    for index in active { end = min(end, edges[index].line.lower.y.raw) }
    for index in active {
      edges[index].upperX = edges[index].x(at: y)
      edges[index].lowerX = edges[index].x(at: end)
    }
    // They are nearly sorted already.
    for position in active.indices.dropFirst() {
      let index = active[position]
      var slot = position
      while slot > 0, isOrdered(index, active[slot - 1]) {
        active[slot] = active[slot - 1]
        slot -= 1
      }
      active[slot] = index
    }
    var first = 1.0
    for position in active.indices.dropFirst() {
      let (a, b) = (edges[active[position - 1]], edges[active[position]])
      let overlap = a.lowerX - b.lowerX
      // A difference of less than a unit is a rounding error.
      guard overlap > 1 else { continue }
      let gap = b.upperX - a.upperX
      first = min(first, gap / (gap + overlap))
    }
    if first < 1 {
      let step = Int32((first * Double(end - y)).rounded(.up))
      end = min(end, y + max(step, Self.leastStep))
    }
    return end
  }

  /// Returns whether edge `a` is to the left of `b`.
  private func isOrdered(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (edges[a], edges[b])
    return a.upperX != b.upperX ? a.upperX < b.upperX : a.lowerX < b.lowerX
  }

  /// Starts and ends trapezoids where the edges that bound the inside change.
  private mutating func pair(at y: Int32, _ rule: FillRule) {
    var (sum, left) = (0, -1)
    for index in active { edges[index].goesOn = false }
    for index in active {
      let wasInside = rule == .evenOdd ? sum & 1 != 0 : sum != 0
      sum += edges[index].winding
      let isInside = rule == .evenOdd ? sum & 1 != 0 : sum != 0
      guard wasInside != isInside else { continue }
      if isInside {
        left = index
        continue
      }
      if edges[left].partner != index {
        close(left, at: y)
        edges[left].partner = index
        edges[left].top = y
      }
      edges[left].goesOn = true
    }
    for index in active where !edges[index].goesOn { close(index, at: y) }
  }

  /// Ends the trapezoid to the right of an edge, if there is one.
  private mutating func close(_ index: Int, at y: Int32) {
    guard let partner = edges[index].partner else { return }
    edges[index].partner = nil
    let (top, bottom) = (edges[index].top, y)
    guard top < bottom else { return }
    found.append(
      Trapezoid(
        top: Fixed(raw: top), bottom: Fixed(raw: bottom), left: edges[index].line,
        right: edges[partner].line))
  }
}

extension Trapezoid.Line {
  /// Returns the point of the line at a height.
  fileprivate func point(at y: Fixed) -> FixedPoint {
    let part = (y - upper.y).pixels / (lower.y - upper.y).pixels
    return FixedPoint(x: Fixed(upper.x.pixels + (lower.x.pixels - upper.x.pixels) * part), y: y)
  }

  /// Returns the height at which a line that isn't vertical has an x coordinate.
  fileprivate func height(at x: Fixed) -> Fixed {
    let part = (x.pixels - upper.x.pixels) / (lower.x.pixels - upper.x.pixels)
    return Fixed(upper.y.pixels + (lower.y.pixels - upper.y.pixels) * part)
  }
}

extension [UInt64] {
  /// Sorts without allocating memory, unlike the sort of the standard library (heapsort).
  fileprivate mutating func sortInPlace() {
    withUnsafeMutableBufferPointer { heap in
      func sink(_ start: Int, below count: Int) {
        var parent = start
        while true {
          var child = 2 * parent + 1
          guard child < count else { return }
          if child + 1 < count, heap[child + 1] > heap[child] { child += 1 }
          guard heap[child] > heap[parent] else { return }
          heap.swapAt(parent, child)
          parent = child
        }
      }
      for start in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
        sink(start, below: heap.count)
      }
      for last in stride(from: heap.count - 1, to: 0, by: -1) {
        heap.swapAt(0, last)
        sink(0, below: last)
      }
    }
  }
}
