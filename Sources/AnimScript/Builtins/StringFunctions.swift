enum StringFunction: String, NativeTable {
  case fromCharCode, fromCodePoint, raw

  var length: Int { 1 }
}

enum StringPrototypeFunction: String, NativeTable {
  case at, charAt, charCodeAt, codePointAt, concat, endsWith, includes, indexOf, lastIndexOf
  case localeCompare, match, padEnd, padStart, `repeat`, replace, replaceAll, search, slice, split
  case startsWith, substr, substring, toLocaleLowerCase, toLocaleUpperCase, toLowerCase, toString
  case toUpperCase, trim, trimEnd, trimStart, valueOf

  var length: Int {
    switch self {
    case .toLocaleLowerCase, .toLocaleUpperCase, .toLowerCase, .toString, .toUpperCase, .trim,
      .trimEnd, .trimStart, .valueOf:
      0
    case .replace, .replaceAll, .slice, .split, .substr, .substring: 2
    default: 1
    }
  }
}

/// `String`, and the members of strings.
struct StringFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  private var expressions: RegularExpressionFunctions { RegularExpressionFunctions(context) }

  init(_ context: NativeContext) { self.context = context }

  func call(
    _ function: StringFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    var units: [UInt16] = []
    switch function {
    case .fromCharCode:
      for index in 0..<arguments.count {
        units.append(UInt16(truncatingIfNeeded: try context.toInt32(arguments[index])))
      }
    case .fromCodePoint:
      for index in 0..<arguments.count {
        let number = try context.toNumber(arguments[index])
        guard let scalar = UInt32(exactly: number), scalar <= 0x10FFFF else {
          throw context.rangeError("a code point is from 0 to 1114111")
        }
        if scalar >= 0x10000 {
          units.append(UInt16(0xD800 + (scalar - 0x10000) >> 10))
          units.append(UInt16(0xDC00 + scalar & 0x3FF))
        } else {
          units.append(UInt16(scalar))
        }
      }
    case .raw:
      try context.requireObject(arguments[0])
      let raw = try context.get(arguments[0], PropertyKey(.raw))
      try context.requireObject(raw)
      let count = try context.toLength(try context.get(raw, PropertyKey(.length)))
      var index = 0.0
      while index < count {
        try context.count(steps: 1)
        let part = try context.toStringID(try context.element(raw, index))
        units.append(contentsOf: try heap.units(of: part))
        if index + 1 < count, Int(index) + 1 < arguments.count {
          let value = try context.toStringID(arguments[Int(index) + 1])
          units.append(contentsOf: try heap.units(of: value))
        }
        guard units.count <= context.limits.stringLength else {
          throw Exception(reason: .limit(.stringLength))
        }
        index += 1
      }
    }
    return .string(try heap.string(units))
  }

  /// Returns `this` as a string, or throws a `TypeError` if it is `undefined` or `null`.
  private func receiverString(_ this: Value) throws(Exception) -> StringID {
    if this.isString { return this.id }
    if this.isNullish { throw context.typeError("\(context.describe(this)) has no such method") }
    return try context.toStringID(this)
  }

  func call(
    _ function: StringPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .toString, .valueOf:
      if this.isString { return this }
      if this.isObject, heap.object(this).pointee.kind == .string {
        return heap.object(this).pointee.value
      }
      throw context.typeError("this is not a string")
    case .match, .search, .replace, .replaceAll, .split:
      if this.isNullish { throw context.typeError("\(context.describe(this)) has no such method") }
      if let result = try expressions.call(function, this, arguments) { return result }
    default: break
    }
    let string = try receiverString(this)
    switch function {
    case .at, .charAt, .charCodeAt, .codePointAt:
      return try character(function, string, arguments)
    case .concat:
      var result = string
      for index in 0..<arguments.count {
        result = try heap.concatenation(result, try context.toStringID(arguments[index]))
      }
      return .string(result)
    case .indexOf, .lastIndexOf, .includes, .startsWith, .endsWith:
      return try search(function, string, arguments)
    case .localeCompare:
      let other = try context.toStringID(arguments[0])
      if try heap.areEqual(string, other) { return .number(0) }
      return .number(try heap.isLess(string, other) ? -1 : 1)
    case .padStart, .padEnd: return try pad(function, string, arguments)
    case .repeat:
      let count = try context.toInteger(arguments[0])
      guard count >= 0, count < .infinity else {
        throw context.rangeError("a number of repetitions is finite and not negative")
      }
      let units = Array(try heap.units(of: string))
      guard !units.isEmpty, count > 0 else { return .string(Name.empty) }
      guard count * Double(units.count) <= Double(context.limits.stringLength) else {
        throw Exception(reason: .limit(.stringLength))
      }
      try context.count(steps: Int(count) * units.count / 16)
      let (result, target) = try heap.newString(count: Int(count) * units.count)
      for index in 0..<Int(count) * units.count { target[index] = units[index % units.count] }
      return .string(result)
    case .replace, .replaceAll: return try replace(function, string, arguments)
    case .split: return try split(string, arguments)
    case .slice, .substring, .substr: return try part(function, string, arguments)
    case .toLowerCase, .toLocaleLowerCase: return try changeCase(string, isUpper: false)
    case .toUpperCase, .toLocaleUpperCase: return try changeCase(string, isUpper: true)
    case .trim, .trimEnd, .trimStart:
      let units = try heap.units(of: string)
      var (start, end) = (0, units.count)
      if function != .trimEnd { while start < end, isBlank(units[start]) { start += 1 } }
      if function != .trimStart { while end > start, isBlank(units[end - 1]) { end -= 1 } }
      try context.count(steps: units.count / 16)
      return .string(try heap.substring(string, start..<end))
    default: return .undefined
    }
  }

  private func character(
    _ function: StringPrototypeFunction, _ string: StringID, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let count = heap.count(of: string)
    var position = try context.toInteger(arguments[0])
    if function == .at, position < 0 { position += Double(count) }
    guard position >= 0, position < Double(count) else {
      switch function {
      case .charAt: return .string(Name.empty)
      case .charCodeAt: return .number(.nan)
      default: return .undefined
      }
    }
    let units = try heap.units(of: string)
    let index = Int(position)
    switch function {
    case .at, .charAt: return .string(try heap.string(unit: units[index]))
    case .charCodeAt: return .number(Double(units[index]))
    default:
      let first = UInt32(units[index])
      if first & 0xFC00 == 0xD800, index + 1 < count, units[index + 1] & 0xFC00 == 0xDC00 {
        let second = UInt32(units[index + 1])
        return .number(Double(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF))
      }
      return .number(Double(first))
    }
  }

  // MARK: - Searching

  /// Returns the index of the first occurrence at or after an index, or −1 if there is none.
  func firstIndex(
    of wanted: UnsafeBufferPointer<UInt16>, in units: UnsafeBufferPointer<UInt16>,
    from start: Int
  ) throws(Exception) -> Int {
    guard start <= units.count - wanted.count else { return -1 }
    guard let first = wanted.first else { return start }
    var matched = 0
    for index in start...(units.count - wanted.count) where units[index] == first {
      var length = 1
      while length < wanted.count, units[index + length] == wanted[length] { length += 1 }
      if length == wanted.count {
        try context.count(steps: (index - start + matched) / 16)
        return index
      }
      matched += length
      if matched > 4096 {
        try context.count(steps: matched / 16)
        matched = 0
      }
    }
    try context.count(steps: (units.count - start + matched) / 16)
    return -1
  }

  private func search(
    _ function: StringPrototypeFunction, _ string: StringID, _ arguments: Arguments
  ) throws(Exception) -> Value {
    if function == .includes || function == .startsWith || function == .endsWith,
      expressions.isRegularExpression(arguments[0])
    {
      throw context.typeError("the string to search for cannot be a regular expression")
    }
    let wantedID = try context.toStringID(arguments[0])
    let units = try heap.units(of: string)
    let wanted = try heap.units(of: wantedID)
    let length = Double(units.count)
    switch function {
    case .lastIndexOf:
      let number = try context.toNumber(arguments[1])
      let limit = number.isNaN ? length : min(max(number.rounded(.towardZero), 0), length)
      var index = min(Int(limit), units.count - wanted.count)
      while index >= 0 {
        try context.count(steps: 1)
        if (0..<wanted.count).allSatisfy({ units[index + $0] == wanted[$0] }) {
          return .number(Double(index))
        }
        index -= 1
      }
      return .number(-1)
    case .endsWith:
      let end =
        arguments[1].isUndefined ? length : min(max(try context.toInteger(arguments[1]), 0), length)
      let start = Int(end) - wanted.count
      guard start >= 0 else { return .boolean(false) }
      return .boolean((0..<wanted.count).allSatisfy { units[start + $0] == wanted[$0] })
    case .startsWith:
      let start = Int(min(max(try context.toInteger(arguments[1]), 0), length))
      guard start + wanted.count <= units.count else { return .boolean(false) }
      return .boolean((0..<wanted.count).allSatisfy { units[start + $0] == wanted[$0] })
    default:
      let start = Int(min(max(try context.toInteger(arguments[1]), 0), length))
      let index = try firstIndex(of: wanted, in: units, from: start)
      return function == .includes ? .boolean(index >= 0) : .number(Double(index))
    }
  }

  // MARK: - Parts

  private func part(
    _ function: StringPrototypeFunction, _ string: StringID, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let length = Double(heap.count(of: string))
    func fromEnd(_ value: Double) -> Double {
      value < 0 ? max(length + value, 0) : min(value, length)
    }
    var start = try context.toInteger(arguments[0])
    var end = length
    switch function {
    case .slice:
      start = fromEnd(start)
      if !arguments[1].isUndefined { end = fromEnd(try context.toInteger(arguments[1])) }
    case .substring:
      start = min(max(start, 0), length)
      if !arguments[1].isUndefined {
        end = min(max(try context.toInteger(arguments[1]), 0), length)
      }
      if start > end { swap(&start, &end) }
    default:
      start = fromEnd(start)
      if !arguments[1].isUndefined {
        end = min(start + max(try context.toInteger(arguments[1]), 0), length)
      }
    }
    guard start < end else { return .string(Name.empty) }
    try context.count(steps: Int(end - start) / 16)
    return .string(try heap.substring(string, Int(start)..<Int(end)))
  }

  private func pad(
    _ function: StringPrototypeFunction, _ string: StringID, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let target = try context.toLength(arguments[0])
    let length = heap.count(of: string)
    guard target > Double(length) else { return .string(string) }
    let filler = arguments[1].isUndefined ? 32 : try context.toStringID(arguments[1])
    let units = Array(try heap.units(of: filler))
    guard !units.isEmpty else { return .string(string) }
    guard target <= Double(context.limits.stringLength) else {
      throw Exception(reason: .limit(.stringLength))
    }
    let missing = Int(target) - length
    try context.count(steps: missing / 4)
    let padding = (0..<missing).map { units[$0 % units.count] }
    let text = Array(try heap.units(of: string))
    return .string(try heap.string(function == .padStart ? padding + text : text + padding))
  }

  private func split(_ string: StringID, _ arguments: Arguments) throws(Exception) -> Value {
    let limit = arguments[1].isUndefined ? UInt32.max : try context.toUInt32(arguments[1])
    let separator = try context.toStringID(arguments[0])
    let result = try context.newArray(count: 0)
    guard limit > 0 else { return .object(result) }
    if arguments[0].isUndefined {
      try context.append(.string(string), to: result)
      return .object(result)
    }
    let count = heap.count(of: string)
    let width = heap.count(of: separator)
    if width == 0 {
      for index in 0..<min(count, Int(limit)) {
        try context.count(steps: 1)
        try context.append(
          .string(try heap.string(unit: try heap.units(of: string)[index])), to: result)
      }
      return .object(result)
    }
    var start = 0
    while true {
      let end = try firstIndex(
        of: try heap.units(of: separator), in: try heap.units(of: string), from: start)
      try context.count(steps: 1)
      try context.append(
        .string(try heap.substring(string, start..<(end < 0 ? count : end))), to: result)
      if end < 0 || heap.object(result).pointee.length >= limit { break }
      start = end + width
    }
    return .object(result)
  }

  private func replace(
    _ function: StringPrototypeFunction, _ string: StringID, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let wanted = try context.toStringID(arguments[0])
    let replacement = arguments[1]
    let isFunction = context.isCallable(replacement)
    let text = isFunction ? Name.empty : try context.toStringID(replacement)
    var result: [UInt16] = []
    var copied = 0
    var start = 0
    while true {
      let found = try firstIndex(
        of: try heap.units(of: wanted), in: try heap.units(of: string), from: start)
      guard found >= 0 else { break }
      let width = heap.count(of: wanted)
      let part: StringID
      if isFunction {
        part = try context.toStringID(
          try context.call(
            replacement, this: .undefined, .string(wanted), .number(Double(found)),
            .string(string)))
      } else {
        part = try expand(
          text, string: string, range: found..<found + width, groups: [], names: .undefined)
      }
      result.append(contentsOf: try heap.units(of: string)[copied..<found])
      result.append(contentsOf: try heap.units(of: part))
      guard result.count <= context.limits.stringLength else {
        throw Exception(reason: .limit(.stringLength))
      }
      copied = found + width
      start = max(copied, found + 1)
      if function == .replace { break }
      try context.count(steps: 4)
    }
    result.append(contentsOf: try heap.units(of: string)[copied...])
    return .string(try heap.string(result))
  }

  /// Returns the text that replaces a match, with the patterns that start with `$` expanded.
  func expand(
    _ template: StringID, string: StringID, range: Range<Int>, groups: [Value], names: Value
  ) throws(Exception) -> StringID {
    let units = Array(try heap.units(of: template))
    guard units.contains(0x24) else { return template }
    let text = Array(try heap.units(of: string))
    var result: [UInt16] = []
    var index = 0
    func appendGroup(_ group: Int) throws(Exception) {
      guard !groups[group - 1].isUndefined else { return }
      result.append(contentsOf: try heap.units(of: try context.toStringID(groups[group - 1])))
    }
    while index < units.count {
      try context.count(steps: 1 + result.count / 65536)
      guard units[index] == 0x24, index + 1 < units.count else {
        result.append(units[index])
        index += 1
        continue
      }
      let next = units[index + 1]
      index += 2
      switch next {
      case 0x24: result.append(0x24)
      case 0x26: result.append(contentsOf: text[range])
      case 0x60: result.append(contentsOf: text[..<range.lowerBound])
      case 0x27: result.append(contentsOf: text[range.upperBound...])
      case 0x30...0x39:
        let first = Int(next - 0x30)
        var group = first
        var width = 0
        if index < units.count, units[index] >= 0x30, units[index] <= 0x39 {
          let two = first * 10 + Int(units[index] - 0x30)
          if two >= 1, two <= groups.count {
            group = two
            width = 1
          }
        }
        if group >= 1, group <= groups.count {
          try appendGroup(group)
          index += width
        } else {
          result += [0x24, next]
        }
      case 0x3C where !names.isUndefined:
        guard let end = units[index...].firstIndex(of: 0x3E) else {
          result += [0x24, next]
          break
        }
        let name = try heap.key(try heap.string(Array(units[index..<end])))
        let value = try context.get(names, name)
        if !value.isUndefined {
          result.append(contentsOf: try heap.units(of: try context.toStringID(value)))
        }
        index = end + 1
      default: result += [0x24, next]
      }
      guard result.count <= context.limits.stringLength else {
        throw Exception(reason: .limit(.stringLength))
      }
    }
    return try heap.string(result)
  }

  private func changeCase(_ string: StringID, isUpper: Bool) throws(Exception) -> Value {
    let units = try heap.units(of: string)
    try context.count(steps: units.count / 8)
    var result: [UInt16] = []
    result.reserveCapacity(units.count)
    var index = 0
    while index < units.count {
      let unit = units[index]
      if unit < 128 {
        let isLetter = isUpper ? unit >= 0x61 && unit <= 0x7A : unit >= 0x41 && unit <= 0x5A
        result.append(isLetter ? unit ^ 0x20 : unit)
        index += 1
        continue
      }
      var scalar = UInt32(unit)
      var width = 1
      if unit & 0xFC00 == 0xD800, index + 1 < units.count, units[index + 1] & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(units[index + 1]) & 0x3FF
        width = 2
      }
      if scalar == 0x3A3, !isUpper {
        result.append(isFinalSigma(units, index) ? 0x3C2 : 0x3C3)
      } else if let scalar = Unicode.Scalar(scalar) {
        let properties = scalar.properties
        let mapped = isUpper ? properties.uppercaseMapping : properties.lowercaseMapping
        result.append(contentsOf: mapped.utf16)
      } else {
        result.append(unit)
      }
      index += width
    }
    return .string(try heap.string(result))
  }

  /// Returns whether a sigma ends a word, so that it has another form.
  private func isFinalSigma(_ units: UnsafeBufferPointer<UInt16>, _ index: Int) -> Bool {
    func scalars(_ indices: some Sequence<Int>) -> Bool {
      var low: UInt32 = 0
      for index in indices {
        var value = UInt32(units[index])
        if value & 0xFC00 == 0xDC00, index > 0, units[index - 1] & 0xFC00 == 0xD800 {
          value = 0x10000 + (UInt32(units[index - 1]) & 0x3FF) << 10 + value & 0x3FF
        } else if value & 0xFC00 == 0xD800, index + 1 < units.count,
          units[index + 1] & 0xFC00 == 0xDC00
        {
          low = UInt32(units[index + 1])
          value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
        }
        guard let scalar = Unicode.Scalar(value) else { continue }
        if scalar.properties.isCaseIgnorable { continue }
        return scalar.properties.isCased
      }
      return false
    }
    return scalars(stride(from: index - 1, through: 0, by: -1)) && !scalars(index + 1..<units.count)
  }
}

/// Returns whether a unit is white space or a line end.
func isBlank(_ unit: UInt16) -> Bool { isSpace(unit) || isLineEnd(unit) }
