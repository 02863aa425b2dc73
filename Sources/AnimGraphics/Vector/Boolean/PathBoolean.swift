/// Boolean operations on the areas of paths: union, intersection, difference and symmetric
/// difference.
///
/// A result consists of lines: curves are flattened to within 1/64 point or 1/2048 of the size of
/// the operands, whichever is less, but no finer than 1/65536 of the size. The lines are rounded to
/// a grid with 2²⁷ steps across half the size, on which all arithmetic is exact: a result is the
/// same on every machine, and sides that touch, coincide or cross at one point need no special
/// care.
///
/// Outer contours of a result go clockwise on the screen, and holes counterclockwise. Contours
/// intersect neither themselves nor each other, so ``FillRule/nonzero`` and ``FillRule/evenOdd``
/// fill a result alike. Open contours are treated as closed, as for filling.
///
/// Complexity: O((n + k) log n) for n lines with k crossings, provided that consecutive lines are
/// close together. A result has the error ``PathError/tooComplex`` if the operands have more than
/// 32,768 lines, or more than 131,072 once they are cut at their crossings, or if the search for
/// crossings takes too long. An operand's own error becomes that of the result.
extension Path {
  /// Returns the area that is in this path or in `other`.
  public func union(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .union, using: rule)
  }

  /// Returns the area that is both in this path and in `other`.
  public func intersection(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .intersection, using: rule)
  }

  /// Returns the area that is in this path but not in `other`.
  public func subtracting(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .difference, using: rule)
  }

  /// Returns the area that is in this path or in `other`, but not in both.
  public func symmetricDifference(_ other: Path, using rule: FillRule = .nonzero) -> Path {
    Path.combine([self, other], .symmetricDifference, using: rule)
  }

  /// Returns the path's own area as contours that don't cross.
  public func normalized(using rule: FillRule = .nonzero) -> Path {
    Path.combine([self], .union, using: rule)
  }

  /// A way to combine any number of areas into one.
  public enum BooleanOperation: Hashable, Sendable {
    /// The area in at least one of the paths.
    case union
    /// The area in all paths.
    case intersection
    /// The area in the first and in none of the others.
    case difference
    /// The area in an odd number of paths.
    case symmetricDifference
  }

  /// Returns the combination of the areas of `paths`, each filled by `rule`, or an empty path if
  /// there are no paths.
  public static func combine(
    _ paths: [Path], _ operation: BooleanOperation, using rule: FillRule = .nonzero
  ) -> Path {
    var result = Path()
    if let error = paths.lazy.compactMap({ $0.error }).first {
      result.fail(error)
      return result
    }
    guard let grid = BooleanGrid(paths) else { return result }
    guard let operands = grid.operands(of: paths, rule),
      let edges = SnapRounding.edges(of: operands)
    else {
      result.fail(.tooComplex)
      return result
    }
    // More than two paths each wind exactly once around their inside by now, so their windings add
    // up.
    let areMany = paths.count > 2
    let otherCount = Int32(clamping: paths.count - 1)
    let sides = WindingSweep.boundary(of: edges) { windings in
      let isInFirst = rule.includes(windings.first)
      let isInOthers = areMany ? windings.others != 0 : rule.includes(windings.others)
      switch operation {
      case .union: return isInFirst || isInOthers
      case .difference: return isInFirst && !isInOthers
      case .intersection:
        return isInFirst
          && (areMany ? windings.others == otherCount : otherCount == 0 || isInOthers)
      case .symmetricDifference:
        return areMany ? (windings.first + windings.others) & 1 != 0 : isInFirst != isInOthers
      }
    }
    BoundaryChains(sides).append(to: &result, grid)
    return result
  }
}

/// The winding numbers of a point.
struct Windings: Hashable {
  /// The winding number of the first path.
  var first: Int32 = 0
  /// The sum of the winding numbers of all other paths.
  var others: Int32 = 0

  static func += (a: inout Windings, b: Windings) {
    a.first &+= b.first
    a.others &+= b.others
  }
}

extension FillRule {
  @inline(__always) func includes(_ winding: Int32) -> Bool {
    self == .nonzero ? winding != 0 : winding & 1 != 0
  }
}

/// A side of the result: the area is clockwise of the way from start to end.
struct BoundarySide {
  var start: GridPoint
  var end: GridPoint
}

