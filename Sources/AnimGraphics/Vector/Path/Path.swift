/// An outline of lines and Bézier curves, in points: any number of contours, each open or closed.
///
/// Appending never fails. A coordinate that is NaN or beyond ±``maximumCoordinate``, or one point
/// too many, makes the path defective instead: it becomes and stays empty, and ``error`` contains
/// the reason. So a path can be built from untrusted numbers and checked once.
public struct Path: Hashable, Sendable {
  /// The steps of a path, and the number of points that each takes.
  enum Verb: UInt8, Sendable {
    /// One point. Every contour begins with a move, and no two moves follow each other.
    case move
    /// One point.
    case line
    /// Two points: the control point and the end.
    case quadratic
    /// Three points: both control points and the end.
    case cubic
    /// The end of a closed contour, with a line to its start if necessary. Has no point.
    case close
  }

  /// The maximum number of points. No drawing needs more, and the flattened path fits in memory.
  public static let maximumPointCount = 1 << 22
  /// Large enough for any drawing, small enough for squares of sums to stay finite.
  public static let maximumCoordinate = 1e18

  private(set) var verbs: [Verb] = []
  private(set) var points: [SIMD2<Double>] = []
  /// The start of the contour being built.
  private var start = SIMD2<Double>.zero
  /// The defect of the path, or `nil`.
  public private(set) var error: PathError?

  /// Creates an empty path.
  public init() {}

  /// A Boolean value that indicates whether the path has no elements. A defective path is empty.
  public var isEmpty: Bool { verbs.isEmpty }

  package var pointCount: Int { points.count }

  /// The start of the next line or curve, or `nil` before the first point.
  public var currentPoint: Point? {
    guard let last = points.last else { return nil }
    return Point(verbs.last == .close ? start : last)
  }

  /// Removes everything, including the error, but keeps the memory.
  public mutating func removeAll() {
    verbs.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    start = .zero
    error = nil
  }

  /// Reserves memory for this many moves, lines, curves and closes, and for their points, in all.
  mutating func reserveCapacity(verbs verbCount: Int, points pointCount: Int) {
    verbs.reserveCapacity(verbCount)
    points.reserveCapacity(pointCount)
  }
}

extension Path {
  /// Begins a contour at `point`.
  public mutating func move(to point: Point) { move(to: SIMD2(point)) }

  /// Adds a straight line. As the first element, it only starts a contour. After ``close()``, it
  /// starts one where the closed contour started. The same applies to curves.
  public mutating func addLine(to point: Point) { addLine(to: SIMD2(point)) }

  /// Adds a quadratic Bézier curve with one control point.
  public mutating func addQuadCurve(to end: Point, control: Point) {
    addQuadCurve(SIMD2(control), SIMD2(end))
  }

  /// Adds a cubic Bézier curve with two control points.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    addCurve(SIMD2(control1), SIMD2(control2), SIMD2(end))
  }

  /// Ends the contour with a line to its start. Has no effect on an empty path or a closed contour.
  public mutating func close() {
    guard let last = verbs.last, last != .close else { return }
    verbs.append(.close)
  }
}

extension Path {
  mutating func move(to point: SIMD2<Double>) {
    guard accepts(1, point, point, point) else { return }
    start = point
    if verbs.last == .move {
      points[points.count - 1] = point
    } else {
      verbs.append(.move)
      points.append(point)
    }
  }

  mutating func addLine(to point: SIMD2<Double>) {
    guard accepts(2, point, point, point) else { return }
    guard begin(at: point) else { return }
    verbs.append(.line)
    points.append(point)
  }

  mutating func addQuadCurve(_ control: SIMD2<Double>, _ end: SIMD2<Double>) {
    guard accepts(3, control, end, end) else { return }
    _ = begin(at: control)
    verbs.append(.quadratic)
    points.append(control)
    points.append(end)
  }

  mutating func addCurve(
    _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, _ end: SIMD2<Double>
  ) {
    guard accepts(4, control1, control2, end) else { return }
    _ = begin(at: control1)
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(end)
  }

  /// Ensures that a contour is open. Returns `false` if `point` has just become its start.
  @inline(__always) private mutating func begin(at point: SIMD2<Double>) -> Bool {
    if let last = verbs.last, last != .close { return true }
    let isFirst = verbs.isEmpty
    if isFirst { start = point }
    verbs.append(.move)
    points.append(start)
    return !isFirst
  }

  /// Returns whether there is room for `count` more points, and whether the given points, which may
  /// be equal, are in range.
  @inline(__always) private mutating func accepts(
    _ count: Int, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>
  ) -> Bool {
    let isInRange = Self.allows(a) && Self.allows(b) && Self.allows(c)
    if isInRange, points.count &+ count <= Self.maximumPointCount, error == nil { return true }
    refuse(isInRange: isInRange)
    return false
  }

  @inline(__always) private static func allows(_ point: SIMD2<Double>) -> Bool {
    point.x.magnitude <= maximumCoordinate && point.y.magnitude <= maximumCoordinate
  }

