extension Interpreter {
  /// Returns whether the language takes a value for true.
  @inline(__always)
  package func toBoolean(_ value: Value) -> Bool {
    switch value.tag {
    case .boolean: value.payload != 0
    case .number: !(value.number == 0 || value.number.isNaN)
    case .string: heap.count(of: value.id) > 0
    case .object, .host: true
    default: false
    }
  }

  /// Converts a value like `Number(value)`, using `valueOf` and `toString` of objects.
  @inline(__always)
  package func toNumber(_ value: Value) throws(Exception) -> Double {
    value.isNumber ? value.number : try convertToNumber(value)
  }

  @inline(never)
  private func convertToNumber(_ value: Value) throws(Exception) -> Double {
    switch value.tag {
    case .number: return value.number
    case .boolean: return value.payload != 0 ? 1 : 0
    case .null: return 0
    case .string:
      let units = try heap.units(of: value.id)
      try count(steps: units.count / 16)
      return parseNumber(units)
    case .object, .host: return try toNumber(try toPrimitive(value, .number))
    default: return .nan
    }
  }

  /// Converts a value to a string, like `String(value)`.
  package func toString(_ value: Value) throws(Exception) -> Value {
    .string(try toStringID(value))
  }

  @inline(__always)
  func toStringID(_ value: Value) throws(Exception) -> StringID {
    value.isString ? value.id : try convertToString(value)
  }

  @inline(never)
  private func convertToString(_ value: Value) throws(Exception) -> StringID {
    value.isAnyObject
      ? try primitiveToString(try toPrimitive(value, .string)) : try primitiveToString(value)
  }

  func primitiveToString(_ value: Value) throws(Exception) -> StringID {
    switch value.tag {
    case .string: return value.id
    case .number: return try numberToString(value.number)
    case .boolean: return value.payload != 0 ? Name.true.id : Name.false.id
    case .null: return Name.null.id
    case .undefined: return Name.undefined.id
    default: throw typeError("an object has no primitive value")
    }
  }

  func numberToString(_ number: Double) throws(Exception) -> StringID {
    if let index = UInt32(exactly: number) { return try heap.string(decimal: index) }
    return try heap.string(decimalText(of: number))
  }

  /// Returns the primitive value of an object, by its `valueOf` and `toString`.
  func toPrimitive(_ value: Value, _ hint: PrimitiveHint) throws(Exception) -> Value {
    guard value.isAnyObject else { return value }
    if value.tag == .host {
      try count(steps: 4)
      let primitive = try host.primitive(
        of: HostObject(bits: value.payload), hint: hint, in: self)
      guard primitive.isAnyObject else { return primitive }
      guard primitive.isObject else { throw typeError("an object has no primitive value") }
      return try toPrimitive(primitive, hint)
    }
    let names: (Name, Name) =
      hint == .string ? (.toString, .valueOf) : (.valueOf, .toString)
    for name in [names.0, names.1] {
      let method = try get(value, PropertyKey(name))
      if isCallable(method) {
        let result = try call(method, this: value, arguments: [])
        if !result.isAnyObject { return result }
      }
    }
    throw typeError("an object has no primitive value")
  }

  /// Returns the object for a value, or an object that wraps it. A host object isn't on the heap,
  /// so it becomes an empty object.
  func toObject(_ value: Value) throws(Exception) -> ObjectID {
    let id: ObjectID
    switch value.tag {
    case .object: return value.id
    case .string: id = try heap.newObject(.string, prototype: realm.string)
    case .number: id = try heap.newObject(.number, prototype: realm.number)
    case .boolean: id = try heap.newObject(.boolean, prototype: realm.boolean)
    case .host: return try heap.newObject(.ordinary, prototype: realm.object)
    default: throw typeError("\(describe(value)) is not an object")
    }
    heap.object(id).pointee.value = value
    return id
  }

  func toKey(_ value: Value) throws(Exception) -> PropertyKey {
    switch value.tag {
    case .number:
      if let index = UInt32(exactly: value.number), index != .max {
        return PropertyKey(index: index)
      }
      return try heap.key(try numberToString(value.number))
    case .string: return try heap.key(value.id)
    default: return try heap.key(try toStringID(value))
    }
  }

  /// Returns a key as a value: a number or a string.
  func toKeyValue(_ value: Value) throws(Exception) -> Value {
    if value.isNumber || value.isString { return value }
    return .string(try toStringID(value))
  }

  func toInt32(_ value: Value) throws(Exception) -> Int32 {
    let number = try toNumber(value)
    if let exact = Int32(exactly: number) { return exact }
    return Int32(truncatingIfNeeded: wrapped(number))
  }

  func toUInt32(_ value: Value) throws(Exception) -> UInt32 {
    UInt32(bitPattern: try toInt32(value))
  }

  /// Returns a whole number, 0 for NaN, possibly infinite.
  func toInteger(_ value: Value) throws(Exception) -> Double {
    let number = try toNumber(value)
    return number.isNaN ? 0 : number.rounded(.towardZero) + 0
  }

  /// Converts a value to an integer from 0 to 2⁵³ − 1.
  func toLength(_ value: Value) throws(Exception) -> Double {
    min(max(try toInteger(value), 0), 9_007_199_254_740_991)
  }

  func typeof(_ value: Value) -> Value {
    switch value.tag {
    case .undefined, .empty: .string(.undefined)
    case .boolean: .string(.boolean)
    case .number: .string(.number)
    case .string: .string(.string)
    case .object, .host: isCallable(value) ? .string(.function) : .string(.object)
    default: .string(.object)
    }
  }
}

/// Returns a number modulo 2³², as bits.
func wrapped(_ number: Double) -> UInt32 {
  guard number.isFinite else { return 0 }
  let whole = number.rounded(.towardZero).magnitude
  let bits: UInt64
  if whole < 9.2e18 {
    bits = UInt64(whole)
  } else {
    let shift = Int(whole.exponent) - 52
    bits = shift >= 32 ? 0 : (whole.significandBitPattern | 1 << 52) << UInt64(shift)
  }
  let low = UInt32(truncatingIfNeeded: bits)
  return number < 0 ? 0 &- low : low
}