/// Finds the winding numbers on both sides of every edge, in a sweep from left to right, and keeps
/// the edges that have the inside on exactly one side.
enum WindingSweep {
  /// - Parameter edges: Edges that meet only at their ends, in the order of
  ///   ``SnapRounding/edges(of:)``.
  static func boundary(of edges: [GridEdge], isInside: (Windings) -> Bool) -> [BoundarySide] {
    var sides: [BoundarySide] = []
    /// The edges that the sweep line crosses, from top to bottom, with the winding numbers below
    /// each.
    var active: [(edge: Int, below: Windings)] = []
    let ends = edges.map { $0.end }.sorted()
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

/// Joins sides into contours.
struct BoundaryChains {
  /// The sides, ordered by their start points.
  private let sides: [BoundarySide]
  private var isUsed: [Bool]

  init(_ sides: [BoundarySide]) {
    self.sides = sides.sorted {
      $0.start != $1.start ? $0.start < $1.start : $0.end < $1.end
    }
    isUsed = Array(repeating: false, count: sides.count)
  }

  /// Closes all contours and appends them in the order of their leftmost vertices.
  consuming func append(to path: inout Path, _ grid: BooleanGrid) {
    var contour: [GridPoint] = []
    for first in sides.indices where !isUsed[first] {
      contour.removeAll(keepingCapacity: true)
      var next: Int? = first
      while let side = next {
        isUsed[side] = true
        contour.append(sides[side].start)
        next = successor(of: sides[side])
      }
      Self.removeStraightVertices(&contour)
      guard contour.count > 2, !Self.isSliver(contour) else { continue }
      path.move(to: grid.point(contour[0]))
      for vertex in contour.dropFirst() { path.addLine(to: grid.point(vertex)) }
      path.close()
    }
  }

  /// Returns the side that continues a contour. At a vertex where several contours touch, it is the
  /// one that bounds the same part of the inside: the first one counterclockwise from where `side`
  /// comes from.
  private func successor(of side: BoundarySide) -> Int? {
    var index = firstSide(from: side.end)
    var best: Int?
    let back = side.start - side.end
    while index < sides.count, sides[index].start == side.end {
      if !isUsed[index] {
        let displacement = sides[index].end - side.end
        if let found = best {
          let other = sides[found].end - side.end
          if Self.isBefore(displacement, other, from: back) { best = index }
        } else {
          best = index
        }
      }
      index += 1
    }
    return best
  }

  private func firstSide(from start: GridPoint) -> Int {
    sides.indices.partitioningIndex { sides[$0].start >= start }
  }

  /// Returns whether a counterclockwise turn from `origin` reaches `a` before `b`.
  private static func isBefore(
    _ a: SIMD2<Int64>, _ b: SIMD2<Int64>, from origin: SIMD2<Int64>
  ) -> Bool {
    let (halfOfA, halfOfB) = (half(a, from: origin), half(b, from: origin))
    return halfOfA != halfOfB ? halfOfA < halfOfB : a.cross(b) < 0
  }

  /// 0 if `displacement` is less than half a turn counterclockwise from `origin`, 1 if exactly half a turn,
  /// 2 if more, 3 if it is a full turn.
  private static func half(_ displacement: SIMD2<Int64>, from origin: SIMD2<Int64>) -> Int {
    let cross = origin.cross(displacement)
    if cross != 0 { return cross < 0 ? 0 : 2 }
    return origin.dot(displacement) < 0 ? 1 : 3
  }

  /// Removes vertices between two sides of the same direction, except for the first vertex.
  private static func removeStraightVertices(_ contour: inout [GridPoint]) {
    guard contour.count > 2 else { return }
    var count = 1
    for index in 1..<contour.count {
      let next = contour[index + 1 == contour.count ? 0 : index + 1]
      if turn(contour[count - 1], contour[index], next) == 0,
        (contour[index] - contour[count - 1]).dot(next - contour[index]) > 0
      {
        continue
      }
      contour[count] = contour[index]
      count += 1
    }
    contour.removeLast(contour.count - count)
  }

  /// Returns whether a contour is on average at most two steps of the grid wide. Rounding leaves
  /// such slivers where two curves should coincide.
  private static func isSliver(_ contour: [GridPoint]) -> Bool {
    var area = 0.0
    var low = contour[0]
    var high = contour[0]
    for index in contour.indices {
      let next = contour[index + 1 == contour.count ? 0 : index + 1]
      area += Double((contour[index] - contour[0]).cross(next - contour[0])) / 2
      low = GridPoint(min(low.x, next.x), min(low.y, next.y))
      high = GridPoint(max(high.x, next.x), max(high.y, next.y))
    }
    let size = high - low
    return area.magnitude <= 2 * Double(max(size.x, size.y))
  }
}
