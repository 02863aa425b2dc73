import AnimCore
import AnimScript

// Arithmetic with numbers and vectors, which exporters use instead of operators.
extension ExpressionObjects {
  enum Operand {
    case number(Double)
    case string
    case vector(Components)
    /// An array with more than four elements.
    case long([Double])
    case other

    var isVector: Bool {
      switch self {
      case .vector, .long: true
      case .number, .string, .other: false
      }
    }
  }

  func operand(_ value: Value) throws(Exception) -> Operand {
    if let number = value.asNumber { return .number(number) }
    if value.isString { return .string }
    if let boolean = value.asBoolean { return .number(boolean ? 1 : 0) }
    if let object = value.asHostObject.flatMap({ ExpressionObject($0) }) {
      switch object.kind {
      case .property:
        guard case .numbers = evaluation.stored(object.node).content else { return .other }
        let components = try currentComponents(object)
        return components.isNumber ? .number(components[0]) : .vector(components)
      case .sourceText: return .string
      default: return .other
      }
    }
    guard interpreter.isArray(value) else { return .other }
    let count = interpreter.count(of: value)
    if count <= 4, let vector = try vector(value) { return .vector(vector) }
    try interpreter.count(steps: count)
    var numbers: [Double] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      numbers.append(try interpreter.toNumber(try interpreter.element(index, of: value)))
    }
    return .long(numbers)
  }

  func sum(_ a: Value, _ b: Value) throws(Exception) -> Value {
    if let a = a.asNumber, let b = b.asNumber { return .number(a + b) }
    switch (try operand(a), try operand(b)) {
    case (.number(let a), .number(let b)): return .number(a + b)
    case (.string, _), (_, .string): return try interpreter.concatenation(a, b)
    case (let a, let b): return try combined(a, b) { $0 + $1 }
    }
  }

  func difference(_ a: Value, _ b: Value) throws(Exception) -> Value {
    if let a = a.asNumber, let b = b.asNumber { return .number(a - b) }
    switch (try operand(a), try operand(b)) {
    case (.string, .number), (.number, .string), (.string, .string), (.number, .number):
      return .number(try whole(a) - whole(b))
    case (let a, let b): return try combined(a, b) { $0 - $1 }
    }
  }

  /// Applies the common rules of sums and differences: a number changes only the first component,
  /// and if two vectors have different lengths, the remaining components of the longer one are
  /// kept.
  private func combined(
    _ a: Operand, _ b: Operand, _ operation: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>
  ) throws(Exception) -> Value {
    switch (a, b) {
    case (.vector(var a), .number(let b)):
      a[0] = operation(SIMD4(a[0], 0, 0, 0), SIMD4(b, 0, 0, 0)).x
      return try vectorValue(a)
    case (.number(let a), .vector(var b)):
      b[0] = operation(SIMD4(a, 0, 0, 0), SIMD4(b[0], 0, 0, 0)).x
      return try vectorValue(b)
    case (.vector(let a), .vector(let b)):
      let longer = a.count >= b.count ? a : b
      var values = operation(a.values, b.values)
      for index in min(a.count, b.count)..<longer.count { values[index] = longer[index] }
      return try vectorValue(longer.with(values))
    case (.long, .vector), (.vector, .long), (.long, .long), (.long, .number), (.number, .long):
      let (a, b) = (a.numbers, b.numbers)
      var result = a.count >= b.count ? a : b
      for index in 0..<min(a.count, b.count) {
        result[index] = operation(SIMD4(a[index], 0, 0, 0), SIMD4(b[index], 0, 0, 0)).x
      }
      return try interpreter.array(result)
    default: return .number(0)
    }
  }

  func product(_ a: Value, _ b: Value) throws(Exception) -> Value {
    if let a = a.asNumber, let b = b.asNumber { return .number(a * b) }
    switch (try operand(a), try operand(b)) {
    case (.vector(let a), .number(let b)), (.number(let b), .vector(let a)):
      return try vectorValue(a.with(a.values * b))
    case (.vector(let a), .string): return try vectorValue(a.with(a.values * number(b)))
    case (.string, .vector(let vector)):
      return try vectorValue(vector.with(vector.values * number(a)))
    case (.long(let a), .number(let b)), (.number(let b), .long(let a)):
      return try interpreter.array(a.map { $0 * b })
    case (.number, .number), (.string, .number), (.number, .string), (.string, .string):
      return .number(try number(a) * number(b))
    default: return .number(0)
    }
  }

  func quotient(_ a: Value, _ b: Value) throws(Exception) -> Value {
    if let a = a.asNumber, let b = b.asNumber { return .number(a / b) }
    switch (try operand(a), try operand(b)) {
    case (.vector(let a), .number(let b)): return try vectorValue(a.with(a.values / b))
    case (.vector(let a), .string): return try vectorValue(a.with(a.values / number(b)))
    case (.number(let a), .vector(let b)): return try vectorValue(b.with(a / b.values))
    case (.long(let a), .number(let b)):
      return try interpreter.array(a.map { $0 / b })
    case (.number(let a), .long(let b)):
      return try interpreter.array(b.map { a / $0 })
    case (.number, .number), (.string, .number), (.number, .string), (.string, .string):
      return .number(try number(a) / number(b))
    default: return .number(0)
    }
  }

  func negative(_ value: Value) throws(Exception) -> Value {
    switch try operand(value) {
    case .number(let number): return .number(-number)
    case .vector(let vector): return try vectorValue(vector.with(-vector.values))
    case .long(let numbers): return try interpreter.array(numbers.map { -$0 })
    case .string, .other: return .number(-(try interpreter.toNumber(value)))
    }
  }

  /// Returns a number. A text is converted like `parseInt`, from the integer at its start.
  func whole(_ value: Value) throws(Exception) -> Double {
    guard case .string = try operand(value) else { return try number(value) }
    let number = try interpreter.toNumber(value)
    return number.isNaN
      ? leadingNumber(interpreter.text(try interpreter.toString(value)))
      : number.rounded(.towardZero)
  }

  private func leadingNumber(_ text: String) -> Double {
    let trimmed = text.drop { $0 == " " }
    let sign = trimmed.prefix { $0 == "-" || $0 == "+" }
    let digits = trimmed.dropFirst(sign.count).prefix { $0.isASCII && $0.isNumber }
    guard sign.count <= 1, !digits.isEmpty else { return .nan }
    let number = parseNumber(digits.utf8)
    return sign == "-" ? -number : number
  }

  /// Returns a vector, even with one component.
  private func vectorValue(_ components: Components) throws(Exception) -> Value {
    var vector = components
    vector.isNumber = false
    return try value(vector)
  }

  // MARK: - Geometry

  /// Returns the length of a vector, or the distance between two vectors or numbers.
  func length(_ a: Value, _ b: Value) throws(Exception) -> Double {
    switch (try operand(a), try operand(b)) {
    case (.number(let a), .number(let b)): return (a - b).magnitude
    case (.number(let a), _): return a.magnitude
    case (.vector(let a), .vector(let b)):
      var offset = a.values - b.values
      for index in min(a.count, b.count)..<4 { offset[index] = 0 }
      return (offset * offset).sum().squareRoot()
    case (.vector(let a), _):
      var values = a.values
      for index in a.count..<4 { values[index] = 0 }
      return (values * values).sum().squareRoot()
    case (let a, let b):
      let (a, b) = (a.numbers, b.numbers)
      guard !b.isEmpty else { return a.reduce(0) { $0 + $1 * $1 }.squareRoot() }
      return zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
  }

  func dot(_ arguments: Arguments) throws(Exception) -> Double {
    let (a, b) = (try operand(arguments[0]).numbers, try operand(arguments[1]).numbers)
    return zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  func cross(_ arguments: Arguments) throws(Exception) -> Value {
    let a = try vector(arguments[0])?.values ?? .zero
    let b = try vector(arguments[1])?.values ?? .zero
    return try value(
      Components(
        SIMD4(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0), count: 3))
  }

  /// Returns the orientation, in degrees, of a layer at one point that faces another.
  func lookAt(_ arguments: Arguments) throws(Exception) -> Value {
    let from = try vector(arguments[0])?.values ?? .zero
    let to = try vector(arguments[1])?.values ?? .zero
    let offset = to - from
    let pitch = arctangent(
      offset.x, over: (offset.y * offset.y + offset.z * offset.z).squareRoot())
    let yaw = -arctangent(offset.y, over: offset.z)
    return try value(
      Components(SIMD4(yaw * (180 / .pi), pitch * (180 / .pi), 0, 0), count: 3))
  }

  // MARK: - Interpolation

  func clamp(_ arguments: Arguments) throws(Exception) -> Value {
    let (a, b) = (try number(arguments[1]), try number(arguments[2]))
    let (low, high) = a < b ? (a, b) : (b, a)
    if let vector = try vector(arguments[0]) {
      return try vectorValue(
        vector.with(
          pointwiseMin(
            pointwiseMax(vector.values, SIMD4(repeating: low)), SIMD4(repeating: high))))
    }
    let number = try number(arguments[0])
    return .number(number.isNaN ? number : min(max(number, low), high))
  }

  /// `linear(t, tMin, tMax, first, second)` and similar functions. Without tMin and tMax, t is from
  /// 0 to 1.
  func interpolate(
    _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let hasTimes = !arguments[3].isUndefined && !arguments[4].isUndefined
    let time = try number(arguments[0])
    var low = hasTimes ? try number(arguments[1]) : 0
    var high = hasTimes ? try number(arguments[2]) : 1
    if high < low { swap(&low, &high) }
    let first = arguments[hasTimes ? 3 : 1]
    let second = arguments[hasTimes ? 4 : 2]
    var progress = high == low ? 0 : (time - low) / (high - low)
    if time <= low {
      progress = 0
    } else if time >= high {
      progress = 1
    } else if let curve = name.curve {
      progress = curve.value(at: progress)
    }
    if let a = first.asNumber, let b = second.asNumber {
      return .number(progress == 1 ? b : a + (b - a) * progress)
    }
    switch (try operand(first), try operand(second)) {
    case (.vector(let a), .vector(let b)):
      let values = progress == 1 ? b.values : a.values + (b.values - a.values) * progress
      return try vectorValue((a.count <= b.count ? a : b).with(values))
    default:
      let (a, b) = (try number(first), try number(second))
      return .number(progress == 1 ? b : a + (b - a) * progress)
    }
  }
}

extension ExpressionObjects.Operand {
  fileprivate var numbers: [Double] {
    switch self {
    case .number(let number): [number]
    case .vector(let vector): (0..<vector.count).map { vector[$0] }
    case .long(let numbers): numbers
    case .string, .other: []
    }
  }
}

extension ExpressionName {
  /// The easing of an interpolating function, or `nil` for other functions.
  fileprivate var curve: CubicBezier? {
    switch self {
    case .ease: CubicBezier(0.33, 0, 0.667, 1)
    case .easeIn: CubicBezier(0.333, 0, 0.833, 0.833)
    case .easeOut: CubicBezier(0.167, 0.167, 0.667, 1)
    default: nil
    }
  }
}
