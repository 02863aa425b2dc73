enum GlobalFunction: String, NativeTable {
  case eval, parseInt, parseFloat, isNaN, isFinite, encodeURI, encodeURIComponent, decodeURI
  case decodeURIComponent

  var length: Int {
    switch self {
    case .parseInt: 2
    default: 1
    }
  }
}

enum NumberFunction: String, NativeTable {
  case isFinite, isInteger, isNaN, isSafeInteger

  var length: Int { 1 }
}

enum NumberPrototypeFunction: String, NativeTable {
  case toExponential, toFixed, toLocaleString, toPrecision, toString, valueOf

  var length: Int {
    switch self {
    case .toLocaleString, .valueOf: 0
    default: 1
    }
  }
}

enum BooleanPrototypeFunction: String, NativeTable {
  case toString, valueOf

  var length: Int { 0 }
}

/// The functions of the global object and of `Number`, and the members of numbers and Booleans.
struct GlobalFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  init(_ context: NativeContext) { self.context = context }

  func call(
    _ function: GlobalFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .eval:
      // Called by another name, it sees globals only.
      guard arguments[0].isString else { return arguments[0] }
      return try context.evaluateText(arguments[0].id)
    case .parseInt:
      let string = try context.toStringID(arguments[0])
      let radix = try context.toInt32(arguments[1])
      let units = try heap.units(of: string)
      try context.count(steps: units.count / 4)
      return .number(parseIntegerPrefix(units, radix: Int(radix)))
    case .parseFloat:
      let units = try heap.units(of: try context.toStringID(arguments[0]))
      try context.count(steps: units.count / 4)
      return .number(parseNumberPrefix(units))
    case .isNaN: return .boolean(try context.toNumber(arguments[0]).isNaN)
    case .isFinite: return .boolean(try context.toNumber(arguments[0]).isFinite)
    case .encodeURI, .encodeURIComponent:
      return try encode(arguments[0], isComponent: function == .encodeURIComponent)
    case .decodeURI, .decodeURIComponent:
      return try decode(arguments[0], isComponent: function == .decodeURIComponent)
    }
  }

  // MARK: - Addresses

  private static let marks = Array("-_.!~*'()".utf16)
  private static let reservedMarks = Array(";/?:@&=+$,#".utf16)

  private func encode(_ value: Value, isComponent: Bool) throws(Exception) -> Value {
    let units = try heap.units(of: try context.toStringID(value))
    try context.count(steps: units.count)
    var result: [UInt16] = []
    let hex = Array("0123456789ABCDEF".utf16)
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      let isPlain: Bool =
        switch unit {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default:
          Self.marks.contains(unit) || (!isComponent && Self.reservedMarks.contains(unit))
        }
      if isPlain {
        result.append(unit)
        continue
      }
      var scalar = UInt32(unit)
      if unit & 0xFC00 == 0xD800, index < units.count, units[index] & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(units[index]) & 0x3FF
        index += 1
      }
      guard let scalar = Unicode.Scalar(scalar) else {
        throw context.exception(.uri, "a surrogate has no other half")
      }
      for byte in String(Character(scalar)).utf8 {
        result += [37, hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return .string(try heap.string(result))
  }

  private func decode(_ value: Value, isComponent: Bool) throws(Exception) -> Value {
    let units = try heap.units(of: try context.toStringID(value))
    try context.count(steps: units.count)
    var result: [UInt16] = []
    var index = 0
    func byte() -> UInt8? {
      guard index + 2 < units.count, units[index] == 37, let high = hexDigit(units[index + 1]),
        let low = hexDigit(units[index + 2])
      else { return nil }
      index += 3
      return UInt8(high << 4 | low)
    }
    while index < units.count {
      guard units[index] == 37 else {
        result.append(units[index])
        index += 1
        continue
      }
      let start = index
      guard let first = byte() else { throw context.exception(.uri, "the escape has no value") }
      let length = first < 0x80 ? 1 : (~first).leadingZeroBitCount
      guard length == 1 || (2...4).contains(length) else {
        throw context.exception(.uri, "the escape has no value")
      }
      var bytes = [first]
      for _ in 1..<length {
        guard let next = byte() else { throw context.exception(.uri, "the escape has no value") }
        bytes.append(next)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw context.exception(.uri, "the escape has no value")
      }
      if length == 1, !isComponent, Self.reservedMarks.contains(UInt16(first)) {
        result.append(contentsOf: units[start..<index])
      } else {
        result.append(contentsOf: text.utf16)
      }
    }
    return .string(try heap.string(result))
  }

  // MARK: - Number

  func call(
    _ function: NumberFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    guard let x = arguments[0].asNumber else { return .boolean(false) }
    switch function {
    case .isFinite: return .boolean(x.isFinite)
    case .isNaN: return .boolean(x.isNaN)
    case .isInteger: return .boolean(x.isFinite && x.rounded(.towardZero) == x)
    case .isSafeInteger:
      return .boolean(x.rounded(.towardZero) == x && x.magnitude <= 9_007_199_254_740_991)
    }
  }

  func call(
    _ function: NumberPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    var value = this
    if this.isObject, heap.object(this).pointee.kind == .number {
      value = heap.object(this).pointee.value
    }
    guard let x = value.asNumber else { throw context.typeError("this is not a number") }
    try context.count(steps: 16)
    switch function {
    case .valueOf: return value
    case .toLocaleString: return .string(try context.numberToString(x))
    case .toString:
      let radix = arguments[0].isUndefined ? 10 : try context.toInteger(arguments[0])
      guard radix >= 2, radix <= 36 else { throw context.rangeError("a radix is from 2 to 36") }
      if radix == 10 { return .string(try context.numberToString(x)) }
      return try context.string(radixText(of: x, radix: Int(radix)))
    case .toFixed:
      let digits = try context.toInteger(arguments[0])
      guard digits >= 0, digits <= 100 else {
        throw context.rangeError("the number of digits is from 0 to 100")
      }
      if !(x.magnitude < 1e21) { return .string(try context.numberToString(x)) }
      return try context.string(fixedText(of: x, digits: Int(digits)))
    case .toExponential:
      let digits = try context.toInteger(arguments[0])
      guard x.isFinite else { return .string(try context.numberToString(x)) }
      guard digits >= 0, digits <= 100 else {
        throw context.rangeError("the number of digits is from 0 to 100")
      }
      return try context.string(
        exponentialText(of: x, digits: arguments[0].isUndefined ? nil : Int(digits)))
    case .toPrecision:
      if arguments[0].isUndefined { return .string(try context.numberToString(x)) }
      let digits = try context.toInteger(arguments[0])
      guard x.isFinite else { return .string(try context.numberToString(x)) }
      guard digits >= 1, digits <= 100 else {
        throw context.rangeError("the number of digits is from 1 to 100")
      }
      return try context.string(precisionText(of: x, digits: Int(digits)))
    }
  }

  // MARK: - Boolean

  func call(_ function: BooleanPrototypeFunction, _ this: Value) throws(Exception) -> Value {
    var value = this
    if this.isObject, heap.object(this).pointee.kind == .boolean {
      value = heap.object(this).pointee.value
    }
    guard value.asBoolean != nil else { throw context.typeError("this is not a boolean") }
    return function == .toString ? .string(try context.primitiveToString(value)) : value
  }
}
