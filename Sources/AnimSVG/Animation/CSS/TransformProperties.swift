import AnimGraphics

/// The properties of an element that move it beside `transform`: `translate`, `rotate` and `scale`, which
/// come before it, and `offset-path` with what belongs to it.
///
/// CSS Transforms 2, 9 and Motion Path 1. Painting knows none of them, but their product.
struct TransformProperties: Sendable {
  let element: Int
  /// The declared values of `translate`, `rotate` and `scale`, in this order.
  private let lists: [TransformList?]
  private let offset: Offset?

  static let names: [AttributeName] = [.translate, .rotate, .scale]
  private static let offsetNames: [AttributeName] = [
    .offsetPath, .offsetDistance, .offsetRotate, .offsetAnchor,
  ]

  /// Nil for an element of which neither a style sheet nor keyframes say any.
  init?(
    of element: Int, _ cascade: Cascade, _ variables: VariableScope, _ routes: inout MotionRoutes,
    animated: Set<AttributeName>
  ) {
    func declared(_ name: AttributeName) -> String? {
      guard let specified = cascade.specified(name, of: element), !specified.isAttribute else {
        return nil
      }
      return variables.resolve(specified.text)
    }
    let lists = Self.names.map { name in declared(name).flatMap { Self.list($0, name) } }
    offset = Offset(declared, &routes)
    guard
      offset != nil || lists.contains(where: { $0 != nil })
        || Self.names.contains(where: animated.contains)
    else { return nil }
    self.element = element
    self.lists = lists
  }

  /// Whether a property is one of these.
  static func contains(_ name: AttributeName) -> Bool {
    names.contains(name) || offsetNames.contains(name)
  }

  /// The value of `translate`, `rotate` or `scale` as a list with one function; nil if it is none.
  static func list(_ text: String, _ name: AttributeName) -> TransformList? {
    if text == "none" { return .identity }
    var scanner = TextScanner(text)
    switch name {
    case .translate:
      guard let lengths = scanner.lengths(), (1...3).contains(lengths.count) else { return nil }
      return TransformList(functions: [
        .translate(lengths[0], lengths.count > 1 ? lengths[1] : .zero)
      ])
    case .rotate:
      return turn(text).map { TransformList(functions: [$0]) }
    case .scale:
      let numbers = scanner.numbers(limit: 4)
      guard scanner.isAtEnd, (1...3).contains(numbers.count) else { return nil }
      return TransformList(functions: [
        .scale(numbers[0], numbers.count > 1 ? numbers[1] : numbers[0])
      ])
    default: return nil
    }
  }

  /// An angle, and perhaps an axis before or after it.
  private static func turn(_ text: String) -> TransformList.Function? {
    var axis: [Double] = []
    var angle: Double?
    for word in CommaList.words(text) {
      var scanner = TextScanner(word)
      switch word.lowercased() {
      case "x": axis += [1, 0, 0]
      case "y": axis += [0, 1, 0]
      case "z": axis += [0, 0, 1]
      default:
        if let number = scanner.number(), scanner.isAtEnd {
          axis.append(number)
        } else {
          scanner.index = 0
          guard angle == nil, let degrees = scanner.angle(), scanner.isAtEnd else { return nil }
          angle = degrees
        }
      }
    }
    // An angle of zero needs no unit.
    if angle == nil, axis == [0] { (angle, axis) = (0, []) }
    guard let angle, axis.isEmpty || axis.count == 3 else { return nil }
    return axis.isEmpty
      ? .rotate(angle, .zero) : .turn(angle, about: SIMD3(axis[0], axis[1], axis[2]))
  }

  /// Puts all of them into the transform and the motion of the element.
  func apply(
    _ underlying: UnderlyingValues, _ values: inout AnimatedValues
  ) {
    var functions: [TransformList.Function] = []
    for (name, declared) in zip(Self.names, lists) {
      if values[element, name] != nil {
        functions += underlying.transformList(name, of: element, values).functions
        values[element, name] = nil
      } else {
        functions += declared?.functions ?? []
      }
    }
    if !functions.isEmpty {
      functions += underlying.transformList(.transform, of: element, values).functions
      values[element, .transform] = .transforms(TransformList(functions: functions))
    }
    if let offset {
      let motion = offset.transform(of: element, underlying, values)
      values.setMotion(
        values.motion(of: element).map { motion.followed(by: $0) } ?? motion, of: element)
    }
  }
}

/// A place on a path of `offset-path`.
private struct Offset: Sendable {
  private let route: MotionRoute
  private let isClosed: Bool
  private let distance: AttributeQuantity
  private let rotation: Rotation
  /// The point of the element that is on the path.
  private let anchor: Point

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

  init?(_ declared: (AttributeName) -> String?, _ routes: inout MotionRoutes) {
    guard let text = declared(.offsetPath) else { return nil }
    var scanner = TextScanner(text)
    guard scanner.skips("path("), let data = scanner.quoted() else { return nil }
    guard let route = routes.route(along: data) else { return nil }
    self.route = route
    isClosed = route.measure.contours.last?.isClosed ?? false
    distance =
      declared(.offsetDistance).flatMap { AttributeQuantity($0, .length) } ?? .length(LengthSum())
    rotation = declared(.offsetRotate).flatMap { Rotation($0) } ?? Rotation()
    anchor =
      Self.point(declared(.offsetAnchor)) ?? Self.point(declared(.transformOrigin))
      ?? Point(x: 0, y: 0)
  }

  /// A point in user units; nil for anything that refers to a box.
  private static func point(_ text: String?) -> Point? {
    guard let text else { return nil }
    var scanner = TextScanner(text)
    guard let lengths = scanner.lengths(), lengths.count >= 2, let x = lengths[0].absolute,
      let y = lengths[1].absolute
    else { return nil }
    return Point(x: x, y: y)
  }

  func transform(
    of element: Int, _ underlying: UnderlyingValues, _ values: AnimatedValues
  ) -> Transform {
    let quantity =
      values[element, .offsetDistance].flatMap { AttributeQuantity($0, .length) } ?? distance
    var along = 0.0
    if case .length(let length) = quantity {
      let other = LengthSum(user: length.user, em: length.em, ex: length.ex)
      along =
        underlying.resolved(other, .offsetDistance, of: element, values)
        + length.percent / 100 * route.length
    }
    if isClosed, route.length > 0 {
      along -= (along / route.length).rounded(.down) * route.length
    }
    let position = route.measure.position(at: min(max(along, 0), route.length))
    var rotation = rotation
    if case .text(let text)? = values[element, .offsetRotate] {
      rotation = Rotation(text) ?? rotation
    }
    let place = position?.point ?? route.start
    var angle = rotation.angle
    if rotation.followsPath, let tangent = position?.tangent { angle += tangent.direction.degrees }
    return Transform(translation: Vector(dx: -anchor.x, dy: -anchor.y))
      .followed(by: Transform(rotation: angle))
      .followed(by: Transform(translation: Vector(dx: place.x, dy: place.y)))
  }
}
