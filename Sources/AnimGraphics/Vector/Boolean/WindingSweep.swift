/// A side of the result: the area is clockwise of the way from start to end.
struct BoundarySide {
  var start: GridPoint
  var end: GridPoint
}

/// Finds the winding numbers on both sides of every edge, in a sweep from left to right, and keeps
/// the edges that have the inside on exactly one side.
enum WindingSweep {
  /// - Parameter edges: edges that meet only at their ends, in the order of
  ///   ``SnapRounding/edges(of:)``.
  static func boundary(of edges: [GridEdge], isInside: (Windings) -> Bool) -> [BoundarySide] {
    var sides: [BoundarySide] = []
    /// The edges that the sweep line crosses, from top to bottom, with the winding numbers below
    /// each.
    var active: [(edge: Int, below: Windings)] = []
    let ends = edges.map(\.end).sorted()
    var nextEdge = 0
    var nextEnd = 0
    var starting: [(edge: Int, below: Windings)] = []
    while nextEnd < ends.count {
      // An edge that starts before an end has its own end later, so ends run out last.
      var vertex = ends[nextEnd]
      if nextEdge < edges.count { vertex = min(vertex, edges[nextEdge].start) }

      var first = 0
      var count = active.count
      while count > 0 {
        let half = count / 2
        let edge = edges[active[first + half].edge]
        if turn(edge.start, edge.end, vertex) > 0 {
          first += half + 1
          count -= half + 1
        } else {
          count = half
        }
      }
      var last = first
      while last < active.count, edges[active[last].edge].end == vertex { last += 1 }

      var windings = first > 0 ? active[first - 1].below : Windings()
      starting.removeAll(keepingCapacity: true)
      while nextEdge < edges.count, edges[nextEdge].start == vertex {
        let edge = edges[nextEdge]
        let above = windings
        windings += edge.change
        starting.append((nextEdge, windings))
        nextEdge += 1
        switch (isInside(above), isInside(windings)) {
        case (false, true): sides.append(BoundarySide(start: edge.start, end: edge.end))
        case (true, false): sides.append(BoundarySide(start: edge.end, end: edge.start))
        default: break
        }
      }
      active.replaceSubrange(first..<last, with: starting)
      while nextEnd < ends.count, ends[nextEnd] == vertex { nextEnd += 1 }
    }
    return sides
  }
}
