/// Converts segments that cross to edges that meet only at their ends, all on the grid, by snap
/// rounding (Hobby 1999).
///
/// Every end and every crossing makes the unit square around its grid point hot. A segment is
/// routed through the centres of all hot squares that it meets. A square includes its upper and
/// left sides, but not the other two.
enum SnapRounding {
  /// The maximum number of pieces that segments are cut into.
  static let maximumPieceCount = 1 << 17
  /// The maximum number of boxes that are compared. Only random lines across the plane reach it.
  private static let maximumComparisonCount = 1 << 23

  /// Returns the edges, with coinciding ones merged, ordered by their start, then clockwise from
  /// the top, then by their end, or `nil` if a limit is exceeded.
  static func edges(of segments: [GridSegment]) -> [GridEdge]? {
    let tree = SegmentTree(segments)
    guard let squares = hotSquares(segments, tree),
      let pieces = pieces(segments, tree, squares)
    else { return nil }
    return merged(pieces)
  }

  private static func hotSquares(_ segments: [GridSegment], _ tree: SegmentTree) -> [GridPoint]? {
    var squares: [GridPoint] = []
    for segment in segments {
      squares.append(segment.start)
      squares.append(segment.end)
    }
    let limit = squares.count + maximumPieceCount
    let isComplete = tree.forEachPair(limit: maximumComparisonCount) { a, b in
      if let crossing = segments[a].crossing(segments[b]) { squares.append(crossing) }
      return squares.count <= limit
    }
    guard isComplete else { return nil }
    squares.sort()
    var count = 0
    for square in squares where count == 0 || squares[count - 1] != square {
      squares[count] = square
      count += 1
    }
    squares.removeLast(squares.count - count)
    return squares
  }

  /// A point at which a segment passes through a hot square.
  private struct Stop {
    var segment: Int32
    var square: GridPoint
    /// The distance along the segment, multiplied by its length.
    var distance: Int64
  }

  private static func pieces(
    _ segments: [GridSegment], _ tree: SegmentTree, _ squares: [GridPoint]
  ) -> [GridEdge]? {
    var stops: [Stop] = []
    var budget = maximumComparisonCount
    for square in squares {
      let isComplete = tree.forEachSegment(at: square, budget: &budget) { index in
        let segment = segments[index]
        guard segment.meets(square) else { return }
        let distance = (segment.end - segment.start).dot(square - segment.start)
        stops.append(Stop(segment: Int32(index), square: square, distance: distance))
      }
      guard isComplete, stops.count <= segments.count + maximumPieceCount else { return nil }
    }
    stops.sort { ($0.segment, $0.distance) < ($1.segment, $1.distance) }
    var edges: [GridEdge] = []
    edges.reserveCapacity(stops.count)
    for (a, b) in zip(stops, stops.dropFirst()) where a.segment == b.segment {
      let isForward = a.square < b.square
      let winding: Int32 = isForward ? 1 : -1
      let isFirst = segments[Int(a.segment)].isFirst
      edges.append(
        GridEdge(
          start: isForward ? a.square : b.square, end: isForward ? b.square : a.square,
          change: Windings(first: isFirst ? winding : 0, others: isFirst ? 0 : winding)))
    }
    return edges
  }

  /// Merges coinciding edges, and drops edges that cancel each other.
  private static func merged(_ pieces: [GridEdge]) -> [GridEdge] {
    let pieces = pieces.sorted { a, b in
      if a.start != b.start { return a.start < b.start }
      let turn = turn(a.start, a.end, b.end)
      return turn != 0 ? turn > 0 : a.end < b.end
    }
    var edges: [GridEdge] = []
    edges.reserveCapacity(pieces.count)
    for piece in pieces {
      if let last = edges.last, last.start == piece.start, last.end == piece.end {
        edges[edges.count - 1].change += piece.change
      } else {
        if edges.last?.change == Windings() { edges.removeLast() }
        edges.append(piece)
      }
    }
    if edges.last?.change == Windings() { edges.removeLast() }
    return edges
  }
}

/// A piece of an outline between two vertices, from the lesser to the greater one.
struct GridEdge {
  var start: GridPoint
  var end: GridPoint
  /// The change in the winding numbers from the counterclockwise to the clockwise side of the edge,
  /// in its direction from start to end.
  var change: Windings
}

extension GridSegment {
  /// Returns the grid point nearest to the intersection of the interiors of two segments, or `nil`
  /// if they don't intersect.
  func crossing(_ other: GridSegment) -> GridPoint? {
    let a = turn(other.start, other.end, start)
    let b = turn(other.start, other.end, end)
    guard (a < 0 && b > 0) || (a > 0 && b < 0) else { return nil }
    let c = turn(start, end, other.start)
    let d = turn(start, end, other.end)
    guard (c < 0 && d > 0) || (c > 0 && d < 0) else { return nil }
    // The crossing is at the fraction a / (a − b) between start and end.
    let displacement = end - start
    let part = a < 0 ? -a : a
    let whole = a < 0 ? b - a : a - b
    return GridPoint(
      start.x &+ Self.rounded(displacement.x, part, whole),
      start.y &+ Self.rounded(displacement.y, part, whole))
  }