  private mutating func refuse(isInRange: Bool) {
    fail(isInRange ? .tooManyPoints : .outOfRange(element: verbs.count))
  }

  /// Marks the path as defective, unless it already is.
  mutating func fail(_ reason: PathError) {
    if error != nil { return }
    removeAll()
    error = reason
  }
}

extension Path {
  /// Throws ``error`` if the path is defective.
  public func validate() throws(PathError) {
    if let error { throw error }
  }
}

// MARK: - Elements

extension Path {
  /// One step of a path.
  public enum Element: Hashable, Sendable {
    /// The start of a new contour at the point.
    case move(Point)
    /// A straight line to the point.
    case line(Point)
    /// A quadratic Bézier curve to `end`.
    case quadratic(control: Point, end: Point)
    /// A cubic Bézier curve to `end`.
    case cubic(control1: Point, control2: Point, end: Point)
    /// The contour ends, with a straight line to its start if that is elsewhere.
    case close
  }

  /// The elements of the path, in order. Every contour begins with a move, even if the path was
  /// built without one.
  public var elements: Elements { Elements(path: self) }

  /// Appends one step.
  public mutating func append(_ element: Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): addLine(to: point)
    case .quadratic(let control, let end): addQuadCurve(to: end, control: control)
    case .cubic(let control1, let control2, let end):
      addCurve(to: end, control1: control1, control2: control2)
    case .close: close()
    }
  }

  /// The elements of a path, in order.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let path: Path
    private var verb = 0
    private var point = 0

    init(path: Path) { self.path = path }

    public mutating func next() -> Element? {
      guard verb < path.verbs.count else { return nil }
      defer { verb += 1 }
      switch path.verbs[verb] {
      case .move: return .move(take())
      case .line: return .line(take())
      case .quadratic: return .quadratic(control: take(), end: take())
      case .cubic: return .cubic(control1: take(), control2: take(), end: take())
      case .close: return .close
      }
    }

    private mutating func take() -> Point {
      point += 1
      return Point(path.points[point - 1])
    }
  }

  @inline(__always) func visit<Visitor: SegmentVisitor>(_ visitor: inout Visitor) {
    var index = 0
    var start = SIMD2<Double>.zero
    var last = start
    var isOpen = false
    for verb in verbs {
      if visitor.isDone { return }
      switch verb {
      case .move:
        if isOpen { visitor.end(isClosed: false) }
        start = points[index]
        last = start
        isOpen = true
        visitor.begin(at: start)
        index &+= 1
      case .line:
        last = points[index]
        visitor.line(to: last)
        index &+= 1
      case .quadratic:
        let end = points[index &+ 1]
        visitor.curve(Cubic(quadratic: last, points[index], end))
        last = end
        index &+= 2
      case .cubic:
        let end = points[index &+ 2]
        visitor.curve(Cubic(last, points[index], points[index &+ 1], end))
        last = end
        index &+= 3
      case .close:
        visitor.line(to: start)
        visitor.end(isClosed: true)
        isOpen = false
      }
    }
    if isOpen { visitor.end(isClosed: false) }
  }
}

extension SIMD2<Double> {
  @inline(__always) init(_ point: Point) { self.init(point.x, point.y) }
}

extension Point {
  @inline(__always) init(_ point: SIMD2<Double>) { self.init(x: point.x, y: point.y) }
}

/// Visits the segments of a path as lines and cubics only.
protocol SegmentVisitor {
  mutating func begin(at point: SIMD2<Double>)
  /// Visits a line from the end of the last segment, possibly of zero length.
  mutating func line(to end: SIMD2<Double>)
  /// Visits a curve from the end of the last segment.
  mutating func curve(_ curve: Cubic)
  /// Visits the end of the contour. If it is closed, the line to its start has been visited.
  mutating func end(isClosed: Bool)
  /// Whether the visitor is done and no more segments are needed.
  var isDone: Bool { get }
}

/// A rule for the inside of an outline that intersects or overlaps itself.
public enum FillRule: String, CaseIterable, Hashable, Sendable {
  /// Points with a winding number other than zero.
  case nonzero
  /// Points with an odd winding number.
  case evenOdd = "even-odd"
}

/// A defect of a path.
public enum PathError: Error, Hashable, Sendable {
  /// A coordinate is NaN or beyond ±``Path/maximumCoordinate``. `element` is the number of moves,
  /// lines, curves and closes before it.
  case outOfRange(element: Int)
  /// The path has more than ``maximumPointCount`` points.
  case tooManyPoints
  /// The areas to be combined have too many sides or too many crossings.
  case tooComplex
}

extension PathError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let element):
      "path element \(element): a coordinate is out of range; use numbers from -1e18 to 1e18"
    case .tooManyPoints:
      "path: too many points; use at most \(Path.maximumPointCount)"
    case .tooComplex:
      "paths: too many crossings or sides to combine; simplify them"
    }
  }
}
