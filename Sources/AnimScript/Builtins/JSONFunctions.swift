enum JSONFunction: String, NativeTable {
  case parse, stringify

  var length: Int { self == .parse ? 2 : 3 }
}

/// `JSON`.
struct JSONFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  init(_ context: NativeContext) { self.context = context }

  func call(
    _ function: JSONFunction, _ arguments: Arguments
  ) throws(Exception) -> Value {
    switch function {
    case .parse:
      let text = try context.toStringID(arguments[0])
      var reader = JSONReader(context, Array(try heap.units(of: text)))
      let value = try reader.read()
      guard context.isCallable(arguments[1]) else { return value }
      let holder = try context.object()
      try context.define(holder.id, PropertyKey(name: Name.empty), value, .all)
      return try revive(holder, PropertyKey(name: Name.empty), arguments[1], depth: 0)
    case .stringify:
      var writer = JSONWriter(context)
      return try writer.write(arguments[0], replacer: arguments[1], space: arguments[2])
    }
  }

  private func revive(
    _ holder: Value, _ key: PropertyKey, _ reviver: Value, depth: Int
  ) throws(Exception) -> Value {
    guard depth < context.limits.nesting else { throw Exception(reason: .limit(.nesting)) }
    let value = try context.get(holder, key)
    if value.isObject {
      let keys: [PropertyKey]
      if context.isArray(value) {
        let length = try context.toLength(try context.get(value, PropertyKey(.length)))
        guard length <= Double(context.limits.arrayLength) else {
          throw Exception(reason: .limit(.arrayLength))
        }
        keys = (0..<UInt32(length)).map { PropertyKey(index: $0) }
      } else {
        keys = try context.ownKeys(value.id, onlyEnumerable: true)
      }
      for key in keys {
        let new = try revive(value, key, reviver, depth: depth + 1)
        if new.isUndefined {
          _ = try context.delete(value.id, key)
        } else if let existing = try context.ownProperty(value.id, key),
          !existing.attributes.contains(.configurable)
        {
          continue
        } else {
          _ = try context.add(value.id, key, new, .all)
        }
      }
    }
    return try context.call(reviver, this: holder, .string(try heap.string(key)), value)
  }
}

/// Reads JSON.
private struct JSONReader {
  private let context: NativeContext
  private let units: [UInt16]
  private var position = 0
  private var depth = 0

  init(_ context: NativeContext, _ units: [UInt16]) {
    self.context = context
    self.units = units
  }

  private var heap: Heap { context.heap }

  private func failure() -> Exception {
    context.exception(.syntax, "the text is not JSON, at \(position)")
  }

  mutating func read() throws(Exception) -> Value {
    try context.count(steps: units.count / 4)
    let value = try self.value()
    skipSpace()
    guard position == units.count else { throw failure() }
    return value
  }

  private var unit: UInt16 { position < units.count ? units[position] : 0 }

  private mutating func skipSpace() {
    while position < units.count, [9, 10, 13, 32].contains(units[position]) { position += 1 }
  }

  private mutating func skip(_ wanted: UInt16) -> Bool {
    skipSpace()
    guard position < units.count, units[position] == wanted else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Exception) -> Value {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth <= context.limits.nesting else { throw Exception(reason: .limit(.nesting)) }
    switch unit {
    case 0x7B: return try object()
    case 0x5B: return try array()
    case 0x22: return .string(try string())
    case 0x2D, 0x30...0x39: return .number(try number())
    default:
      for (word, value) in [
        ("true", Value.boolean(true)), ("false", .boolean(false)), ("null", .null),
      ] where units[position...].starts(with: word.utf16) {
        position += word.utf16.count
        return value
      }
      throw failure()
    }
  }

  private mutating func object() throws(Exception) -> Value {
    position += 1
    let result = try context.object()
    if skip(0x7D) { return result }
    repeat {
      skipSpace()
      guard unit == 0x22 else { throw failure() }
      let key = try heap.key(try string())
      guard skip(0x3A) else { throw failure() }
      try context.define(result.id, key, try value(), .all)
    } while skip(0x2C)
    guard skip(0x7D) else { throw failure() }
    return result
  }

