/// The functions of the language, by the object that has them. A function's number is 256 times its
/// group plus its place in the group's table.
enum NativeGroup: UInt32, CaseIterable {
  case constructor, object, objectPrototype, functionPrototype, array, arrayPrototype
  case string, stringPrototype, number, numberPrototype, booleanPrototype, math, json
  case errorPrototype, global, regularExpressionPrototype, iteratorPrototype

  /// Names and numbers of parameters, in the order of the group's enumeration.
  var table: String {
    switch self {
    case .constructor: ConstructorFunction.table
    case .object: ObjectFunction.table
    case .objectPrototype: ObjectPrototypeFunction.table
    case .functionPrototype: FunctionPrototypeFunction.table
    case .array: ArrayFunction.table
    case .arrayPrototype: ArrayPrototypeFunction.table
    case .string: StringFunction.table
    case .stringPrototype: StringPrototypeFunction.table
    case .number: NumberFunction.table
    case .numberPrototype: NumberPrototypeFunction.table
    case .booleanPrototype: "toString 0 valueOf 0"
    case .math: MathFunction.table
    case .json: "parse 2 stringify 3"
    case .errorPrototype: "toString 0"
    case .global: GlobalFunction.table
    case .regularExpressionPrototype: RegularExpressionFunction.table
    case .iteratorPrototype: "next 0"
    }
  }
}

/// The name and the property `length` of a function of the language.
struct NativeFunction {
  var name: StringID
  var length: Int

  /// By group and place.
  static let all: [[NativeFunction]] = NativeGroup.allCases.map { group in
    let words = group.table.split(separator: " ")
    return stride(from: 0, to: words.count, by: 2).map { index in
      NativeFunction(
        name: NameTable.language.intern(Array(words[index].utf16)),
        length: Int(words[index + 1]) ?? 0)
    }
  }
}

enum ConstructorFunction: UInt32 {
  case object, function, array, string, number, boolean, regularExpression
  case error, typeError, rangeError, referenceError, syntaxError, evalError, uriError
  case throwTypeError

  static let table = """
    Object 1 Function 1 Array 1 String 1 Number 1 Boolean 1 RegExp 2 \
    Error 1 TypeError 1 RangeError 1 ReferenceError 1 SyntaxError 1 EvalError 1 URIError 1 \
    throwTypeError 0
    """
}

extension Interpreter {
  func nativeFunction(_ number: UInt32) -> NativeFunction {
    NativeFunction.all[Int(number >> 8)][Int(number & 0xFF)]
  }

