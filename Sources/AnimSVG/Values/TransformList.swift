import AnimCore

/// The functions of a `transform`, as written.
struct TransformList: Hashable, Sendable {
  enum Function: Hashable, Sendable {
    case matrix(Transform)
    case translate(Length, Length)
    case scale(Double, Double)
    /// A rotation in degrees, around a point.
    case rotate(Double, Point)
    /// Skews in degrees, along x and along y.
    case skew(Double, Double)
    /// A rotation in degrees around an axis through the origin that isn't perpendicular to the plane. The result is
    /// projected to the plane.
    case turn(Double, axis: SIMD3<Double>)
    /// Two lists that don't match, with the progress between them. They are interpolated as matrices once the box for
    /// their percentages is known.
    case mixture(TransformList, TransformList, Double)
  }

  var functions: [Function]

  static let identity = TransformList(functions: [])

  init(functions: [Function]) { self.functions = functions }

  /// Parses an attribute with numbers without units: SVG 1.1, 7.6. Returns `nil` if it is invalid.
  init?(attribute text: some StringProtocol) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    scanner.skipCommaSpace()
    guard
      let functions = try Self.functions(
        &scanner, skip: { $0.skipCommaSpace() }, read: { $0.attributeFunction($1) })
    else { return nil }
    self.functions = functions
  }

  /// Parses a property of a style sheet, which requires units, and commas between arguments: CSS Transforms 1, 6 and 2,
  /// 12. Returns `nil` if it is invalid.
  init?(property text: some StringProtocol) throws(ParsingLimit) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard
      let functions = try Self.functions(
        &scanner, skip: { $0.skipSpace() },
        read: { (scanner, name) throws(ParsingLimit) in
          try scanner.propertyFunction(name.lowercased())
        })
    else { return nil }
    self.functions = functions
  }

  /// Parses the property `translate`, or returns `nil` if it is invalid.
  init?(translate text: String) throws(ParsingLimit) {
    functions = []
    if text.lowercased() == "none" { return }
    var scanner = TextScanner(text)
    guard let lengths = try scanner.lengths(), (1...3).contains(lengths.count) else { return nil }
    functions = [.translate(lengths[0], lengths.count > 1 ? lengths[1] : .zero)]
  }

  /// Parses the property `scale`, or returns `nil` if it is invalid.
  init?(scale text: String) {
    functions = []
    if text.lowercased() == "none" { return }
    var scanner = TextScanner(text)
    var numbers: [Double] = []
    while !scanner.isAtEnd {
      guard numbers.count < 3, let number = scanner.scale(), number.isFinite else { return nil }
      numbers.append(number)
      scanner.skipSpace()
    }
    guard let first = numbers.first else { return nil }
    functions = [.scale(first, numbers.count > 1 ? numbers[1] : first)]
  }

  /// Parses the property `rotate`: an angle, and perhaps an axis before or after it. Returns `nil` if it is invalid.
  init?(rotate text: String) {
    functions = []
    if text.lowercased() == "none" { return }
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
    let turn =
      axis.isEmpty
      ? Function.rotate(angle, .zero)
      : Function.turn(angle, about: SIMD3(axis[0], axis[1], axis[2]))
    guard let turn else { return nil }
    functions = [turn]
  }

  private static func functions(
    _ scanner: inout TextScanner, skip: (inout TextScanner) -> Void,
    read: (inout TextScanner, String) throws(ParsingLimit) -> Function?
  ) throws(ParsingLimit) -> [Function]? {
    var functions: [Function] = []
    while !scanner.isAtEnd {
      try ParsingLimit.transformFunctions.check(functions.count + 1)
      guard let name = scanner.name() else { return nil }
      scanner.skipSpace()
      if name.lowercased() == "none", functions.isEmpty { return scanner.isAtEnd ? [] : nil }
      guard scanner.skips(UInt8(ascii: "(")), let function = try read(&scanner, name) else {
        return nil
      }
      functions.append(function)
      skip(&scanner)
    }
    return functions
  }

  /// Whether a length depends on the font, the box or the view of an element.
  var hasRelativeLengths: Bool { hasLengths { $0.absolute == nil } }

  var hasPercentages: Bool { hasLengths(\.hasPercentage) }

  private func hasLengths(_ isWanted: (Length) -> Bool) -> Bool {
    functions.contains {
      switch $0 {
      case .translate(let x, let y): isWanted(x) || isWanted(y)
      case .mixture(let from, let to, _): from.hasLengths(isWanted) || to.hasLengths(isWanted)
      default: false
      }
    }
  }

  /// Returns the product of the functions.
  ///
  /// - Parameter resolve: A closure that returns a length in user units. The second argument is
  ///   whether it is along y.
  func transform(_ resolve: (Length, Bool) -> Double) -> Transform {
    var result = Transform.identity
    for function in functions { result = function.transform(resolve).followed(by: result) }
    return result
  }
}

