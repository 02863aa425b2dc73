import AnimScript

// Results of expressions.
extension ExpressionObjects {
  /// Converts the result of an expression to a value of its property, like lottie-web: components
  /// that aren't numbers keep the value without the expression.
  func result(_ value: Value) throws(Exception) -> ExpressionResult {
    let current = evaluation.current
    guard !value.isNullish else { throw interpreter.error("there is no result") }
    switch current.kind {
    case .text: return .text(interpreter.text(try interpreter.toString(value)))
    case .selector:
      let number = try number(value)
      return number.isFinite ? .components(Components(number)) : .failed
    case .property: break
    }
    let stored = evaluation.stored(current.node)
    switch stored.content {
    case .numbers:
      let fallback = evaluation.currentComponents(stored, at: evaluation.frame(of: current.context))
      return .components(try merged(value, fallback))
    case .path:
      guard let path = try path(value) else {
        throw interpreter.typeError("the result is not a path")
      }
      return .path(path)
    case .list(let numbers): return .list(try merged(value, numbers))
    case .none: throw interpreter.error("the property has no value")
    }
  }

  private func merged(_ value: Value, _ fallback: Components) throws(Exception) -> Components {
    var result = fallback
    if fallback.isNumber {
      let number: Double
      if let plain = value.asNumber {
        number = plain
      } else {
        number = try interpreter.toNumber(value)
      }
      if let number = Self.usable(number) { result[0] = number }
      return result
    }
    guard let vector = try vector(value) else { return result }
    for index in 0..<min(vector.count, fallback.count) {
      if let number = Self.usable(vector[index]) { result[index] = number }
    }
    return result
  }

  private func merged(_ value: Value, _ fallback: [Double]) throws(Exception) -> [Double] {
    var result = fallback
    for index in 0..<min(interpreter.count(of: value), fallback.count) {
      let number = try interpreter.toNumber(try interpreter.element(index, of: value))
      if let number = Self.usable(number) { result[index] = number }
    }
    return result
  }

  /// Returns a number that can be drawn, clamped like numbers in a file, or `nil` for NaN.
  private static func usable(_ number: Double) -> Double? {
    number.isNaN ? nil : FieldReader.clamped(number)
  }

  /// Returns the first four numbers of an array or a vector, or `nil` for other values.
  func vector(_ value: Value) throws(Exception) -> Components? {
    if let object = value.asHostObject.flatMap({ ExpressionObject($0) }) {
      guard object.kind == .property else { return nil }
      let components = try currentComponents(object)
      return components.isNumber ? nil : components
    }
    guard interpreter.isArray(value) else { return nil }
    let count = interpreter.count(of: value)
    var result = Components(.zero, count: min(count, 4))
    for index in 0..<result.count {
      let element = try interpreter.element(index, of: value)
      if let number = element.asNumber {
        result[index] = number
      } else {
        result[index] = try interpreter.toNumber(element)
      }
    }
    return result
  }

  /// Returns the path of a value, or `nil` if it isn't a path.
  func path(_ value: Value) throws(Exception) -> BezierShape? {
    if let object = value.asHostObject.flatMap({ ExpressionObject($0) }) {
      return try path(of: object)
    }
    // An object like the internal ones of lottie-web, where handles are absolute.
    let vertices = try interpreter.get("v", of: value)
    guard interpreter.isArray(vertices) else { return nil }
    let count = interpreter.count(of: vertices)
    guard count <= model.limits.pathPoints else { return nil }
    var shape = BezierShape()
    shape.vertices = try points(vertices, count: count)
    shape.inTangents = try points(try interpreter.get("i", of: value), count: count)
    shape.outTangents = try points(try interpreter.get("o", of: value), count: count)
    for index in 0..<count {
      shape.inTangents[index] -= shape.vertices[index]
      shape.outTangents[index] -= shape.vertices[index]
    }
    shape.isClosed = interpreter.toBoolean(try interpreter.get("c", of: value))
    return shape
  }

  /// Returns the current path of an object, or `nil` if it isn't a path.
  func path(of object: ExpressionObject) throws(Exception) -> BezierShape? {
    switch object.kind {
    case .madePath, .madePathMethod:
      return evaluation.madePath(object.node)
    case .property, .propertyMethod:
      guard evaluation.stored(object.node).isPath else { return nil }
      return try evaluation.path(ofNode: object.node, in: object.context)
    default: return nil
    }
  }

  /// Adds a new path for scripts.
  func made(_ shape: BezierShape) throws(Exception) -> Value {
    try interpreter.count(steps: 16 + shape.vertices.count)
    guard let number = evaluation.addPath(shape) else {
      throw interpreter.rangeError("there are too many paths")
    }
    let current = evaluation.current
    return ExpressionObject(.madePath, context: current.context, layer: current.layer, node: number)
      .value
  }

  /// Returns the current value of a property.
  func currentValue(_ object: ExpressionObject) throws(Exception) -> Value {
    switch evaluation.stored(object.node).content {
    case .numbers: return try value(try currentComponents(object))
    case .path: return object.value
    case .list(let numbers):
      return try interpreter.array(
        try evaluation.list(numbers, of: evaluation.stored(object.node), in: object.context))
    case .none: return .undefined
    }
  }

  /// Returns the current numbers of a property.
  func currentComponents(_ object: ExpressionObject) throws(Exception) -> Components {
    try evaluation.components(ofNode: object.node, in: object.context)
  }

  func element(_ index: Int, of object: ExpressionObject) throws(Exception) -> Value {
    switch object.kind {
    case .property:
      if case .list = evaluation.stored(object.node).content {
        return try interpreter.element(index, of: try currentValue(object))
      }
      let components = try currentComponents(object)
      return index < components.count ? .number(components[index]) : .undefined
    case .sourceText:
      let text = try evaluation.text(ofNode: object.node, in: object.context)
      try interpreter.count(steps: index / 8)
      let units = Array(text.utf16.prefix(index + 1))
      guard index < units.count else { return .undefined }
      return try interpreter.string(String(decoding: units[index...], as: UTF16.self))
    default: return .undefined
    }
  }
}
