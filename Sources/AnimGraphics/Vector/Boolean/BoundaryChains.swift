/// Joins sides into contours.
struct BoundaryChains {
  /// In the order of their start points.
  private let sides: [BoundarySide]
  private var isUsed: [Bool]

  init(_ sides: [BoundarySide]) {
    self.sides = sides.sorted {
      $0.start != $1.start ? $0.start < $1.start : $0.end < $1.end
    }
    isUsed = Array(repeating: false, count: sides.count)
  }

  /// Appends all contours, as closed ones, in the order of their leftmost vertices.
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

  /// The side that continues a contour. At a vertex where several contours touch, it is the one
  /// that bounds the same part of the inside: the first one counterclockwise from where `side`
  /// comes from.
  private func successor(of side: BoundarySide) -> Int? {
    var index = firstSide(from: side.end)
    var best: Int?
    let back = side.start - side.end
    while index < sides.count, sides[index].start == side.end {
      if !isUsed[index] {
        let way = sides[index].end - side.end
        if let found = best {
          let other = sides[found].end - side.end
          if Self.isBefore(way, other, from: back) { best = index }
        } else {
          best = index
        }
      }
      index += 1
    }
    return best
  }

  private func firstSide(from start: GridPoint) -> Int {
    var low = 0
    var high = sides.count
    while low < high {
      let middle = (low + high) / 2
      if sides[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a counterclockwise turn from `origin` reaches `a` before `b`.
  private static func isBefore(
    _ a: SIMD2<Int64>, _ b: SIMD2<Int64>, from origin: SIMD2<Int64>
  ) -> Bool {
    let (halfOfA, halfOfB) = (half(a, from: origin), half(b, from: origin))
    return halfOfA != halfOfB ? halfOfA < halfOfB : a.cross(b) < 0
  }

  /// 0 if `way` is less than half a turn counterclockwise from `origin`, 1 if exactly half a turn,
  /// 2 if more, 3 if it is a full turn.
  private static func half(_ way: SIMD2<Int64>, from origin: SIMD2<Int64>) -> Int {
    let cross = origin.cross(way)
    if cross != 0 { return cross < 0 ? 0 : 2 }
    return origin.dot(way) < 0 ? 1 : 3
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

  /// Whether a contour is on average at most two steps of the grid wide. Rounding leaves such
  /// slivers where two curves should coincide.
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