  /// Returns `length` · `part` / `whole`, rounded to nearest, with ties up.
  private static func rounded(_ length: Int64, _ part: Int64, _ whole: Int64) -> Int32 {
    let twice = Int128(length) * Int128(part) * 2 + Int128(whole)
    let (quotient, rest) = twice.quotientAndRemainder(dividingBy: 2 * Int128(whole))
    return Int32(truncatingIfNeeded: rest < 0 ? quotient - 1 : quotient)
  }

  /// Returns whether the segment meets the unit square around a point inside the segment's box.
  ///
  /// The corners of the square are half a step away on each axis. Distances to the line through
  /// both ends are compared, all doubled: that of the centre, and the difference of the corners
  /// from it.
  @inline(__always) func meets(_ square: GridPoint) -> Bool {
    let displacement = end - start
    let middle = 2 &* displacement.cross(square - start)
    let reach = displacement.x.magnitude &+ displacement.y.magnitude
    // If the line only touches the square, it must be at the upper left corner, which belongs to
    // it.
    return middle.magnitude < reach || middle == displacement.x &- displacement.y
  }
}

/// A tree of bounding boxes over a sequence of segments. Consecutive segments of an outline are
/// close together, so the boxes are small.
struct SegmentTree {
  private struct Box {
    var low: SIMD2<Int32>
    var high: SIMD2<Int32>

    static let empty = Box(low: SIMD2(repeating: .max), high: SIMD2(repeating: .min))

    init(low: SIMD2<Int32>, high: SIMD2<Int32>) {
      self.low = low
      self.high = high
    }

    init(_ segment: GridSegment) {
      let start = SIMD2(segment.start.x, segment.start.y)
      let end = SIMD2(segment.end.x, segment.end.y)
      self.init(low: pointwiseMin(start, end), high: pointwiseMax(start, end))
    }

    @inline(__always) func overlaps(_ other: Box) -> Bool {
      all(low .<= other.high) && all(other.low .<= high)
    }
  }

  /// The boxes of the two halves of box i are at 2i and 2i + 1. The root is at 1, and the segments
  /// begin at ``size``. Boxes without segments are empty.
  private var boxes: [Box]
  private let size: Int

  init(_ segments: [GridSegment]) {
    var size = 1
    while size < segments.count { size *= 2 }
    self.size = size
    boxes = Array(repeating: .empty, count: 2 * size)
    for (index, segment) in segments.enumerated() { boxes[size + index] = Box(segment) }
    for index in stride(from: size - 1, to: 0, by: -1) {
      let (a, b) = (boxes[2 * index], boxes[2 * index + 1])
      boxes[index] = Box(low: pointwiseMin(a.low, b.low), high: pointwiseMax(a.high, b.high))
    }
  }

  /// Calls `body` with each pair of segments whose boxes overlap. Returns `false` if more than
  /// `limit` boxes were compared, or if `body` returned `false`.
  func forEachPair(limit: Int, _ body: (Int, Int) -> Bool) -> Bool {
    boxes.withUnsafeBufferPointer { boxes in
      var budget = limit
      // Traverse depth first, with a stack of pairs. A pair of a box with itself represents all
      // pairs inside it.
      var stack: [(Int, Int)] = [(1, 1)]
      while let (a, b) = stack.popLast() {
        budget -= 1
        if budget < 0 { return false }
        if a == b {
          guard a < size else { continue }
          stack.append((2 * a, 2 * a))
          stack.append((2 * a + 1, 2 * a + 1))
          stack.append((2 * a, 2 * a + 1))
        } else if boxes[a].overlaps(boxes[b]) {
          if a >= size {
            if !body(a - size, b - size) { return false }
          } else {
            stack.append((2 * a, 2 * b))
            stack.append((2 * a, 2 * b + 1))
            stack.append((2 * a + 1, 2 * b))
            stack.append((2 * a + 1, 2 * b + 1))
          }
        }
      }
      return true
    }
  }

  /// Calls `body` with each segment whose box contains a point. Returns `false` if `budget`, which
  /// is reduced by the number of visited boxes, isn't sufficient.
  func forEachSegment(at point: GridPoint, budget: inout Int, _ body: (Int) -> Void) -> Bool {
    let position = SIMD2(point.x, point.y)
    let box = Box(low: position, high: position)
    return boxes.withUnsafeBufferPointer { boxes in
      // Traverse depth first, and the first half of a box before the second.
      var node = 1
      while true {
        budget -= 1
        if budget < 0 { return false }
        if boxes[node].overlaps(box) {
          if node < size {
            node *= 2
            continue
          }
          body(node - size)
        }
        // Continue with the next half, after going up from all second ones.
        while node & 1 == 1 {
          node >>= 1
          if node <= 1 { return true }
        }
        node += 1
      }
    }
  }
}
