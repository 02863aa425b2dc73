extension Path {
  /// One step of a path.
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case quadratic(control: Point, end: Point)
    case cubic(control1: Point, control2: Point, end: Point)
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
    case .quadratic(let control, let end): addQuadratic(to: end, control: control)
    case .cubic(let control1, let control2, let end):
      addCubic(to: end, control1: control1, control2: control2)
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
}
