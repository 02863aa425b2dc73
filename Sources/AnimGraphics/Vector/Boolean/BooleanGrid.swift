/// The grid on which paths are combined. Its step is a power of two, and the farthest point is at
/// most 2²⁷ steps from its middle.
struct BooleanGrid {
  /// The maximum number of sides of all paths together.
  static let maximumSegmentCount = 1 << 15
  private static let steps = 27

  /// The position of the grid's middle, in points.
  private var origin = SIMD2<Double>.zero
  private var step = 1.0
  private var tolerance = 0.0

  /// Creates the grid for paths, or returns `nil` if they have no width or no height, and therefore
  /// no area.
  init?(_ paths: [Path]) {
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)
    for case let bounds? in paths.lazy.map({ $0.bounds }) {
      low = low.lesser(SIMD2(bounds.minX, bounds.minY))
      high = high.greater(SIMD2(bounds.maxX, bounds.maxY))
    }
    let size = high - low
    // Below 1e-200, the grid's steps would be close to the smallest Double.
    guard size.x > 1e-200, size.y > 1e-200 else { return nil }
    let extent = max(size.x, size.y) / 2
    step = Double(sign: .plus, exponent: extent.exponent + 1 - Self.steps, significand: 1)
    origin = ((low + size / 2) / step).rounded(.toNearestOrEven) * step
    tolerance = min(max(1.0 / 64, 2 * extent / 65536), 2 * extent / 2048)
  }

  func round(_ point: SIMD2<Double>) -> GridPoint {
    let limit = Double((1 << Self.steps) + 1)
    let steps = ((point - origin) / step).rounded(.toNearestOrEven)
    return GridPoint(
      Int32(min(max(steps.x, -limit), limit)), Int32(min(max(steps.y, -limit), limit)))
  }

  /// Returns a point, clamped to the range of a path's coordinates, which rounding could exceed.
  func point(_ point: GridPoint) -> SIMD2<Double> {
    let position = origin + SIMD2(Double(point.x), Double(point.y)) * step
    return position.clamped(
      lowerBound: SIMD2(repeating: -Path.maximumCoordinate),
      upperBound: SIMD2(repeating: Path.maximumCoordinate))
  }

  /// Returns the sides of all contours, or `nil` if there are too many. More than two paths are
  /// normalised first.
  func operands(of paths: [Path], _ rule: FillRule) -> [GridSegment]? {
    var rounder = Rounder(grid: self)
    var starts: [Int] = []
    for (index, path) in paths.enumerated() {
      starts.append(rounder.segments.count)
      rounder.isFirst = index == 0
      path.visit(&rounder)
    }
    if rounder.isDone { return nil }
    guard paths.count > 2 else { return rounder.segments }

    var segments: [GridSegment] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : rounder.segments.count
      guard let edges = SnapRounding.edges(of: Array(rounder.segments[start..<end])) else {
        return nil
      }
      let sides = WindingSweep.boundary(of: edges) {
        rule.includes(index == 0 ? $0.first : $0.others)
      }
      segments += sides.map { GridSegment(start: $0.start, end: $0.end, isFirst: index == 0) }
    }
    return segments.count > Self.maximumSegmentCount ? nil : segments
  }

  /// Flattens paths and rounds the result to the grid.
  private struct Rounder: SegmentVisitor {
    let grid: BooleanGrid
    var isFirst = true
    var segments: [GridSegment] = []
    private var start = GridPoint(0, 0)
    private var last = GridPoint(0, 0)

    init(grid: BooleanGrid) { self.grid = grid }

    mutating func begin(at point: SIMD2<Double>) {
      start = grid.round(point)
      last = start
    }

    mutating func line(to end: SIMD2<Double>) { go(to: grid.round(end)) }

    mutating func curve(_ curve: Cubic) {
      let count = Flattening.pieces(
        curve.p0, curve.p1, curve.p2, curve.p3, tolerance: grid.tolerance)
      for index in 1...count where !isDone {
        line(to: curve.point(at: Double(index) / Double(count)))
      }
    }

    mutating func end(isClosed: Bool) { go(to: start) }

    private mutating func go(to end: GridPoint) {
      if end == last { return }
      segments.append(GridSegment(start: last, end: end, isFirst: isFirst))
      last = end
    }

    var isDone: Bool { segments.count > BooleanGrid.maximumSegmentCount }
  }
}

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
  /// Sorts from left to right and, within a column, from top to bottom.
  @inline(__always) static func < (a: GridPoint, b: GridPoint) -> Bool {
    a.x != b.x ? a.x < b.x : a.y < b.y
  }
}

extension GridPoint {
  /// Returns the vector from `b` to `a`.
  @inline(__always) static func - (a: GridPoint, b: GridPoint) -> SIMD2<Int64> {
    SIMD2(Int64(a.x) &- Int64(b.x), Int64(a.y) &- Int64(b.y))
  }
}

/// Returns a positive number if `c` is clockwise, on the screen, from the line from `a` to `b`, and
/// 0 if it is on the line.
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
  /// Whether the edge belongs to the first path.
  var isFirst: Bool
}
