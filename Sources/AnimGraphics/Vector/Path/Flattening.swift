/// Approximates curves by lines within a tolerance.
enum Flattening {
  /// The greatest distance, in pixels, between a curve and its lines.
  static let tolerance = 1.0 / 16
  /// The maximum number of pieces of a curve. It is reached only by curves that are millions of
  /// pixels large, where it keeps time and memory bounded.
  static let maximumPieces = 16384

  /// Returns the number of pieces of equal parameter length that keep a cubic within `tolerance`:
  /// the deviation of a piece is at most |B″|/8·h², and |B″| ≤ 6·max‖Δ²‖ (Wang's formula), so n² =
  /// 0.75·max‖Δ²‖/tolerance.
  @inline(__always) static func pieces(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>,
    tolerance: Double
  ) -> Int {
    let first = p0 - 2 * p1 + p2
    let second = p1 - 2 * p2 + p3
    let larger = max((first * first).sum(), (second * second).sum())
    return count((0.5625 * larger / (tolerance * tolerance)).squareRoot().squareRoot())
  }

  /// Returns the number of pieces of a quadratic curve, where |B″| = 2·‖Δ²‖, so n² =
  /// 0.25·‖Δ²‖/tolerance.
  @inline(__always) static func pieces(
    _ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, tolerance: Double
  ) -> Int {
    let second = p0 - 2 * p1 + p2
    let square = (second * second).sum()
    return count((0.0625 * square / (tolerance * tolerance)).squareRoot().squareRoot())
  }

  /// Returns the count as an integer. NaN, from coordinates near the end of a Double's range,
  /// yields the maximum.
  @inline(__always) private static func count(_ pieces: Double) -> Int {
    pieces < Double(maximumPieces - 1) ? Int(pieces) &+ 1 : maximumPieces
  }
}

extension Path {
  /// Appends the path's contours to `buffer` as polygons, transformed by `transform`.
  ///
  /// Open contours are treated as closed, as for filling. Nothing is appended if the transform has
  /// a number beyond ±10¹⁸.
  func flatten(
    _ transform: Transform, tolerance: Double = Flattening.tolerance, into buffer: inout LineBuffer
  ) {
    guard transform.isDrawable else { return }
    var index = 0
    var last = SIMD2<Double>.zero
    for verb in verbs where !buffer.isFull {
      switch verb {
      case .move:
        buffer.endPolygon()
        last = transform.apply(to: points[index])
        buffer.append(last)
        index &+= 1
      case .line:
        last = transform.apply(to: points[index])
        buffer.append(last)
        index &+= 1
      case .quadratic:
        let control = transform.apply(to: points[index])
        let end = transform.apply(to: points[index &+ 1])
        buffer.append(quadratic: last, control, end, tolerance: tolerance)
        last = end
        index &+= 2
      case .cubic:
        let control1 = transform.apply(to: points[index])
        let control2 = transform.apply(to: points[index &+ 1])
        let end = transform.apply(to: points[index &+ 2])
        buffer.append(cubic: last, control1, control2, end, tolerance: tolerance)
        last = end
        index &+= 3
      case .close:
        break
      }
    }
    buffer.endPolygon()
  }
}

extension LineBuffer {
  @inline(__always) mutating func append(
    quadratic p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, tolerance: Double
  ) {
    let count = Flattening.pieces(p0, p1, p2, tolerance: tolerance)
    let b = 2 * (p1 - p0)
    let a = p0 - 2 * p1 + p2
    var index = 1
    while index < count {
      let t = Double(index) / Double(count)
      append((a * t + b) * t + p0)
      index &+= 1
    }
    append(p2)
  }

  @inline(__always) mutating func append(
    cubic p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>,
    tolerance: Double
  ) {
    let count = Flattening.pieces(p0, p1, p2, p3, tolerance: tolerance)
    let c = 3 * (p1 - p0)
    let b = 3 * (p0 - 2 * p1 + p2)
    let a = (p3 - p0) - 3 * (p2 - p1)
    var index = 1
    while index < count {
      let t = Double(index) / Double(count)
      append(((a * t + b) * t + c) * t + p0)
      index &+= 1
    }
    append(p3)
  }
}

/// Flattened paths: closed polygons, in pixels.
///
/// Reuse a buffer: ``removeAll()`` keeps its memory.
struct LineBuffer {
  static let maximumPointCount = 1 << 24
  /// The maximum number of points. A polygon that would exceed it is omitted, as is everything
  /// after it.
  var limit = Self.maximumPointCount

  /// The corners of all polygons, one polygon after another. The side from the last corner of a
  /// polygon back to its first is implied.
  private(set) var points: [SIMD2<Double>] = []
  /// The index in ``points`` after the last corner of each polygon.
  private(set) var ends: [Int] = []

  /// Whether a polygon was omitted.
  private var hasOverflowed = false
  /// Whether a stroke has too many dashes, and is drawn solid.
  var lacksDashes = false

  var isFull: Bool { hasOverflowed || points.count > limit }

  /// The number of points appended, at most about the limit.
  var work: Int { hasOverflowed ? max(limit, points.count) : points.count }

  mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    hasOverflowed = false
    lacksDashes = false
  }

  @inline(__always) mutating func append(_ point: SIMD2<Double>) { points.append(point) }

  /// Ends the polygon formed by the points since the last call. A polygon without area is omitted.
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
