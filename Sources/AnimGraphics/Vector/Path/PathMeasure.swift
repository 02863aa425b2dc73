/// The lengths of a path's contours, and points, directions and parts of the path by length.
///
/// Lengths have a relative error of about 10⁻⁹. Contours without length are ignored. Reuse a
/// measure for many paths with ``measure(_:)`` to avoid allocations.
public struct PathMeasure: Sendable {
  /// The length of one contour of the path.
  public struct Contour: Hashable, Sendable {
    /// The length in points, above 0.
    public let length: Double
    /// A Boolean value that indicates whether the contour ends with a close.
    public let isClosed: Bool
    let knots: Range<Int>
  }

  /// The contours that have a length, in the order of the path.
  public private(set) var contours: [Contour] = []
  /// The total length of all contours, in points.
  public private(set) var length = 0.0
  private(set) var segments: [PathSegment] = []
  /// The ends of pieces of known length, contour by contour.
  private var knots: [Knot] = []

  struct Knot: Sendable {
    let segment: Int
    /// The parameter, above 0, at which the piece ends. It starts where the previous one ends.
    let parameter: Double
    /// The length from the contour's start to the piece's end.
    let distance: Double
  }

  /// Creates the measure of an empty path.
  public init() {}

  /// Creates the measurements of a path. Complexity: O(n) in the number of its elements.
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

// MARK: - Positions

extension PathMeasure {
  /// A point on a path and the path's direction there.
  public struct Position: Hashable, Sendable {
    /// The position, in points.
    public var point: Point
    /// The direction, as a unit vector.
    public var tangent: Vector
  }

  /// Returns the position at a distance from the path's start, with contours taken one after
  /// another. The distance is clamped to 0 ... ``length``, and NaN is treated as 0. Nil for a path
  /// without length.
  public func position(at distance: Double) -> Position? {
    var rest = distance > 0 ? distance : 0
    for contour in contours.dropLast() {
      if rest <= contour.length { return position(at: rest, in: contour) }
      rest -= contour.length
    }
    return contours.last.flatMap { position(at: rest, in: $0) }
  }

  func position(at distance: Double, in contour: Contour) -> Position? {
    let spot = spot(at: distance, in: contour)
    let segment = segments[spot.segment]
    guard let tangent = segment.tangent(at: spot.parameter) else { return nil }
    return Position(
      point: Point(segment.point(at: spot.parameter)),
      tangent: Vector(dx: tangent.x, dy: tangent.y))
  }

  /// A location as a segment and its parameter.
  struct Spot {
    var segment: Int
    var parameter: Double
  }

  /// Returns the location at `distance`, which is clamped to the contour. Between two segments, it
  /// is the end of the first, not the start of the second.
  private func spot(at distance: Double, in contour: Contour) -> Spot {
    let index = knot(at: distance, in: contour)
    let knot = knots[index]
    if distance >= knot.distance { return Spot(segment: knot.segment, parameter: knot.parameter) }
    let isFirst = index == contour.knots.lowerBound
    let before = isFirst ? 0 : knots[index - 1].distance
    let isFirstOfSegment = isFirst || knots[index - 1].segment != knot.segment
    let start = isFirstOfSegment ? 0 : knots[index - 1].parameter
    let part = max(0, distance - before)
    let segment = segments[knot.segment]
    guard !segment.isLine else {
      return Spot(segment: knot.segment, parameter: part / (knot.distance - before))
    }
    return Spot(
      segment: knot.segment,
      parameter: segment.curve.parameter(
        at: part, of: knot.distance - before, from: start, to: knot.parameter))
  }

  /// Returns the first knot at or after `distance`, or the last one.
  private func knot(at distance: Double, in contour: Contour) -> Int {
    contour.knots.dropLast().partitioningIndex { knots[$0].distance >= distance }
  }
}

// MARK: - Parts

extension PathMeasure {
  /// Appends the part between two distances from the path's start to `path`, with contours taken
  /// one after another. A closed contour that is included completely stays closed.
  ///
  /// The distances are clamped to 0 ... ``length``. Nothing is appended unless `end` is the larger
  /// one.
  public func appendPart(from start: Double, to end: Double, to path: inout Path) {
    var offset = 0.0
    for contour in contours {
      let last = min(end - offset, contour.length)
      appendPart(of: contour, from: start - offset, to: last, to: &path)
      offset += contour.length
    }
  }

  /// Appends the part between two distances from the start of one contour to `path`.
  ///
  /// For a closed contour, `end` may exceed its length: the part then continues past the start
  /// without a break, at most once round. Nothing is appended unless `end` is larger than `start`.
  public func appendPart(
    of contour: Contour, from start: Double, to end: Double, to path: inout Path
  ) {
    let start = max(start, 0)
    guard end > start, start < contour.length else { return }
    if start == 0 && end >= contour.length {
      append(contour, spot(at: 0, in: contour), nil, to: &path)
      if contour.isClosed { path.close() }
      return
    }
    let first = spot(at: start, in: contour)
    if end < contour.length {
      append(contour, first, spot(at: end, in: contour), to: &path)
      return
    }
    append(contour, first, nil, to: &path)
    guard contour.isClosed, end > contour.length else { return }
    let last = spot(at: min(end - contour.length, start), in: contour)
    append(contour, spot(at: 0, in: contour), last, isContinued: true, to: &path)
  }

  /// Appends the segments from one location to another, or to the contour's end.
  private func append(
    _ contour: Contour, _ first: Spot, _ last: Spot?, isContinued: Bool = false,
    to path: inout Path
  ) {
    let lastSegment = last?.segment ?? knots[contour.knots.upperBound - 1].segment
    for index in first.segment...lastSegment {
      let from = index == first.segment ? first.parameter : 0
      let to = index == lastSegment ? last?.parameter ?? 1 : 1
      let segment = segments[index]
      if index == first.segment && !isContinued { path.move(to: segment.point(at: from)) }
      if segment.isLine {
        if from < to { path.addLine(to: segment.point(at: to)) }
      } else if from < to {
        let part = segment.curve.part(from: from, to: to)
        path.addCurve(part.p1, part.p2, part.p3)
      }
    }
  }
}

extension Path {
  /// The total length of all contours, in points.
  public var length: Double { PathMeasure(self).length }

  /// Returns the part between two distances from the start, in points; see
  /// ``PathMeasure/appendPart(from:to:to:)``.
  public func part(from start: Double, to end: Double) -> Path {
    var path = Path()
    PathMeasure(self).appendPart(from: start, to: end, to: &path)
    return path
  }
}

/// A line or a curve with a length above 0.
struct PathSegment: Sendable {
  /// The curve. For a line, only its ends are used.
  let curve: Cubic
  let isLine: Bool

  func point(at parameter: Double) -> SIMD2<Double> {
    guard isLine else { return curve.point(at: parameter) }
    return parameter >= 1 ? curve.p3 : curve.p0 + (curve.p3 - curve.p0) * parameter
  }

  func tangent(at parameter: Double) -> SIMD2<Double>? {
    isLine ? (curve.p3 - curve.p0).normalized : curve.tangent(at: parameter)
  }
}