  /// Calls a function of the language, or, by `new`, makes an object with it.
  func callNative(
    _ number: UInt32, this: Value, _ arguments: Arguments, isNew: Bool
  ) throws(Exception) -> Value {
    let index = number & 0xFF
    switch unsafeBitCast(UInt8(truncatingIfNeeded: number >> 8), to: NativeGroupCode.self) {
    case .math:
      return try callMath(MathFunction(rawValue: index).unsafelyUnwrapped, arguments)
    case .constructor:
      return try callConstructor(
        ConstructorFunction(rawValue: index).unsafelyUnwrapped, this, arguments, isNew: isNew)
    case .object:
      return try callObject(ObjectFunction(rawValue: index).unsafelyUnwrapped, arguments)
    case .objectPrototype:
      return try callObjectPrototype(
        ObjectPrototypeFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .functionPrototype:
      return try callFunctionPrototype(
        FunctionPrototypeFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .array:
      return try callArray(ArrayFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .arrayPrototype:
      return try callArrayPrototype(
        ArrayPrototypeFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .string:
      return try callString(StringFunction(rawValue: index).unsafelyUnwrapped, arguments)
    case .stringPrototype:
      return try callStringPrototype(
        StringPrototypeFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .number:
      return try callNumber(NumberFunction(rawValue: index).unsafelyUnwrapped, arguments)
    case .numberPrototype:
      return try callNumberPrototype(
        NumberPrototypeFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .booleanPrototype: return try callBooleanPrototype(index, this)
    case .json: return try callJSON(index, arguments)
    case .errorPrototype: return try errorToString(this)
    case .global:
      return try callGlobal(GlobalFunction(rawValue: index).unsafelyUnwrapped, arguments)
    case .regularExpressionPrototype:
      return try callRegularExpression(
        RegularExpressionFunction(rawValue: index).unsafelyUnwrapped, this, arguments)
    case .iteratorPrototype:
      guard this.isObject, heap.object(this).pointee.kind == .iterator else {
        throw typeError("this is no iterator")
      }
      let value = try nextValue(this)
      let result = try heap.newObject(.ordinary, prototype: realm.object, properties: 2)
      try heap.addProperty(result, Name.value.id, value ?? .undefined, .all)
      try heap.addProperty(result, Name.done.id, .boolean(value == nil), .all)
      return .object(result)
    }
  }

  private func callConstructor(
    _ function: ConstructorFunction, _ this: Value, _ arguments: Arguments, isNew: Bool
  ) throws(Exception) -> Value {
    switch function {
    case .object:
      if arguments[0].isNullish { return try object() }
      return arguments[0].tag == .host ? arguments[0] : .object(try toObject(arguments[0]))
    case .function: throw typeError("functions from text are not supported")
    case .array: return try makeArray(arguments)
    case .string:
      let string = arguments.count > 0 ? try toStringID(arguments[0]) : Name.empty
      return isNew ? .object(try toObject(.string(string))) : .string(string)
    case .number:
      let number = Value.number(arguments.count > 0 ? try toNumber(arguments[0]) : 0)
      return isNew ? .object(try toObject(number)) : number
    case .boolean:
      let value = Value.boolean(toBoolean(arguments[0]))
      return isNew ? .object(try toObject(value)) : value
    case .regularExpression:
      return try makeRegularExpression(arguments, isNew: isNew)
    case .throwTypeError:
      throw typeError("this property is not available in strict mode")
    default:
      let kind = Int(function.rawValue - ConstructorFunction.error.rawValue)
      let id = try heap.newObject(.error, prototype: realm.errors[kind])
      if !arguments[0].isUndefined {
        let message = try toStringID(arguments[0])
        try heap.addProperty(id, Name.message.id, .string(message), .hidden)
      }
      return .object(id)
    }
  }

  private func errorToString(_ this: Value) throws(Exception) -> Value {
    guard this.isAnyObject else { throw typeError("this is no object") }
    let name = try get(this, PropertyKey(.name))
    let nameString =
      name.isUndefined ? Name.errorConstructor.id : try toStringID(name)
    let message = try get(this, PropertyKey(.message))
    let messageString = message.isUndefined ? Name.empty : try toStringID(message)
    if heap.count(of: nameString) == 0 { return .string(messageString) }
    if heap.count(of: messageString) == 0 { return .string(nameString) }
    let prefix = try heap.concatenation(nameString, try heap.string(": "))
    return .string(try heap.concatenation(prefix, messageString))
  }

  private func callBooleanPrototype(
    _ index: UInt32, _ this: Value
  ) throws(Exception) -> Value {
    var value = this
    if this.isObject, heap.object(this).pointee.kind == .boolean {
      value = heap.object(this).pointee.value
    }
    guard value.asBoolean != nil else { throw typeError("this is no boolean") }
    return index == 0 ? .string(try primitiveToString(value)) : value
  }
}

/// ``NativeGroup`` as a byte, so that a call finds its group by one jump.
private enum NativeGroupCode: UInt8 {
  case constructor, object, objectPrototype, functionPrototype, array, arrayPrototype
  case string, stringPrototype, number, numberPrototype, booleanPrototype, math, json
  case errorPrototype, global, regularExpressionPrototype, iteratorPrototype
}
