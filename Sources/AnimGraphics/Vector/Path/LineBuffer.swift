/// Flattened paths: closed polygons, in pixels.
///
/// A buffer is meant to be reused: ``removeAll()`` keeps its memory.
struct LineBuffer {
  static let maximumPointCount = 1 << 24
  /// The maximum number of points. A polygon that would exceed it is left out, as is everything
  /// after it.
  var limit = Self.maximumPointCount

  /// The corners of all polygons, one polygon after another. The side from the last corner of a
  /// polygon back to its first is implied.
  private(set) var points: [SIMD2<Double>] = []
  /// For each polygon, the index in ``points`` after its last corner.
  private(set) var ends: [Int] = []

  /// Whether a polygon was left out.
  private var hasOverflowed = false

  var isFull: Bool { hasOverflowed || points.count > limit }

  /// The number of points appended, at most about the limit.
  var work: Int { hasOverflowed ? max(limit, points.count) : points.count }

  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hasOverflowed = false
  }

  @inline(__always) mutating func append(_ point: SIMD2<Double>) { points.append(point) }

  /// Ends the polygon formed by the points since the last call; one without area is left out.
  @inline(__always) mutating func endPolygon() {
    let start = ends.last ?? 0
    if isFull { hasOverflowed = true }
    if points.count &- start < 3 || hasOverflowed {
      points.removeLast(points.count &- start)
    } else {
      ends.append(points.count)
    }
  }

  /// Calls `body` with both ends of every side of every polygon.
  @inline(__always) func forEachLine(_ body: (SIMD2<Double>, SIMD2<Double>) -> Void) {
    points.withUnsafeBufferPointer { points in
      var first = 0
      for end in ends {
        var a = points[end &- 1]
        for index in first..<end {
          let b = points[index]
          body(a, b)
          a = b
        }
        first = end
      }
    }
  }
}