  private mutating func array() throws(Exception) -> Value {
    position += 1
    let result = try context.newArray(count: 0)
    if skip(0x5D) { return .object(result) }
    repeat {
      try context.append(try value(), to: result)
    } while skip(0x2C)
    guard skip(0x5D) else { throw failure() }
    return .object(result)
  }

  private mutating func string() throws(Exception) -> StringID {
    position += 1
    var result: [UInt16] = []
    while position < units.count {
      let current = units[position]
      position += 1
      switch current {
      case 0x22: return try heap.string(result)
      case 0..<32:
        position -= 1
        throw failure()
      case 0x5C:
        let escape = unit
        position += 1
        switch escape {
        case 0x22, 0x2F, 0x5C: result.append(escape)
        case 0x62: result.append(8)
        case 0x66: result.append(12)
        case 0x6E: result.append(10)
        case 0x72: result.append(13)
        case 0x74: result.append(9)
        case 0x75:
          var value: UInt32 = 0
          for _ in 0..<4 {
            guard let digit = hexDigit(unit) else { throw failure() }
            value = value << 4 | digit
            position += 1
          }
          result.append(UInt16(value))
        default: throw failure()
        }
      default: result.append(current)
      }
    }
    throw failure()
  }

  private mutating func number() throws(Exception) -> Double {
    let start = position
    func isDigit(_ unit: UInt16) -> Bool { unit >= 0x30 && unit <= 0x39 }
    if unit == 0x2D { position += 1 }
    guard isDigit(unit) else { throw failure() }
    if unit == 0x30 { position += 1 } else { while isDigit(unit) { position += 1 } }
    if unit == 0x2E {
      position += 1
      guard isDigit(unit) else { throw failure() }
      while isDigit(unit) { position += 1 }
    }
    if unit | 0x20 == 0x65 {
      position += 1
      if unit == 0x2B || unit == 0x2D { position += 1 }
      guard isDigit(unit) else { throw failure() }
      while isDigit(unit) { position += 1 }
    }
    return units[start..<position].withUnsafeBufferPointer { parseNumber($0) }
  }
}

/// Writes JSON.
private struct JSONWriter {
  private let context: NativeContext
  private var result: [UInt16] = []
  private var replacer = Value.undefined
  private var allowed: [PropertyKey]? = nil
  private var gap: [UInt16] = []
  private var indent: [UInt16] = []
  private var stack: [ObjectID] = []

  init(_ context: NativeContext) { self.context = context }

  private var heap: Heap { context.heap }

  mutating func write(
    _ value: Value, replacer: Value, space: Value
  ) throws(Exception) -> Value {
    if context.isCallable(replacer) {
      self.replacer = replacer
    } else if context.isArray(replacer) {
      allowed = try names(in: replacer)
    }
    gap = try gap(space)
    let holder = try context.object()
    let key = PropertyKey(name: Name.empty)
    try context.define(holder.id, key, value, .all)
    guard try write(value, key, in: holder) else { return .undefined }
    return .string(try heap.string(result))
  }

