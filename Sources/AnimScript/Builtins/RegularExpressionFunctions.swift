enum RegularExpressionFunction: String, NativeTable {
  case exec, test, toString, compile
  case getDotAll = "dotAll"
  case getFlags = "flags"
  case getGlobal = "global"
  case getIgnoreCase = "ignoreCase"
  case getMultiline = "multiline"
  case getSource = "source"
  case getSticky = "sticky"
  case getUnicode = "unicode"

  var length: Int {
    switch self {
    case .exec, .test: 1
    case .compile: 2
    default: 0
    }
  }

  var isGetter: Bool {
    switch self {
    case .exec, .test, .toString, .compile: false
    default: true
    }
  }
}

/// `RegExp`, the members of regular expressions, and the methods of strings that use them.
struct RegularExpressionFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  init(_ context: NativeContext) { self.context = context }

  // MARK: - Making regular expressions

  func isRegularExpression(_ value: Value) -> Bool {
    value.isObject && heap.object(value).pointee.kind == .regularExpression
  }

  /// Returns a literal, or the result of `new RegExp`.
  func newRegularExpression(_ pattern: StringID, _ flags: StringID) throws(Exception) -> Value {
    let index = try program(pattern, flags)
    let id = try heap.newObject(
      .regularExpression, prototype: context.realm.regularExpression, properties: 2)
    heap.object(id).pointee.a = UInt32(index)
    heap.object(id).pointee.b = flags
    heap.object(id).pointee.value = .string(pattern)
    try heap.addProperty(id, Name.lastIndex.id, .number(0), .writable)
    return .object(id)
  }

  private func program(_ pattern: StringID, _ flags: StringID) throws(Exception) -> Int {
    let patternName = try heap.intern(pattern)
    let flagsName = try heap.intern(flags)
    if let cached = context.patternIndex(patternName, flagsName) { return cached }
    let units = Array(try heap.units(of: pattern))
    try context.count(steps: 64 + units.count * 4)
    guard let parsedFlags = PatternFlags(try heap.units(of: flags)) else {
      throw context.exception(.syntax, "the flags of the regular expression are not valid")
    }
    do throws(PatternError) {
      return context.addPattern(
        try RegularExpressionProgram(units, flags: parsedFlags, depthLimit: 100), patternName,
        flagsName)
    } catch {
      throw context.exception(.syntax, "the regular expression is not valid: \(error.message)")
    }
  }

  /// Returns the program of a regular expression.
  private func pattern(of expression: Value) -> RegularExpressionProgram {
    context.pattern(Int(heap.object(expression).pointee.a))
  }

  func make(
    _ arguments: Arguments, isNew: Bool
  ) throws(Exception) -> Value {
    let first = arguments[0]
    if isRegularExpression(first) {
      if !isNew, arguments[1].isUndefined { return first }
      let object = heap.object(first)
      let flags = arguments[1].isUndefined ? object.pointee.b : try context.toStringID(arguments[1])
      return try newRegularExpression(object.pointee.value.id, flags)
    }
    let pattern = first.isUndefined ? Name.empty : try context.toStringID(first)
    let flags = arguments[1].isUndefined ? Name.empty : try context.toStringID(arguments[1])
    return try newRegularExpression(pattern, flags)
  }

  // MARK: - RegExp.prototype

  func call(
    _ function: RegularExpressionFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    guard isRegularExpression(this) else {
      // The prototype itself answers as an expression without flags would.
      if this.isObject, this.id == context.realm.regularExpression, function.isGetter {
        switch function {
        case .getSource: return try context.string("(?:)")
        case .getFlags: return .string(Name.empty)
        default: return .undefined
        }
      }
      if function == .toString, this.isObject {
        let source = try context.toStringID(try context.get(this, PropertyKey(.source)))
        let flags = try context.toStringID(try context.get(this, PropertyKey(.flags)))
        return try context.string("/\(context.text(of: source))/\(context.text(of: flags))")
      }
      throw context.typeError("this is not a regular expression")
    }
    let flags = pattern(of: this).flags
    switch function {
    case .exec: return try execute(this, try context.toStringID(arguments[0]))
    case .test: return .boolean(!(try execute(this, try context.toStringID(arguments[0]))).isNull)
    case .toString:
      let slash = try heap.string("/")
      let source = try heap.concatenation(slash, try sourceText(this))
      let closed = try heap.concatenation(source, slash)
      return .string(try heap.concatenation(closed, try heap.string(letters(of: flags))))
    case .compile: throw context.typeError("compile is not supported")
    case .getDotAll: return .boolean(flags.isDotAll)
    case .getGlobal: return .boolean(flags.isGlobal)
    case .getIgnoreCase: return .boolean(flags.ignoresCase)
    case .getMultiline: return .boolean(flags.isMultiline)
    case .getSticky: return .boolean(flags.isSticky)
    case .getUnicode: return .boolean(flags.isUnicode)
    case .getSource: return .string(try sourceText(this))
    case .getFlags: return .string(try heap.string(letters(of: flags)))
    }
  }

  /// Returns the letters of flags, in the order of the alphabet, however they were written.
  private func letters(of flags: PatternFlags) -> [UInt16] {
    let letters: [(Bool, UInt16)] = [
      (flags.isGlobal, 0x67), (flags.ignoresCase, 0x69), (flags.isMultiline, 0x6D),
      (flags.isDotAll, 0x73), (flags.isUnicode, 0x75), (flags.isSticky, 0x79),
    ]
    return letters.filter { $0.0 }.map { $0.1 }
  }

  /// Returns the text of an expression as a literal has it.
  private func sourceText(_ expression: Value) throws(Exception) -> StringID {
    let source = heap.object(expression).pointee.value.id
    let units = try heap.units(of: source)
    if units.isEmpty { return try heap.string("(?:)") }
    var result: [UInt16] = []
    var isInClass = false
    var isEscaped = false
    for unit in units {
      if isEscaped {
        isEscaped = false
        if !isLineEnd(unit) { result.append(0x5C) }
      } else if unit == 0x5C {
        isEscaped = true
        continue
      } else if unit == 0x5B {
        isInClass = true
      } else if unit == 0x5D {
        isInClass = false
      } else if unit == 0x2F, !isInClass {
        result.append(0x5C)
      }
      switch unit {
      case 10: result += Array("\\n".utf16)
      case 13: result += Array("\\r".utf16)
      case 0x2028: result += Array("\\u2028".utf16)
      case 0x2029: result += Array("\\u2029".utf16)
      default: result.append(unit)
      }
    }
    return try heap.string(result)
  }

  // MARK: - Matching

  /// Returns the first match at or after an index, or only at the index if the expression is
  /// sticky.
  private func match(
    _ expression: Value, _ string: StringID, from start: Int, isSticky: Bool
  ) throws(Exception) -> [Int]? {
    let program = pattern(of: expression)
    let units = try heap.units(of: string)
    var matcher = Matcher(program, units)
    var position = start
    while position <= units.count {
      if try matcher.matches(at: position, context) { return matcher.groups }
      if isSticky { return nil }
      position = next(position, in: units, program.flags.isUnicode)
      try context.count(steps: 1)
    }
    return nil
  }

  private func setLastIndex(_ expression: Value, _ index: Int) throws(Exception) {
    try context.set(expression, PropertyKey(.lastIndex), .number(Double(index)), isStrict: true)
  }

  /// Matches like `exec`, and returns the positions of the groups.
  private func executeMatch(
    _ expression: Value, _ string: StringID
  ) throws(Exception) -> [Int]? {
    let flags = pattern(of: expression).flags
    let keepsIndex = flags.isGlobal || flags.isSticky
    let lastIndex = try context.toLength(try context.get(expression, PropertyKey(.lastIndex)))
    let start = keepsIndex ? lastIndex : 0
    guard start <= Double(heap.count(of: string)),
      let groups = try match(expression, string, from: Int(start), isSticky: flags.isSticky)
    else {
      if keepsIndex { try setLastIndex(expression, 0) }
      return nil
    }
    if keepsIndex { try setLastIndex(expression, groups[1]) }
    return groups
  }

  private func execute(_ expression: Value, _ string: StringID) throws(Exception) -> Value {
    guard let groups = try executeMatch(expression, string) else { return .null }
    let result = try context.array(try groupValues(groups, string, withWhole: true))
    let id = result.id
    try heap.addProperty(id, Name.index.id, .number(Double(groups[0])), .all)
    try heap.addProperty(id, Name.input.id, .string(string), .all)
    try heap.addProperty(id, Name.groups.id, try namedGroups(expression, groups, string), .all)
    return result
  }

  private func groupValues(
    _ groups: [Int], _ string: StringID, withWhole: Bool
  ) throws(Exception) -> [Value] {
    var values: [Value] = []
    for group in (withWhole ? 0 : 1)..<groups.count / 2 {
      let (start, end) = (groups[2 * group], groups[2 * group + 1])
      values.append(
        start < 0 || end < 0 ? .undefined : .string(try heap.substring(string, start..<end)))
    }
    return values
  }

  private func namedGroups(
    _ expression: Value, _ groups: [Int], _ string: StringID
  ) throws(Exception) -> Value {
    let names = pattern(of: expression).names
    guard !names.isEmpty else { return .undefined }
    let result = try heap.newObject(.ordinary, prototype: 0)
    let values = try groupValues(groups, string, withWhole: true)
    for (name, group) in names {
      try context.define(result, try heap.key(try heap.string(name)), values[group], .all)
    }
    return .object(result)
  }

  // MARK: - Methods of strings

  /// Performs `match`, `search`, `replace` or `split` with a regular expression. Returns `nil` for
  /// other functions.
  func call(
    _ function: StringPrototypeFunction, _ this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value? {
    var expression = arguments[0]
    if !isRegularExpression(expression) {
      guard function == .match || function == .search else { return nil }
      let string = try context.toStringID(this)
      let pattern = expression.isUndefined ? Name.empty : try context.toStringID(expression)
      expression = try newRegularExpression(pattern, Name.empty)
      return try call(function, expression, string, arguments)
    }
    return try call(function, expression, try context.toStringID(this), arguments)
  }

  private func call(
    _ function: StringPrototypeFunction, _ expression: Value, _ string: StringID,
    _ arguments: Arguments
  ) throws(Exception) -> Value {
    let flags = pattern(of: expression).flags
    switch function {
    case .search:
      let groups = try match(expression, string, from: 0, isSticky: flags.isSticky)
      return .number(Double(groups?[0] ?? -1))
    case .match:
      guard flags.isGlobal else { return try execute(expression, string) }
      let all = try allMatches(expression, string)
      guard !all.isEmpty else { return .null }
      let result = try context.newArray(count: 0)
      for groups in all {
        try context.append(.string(try heap.substring(string, groups[0]..<groups[1])), to: result)
      }
      return .object(result)
    case .split: return try split(expression, string, arguments[1])
    default:
      if function == .replaceAll, !flags.isGlobal {
        throw context.typeError("replaceAll needs an expression with the flag g")
      }
      return try replace(expression, string, arguments[1], isGlobal: flags.isGlobal)
    }
  }

  private func advance(_ index: Int, _ string: StringID, _ isUnicode: Bool) throws(Exception) -> Int
  {
    next(index, in: try heap.units(of: string), isUnicode)
  }

  /// Returns the index after the character at an index. With the flag u, a pair of surrogates is
  /// one character.
  private func next(
    _ index: Int, in units: UnsafeBufferPointer<UInt16>, _ isUnicode: Bool
  ) -> Int {
    let isPair =
      isUnicode && index + 1 < units.count && units[index] & 0xFC00 == 0xD800
      && units[index + 1] & 0xFC00 == 0xDC00
    return index + (isPair ? 2 : 1)
  }

  private func allMatches(
    _ expression: Value, _ string: StringID
  ) throws(Exception) -> [[Int]] {
    let flags = pattern(of: expression).flags
    try setLastIndex(expression, 0)
    var all: [[Int]] = []
    while let groups = try executeMatch(expression, string) {
      all.append(groups)
      try context.count(steps: 4 + groups.count)
      if groups[0] == groups[1] {
        try setLastIndex(expression, try advance(groups[1], string, flags.isUnicode))
      }
    }
    return all
  }

  private func replace(
    _ expression: Value, _ string: StringID, _ replacement: Value, isGlobal: Bool
  ) throws(Exception) -> Value {
    let isFunction = context.isCallable(replacement)
    let template = isFunction ? Name.empty : try context.toStringID(replacement)
    let all: [[Int]]
    if isGlobal {
      all = try allMatches(expression, string)
    } else {
      all = try executeMatch(expression, string).map { [$0] } ?? []
    }
    var result: [UInt16] = []
    var copied = 0
    for groups in all {
      let values = try groupValues(groups, string, withWhole: false)
      let named = try namedGroups(expression, groups, string)
      let part: StringID
      if isFunction {
        var arguments = [Value.string(try heap.substring(string, groups[0]..<groups[1]))]
        arguments += values
        arguments += [.number(Double(groups[0])), .string(string)]
        if !named.isUndefined { arguments.append(named) }
        part = try context.toStringID(try context.call(replacement, arguments: arguments))
      } else {
        part = try StringFunctions(context).expand(
          template, string: string, range: groups[0]..<groups[1], groups: values, names: named)
      }
      if groups[0] >= copied {
        result.append(contentsOf: try heap.units(of: string)[copied..<groups[0]])
        result.append(contentsOf: try heap.units(of: part))
        copied = groups[1]
      }
      guard result.count <= context.limits.stringLength else {
        throw Exception(reason: .limit(.stringLength))
      }
    }
    result.append(contentsOf: try heap.units(of: string)[copied...])
    return .string(try heap.string(result))
  }

  private func split(
    _ expression: Value, _ string: StringID, _ limitValue: Value
  ) throws(Exception) -> Value {
    let result = try context.newArray(count: 0)
    let limit = limitValue.isUndefined ? UInt32.max : try context.toUInt32(limitValue)
    guard limit > 0 else { return .object(result) }
    let flags = pattern(of: expression).flags
    let count = heap.count(of: string)
    if count == 0 {
      if try match(expression, string, from: 0, isSticky: true) == nil {
        try context.append(.string(string), to: result)
      }
      return .object(result)
    }
    var start = 0
    var position = 0
    while position < count {
      guard let groups = try match(expression, string, from: position, isSticky: false),
        groups[0] < count
      else { break }
      if groups[1] == start || (groups[0] == groups[1] && groups[0] == start) {
        position = try advance(max(groups[0], position), string, flags.isUnicode)
        continue
      }
      try context.append(.string(try heap.substring(string, start..<groups[0])), to: result)
      if heap.object(result).pointee.length >= limit { return .object(result) }
      start = groups[1]
      for value in try groupValues(groups, string, withWhole: false) {
        try context.append(value, to: result)
        if heap.object(result).pointee.length >= limit { return .object(result) }
      }
      position = start == groups[0] ? try advance(start, string, flags.isUnicode) : start
    }
    try context.append(.string(try heap.substring(string, start..<count)), to: result)
    return .object(result)
  }
}
