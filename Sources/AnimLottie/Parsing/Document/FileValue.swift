import AnimCore

/// A type of value that a property in a file can have.
protocol FileValue: Interpolated {
  /// Reads the value. Returns `nil` if the JSON has another type.
  static func read(_ json: JSONValue, _ fields: FieldReader) throws(LottieError) -> Self?

  /// Returns the curve from one keyframe to the next, or `nil` for types that don't move along
  /// curves.
  static func curve(
    of keyframe: JSONValue, from start: Self, to end: Self, _ fields: FieldReader
  ) -> PathMeasure?

  /// The number of components that can have separate easing.
  static var dimensions: Int { get }

  /// The kind of value of a slot of this type.
  static var slotKind: LottieSlot.Kind { get }
}

extension FileValue {
  static func curve(
    of keyframe: JSONValue, from start: Self, to end: Self, _ fields: FieldReader
  ) -> PathMeasure? { nil }

  static var dimensions: Int { 1 }
}

extension Double: FileValue {
  static var slotKind: LottieSlot.Kind { .number }

  /// Reads a number, or the first element of a list.
  static func read(_ json: JSONValue, _ fields: FieldReader) -> Double? {
    fields.number(json.first ?? json)
  }
}

extension Bool: FileValue {
  static var slotKind: LottieSlot.Kind { .choice }

  /// Reads a choice between two kinds, numbered 1 and 2. Returns whether it is the second.
  static func read(_ json: JSONValue, _ fields: FieldReader) -> Bool? {
    Double.read(json, fields).map { $0 == 2 }
  }
}

extension SIMD2<Double>: FileValue {
  static var slotKind: LottieSlot.Kind { .vector }

  /// Reads a list of two or more numbers, or a single number for both components.
  static func read(_ json: JSONValue, _ fields: FieldReader) -> SIMD2<Double>? {
    guard json.isArray else { return fields.number(json).map { SIMD2(repeating: $0) } }
    var elements = json.elements
    guard let x = elements.next().flatMap(fields.number) else { return nil }
    guard let second = elements.next() else { return SIMD2(repeating: x) }
    return fields.number(second).map { SIMD2(x, $0) }
  }

  static var dimensions: Int { 2 }

  static func curve(
    of keyframe: JSONValue, from start: Self, to end: Self, _ fields: FieldReader
  ) -> PathMeasure? {
    let (to, ti) = (handle(keyframe["to"], fields), handle(keyframe["ti"], fields))
    if to == nil, ti == nil { return nil }
    return bend(from: start, to ?? .zero, ti ?? .zero, to: end)
  }

  private static func handle(_ json: JSONValue?, _ fields: FieldReader) -> SIMD2<Double>? {
    json.flatMap { $0.isNull ? nil : read($0, fields) }
  }

  /// Returns the curve with handles relative to its ends, or `nil` if it neither leaves the straight
  /// line nor varies its speed along it. As in lottie-web, it is a straight line if both handles end
  /// close to that line.
  private static func bend(from start: Self, _ out: Self, _ in: Self, to end: Self) -> PathMeasure?
  {
    func isNearLine(_ point: Self) -> Bool {
      let area =
        start.x * end.y + start.y * point.x + end.x * point.y - point.x * end.y - point.y * start.x
        - end.x * start.y
      return area.magnitude < 0.001
    }
    let (first, second) = (start + out, end + `in`)
    let isStraight =
      start == end ? out == .zero && `in` == .zero : isNearLine(first) && isNearLine(second)
    if isStraight { return nil }
    var path = Path()
    path.move(to: Point(x: start.x, y: start.y))
    path.addCurve(
      to: Point(x: end.x, y: end.y), control1: Point(x: first.x, y: first.y),
      control2: Point(x: second.x, y: second.y))
    return PathMeasure(path)
  }
}

extension SIMD3<Double>: FileValue {
  static var slotKind: LottieSlot.Kind { .vector }