extension TransformList.Function {
  /// Returns the transform of the function.
  ///
  /// - Parameter resolve: A closure that returns a length in user units. The second argument is
  ///   whether it is along y.
  func transform(_ resolve: (Length, Bool) -> Double) -> Transform {
    switch self {
    case .matrix(let matrix): return matrix
    case .mixture(let from, let to, let progress):
      return from.transform(resolve).mixed(with: to.transform(resolve), progress)
    case .translate(let x, let y):
      return Transform(translation: Vector(dx: resolve(x, false), dy: resolve(y, true)))
    case .scale(let x, let y): return Transform(scaleX: x, y: y)
    case .rotate(let degrees, let center): return Transform(rotation: degrees, about: center)
    case .skew(let x, let y):
      let (first, second) = (Angle(degrees: x), Angle(degrees: y))
      return Transform(
        a: 1, b: second.sine / second.cosine, c: first.sine / first.cosine, d: 1, tx: 0, ty: 0)
    case .turn(let degrees, let axis):
      // The x and y components of the matrix in CSS Transforms 2, 13.1.
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
  /// Returns a rotation around any axis, as a 2D rotation if possible, or `nil` if the axis is
  /// zero.
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
  /// Creates a rotation in degrees, clockwise on the screen, around a point. Quarter turns are exact.
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

// Parsing of functions: their arguments up to the closing bracket.
extension TextScanner {
  fileprivate mutating func attributeFunction(_ name: String) -> TransformList.Function? {
    var numbers: [Double] = []
    skipSpace()
    while !skips(UInt8(ascii: ")")) {
      guard numbers.count < 6, let number = number() else { return nil }
      numbers.append(number)
      skipCommaSpace()
    }
    switch (name, numbers.count) {
    case ("matrix", 6): return .matrix(Transform(numbers))
    case ("translate", 1): return .translate(Length(numbers[0]), .zero)
    case ("translate", 2): return .translate(Length(numbers[0]), Length(numbers[1]))
    case ("scale", 1): return .scale(numbers[0], numbers[0])
    case ("scale", 2): return .scale(numbers[0], numbers[1])
    case ("rotate", 1): return .rotate(numbers[0], .zero)
    case ("rotate", 3): return .rotate(numbers[0], Point(x: numbers[1], y: numbers[2]))
    case ("skewX", 1): return .skew(numbers[0], 0)
    case ("skewY", 1): return .skew(0, numbers[0])
    default: return nil
    }
  }

  fileprivate mutating func propertyFunction(
    _ name: String
  ) throws(ParsingLimit) -> TransformList.Function? {
    // Without perspective, depth alone has no effect.
    if name.hasPrefix("translate") || name == "perspective" { return try translation(name) }
    if name == "rotate3d" { return turnAboutAxis() }
    if name.hasPrefix("rotate") || name.hasPrefix("skew") { return turn(name) }
    guard let numbers = arguments({ $0.scale() }) else { return nil }
    switch (name, numbers.count) {
    case ("matrix", 6): return .matrix(Transform(numbers))
    case ("scale", 1): return .scale(numbers[0], numbers[0])
    case ("scale", 2), ("scale3d", 3): return .scale(numbers[0], numbers[1])
    case ("scalex", 1): return .scale(numbers[0], 1)
    case ("scaley", 1): return .scale(1, numbers[0])
    case ("scalez", 1): return .scale(1, 1)
    case ("matrix3d", 16):
      return .matrix(Transform([0, 1, 4, 5, 12, 13].map { numbers[$0] }))
    default: return nil
    }
  }

  private mutating func translation(
    _ name: String
  ) throws(ParsingLimit) -> TransformList.Function? {
    let lengths = try arguments { scanner throws(ParsingLimit) in try scanner.lengthWithUnit() }
    guard let lengths else { return nil }
    switch (name, lengths.count) {
    case ("translate", 1), ("translatex", 1): return .translate(lengths[0], .zero)
    case ("translate", 2), ("translate3d", 3): return .translate(lengths[0], lengths[1])
    case ("translatey", 1): return .translate(.zero, lengths[0])
    case ("translatez", 1), ("perspective", 1): return .translate(.zero, .zero)
    default: return nil
    }
  }

  private mutating func turn(_ name: String) -> TransformList.Function? {
    guard let angles = arguments({ $0.angleWithUnit() }) else { return nil }
    switch (name, angles.count) {
    case ("rotate", 1), ("rotatez", 1): return .rotate(angles[0], .zero)
    case ("rotatex", 1): return .turn(angles[0], axis: SIMD3(1, 0, 0))
    case ("rotatey", 1): return .turn(angles[0], axis: SIMD3(0, 1, 0))
    case ("skewx", 1), ("skew", 1): return .skew(angles[0], 0)
    case ("skewy", 1): return .skew(0, angles[0])
    case ("skew", 2): return .skew(angles[0], angles[1])
    default: return nil
    }
  }

  private mutating func turnAboutAxis() -> TransformList.Function? {
    var axis = SIMD3<Double>.zero
    for index in 0..<3 {
      skipSpace()
      guard let number = number(), skipCommaSpace() else { return nil }
      axis[index] = number
    }
    guard let angles = arguments({ $0.angleWithUnit() }), angles.count == 1 else { return nil }
    return .turn(angles[0], about: axis)
  }

  fileprivate mutating func scale() -> Double? {
    guard let number = number() else { return nil }
    return skips(UInt8(ascii: "%")) ? number / 100 : number
  }

  /// Parses a length with a unit, or zero.
  private mutating func lengthWithUnit() throws(ParsingLimit) -> Length? {
    guard let length = try length(), length.unit != .user || length.value == 0 else { return nil }
    return length
  }

  /// Parses an angle with a unit, in degrees, or zero.
  private mutating func angleWithUnit() -> Double? {
    guard let angle = angle() else { return nil }
    // Units end with a letter.
    let hasUnit = (bytes[index - 1] | 0x20) &- 0x61 < 26
    return hasUnit || angle == 0 ? angle : nil
  }

  /// Parses arguments separated by commas, at least one.
  private mutating func arguments<Value, Failure>(
    _ read: (inout TextScanner) throws(Failure) -> Value?
  ) throws(Failure) -> [Value]? {
    var values: [Value] = []
    repeat {
      skipSpace()
      guard values.count < 16, let value = try read(&self) else { return nil }
      values.append(value)
      skipSpace()
    } while skips(UInt8(ascii: ","))
    return skips(UInt8(ascii: ")")) ? values : nil
  }
}

extension Transform {
  /// - Parameter numbers: Six numbers, in the order of `matrix()`.
  fileprivate init(_ numbers: [Double]) {
    self.init(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
  }
}

/// A position as two lengths, such as `transform-origin`.
struct TransformOrigin: Hashable, Sendable {
  let x: Length
  let y: Length

  /// The upper left corner.
  static let start = TransformOrigin(x: .zero, y: .zero)
  static let middle = TransformOrigin(x: Length(50, .percent), y: Length(50, .percent))

  init(x: Length, y: Length) { (self.x, self.y) = (x, y) }

  /// Returns the position interpolated with another position.
  func mixed(with other: TransformOrigin, _ progress: Double) -> TransformOrigin {
    TransformOrigin(x: x.mixed(with: other.x, progress), y: y.mixed(with: other.y, progress))
  }

  private static let keywords: [String: (length: Length, axis: ElementReader.Axis?)] = [
    "left": (Length(0, .percent), .x), "right": (Length(100, .percent), .x),
    "top": (Length(0, .percent), .y), "bottom": (Length(100, .percent), .y),
    "center": (Length(50, .percent), nil),
  ]

  /// Parses a position (CSS Values 4, 9): the syntax of `transform-origin` without depth, or a side
  /// with a distance for each axis. Returns `nil` if it is invalid.
  init?(position text: String) throws(ParsingLimit) {
    let words = ComponentList.words(text)
    guard words.count > 3 else {
      guard words.count < 3 else { return nil }
      try self.init(text)
      return
    }
    var lengths: [ElementReader.Axis: Length] = [:]
    for index in [0, 2] {
      guard let (side, axis) = Self.keywords[words[index].lowercased()], let axis,
        let distance = try Length(words[index + 1])
      else { return nil }
      lengths[axis] = side.isZero ? distance : distance.fromEnd
    }
    guard words.count == 4, let x = lengths[.x], let y = lengths[.y] else { return nil }
    self.init(x: x, y: y)
  }

  /// Parses the property, or returns `nil` if it is invalid.
  init?(_ text: String) throws(ParsingLimit) {
    let words = ComponentList.words(text)
    guard (1...3).contains(words.count) else { return nil }
    let keywords = words.prefix(2).map { Self.keywords[$0.lowercased()] }
    var values: [Length] = []
    for (word, keyword) in zip(words, keywords) {
      if let length = keyword?.length {
        values.append(length)
      } else {
        guard let length = try Length(word) else { return nil }
        values.append(length)
      }
    }
    // Only keywords can be in reverse order.
    let isYFirst = keywords[0]?.axis == .y || keywords.last??.axis == .x && keywords.count > 1
    if isYFirst, keywords.contains(where: { $0 == nil }) { return nil }
    if keywords.count > 1, let axis = keywords[0]?.axis, axis == keywords[1]?.axis { return nil }
    if words.count > 2, try Length(words[2]) == nil { return nil }
    let second = values.count > 1 ? values[1] : Length(50, .percent)
    (x, y) = isYFirst ? (second, values[0]) : (values[0], second)
  }
}
