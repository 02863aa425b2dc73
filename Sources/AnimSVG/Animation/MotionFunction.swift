import AnimGraphics

/// The effect of `animateMotion`: a position on a path, and the direction there.
struct MotionFunction: Sendable {
  /// The rotation of the element along the path.
  enum Rotation: Hashable, Sendable {
    /// A fixed rotation in degrees.
    case fixed(Double)
    /// The direction of the path, or its opposite.
    case auto, autoReverse
  }

  /// The positions of the schedule's values.
  enum Stops: Sendable {
    /// Distances from the start.
    case distances([Double])
    /// The entire path at a constant speed.
    case whole
  }

  private let route: MotionRoute
  private let schedule: KeySchedule
  private let stops: Stops
  private let rotation: Rotation
  let accumulates: Bool
  /// Whether the path starts at the underlying motion.
  private let isTo: Bool
  let isAdditive: Bool

  init(
    _ route: MotionRoute, schedule: KeySchedule, stops: Stops, rotation: Rotation, isAdditive: Bool,
    accumulates: Bool, isTo: Bool
  ) {
    self.route = route
    self.schedule = schedule
    self.stops = stops
    self.rotation = rotation
    self.isAdditive = isAdditive && !isTo
    self.accumulates = accumulates && !isTo
    self.isTo = isTo
  }

  var needsUnderlying: Bool { isAdditive || isTo }

  /// Returns the transform at a phase, in the coordinate system around the element.
  ///
  /// - Parameter underlying: The underlying motion, or `nil` if no other animation moves the element.
  func transform(at phase: RepetitionPhase, over underlying: Transform?) -> Transform {
    let (distance, progress) = distance(at: phase.fraction)
    let position = route.measure.position(at: distance)
    var place = position?.point ?? route.start
    if accumulates {
      place.x += Double(phase.iteration) * route.end.x
      place.y += Double(phase.iteration) * route.end.y
    }
    if isTo, let underlying {
      place.x += underlying.tx * (1 - progress)
      place.y += underlying.ty * (1 - progress)
    }
    let move = Transform(translation: Vector(dx: place.x, dy: place.y))
    let turned = turn(position?.tangent).map { $0.followed(by: move) } ?? move
    guard isAdditive, let underlying else { return turned }
    return turned.followed(by: underlying)
  }

  private func turn(_ tangent: Vector?) -> Transform? {
    switch rotation {
    case .fixed(let angle): return angle == 0 ? nil : Transform(rotation: .degrees(angle))
    case .auto, .autoReverse:
      guard let tangent else { return nil }
      let length = (tangent.dx * tangent.dx + tangent.dy * tangent.dy).squareRoot()
      guard length > 0 else { return nil }
      let sign = rotation == .auto ? 1.0 : -1.0
      let (cosine, sine) = (sign * tangent.dx / length, sign * tangent.dy / length)
      return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }
  }

  private func distance(at fraction: Double) -> (distance: Double, progress: Double) {
    let position = schedule.position(at: fraction)
    switch stops {
    case .whole:
      let progress = position.index == position.next ? Double(position.index) : position.progress
      return (progress * route.length, progress)
    case .distances(let distances):
      let (from, to) = (distances[position.index], distances[position.next])
      let distance = from + (to - from) * position.progress
      return (distance, route.length > 0 ? distance / route.length : 1)
    }
  }
}

/// The path of a motion, with its vertices.
struct MotionRoute: Sendable {
  let measure: PathMeasure
  /// The distance of each vertex from the start. A gap between two parts has no length.
  let distances: [Double]
  let start: Point
  let end: Point

  var length: Double { measure.length }

  /// Creates the route along path data, or returns `nil` if it is empty.
  init?(_ data: PathCommands) {
    var (distances, first, last) = ([Double](), Point?.none, Point(x: 0, y: 0))
    var length = 0.0
    data.forEachVertex { vertex, piece in
      if first == nil {
        first = vertex
      } else {
        length += piece
      }
      distances.append(length)
      last = vertex
    }
    guard let first else { return nil }
    measure = PathMeasure(data.path)
    self.distances = distances
    start = first
    end = last
  }

  /// Creates the route along an outline with a vertex after each element, or returns `nil` if it is
  /// empty.
  init?(_ path: Path) {
    var (distances, first, last, contour) = ([Double](), Point?.none, Point.zero, Point.zero)
    var length = 0.0
    for element in path.elements {
      var piece = Path()
      piece.move(to: last)
      switch element {
      case .move(let point):
        (last, contour, first) = (point, point, first ?? point)
      case .line(let end):
        piece.addLine(to: end)
        last = end
      case .quadratic(let control, let end):
        piece.addQuadCurve(to: end, control: control)
        last = end
      case .cubic(let control1, let control2, let end):
        piece.addCurve(to: end, control1: control1, control2: control2)
        last = end
      case .close:
        piece.addLine(to: contour)
        last = contour
      }
      length += piece.length
      distances.append(length)
    }
    guard let first else { return nil }
    measure = PathMeasure(path)
    self.distances = distances
    start = first
    end = last
  }

  /// Creates the route through points, or returns `nil` if there are none.
  init?(points: [Point]) {
    guard let first = points.first, let last = points.last else { return nil }
    var path = Path()
    path.move(to: first)
    var distances = [0.0]
    for (from, to) in zip(points, points.dropFirst()) {
      path.addLine(to: to)
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      distances.append(distances[distances.count - 1] + (dx * dx + dy * dy).squareRoot())
    }
    measure = PathMeasure(path)
    self.distances = distances
    start = first
    end = last
  }
}

/// A cache of routes along path data and elements, so that each is measured only once.
struct MotionRoutes {
  private var cached: [String: MotionRoute?] = [:]
  private var outlines: [Int: MotionRoute?] = [:]

  /// Returns the route along path data, or `nil` if it is empty.
  mutating func route(along data: String) -> MotionRoute? {
    if let route = cached[data] { return route }
    let route = MotionRoute(PathCommands.read(data).data)
    cached[data] = .some(route)
    return route
  }

  /// Returns the route along a path element or a basic shape, or `nil` for other elements.
  mutating func route(
    around element: Int, in document: SVGDocument, _ still: StillDocument
  ) -> MotionRoute? {
    if let route = outlines[element] { return route }
    let route: MotionRoute? =
      document[element].name == .path
      ? document.attribute(.d, of: element).flatMap { self.route(along: $0) }
      : still.outline(of: element).flatMap { MotionRoute($0) }
    outlines[element] = .some(route)
    return route
  }
}
