import AnimCore

/// The value of a property: a number, or a vector with up to four components.
struct Components: Interpolated {
  var values: SIMD4<Double>
  /// The number of components, from 1 to 4.
  var count: Int
  /// Whether the value is a number rather than a vector with one component.
  var isNumber: Bool

  init(_ number: Double) {
    values = SIMD4(number, 0, 0, 0)
    count = 1
    isNumber = true
  }

  init(_ values: SIMD4<Double>, count: Int) {
    self.values = values
    self.count = count
    isNumber = false
  }

  static func value(of result: ExpressionResult) -> Components? {
    if case .components(let components) = result { components } else { nil }
  }

  func moved(to point: SIMD2<Double>) -> Components {
    var result = self
    result.values.lowHalf = point
    return result
  }

  subscript(index: Int) -> Double {
    get { values[index] }
    set { values[index] = newValue }
  }

  @inline(__always)
  static func between(_ a: Components, _ b: Components, _ progress: SIMD4<Double>) -> Components {
    var result = a
    result.values += (b.values - a.values) * progress
    return result
  }

  /// Returns a value of the same kind with other numbers.
  func with(_ values: SIMD4<Double>) -> Components {
    var result = self
    result.values = values
    return result
  }
}

extension Components: FileValue {
  static var slotKind: LottieSlot.Kind { .vector }

  /// Reads a number or a list of numbers.
  static func read(_ json: JSONValue, _ fields: FieldReader) -> Components? {
    guard json.isArray else { return fields.number(json).map { Components($0) } }
    var result = Components(.zero, count: 0)
    for element in json.elements.prefix(4) {
      guard let number = fields.number(element) else { return nil }
      result.values[result.count] = number
      result.count += 1
    }
    return result.count > 0 ? result : nil
  }

  static var dimensions: Int { 4 }

  static func curve(
    of keyframe: JSONValue, from start: Components, to end: Components, _ fields: FieldReader
  ) -> PathMeasure? {
    SIMD2.curve(of: keyframe, from: start.values.lowHalf, to: end.values.lowHalf, fields)
  }
}