  /// Reads a list of two or more numbers, where the third defaults to 0, or a single number for all
  /// components.
  static func read(_ json: JSONValue, _ fields: FieldReader) -> SIMD3<Double>? {
    guard let plane = SIMD2<Double>.read(json, fields) else { return nil }
    guard json.isArray else { return SIMD3(plane, plane.x) }
    var elements = json.elements
    for _ in 0..<2 { _ = elements.next() }
    guard let third = elements.next() else { return SIMD3(plane, 0) }
    return fields.number(third).map { SIMD3(plane, $0) }
  }

  static var dimensions: Int { 3 }

  /// Returns the curve in the plane.
  static func curve(
    of keyframe: JSONValue, from start: Self, to end: Self, _ fields: FieldReader
  ) -> PathMeasure? {
    SIMD2.curve(of: keyframe, from: start.plane, to: end.plane, fields)
  }

  var plane: SIMD2<Double> { SIMD2(x, y) }
}

extension SIMD4<Double>: FileValue {
  static var slotKind: LottieSlot.Kind { .color }

  /// Reads a colour: a list of red, green and blue, or text such as `#ff0000`. Alpha is ignored, so
  /// the colour is opaque.
  static func read(_ json: JSONValue, _ fields: FieldReader) -> SIMD4<Double>? {
    if let text = json.string { return Color(hexadecimal: text).map(SIMD4.init(opaque:)) }
    var color = SIMD4<Double>(0, 0, 0, 1)
    var elements = json.elements
    for channel in 0..<3 {
      guard let number = elements.next().flatMap(fields.number) else { return nil }
      color[channel] = number
    }
    return color
  }

  init(opaque color: Color) {
    self.init(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, 1)
  }

  static var dimensions: Int { 4 }
}

extension [Double]: FileValue {
  static var slotKind: LottieSlot.Kind { .gradient }

  static func read(_ json: JSONValue, _ fields: FieldReader) -> [Double]? {
    guard json.isArray else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(json.count)
    for element in json.elements {
      guard let number = fields.number(element) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

extension Color {
  /// Parses `#rgb` or `#rrggbb`, as in CSS. Returns `nil` for other text.
  init?(hexadecimal text: String) {
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count <= 7 else { return nil }
    var digits: [UInt32] = []
    for character in text.dropFirst() {
      guard let digit = character.hexDigitValue, character.isASCII else { return nil }
      digits.append(UInt32(digit))
    }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 else { return nil }
    self.init(rgb: digits.reduce(0) { $0 << 4 | $1 })
  }
}

extension BezierShape: FileValue {
  static var slotKind: LottieSlot.Kind { .path }

  /// Reads a path or, as in keyframes, a list with one path.
  static func read(_ json: JSONValue, _ fields: FieldReader) throws(LottieError) -> Self? {
    let json = json.first ?? json
    guard let list = json["v"], list.isArray else { return nil }
    try fields.takePoints(list.count, at: list)
    var shape = BezierShape()
    shape.isClosed = fields.flag(json, "c")
    shape.vertices = fields.points(list, count: list.count)
    shape.inTangents = fields.points(json["i"], count: list.count)
    shape.outTangents = fields.points(json["o"], count: list.count)
    let hasAllHandles = json["i"]?.count == list.count && json["o"]?.count == list.count
    if !hasAllHandles {
      fields.report(json, .invalid, "a path has different numbers of points and handles")
    }
    return shape
  }
}

extension FieldReader {
  /// Reads exactly `count` points. Missing points are zero.
  fileprivate func points(_ list: JSONValue?, count: Int) -> [SIMD2<Double>] {
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    if let list {
      for element in list.elements.prefix(count) {
        if let point = SIMD2<Double>.read(element, self) {
          points.append(point)
        } else {
          report(element, .invalid, "expected a point")
          points.append(.zero)
        }
      }
    }
    while points.count < count { points.append(.zero) }
    return points
  }
}
