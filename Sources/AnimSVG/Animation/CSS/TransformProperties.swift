import AnimGraphics

/// The properties of an element that move it beside `transform`: `translate`, `rotate` and `scale`, which
/// come before it, and between both `offset-path` with what belongs to it.
///
/// CSS Transforms 2, 9 and Motion Path 1. Painting knows none of them, but their product.
struct TransformProperties: Sendable {
  let element: Int
  /// The declared values of `translate`, `rotate` and `scale`, in this order.
  private let lists: [TransformList?]
  private let offset: OffsetMotion?

  static let names: [AttributeName] = [.translate, .rotate, .scale]

  /// Returns `nil` if neither a style sheet nor keyframes set one of the properties.
  init?(
    of element: Int, _ document: SVGDocument, _ cascade: Cascade, _ variables: VariableScope,
    _ routes: inout MotionRoutes, animated: [CSSTrack]
  ) {
    func declared(_ name: AttributeName) -> String? {
      Self.declared(name, of: element, cascade) { variables.resolve($0) }
    }
    let lists = Self.names.map { name in declared(name).flatMap { try? Self.list($0, name) } }
    offset = OffsetMotion(document, &routes, animated: animated, declared)
    guard
      offset != nil || lists.contains(where: { $0 != nil })
        || animated.contains(where: { Self.names.contains($0.name) })
    else { return nil }
    self.element = element
    self.lists = lists
  }

  /// Returns the value of a property in style sheets. Attributes with the same names have a
  /// different meaning.
  ///
  /// - Parameter resolve: replaces references to custom properties.
  private static func declared(
    _ name: AttributeName, of element: Int, _ cascade: Cascade, _ resolve: (String) -> String?
  ) -> String? {
    guard let specified = cascade.specified(name, of: element), !specified.isAttribute else {
      return nil
    }
    return resolve(specified.text)
  }

  /// Returns the declared value of `translate`, `rotate` or `scale`, or `nil` if there is none.
  static func declared(
    _ name: AttributeName, of element: Int, _ cascade: Cascade, _ scopes: VariableScopes
  ) -> String? {
    declared(name, of: element, cascade) { scopes.scope(of: element).resolve($0) }
  }

  /// Whether a property is one of these.
  static func contains(_ name: AttributeName) -> Bool {
    names.contains(name) || OffsetMotion.names.contains(name)
  }

  /// Returns the value of `translate`, `rotate` or `scale` as a list with one function, or `nil` if
  /// it is invalid.
  static func list(_ text: String, _ name: AttributeName) throws(ParsingLimit) -> TransformList? {
    if text == "none" { return .identity }
    var scanner = TextScanner(text)
    switch name {
    case .translate:
      guard let lengths = try scanner.lengths(), (1...3).contains(lengths.count) else { return nil }
      return TransformList(functions: [
        .translate(lengths[0], lengths.count > 1 ? lengths[1] : .zero)
      ])
    case .rotate:
      return turn(text).map { TransformList(functions: [$0]) }
    case .scale:
      var numbers: [Double] = []
      while !scanner.isAtEnd {
        guard numbers.count < 3, let number = scanner.number(), number.isFinite else { return nil }
        numbers.append(scanner.skips(UInt8(ascii: "%")) ? number / 100 : number)
        scanner.skipSpace()
      }
      guard !numbers.isEmpty else { return nil }
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
    for word in ComponentList.words(text) {
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

  /// Puts all of them into the transform of the element, or into its place on a path.
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
    if var placement = offset?.placement(of: element, underlying, values) {
      placement.outer = TransformList(functions: functions)
      values.setPlacement(placement, of: element)
    } else if !functions.isEmpty {
      functions += underlying.transformList(.transform, of: element, values).functions
      values[element, .transform] = .transforms(TransformList(functions: functions))
    }
  }
}
