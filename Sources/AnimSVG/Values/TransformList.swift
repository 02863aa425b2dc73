import AnimCore

/// The functions of a `transform`, as they are written.
package struct TransformList: Hashable, Sendable {
  package enum Function: Hashable, Sendable {
    case matrix(Transform)
    case translate(Length, Length)
    case scale(Double, Double)
    /// In degrees, about a point.
    case rotate(Double, Point)
    /// In degrees, along x and along y.
    case skew(Double, Double)
    /// In degrees, about an axis through the origin that leaves the plane, onto which the result is projected.
    case turn(Double, axis: SIMD3<Double>)
  }

  package var functions: [Function]

  /// More functions than any list needs.
  private static let maximumCount = 10_000

  package static let identity = TransformList(functions: [])

  package init(functions: [Function]) { self.functions = functions }

  /// Reads an attribute or a property; nil if there is a mistake in it.
  package init?(_ text: some StringProtocol) {
    var scanner = TextScanner(text)
    var functions: [Function] = []
    scanner.skipCommaSpace()
    while !scanner.isAtEnd {
      guard functions.count < Self.maximumCount, let name = scanner.name() else { return nil }
      if name == "none", functions.isEmpty { break }
      scanner.skipSpace()
      guard scanner.skips(UInt8(ascii: "(")), let function = scanner.transformFunction(name) else {
        return nil
      }
      functions.append(function)
      scanner.skipCommaSpace()
    }
    self.functions = functions
  }

  /// The product of the functions.
  ///
  /// - Parameter resolve: gives a length in user units; the second argument says whether it is along y.
  package func transform(_ resolve: (Length, Bool) -> Double) -> Transform {
    var result = Transform.identity
    for function in functions { result = function.transform(resolve).followed(by: result) }
    return result
  }
}

extension TransformList.Function {
  /// The map of the function.
  ///
  /// - Parameter resolve: gives a length in user units; the second argument says whether it is along y.
  func transform(_ resolve: (Length, Bool) -> Double) -> Transform {
    switch self {
    case .matrix(let matrix): return matrix
    case .translate(let x, let y):
      return Transform(translation: Vector(dx: resolve(x, false), dy: resolve(y, true)))
    case .scale(let x, let y): return Transform(scaleX: x, y: y)
    case .rotate(let degrees, let center): return Transform(rotation: degrees, about: center)
    case .skew(let x, let y):
      let (first, second) = (Angle(degrees: x), Angle(degrees: y))
      return Transform(
        a: 1, b: second.sine / second.cosine, c: first.sine / first.cosine, d: 1, tx: 0, ty: 0)
    case .turn(let degrees, let axis):
      // Of the matrix of CSS Transforms 2, 13.1, what concerns x and y.
      let angle = Angle(degrees: degrees)
      let (sine, cosine) = (angle.sine, angle.cosine)
      let unit = axis / (axis * axis).sum().squareRoot()
      let (x, y, z) = (unit.x, unit.y, unit.z)
      return Transform(
        a: cosine + x * x * (1 - cosine), b: x * y * (1 - cosine) + z * sine,
        c: x * y * (1 - cosine) - z * sine, d: cosine + y * y * (1 - cosine), tx: 0, ty: 0)
    }
  }
}

extension TransformList.Function {
  /// A turn about any axis, in the plane if that is what it is; none about an axis without a direction.
  static func turn(_ degrees: Double, about axis: SIMD3<Double>) -> Self? {
    let largest = max(axis.x.magnitude, axis.y.magnitude, axis.z.magnitude)
    guard largest.isFinite else { return nil }
    if axis.x == 0 && axis.y == 0 {
      return .rotate(axis.z == 0 ? 0 : axis.z < 0 ? -degrees : degrees, .zero)
    }
    return .turn(degrees, axis: axis / largest)
  }
}

extension Transform {
  /// A turn by so many degrees, clockwise on the screen, about a point. Quarter turns are exact.
  package init(rotation degrees: Double, about center: Point = .zero) {
    let quarters = degrees / 90
    if quarters == quarters.rounded(), quarters.magnitude < 1e9 {
      let (cosine, sine): (Double, Double) =
        switch Int(quarters) & 3 {
        case 0: (1, 0)
        case 1: (0, 1)
        case 2: (-1, 0)
        default: (0, -1)
        }
      self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    } else {
      self.init(rotation: Angle(degrees: degrees))
    }
    if center != .zero {
      self = Transform(translation: Vector(dx: -center.x, dy: -center.y))
        .followed(by: self)
        .followed(by: Transform(translation: Vector(dx: center.x, dy: center.y)))
    }
  }
}

