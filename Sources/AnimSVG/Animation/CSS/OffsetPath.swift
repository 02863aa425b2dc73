import AnimGraphics

/// The placement of an element on the path of its `offset-path`: CSS Transforms 2, 9.
struct OffsetPlacement: Hashable, Sendable {
  /// The transforms `translate`, `rotate` and `scale`, which are applied outside.
  var outer = TransformList.identity
  /// A turn, and then the way from the origin to the place.
  let transform: Transform
  /// The point of the element that is on the path, or `nil` for its `transform-origin`.
  let anchor: TransformOrigin?
}

/// A place on the path of `offset-path`, with the other properties of Motion Path 1.
struct OffsetMotion: Sendable {
  /// The declared path, or `nil` if only keyframes have paths.
  private let route: Route?
  /// The paths of keyframes that are not interpolated, by their text.
  private let routes: [String: Route]
  private let distance: AttributeQuantity
  private let rotation: Rotation
  private let anchor: TransformOrigin?

  private enum Route {
    case path(MotionRoute)
    /// A ray without an end. 100 % correspond to `length`.
    case ray(from: Point, direction: Angle, length: Double)
  }

  private struct Rotation {
    var followsPath = true
    /// In degrees.
    var angle = 0.0

    init?(_ text: String) {
      var hasAngle = false
      followsPath = false
      for word in ComponentList.words(text) {
        var scanner = TextScanner(word)
        if word == "auto" || word == "reverse" {
          followsPath = true
          if word == "reverse" { angle += 180 }
        } else if let degrees = scanner.angle(), scanner.isAtEnd, !hasAngle {
          angle += degrees
          hasAngle = true
        } else {
          return nil
        }
      }
    }

    init(angle: Double? = nil) { (followsPath, self.angle) = (angle == nil, angle ?? 0) }
  }

  static let names: [AttributeName] = [
    .offsetPath, .offsetDistance, .offsetRotate, .offsetAnchor, .offsetPosition,
  ]

  /// Returns `nil` if there is never a path.
  ///
  /// - Parameter animated: the element's animated properties.
  init?(
    _ document: SVGDocument, _ known: inout MotionRoutes, animated: [CSSTrack],
    _ declared: (AttributeName) -> String?
  ) {
    let position = declared(.offsetPosition)
    route = declared(.offsetPath).flatMap {
      Self.route($0, document, &known, position: position)
    }
    var routes: [String: Route] = [:]
    let tracks = animated.filter { $0.name == .offsetPath }
    for frame in tracks.flatMap(\.frames) {
      guard case .attribute(.text(let text))? = frame.value else { continue }
      routes[text] = Self.route(text, document, &known, position: position)
    }
    if route == nil, tracks.isEmpty { return nil }
    self.routes = routes
    distance =
      declared(.offsetDistance).flatMap { try? AttributeQuantity($0, .length) }
      ?? .length(LengthSum())
    rotation = declared(.offsetRotate).flatMap { Rotation($0) } ?? Rotation()
    anchor = declared(.offsetAnchor).flatMap { try? TransformOrigin(position: $0) }
  }

  private static func route(
    _ text: String, _ document: SVGDocument, _ routes: inout MotionRoutes, position: String?
  ) -> Route? {
    var scanner = TextScanner(text)
    if let id = scanner.url() {
      return document.element(id: id).flatMap { routes.route(around: $0, in: document) }
        .map { .path($0) }
    }
    if let data = PathCommands.data(ofFunction: text) {
      return routes.route(along: data).map { .path($0) }
    }
    if scanner.skips("ray(") {
      let rest = scanner.rest
      return ray(rest.hasSuffix(")") ? String(rest.dropLast()) : rest, position: position)
    }
    return routes.route(alongShape: text).map { .path($0) }
  }

  /// A ray: an angle from the top, a size, and perhaps a place where it begins.
  private static func ray(_ text: String, position: String?) -> Route? {
    let all = ComponentList.words(text.lowercased())
    let words = all.prefix { $0 != "at" }
    let at = try? TransformOrigin(
      position: all.dropFirst(words.count + 1).joined(separator: " "))
    var angle: Double?
    var size = "closest-side"
    for word in words {
      var scanner = TextScanner(word)
      if let degrees = scanner.angle(), scanner.isAtEnd {
        angle = degrees
      } else if word != "contain" {
        size = word
      }
    }
    guard let angle, angle.isFinite,
      let start = point(at ?? position.flatMap { try? TransformOrigin(position: $0) })
    else { return nil }
    // The box has no size, so that both sides of a kind are as far away.
    let (dx, dy) = (start.x.magnitude, start.y.magnitude)
    let length: Double
    switch size {
    case "closest-side": length = min(dx, dy)
    case "farthest-side": length = max(dx, dy)
    case "closest-corner", "farthest-corner": length = (dx * dx + dy * dy).squareRoot()
    case "sides": length = 0
    default: return nil
    }
    return .ray(from: start, direction: .degrees(angle - 90), length: length)
  }

  /// A position in the box, which has no size; the origin for none.
  private static func point(_ position: TransformOrigin?) -> Point? {
    guard let position else { return .zero }
    let point = Point(x: position.x.resolvedWithoutPlace, y: position.y.resolvedWithoutPlace)
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  /// Returns the placement of the element at a time, or `nil` if it is on no path.
  func placement(
    of element: Int, _ underlying: UnderlyingValues, _ values: AnimatedValues
  ) -> OffsetPlacement? {
    guard let route = route(of: element, values) else { return nil }
    let (place, tangent) = position(of: element, on: route, underlying, values)
    var rotation = rotation
    switch values[element, .offsetRotate] {
    case .number(let angle)?: rotation = Rotation(angle: angle)
    case .text(let text)?: rotation = Rotation(text) ?? rotation
    default: break
    }
    var anchor = anchor
    if case .text(let text)? = values[element, .offsetAnchor] {
      anchor = try? TransformOrigin(position: text)
    }
    var angle = rotation.angle
    if rotation.followsPath, let tangent { angle += tangent.degrees }
    return OffsetPlacement(
      transform: Transform(rotation: angle)
        .followed(by: Transform(translation: Vector(dx: place.x, dy: place.y))),
      anchor: anchor)
  }

  private func route(of element: Int, _ values: AnimatedValues) -> Route? {
    switch values[element, .offsetPath] {
    case .shape(let shape)?: MotionRoute(along: shape).map { .path($0) }
    case .text(let text)?: routes[text]
    default: route
    }
  }

  private func position(
    of element: Int, on route: Route, _ underlying: UnderlyingValues, _ values: AnimatedValues
  ) -> (Point, direction: Angle?) {
    let quantity =
      values[element, .offsetDistance].flatMap { AttributeQuantity($0, .length) } ?? distance
    func along(_ whole: Double) -> Double {
      guard case .length(let length) = quantity else { return 0 }
      let other = length.withoutPercentage
      return underlying.resolved(other, .offsetDistance, of: element, values)
        + length.percent / 100 * whole
    }
    switch route {
    case .ray(let start, let direction, let length):
      let distance = along(length)
      return (
        Point(x: start.x + direction.cosine * distance, y: start.y + direction.sine * distance),
        direction
      )
    case .path(let route):
      var distance = along(route.length)
      if route.measure.contours.last?.isClosed == true, route.length > 0 {
        distance -= (distance / route.length).rounded(.down) * route.length
      }
      let position = route.measure.position(at: min(max(distance, 0), route.length))
      return (position?.point ?? route.start, position?.tangent.direction)
    }
  }
}
