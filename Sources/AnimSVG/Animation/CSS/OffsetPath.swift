import AnimGraphics

/// Where an element stands on the path of its `offset-path`: CSS Transforms 2, 9.
struct OffsetPlacement: Hashable, Sendable {
  /// What `translate`, `rotate` and `scale` do then.
  var outer = TransformList.identity
  /// A turn, and then the way from the origin to the place.
  let transform: Transform
  /// The point of the element that is on the path; nil for its `transform-origin`.
  let anchor: TransformOrigin?
}

/// A place on the path of `offset-path`, with the other properties of Motion Path 1.
struct OffsetMotion: Sendable {
  private let route: Route
  private let distance: AttributeQuantity
  private let rotation: Rotation
  private let anchor: TransformOrigin?

  private enum Route {
    case path(MotionRoute)
    /// A line without an end, of which 100 % are a length.
    case ray(from: Point, direction: Angle, length: Double)
  }

  private struct Rotation {
    var followsPath = true
    /// In degrees.
    var angle = 0.0

    init?(_ text: String) {
      var hasAngle = false
      followsPath = false
      for word in CommaList.words(text) {
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

    init() {}
  }

  static let names: [AttributeName] = [
    .offsetPath, .offsetDistance, .offsetRotate, .offsetAnchor, .offsetPosition,
  ]

  /// Nil where there is no path.
  init?(
    _ document: SVGDocument, _ routes: inout MotionRoutes, _ declared: (AttributeName) -> String?
  ) {
    guard let text = declared(.offsetPath),
      let route = Self.route(text, document, &routes, position: declared(.offsetPosition))
    else { return nil }
    self.route = route
    distance =
      declared(.offsetDistance).flatMap { AttributeQuantity($0, .length) } ?? .length(LengthSum())
    rotation = declared(.offsetRotate).flatMap { Rotation($0) } ?? Rotation()
    anchor = declared(.offsetAnchor).flatMap { TransformOrigin($0) }
  }

  private static func route(
    _ text: String, _ document: SVGDocument, _ routes: inout MotionRoutes, position: String?
  ) -> Route? {
    // Boxes may follow, which are none for elements of SVG.
    var scanner = TextScanner(CommaList.words(text).first ?? "")
    if let id = scanner.url() {
      return document.element(id: id).flatMap { routes.route(around: $0, in: document) }
        .map { .path($0) }
    }
    guard let name = scanner.name()?.lowercased(), scanner.skips(UInt8(ascii: "(")) else {
      return nil
    }
    if name == "path" {
      scanner.skipSpace()
      return scanner.quoted().flatMap { routes.route(along: $0) }.map { .path($0) }
    }
    let rest = scanner.rest
    let arguments = rest.hasSuffix(")") ? String(rest.dropLast()) : rest
    if name == "ray" { return ray(arguments, position: position) }
    return OffsetShape.pathData(name, arguments).flatMap { routes.route(along: $0) }
      .map { .path($0) }
  }

  /// A ray: an angle from the top, a size, and perhaps a place where it begins.
  private static func ray(_ text: String, position: String?) -> Route? {
    let (words, at) = OffsetShape.words(text)
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
      let start = OffsetShape.point(at ?? position.flatMap { TransformOrigin($0) })
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

  /// Where the element is at the time.
  func placement(
    of element: Int, _ underlying: UnderlyingValues, _ values: AnimatedValues
  ) -> OffsetPlacement {
    let (place, tangent) = position(of: element, underlying, values)
    var rotation = rotation
    if case .text(let text)? = values[element, .offsetRotate] {
      rotation = Rotation(text) ?? rotation
    }
    var angle = rotation.angle
    if rotation.followsPath, let tangent { angle += tangent.degrees }
    return OffsetPlacement(
      transform: Transform(rotation: angle)
        .followed(by: Transform(translation: Vector(dx: place.x, dy: place.y))),
      anchor: anchor)
  }

  private func position(
    of element: Int, _ underlying: UnderlyingValues, _ values: AnimatedValues
  ) -> (Point, direction: Angle?) {
    let quantity =
      values[element, .offsetDistance].flatMap { AttributeQuantity($0, .length) } ?? distance
    func along(_ whole: Double) -> Double {
      guard case .length(let length) = quantity else { return 0 }
      let other = LengthSum(user: length.user, em: length.em, ex: length.ex)
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

/// The basic shapes of CSS as path data. Like Chromium, they know no box of an element of SVG: percentages are of
/// nothing, and places that are not given are the origin.
enum OffsetShape {
  /// The outline of a function; nil if it is none or has a mistake.
  static func pathData(_ name: String, _ arguments: String) -> String? {
    switch name {
    case "circle":
      let (words, at) = words(arguments)
      guard words.count <= 1, let center = point(at) else { return nil }
      return words.isEmpty
        ? ellipse(center, 0, 0) : radius(words[0]).map { ellipse(center, $0, $0) }
    case "ellipse":
      let (words, at) = words(arguments)
      guard words.isEmpty || words.count == 2, let center = point(at) else { return nil }
      guard let rx = words.first.map(radius) ?? 0, let ry = words.last.map(radius) ?? 0 else {
        return nil
      }
      return ellipse(center, rx, ry)
    case "polygon": return polygon(arguments)
    case "inset", "rect", "xywh": return rectangle(name, arguments)
    default: return nil
    }
  }

  /// The words before `at`, and the position after it.
  static func words(_ text: String) -> (words: [String], at: TransformOrigin?) {
    let words = CommaList.words(text.lowercased())
    guard let at = words.firstIndex(of: "at") else { return (words, nil) }
    return (Array(words[..<at]), TransformOrigin(words[(at + 1)...].joined(separator: " ")))
  }

  /// A position in the box, which has no size; the origin for none.
  static func point(_ position: TransformOrigin?) -> Point? {
    guard let position else { return .zero }
    let point = Point(x: pixels(position.x), y: pixels(position.y))
    return point.x.isFinite && point.y.isFinite ? point : nil
  }

  private static func pixels(_ length: Length) -> Double {
    length.resolved(reference: 0, fontSize: 12, rootFontSize: 12, view: .zero)
  }

  private static func radius(_ word: String) -> Double? {
    if word == "closest-side" || word == "farthest-side" { return 0 }
    return Length(word).map(pixels).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }

  /// A circle or an ellipse, from the right on downwards.
  static func ellipse(_ center: Point, _ rx: Double, _ ry: Double) -> String {
    let (x, y) = (center.x, center.y)
    return """
      M\(x + rx),\(y)A\(rx),\(ry) 0 0 1 \(x),\(y + ry)A\(rx),\(ry) 0 0 1 \(x - rx),\(y)\
      A\(rx),\(ry) 0 0 1 \(x),\(y - ry)A\(rx),\(ry) 0 0 1 \(x + rx),\(y)Z
      """
  }

  /// A rectangle from its upper left corner on to the right, with rounded corners.
  static func rectangle(_ rect: Rect, _ rx: Double = 0, _ ry: Double = 0) -> String {
    let (rx, ry) = (min(rx, rect.width / 2), min(ry, rect.height / 2))
    guard rx > 0, ry > 0 else {
      return "M\(rect.minX),\(rect.minY)H\(rect.maxX)V\(rect.maxY)H\(rect.minX)Z"
    }
    let arc = "A\(rx),\(ry) 0 0 1 "
    return """
      M\(rect.minX + rx),\(rect.minY)H\(rect.maxX - rx)\(arc)\(rect.maxX),\(rect.minY + ry)\
      V\(rect.maxY - ry)\(arc)\(rect.maxX - rx),\(rect.maxY)H\(rect.minX + rx)\
      \(arc)\(rect.minX),\(rect.maxY - ry)V\(rect.minY + ry)\(arc)\(rect.minX + rx),\(rect.minY)Z
      """
  }

  private static func rectangle(_ name: String, _ arguments: String) -> String? {
    let words = CommaList.words(arguments.lowercased())
    let sides = words.prefix { $0 != "round" }.map { $0 == "auto" ? .zero : Length($0) }
      .map { $0.map(pixels) }
    let round = words.drop { $0 != "round" }.dropFirst()
    // Of several radii, which hardly any path has, the first counts.
    guard let radius = round.first.map(radius) ?? 0,
      sides.allSatisfy({ $0?.isFinite == true })
    else { return nil }
    let numbers = sides.compactMap { $0 }
    switch (name, numbers.count) {
    case ("inset", 1...4):
      let (top, right) = (numbers[0], numbers.count > 1 ? numbers[1] : numbers[0])
      let bottom = numbers.count > 2 ? numbers[2] : top
      let left = numbers.count > 3 ? numbers[3] : right
      let size = Size(width: max(-left - right, 0), height: max(-top - bottom, 0))
      return rectangle(Rect(origin: Point(x: left, y: top), size: size), radius, radius)
    case ("rect", 4):
      let (top, right, bottom, left) = (numbers[0], numbers[1], numbers[2], numbers[3])
      let size = Size(width: max(right - left, 0), height: max(bottom - top, 0))
      return rectangle(Rect(origin: Point(x: left, y: top), size: size), radius, radius)
    case ("xywh", 4):
      guard numbers[2] >= 0, numbers[3] >= 0 else { return nil }
      return rectangle(
        Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]), radius, radius)
    default: return nil
    }
  }

  private static func polygon(_ arguments: String) -> String? {
    var data = ""
    var parts = CommaList.parts(arguments)
    if parts.first == "nonzero" || parts.first == "evenodd" { parts.removeFirst() }
    for part in parts {
      var scanner = TextScanner(part)
      guard let point = scanner.lengths()?.map(pixels), point.count == 2 else { return nil }
      data += "\(data.isEmpty ? "M" : "L")\(point[0]),\(point[1])"
    }
    return data.isEmpty ? nil : data + "Z"
  }
}

/// The property `offset`, which stands for several others.
enum OffsetShorthand {
  /// What it stands for; nothing if there is a mistake in it.
  static func expanded(_ text: String) -> [(String, String)] {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    // A slash may be part of a reference.
    let hasAnchor = parts.count == 2 && !parts[1].contains(")")
    let words = CommaList.words(hasAnchor ? String(parts[0]) : text)
    let path = words.firstIndex { $0 == "none" || $0.contains("(") && !$0.hasPrefix("calc(") }
    let position = words[..<(path ?? words.count)].joined(separator: " ")
    guard path != nil || !position.isEmpty else { return [] }
    var (distance, rotation) = ("0", [String]())
    for word in words.dropFirst(path.map { $0 + 1 } ?? words.count) {
      var scanner = TextScanner(word)
      if word == "auto" || word == "reverse" {
        rotation.append(word)
      } else if Length(word) != nil {
        distance = word
      } else if scanner.angle() != nil, scanner.isAtEnd {
        rotation.append(word)
      } else if !boxes.contains(word) {
        return []
      }
    }
    return [
      ("offset-position", position.isEmpty ? "normal" : position),
      ("offset-path", path.map { words[$0] } ?? "none"), ("offset-distance", distance),
      ("offset-rotate", rotation.isEmpty ? "auto" : rotation.joined(separator: " ")),
      ("offset-anchor", hasAnchor ? String(parts[1]).trimmingSpace : "auto"),
    ]
  }

  private static let boxes = [
    "border-box", "content-box", "padding-box", "margin-box", "fill-box", "stroke-box", "view-box",
  ]
}
