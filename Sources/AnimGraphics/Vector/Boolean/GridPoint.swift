/// A point of a ``BooleanGrid``, at most 2²⁷ + 1 steps from its middle along each axis. Products of
/// two differences are therefore below 2⁵⁸, and everything computed from them fits in 64 bits.
struct GridPoint: Hashable {
  var x: Int32
  var y: Int32

  init(_ x: Int32, _ y: Int32) {
    self.x = x
    self.y = y
  }
}

extension GridPoint: Comparable {
  /// From left to right and, within a column, from top to bottom.
  @inline(__always) static func < (a: GridPoint, b: GridPoint) -> Bool {
    a.x != b.x ? a.x < b.x : a.y < b.y
  }
}

extension GridPoint {
  /// The vector from `b` to `a`.
  @inline(__always) static func - (a: GridPoint, b: GridPoint) -> SIMD2<Int64> {
    SIMD2(Int64(a.x) &- Int64(b.x), Int64(a.y) &- Int64(b.y))
  }
}

/// Positive if `c` is clockwise, on the screen, of the way from `a` to `b`; 0 if it is on their
/// line.
@inline(__always) func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
  (b - a).cross(c - a)
}

extension SIMD2<Int64> {
  @inline(__always) func cross(_ other: Self) -> Int64 { x &* other.y &- y &* other.x }
  @inline(__always) func dot(_ other: Self) -> Int64 { x &* other.x &+ y &* other.y }
}

/// A side of a flattened outline, with a length above 0.
struct GridSegment {
  var start: GridPoint
  var end: GridPoint
  /// Whether it belongs to the first path.
  var isFirst: Bool
}
