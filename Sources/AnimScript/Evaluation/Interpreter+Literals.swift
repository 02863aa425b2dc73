// Objects, arrays and patterns as they are written in a text.

extension Interpreter {
  /// Executes an instruction that creates an object, adds to it or removes something from it.
  ///
  /// - Parameter top: The position of the next value on the stack.
  /// - Returns: The new position.
  @inline(never)
  func runLiteral(
    _ operation: LiteralOperation, _ operand: Int, _ frame: UnsafeMutablePointer<CallFrame>,
    _ top: UnsafeMutablePointer<Value>
  ) throws(Exception) -> UnsafeMutablePointer<Value> {
    let function = frame.pointee.function
    var sp = top
    switch operation {
    case .deleteMember:
      let key = try heap.key(function.pointee.strings[operand])
      sp[-1] = .boolean(
        try delete(sp[-1], key, isStrict: function.pointee.isStrict))
    case .deleteIndex:
      sp -= 1
      sp[-1] = .boolean(
        try delete(sp[-1], try requiredKey(sp[-1], sp[0]), isStrict: function.pointee.isStrict))
    case .defineMember:
      sp -= 1
      let key = try heap.key(function.pointee.strings[operand])
      try define(sp[-1].id, key, sp[0], .all)
    case .defineIndex:
      sp -= 2
      let key = try toKey(sp[0])
      try nameFunction(sp[1], key)
      try define(sp[-1].id, key, sp[1], .all)
    case .defineGetter:
      sp -= 2
      try defineAccessor(sp[-1].id, try toKey(sp[0]), getter: sp[1], setter: nil)
    case .defineSetter:
      sp -= 2
      try defineAccessor(sp[-1].id, try toKey(sp[0]), getter: nil, setter: sp[1])
    case .setPrototype:
      sp -= 1
      let prototype = sp[0]
      if prototype.isObject {
        heap.object(sp[-1]).pointee.prototype = prototype.id
      } else if prototype.isNull {
        heap.object(sp[-1]).pointee.prototype = 0
      }
    case .spreadInto:
      sp -= 1
      try copyProperties(of: sp[0], to: sp[-1].id, without: [])
    case .toKey:
      sp[-1] = try toKeyValue(sp[-1])
    case .newObject:
      sp[0] = .object(
        try heap.newObject(.ordinary, prototype: realm.object, properties: operand))
      sp += 1
    case .append:
      sp -= 1
      let array = heap.object(sp[-1])
      try heap.setElement(sp[-1].id, array.pointee.length, sp[0])
    case .appendHole:
      let array = heap.object(sp[-1])
      try heap.setElement(sp[-1].id, array.pointee.length, .empty)
    case .appendSpread:
      sp -= 1
      try appendAll(of: sp[0], to: sp[-1].id)
    case .templateObject:
      sp[0] = try templateObject(function.pointee.program.takeUnretainedValue(), operand)
      sp += 1
    case .regularExpression:
      sp[-1] = try RegularExpressionFunctions(NativeContext(self))
        .newRegularExpression(sp[-1].id, function.pointee.strings[operand])
    case .copyRest:
      sp -= operand
      var keys: [PropertyKey] = []
      for index in 0..<operand { keys.append(try toKey(sp[index])) }
      let copy = try heap.newObject(.ordinary, prototype: realm.object)
      try copyProperties(of: sp[-1], to: copy, without: keys)
      sp[-1] = .object(copy)
    case .concatenate:
      sp -= operand
      var result = try toStringID(sp[0])
      for index in 1..<max(operand, 1) {
        result = try heap.concatenation(result, try toStringID(sp[index]))
      }
      sp[0] = .string(result)
      sp += 1
    }
    return sp
  }
}