extension TextScanner {
  /// The arguments of a function up to its closing bracket.
  fileprivate mutating func transformFunction(_ name: String) -> TransformList.Function? {
    let start = index
    // Nothing is nearer to the eye than anything else, so depth alone changes nothing.
    if name.hasPrefix("translate") || name == "perspective" { return translation(name) }
    if name == "rotate3d" { return turnAboutAxis() }
    if name.hasPrefix("rotate") || name.hasPrefix("skew") { return turn(name) }
    index = start
    guard let numbers = arguments({ $0.scale() }) else { return nil }
    switch (name, numbers.count) {
    case ("matrix", 6):
      return .matrix(
        Transform(
          a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4],
          ty: numbers[5]))
    case ("scale", 1): return .scale(numbers[0], numbers[0])
    case ("scale", 2), ("scale3d", 3): return .scale(numbers[0], numbers[1])
    case ("scaleX", 1): return .scale(numbers[0], 1)
    case ("scaleY", 1): return .scale(1, numbers[0])
    case ("scaleZ", 1): return .scale(1, 1)
    case ("matrix3d", 16):
      return .matrix(
        Transform(
          a: numbers[0], b: numbers[1], c: numbers[4], d: numbers[5], tx: numbers[12],
          ty: numbers[13]))
    default: return nil
    }
  }

  private mutating func translation(_ name: String) -> TransformList.Function? {
    guard let lengths = arguments({ $0.length() }) else { return nil }
    switch (name, lengths.count) {
    case ("translate", 1), ("translateX", 1): return .translate(lengths[0], .zero)
    case ("translate", 2), ("translate3d", 3): return .translate(lengths[0], lengths[1])
    case ("translateY", 1): return .translate(.zero, lengths[0])
    case ("translateZ", 1), ("perspective", 1): return .translate(.zero, .zero)
    default: return nil
    }
  }

  private mutating func turn(_ name: String) -> TransformList.Function? {
    guard
      let angle = {
        skipSpace()
        return angle()
      }()
    else { return nil }
    skipCommaSpace()
    guard let rest = arguments({ $0.angle() }) else { return nil }
    switch (name, rest.count) {
    case ("rotate", 0), ("rotateZ", 0): return .rotate(angle, .zero)
    case ("rotate", 2): return .rotate(angle, Point(x: rest[0], y: rest[1]))
    case ("rotateX", 0): return .turn(angle, axis: SIMD3(1, 0, 0))
    case ("rotateY", 0): return .turn(angle, axis: SIMD3(0, 1, 0))
    case ("skewX", 0): return .skew(angle, 0)
    case ("skewY", 0): return .skew(0, angle)
    case ("skew", 0): return .skew(angle, 0)
    case ("skew", 1): return .skew(angle, rest[0])
    default: return nil
    }
  }

  private mutating func turnAboutAxis() -> TransformList.Function? {
    let numbers = numbers(limit: 3)
    guard numbers.count == 3, let rest = arguments({ $0.angle() }), rest.count == 1 else {
      return nil
    }
    return .turn(rest[0], about: SIMD3(numbers[0], numbers[1], numbers[2]))
  }

  private mutating func scale() -> Double? {
    guard let number = number() else { return nil }
    return skips(UInt8(ascii: "%")) ? number / 100 : number
  }

  private mutating func arguments<Value>(_ read: (inout TextScanner) -> Value?) -> [Value]? {
    var values: [Value] = []
    skipSpace()
    while !skips(UInt8(ascii: ")")) {
      guard values.count < 16, let value = read(&self) else { return nil }
      values.append(value)
      skipCommaSpace()
    }
    return values
  }
}

/// The two lengths of `transform-origin`.
struct TransformOrigin: Hashable, Sendable {
  let x: Length
  let y: Length

  /// The upper left corner.
  static let start = TransformOrigin(x: .zero, y: .zero)

  private init(x: Length, y: Length) { (self.x, self.y) = (x, y) }

  /// Parses the property; nil if it is invalid.
  init?(_ text: String) {
    let words = CommaList.words(text)
    guard (1...3).contains(words.count) else { return nil }
    var isYFirst = false
    var values: [Length] = []
    for (index, word) in words.prefix(2).enumerated() {
      switch word.lowercased() {
      case "left": values.append(Length(0, .percent))
      case "right": values.append(Length(100, .percent))
      case "center": values.append(Length(50, .percent))
      case "top", "bottom":
        values.append(Length(word.lowercased() == "top" ? 0 : 100, .percent))
        if index == 0 { isYFirst = true }
      default:
        guard let length = Length(word) else { return nil }
        values.append(length)
      }
    }
    let second = values.count > 1 ? values[1] : Length(50, .percent)
    (x, y) = isYFirst ? (second, values[0]) : (values[0], second)
  }
}
