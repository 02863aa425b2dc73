/// Whether one value is less than another; neither, if one is NaN.
enum Comparison { case `true`, `false`, neither }

extension Interpreter {
  @inline(never)
  func add(_ a: Value, _ b: Value) throws(Exception) -> Value {
    let left = try toPrimitive(a, .none)
    let right = try toPrimitive(b, .none)
    if left.isString || right.isString {
      let first = try primitiveToString(left)
      return .string(try heap.concatenation(first, try primitiveToString(right)))
    }
    let first = try toNumber(left)
    return .number(first + (try toNumber(right)))
  }

  @inline(__always)
  func isStrictlyEqual(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    guard a.tag == b.tag else { return false }
    switch a.tag {
    case .number: return a.number == b.number
    case .string: return try heap.areEqual(a.id, b.id)
    default: return a.payload == b.payload
    }
  }

  func isEqual(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    if a.tag == b.tag { return try isStrictlyEqual(a, b) }
    if a.isNullish || b.isNullish { return a.isNullish && b.isNullish }
    if a.isAnyObject, b.isAnyObject { return false }
    if a.isAnyObject { return try isEqual(try toPrimitive(a, .none), b) }
    if b.isAnyObject { return try isEqual(a, try toPrimitive(b, .none)) }
    // Numbers, strings and booleans of different types.
    let left = try toNumber(a)
    return left == (try toNumber(b))
  }

  /// As `Object.is`: NaN is itself, and 0 is not −0.
  func isSame(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    guard a.isNumber, b.isNumber else { return try isStrictlyEqual(a, b) }
    if a.number.isNaN || b.number.isNaN { return a.number.isNaN && b.number.isNaN }
    return a.payload == b.payload
  }

  /// As `includes` compares: NaN is itself, and 0 is −0.
  func isSameOrZero(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    if a.isNumber, b.isNumber, a.number.isNaN { return b.number.isNaN }
    return try isStrictlyEqual(a, b)
  }

  @inline(__always)
  func isLess(
    _ a: Value, _ b: Value, leftFirst: Bool
  ) throws(Exception) -> Comparison {
    if a.isNumber, b.isNumber { return compare(a.number, b.number) }
    return try compareValues(a, b, leftFirst)
  }

  @inline(__always)
  private func compare(_ a: Double, _ b: Double) -> Comparison {
    a < b ? .true : a >= b ? .false : .neither
  }

  @inline(never)
  private func compareValues(
    _ a: Value, _ b: Value, _ leftFirst: Bool
  ) throws(Exception) -> Comparison {
    let (left, right): (Value, Value)
    if leftFirst {
      left = try toPrimitive(a, .number)
      right = try toPrimitive(b, .number)
    } else {
      right = try toPrimitive(b, .number)
      left = try toPrimitive(a, .number)
    }
    if left.isString, right.isString {
      return try heap.isLess(left.id, right.id) ? .true : .false
    }
    let first = try toNumber(left)
    return compare(first, try toNumber(right))
  }

  func isInstance(_ value: Value, of type: Value) throws(Exception) -> Bool {
    guard type.isObject, isCallable(type) else {
      throw typeError("the right side of instanceof is no function")
    }
    let object = heap.object(type)
    if object.pointee.kind == .bound {
      return try isInstance(value, of: object.pointee.value)
    }
    if value.tag == .host {
      return type.id == realm.arrayConstructor
        && host.isArrayLike(HostObject(bits: value.payload))
    }
    guard value.isObject else { return false }
    let prototype = try get(type, PropertyKey(.prototype))
    guard prototype.isObject else {
      throw typeError("the function has no prototype")
    }
    var current = heap.object(value).pointee.prototype
    while current != 0 {
      if current == prototype.id { return true }
      current = heap.object(current).pointee.prototype
      try count(steps: 1)
    }
    return false
  }
}
