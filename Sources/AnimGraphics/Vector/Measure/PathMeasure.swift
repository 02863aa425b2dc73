/// The lengths of a path's contours, and points, directions and parts of the path by length.
///
/// Lengths have a relative error of about 10⁻⁹. Contours without length are ignored. Reuse a
/// measure for many paths with ``measure(_:)`` to avoid allocations.
public struct PathMeasure: Sendable {
  /// The length of one contour of the path.
  public struct Contour: Hashable, Sendable {
    /// The length in points, above 0.
    public let length: Double
    /// Whether the contour ends with a close.
    public let isClosed: Bool
    let knots: Range<Int>
  }

  /// The contours that have a length, in the order of the path.
  public private(set) var contours: [Contour] = []
  /// The total length of all contours, in points.
  public private(set) var length = 0.0
  private(set) var segments: [PathSegment] = []
  /// The ends of pieces of known length, contour by contour.
  private(set) var knots: [Knot] = []

  struct Knot: Sendable {
    let segment: Int
    /// The parameter, above 0, at which the piece ends; it begins where the previous one ends.
    let parameter: Double
    /// The length from the contour's start to the piece's end.
    let distance: Double
  }

  public init() {}

  public init(_ path: Path) {
    measure(path)
  }

  /// Measures another path, reusing the memory.
  public mutating func measure(_ path: Path) {
    contours.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    knots.removeAll(keepingCapacity: true)
    length = 0
    var builder = Builder(measure: self)
    self = PathMeasure()
    path.visit(&builder)
    self = builder.measure
  }

  private struct Builder: SegmentVisitor {
    var measure: PathMeasure
    private var last = SIMD2<Double>.zero
    private var distance = 0.0
    private var firstKnot = 0

    init(measure: PathMeasure) { self.measure = measure }

    mutating func begin(at point: SIMD2<Double>) {
      last = point
      distance = 0
      firstKnot = measure.knots.count
    }

    mutating func line(to end: SIMD2<Double>) {
      let length = (end - last).length
      if length > 0 {
        append(Cubic(last, last, end, end), isLine: true)
        add(length, until: 1)
      }
      last = end
    }

    mutating func curve(_ curve: Cubic) {
      last = curve.p3
      let length = curve.length(from: 0, to: 1)
      guard length > 0 else { return }
      append(curve, isLine: false)
      let tolerance = 1e-9 * max(length, (curve.p3 - curve.p0).length)
      split(curve, 0, 1, length, tolerance: tolerance, depth: 0)
    }

    private mutating func append(_ curve: Cubic, isLine: Bool) {
      measure.segments.append(PathSegment(curve: curve, isLine: isLine))
    }

    /// Halves a piece until its length agrees with the sum of its halves.
    private mutating func split(
      _ curve: Cubic, _ t0: Double, _ t1: Double, _ length: Double, tolerance: Double, depth: Int
    ) {
      let middle = (t0 + t1) / 2
      let first = curve.length(from: t0, to: middle)
      let second = curve.length(from: middle, to: t1)
      if (first + second - length).magnitude <= tolerance || depth == 12 {
        add(first, until: middle)
        add(second, until: t1)
      } else {
        split(curve, t0, middle, first, tolerance: tolerance / 2, depth: depth + 1)
        split(curve, middle, t1, second, tolerance: tolerance / 2, depth: depth + 1)
      }
    }

    private mutating func add(_ length: Double, until parameter: Double) {
      distance += length
      measure.knots.append(
        Knot(segment: measure.segments.count - 1, parameter: parameter, distance: distance))
    }

    mutating func end(isClosed: Bool) {
      guard distance > 0 else { return }
      measure.contours.append(
        Contour(
          length: distance, isClosed: isClosed, knots: firstKnot..<measure.knots.count))
      measure.length += distance
    }

    var isDone: Bool { false }
  }
}
