/// Whether one value is less than another. If one is NaN, neither is.
enum Comparison { case `true`, `false`, neither }

extension Interpreter {
  /// Executes an operator that is rare in expressions.
  ///
  /// - Parameter top: The position of the next value on the stack.
  /// - Returns: The new position.
  @inline(never)
  func runArithmetic(
    _ operation: ArithmeticOperation, _ top: UnsafeMutablePointer<Value>
  ) throws(Exception) -> UnsafeMutablePointer<Value> {
    var sp = top
    switch operation {
    case .remainder:
      sp -= 1
      let a = try toNumber(sp[-1])
      sp[-1] = .number(remainder(a, try toNumber(sp[0])))
    case .power:
      sp -= 1
      let a = try toNumber(sp[-1])
      sp[-1] = .number(power(a, try toNumber(sp[0])))
    case .shiftLeft:
      sp -= 1
      let a = try toInt32(sp[-1])
      sp[-1] = .number(Double(a << (Int32(try toInt32(sp[0])) & 31)))
    case .shiftRight:
      sp -= 1
      let a = try toInt32(sp[-1])
      sp[-1] = .number(Double(a >> (try toInt32(sp[0]) & 31)))
    case .shiftRightUnsigned:
      sp -= 1
      let a = UInt32(bitPattern: try toInt32(sp[-1]))
      sp[-1] = .number(Double(a >> UInt32(try toInt32(sp[0]) & 31)))
    case .and:
      sp -= 1
      let a = try toInt32(sp[-1])
      sp[-1] = .number(Double(a & (try toInt32(sp[0]))))
    case .or:
      sp -= 1
      let a = try toInt32(sp[-1])
      sp[-1] = .number(Double(a | (try toInt32(sp[0]))))
    case .xor:
      sp -= 1
      let a = try toInt32(sp[-1])
      sp[-1] = .number(Double(a ^ (try toInt32(sp[0]))))
    case .instanceof:
      sp -= 1
      sp[-1] = .boolean(try isInstance(sp[-1], of: sp[0]))
    case .in:
      sp -= 1
      guard sp[0].isAnyObject else { throw typeError("the right side of in is not an object") }
      sp[-1] = .boolean(try has(sp[0], try toKey(sp[-1])))
    case .plus:
      sp[-1] = .number(try toNumber(sp[-1]))
    case .complement:
      sp[-1] = .number(Double(~(try toInt32(sp[-1]))))
    case .typeof: sp[-1] = typeof(sp[-1])
    case .increment:
      sp[-1] = .number(try toNumber(sp[-1]) + 1)
    case .decrement:
      sp[-1] = .number(try toNumber(sp[-1]) - 1)
    case .toNumeric:
      if !sp[-1].isNumber { sp[-1] = .number(try toNumber(sp[-1])) }
    }
    return sp
  }

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

  /// Compares values like `Object.is`: NaN equals itself, and 0 differs from −0.
  func isSame(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    guard a.isNumber, b.isNumber else { return try isStrictlyEqual(a, b) }
    if a.number.isNaN || b.number.isNaN { return a.number.isNaN && b.number.isNaN }
    return a.payload == b.payload
  }

  /// Compares values like `includes`: NaN equals itself, and 0 equals −0.
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
      throw typeError("the right side of instanceof is not a function")
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