  private func names(in list: Value) throws(Exception) -> [PropertyKey] {
    var keys: [PropertyKey] = []
    let length = try context.toLength(try context.get(list, PropertyKey(.length)))
    var index = 0.0
    while index < length {
      try context.count(steps: 1)
      let value = try context.element(list, index)
      index += 1
      let kind = value.isObject ? heap.object(value).pointee.kind : .ordinary
      guard value.isString || value.isNumber || kind == .string || kind == .number else {
        continue
      }
      let key = try heap.key(try context.toStringID(value))
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private func gap(_ space: Value) throws(Exception) -> [UInt16] {
    var space = space
    if space.isObject {
      let kind = heap.object(space).pointee.kind
      if kind == .number { space = .number(try context.toNumber(space)) }
      if kind == .string { space = .string(try context.toStringID(space)) }
    }
    if space.isNumber {
      let count = min(max(try context.toInteger(space), 0), 10)
      return [UInt16](repeating: 32, count: Int(count))
    }
    return space.isString ? Array(try heap.units(of: space.id).prefix(10)) : []
  }

  /// Writes a member of an object. Returns `false` if there is nothing to write.
  private mutating func write(
    _ member: Value, _ key: PropertyKey, in holder: Value
  ) throws(Exception) -> Bool {
    try context.count(steps: 2)
    var value = member
    if value.isObject {
      let method = try context.get(value, PropertyKey(.toJSON))
      if context.isCallable(method) {
        value = try context.call(method, this: value, .string(try heap.string(key)))
      }
    }
    if !replacer.isUndefined {
      value = try context.call(replacer, this: holder, .string(try heap.string(key)), value)
    }
    if value.isObject {
      switch heap.object(value).pointee.kind {
      case .number: value = .number(try context.toNumber(value))
      case .string: value = .string(try context.toStringID(value))
      case .boolean: value = heap.object(value).pointee.value
      default: break
      }
    } else if value.tag == .host {
      value = try context.toPrimitive(value, .none)
    }
    switch value.tag {
    case .null: append("null")
    case .boolean: append(value.payload != 0 ? "true" : "false")
    case .string: try quote(value.id)
    case .number:
      if value.number.isFinite {
        result.append(contentsOf: try heap.units(of: try context.numberToString(value.number)))
      } else {
        append("null")
      }
    case .object where !context.isCallable(value): try writeObject(value)
    default: return false
    }
    guard result.count <= context.limits.stringLength else {
      throw Exception(reason: .limit(.stringLength))
    }
    return true
  }

  private mutating func append(_ text: String) { result.append(contentsOf: text.utf16) }

  private mutating func writeObject(_ value: Value) throws(Exception) {
    if stack.contains(value.id) { throw context.typeError("an object contains itself") }
    guard stack.count < context.limits.nesting else {
      throw Exception(reason: .limit(.nesting))
    }
    stack.append(value.id)
    let outerIndent = indent
    indent += gap
    let isArray = context.isArray(value)
    result.append(isArray ? 0x5B : 0x7B)
    var isEmpty = true
    if isArray {
      let length = try context.toLength(try context.get(value, PropertyKey(.length)))
      var index = 0.0
      while index < length {
        separate(isFirst: isEmpty)
        isEmpty = false
        let key = try context.key(index)
        if !(try write(try context.get(value, key), key, in: value)) { append("null") }
        index += 1
      }
    } else {
      let keys: [PropertyKey]
      if let allowed {
        keys = allowed
      } else {
        keys = try context.ownKeys(value.id, onlyEnumerable: true)
      }
      for key in keys {
        let member = try context.get(value, key)
        let start = result.count
        separate(isFirst: isEmpty)
        try quote(try heap.string(key))
        result.append(0x3A)
        if !gap.isEmpty { result.append(32) }
        if try write(member, key, in: value) {
          isEmpty = false
        } else {
          result.removeLast(result.count - start)
        }
      }
    }
    indent = outerIndent
    if !isEmpty, !gap.isEmpty {
      result.append(10)
      result += indent
    }
    result.append(isArray ? 0x5D : 0x7D)
    stack.removeLast()
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { result.append(0x2C) }
    if !gap.isEmpty {
      result.append(10)
      result += indent
    }
  }

  private mutating func quote(_ string: StringID) throws(Exception) {
    let units = try heap.units(of: string)
    try context.count(steps: units.count / 8)
    let hex = Array("0123456789abcdef".utf16)
    result.append(0x22)
    for (index, unit) in units.enumerated() {
      switch unit {
      case 0x22, 0x5C: result += [0x5C, unit]
      case 8: append("\\b")
      case 9: append("\\t")
      case 10: append("\\n")
      case 12: append("\\f")
      case 13: append("\\r")
      case 0..<32, 0xD800...0xDFFF:
        let isPaired =
          unit & 0xFC00 == 0xD800
          ? index + 1 < units.count && units[index + 1] & 0xFC00 == 0xDC00
          : unit & 0xFC00 == 0xDC00 && index > 0 && units[index - 1] & 0xFC00 == 0xD800
        if isPaired {
          result.append(unit)
        } else {
          result += [0x5C, 0x75]
          for shift in [12, 8, 4, 0] { result.append(hex[Int(unit >> UInt16(shift)) & 15]) }
        }
      default: result.append(unit)
      }
    }
    result.append(0x22)
  }
}
