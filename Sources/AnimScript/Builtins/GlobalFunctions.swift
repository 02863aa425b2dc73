enum GlobalFunction: UInt32 {
  case eval, parseInt, parseFloat, isNaN, isFinite, encodeURI, encodeURIComponent, decodeURI
  case decodeURIComponent

  static let table = """
    eval 1 parseInt 2 parseFloat 1 isNaN 1 isFinite 1 encodeURI 1 encodeURIComponent 1 \
    decodeURI 1 decodeURIComponent 1
    """
}

enum NumberFunction: UInt32 {
  case isFinite, isInteger, isNaN, isSafeInteger

  static let table = "isFinite 1 isInteger 1 isNaN 1 isSafeInteger 1"
}

enum NumberPrototypeFunction: UInt32 {
  case toExponential, toFixed, toLocaleString, toPrecision, toString, valueOf

  static let table = """
    toExponential 1 toFixed 1 toLocaleString 0 toPrecision 1 toString 1 valueOf 0
    """
}

extension Interpreter {
  func callGlobal(
    _ function: GlobalFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .eval:
      // Called by another name, it sees globals only.
      guard arguments[0].isString else { return arguments[0] }
      return try evaluateText(arguments[0].id, site: nil, this: nil, environment: 0)
    case .parseInt:
      let string = try toStringID(arguments[0])
      let radix = try toInt32(arguments[1])
      let units = try heap.units(of: string)
      try count(steps: units.count / 4)
      return .number(parseIntegerPrefix(units, radix: Int(radix)))
    case .parseFloat:
      let units = try heap.units(of: try toStringID(arguments[0]))
      try count(steps: units.count / 4)
      return .number(parseNumberPrefix(units))
    case .isNaN: return .boolean(try toNumber(arguments[0]).isNaN)
    case .isFinite: return .boolean(try toNumber(arguments[0]).isFinite)
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
    let units = try heap.units(of: try toStringID(value))
    try count(steps: units.count)
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
        throw exception(.uri, "a surrogate has no other half")
      }
      for byte in String(Character(scalar)).utf8 {
        result += [37, hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return .string(try heap.string(result))
  }

  private func decode(_ value: Value, isComponent: Bool) throws(Exception) -> Value {
    let units = try heap.units(of: try toStringID(value))
    try count(steps: units.count)
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
      guard let first = byte() else { throw exception(.uri, "the escape has no value") }
      let length = first < 0x80 ? 1 : (~first).leadingZeroBitCount
      guard length == 1 || (2...4).contains(length) else {
        throw exception(.uri, "the escape has no value")
      }
      var bytes = [first]
      for _ in 1..<length {
        guard let next = byte() else { throw exception(.uri, "the escape has no value") }
        bytes.append(next)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw exception(.uri, "the escape has no value")
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

  func callNumber(
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

  func callNumberPrototype(
    _ function: NumberPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    var value = this
    if this.isObject, heap.object(this).pointee.kind == .number {
      value = heap.object(this).pointee.value
    }
    guard let x = value.asNumber else { throw typeError("this is no number") }
    try count(steps: 16)
    switch function {
    case .valueOf: return value
    case .toLocaleString: return .string(try numberToString(x))
    case .toString:
      let radix = arguments[0].isUndefined ? 10 : try toInteger(arguments[0])
      guard radix >= 2, radix <= 36 else { throw rangeError("a radix is from 2 to 36") }
      if radix == 10 { return .string(try numberToString(x)) }
      return try string(radixText(of: x, radix: Int(radix)))
    case .toFixed:
      let digits = try toInteger(arguments[0])
      guard digits >= 0, digits <= 100 else {
        throw rangeError("the number of digits is from 0 to 100")
      }
      if !(x.magnitude < 1e21) { return .string(try numberToString(x)) }
      return try string(fixedText(of: x, digits: Int(digits)))
    case .toExponential:
      let digits = try toInteger(arguments[0])
      guard x.isFinite else { return .string(try numberToString(x)) }
      guard digits >= 0, digits <= 100 else {
        throw rangeError("the number of digits is from 0 to 100")
      }
      return try string(
        exponentialText(of: x, digits: arguments[0].isUndefined ? nil : Int(digits)))
    case .toPrecision:
      if arguments[0].isUndefined { return .string(try numberToString(x)) }
      let digits = try toInteger(arguments[0])
      guard x.isFinite else { return .string(try numberToString(x)) }
      guard digits >= 1, digits <= 100 else {
        throw rangeError("the number of digits is from 1 to 100")
      }
      return try string(precisionText(of: x, digits: Int(digits)))
    }
  }
}
