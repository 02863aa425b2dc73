enum ConstructorFunction: String, NativeTable {
  case object = "Object"
  case function = "Function"
  case array = "Array"
  case string = "String"
  case number = "Number"
  case boolean = "Boolean"
  case regularExpression = "RegExp"
  case error = "Error"
  case typeError = "TypeError"
  case rangeError = "RangeError"
  case referenceError = "ReferenceError"
  case syntaxError = "SyntaxError"
  case evalError = "EvalError"
  case uriError = "URIError"
  /// The function that throws for features that strict mode removed. It isn't a constructor.
  case throwTypeError

  var length: Int {
    switch self {
    case .throwTypeError: 0
    case .regularExpression: 2
    default: 1
    }
  }

  /// The kind of errors that the constructor creates.
  var errorKind: ErrorKind? {
    switch self {
    case .error: .error
    case .typeError: .type
    case .rangeError: .range
    case .referenceError: .reference
    case .syntaxError: .syntax
    case .evalError: .eval
    case .uriError: .uri
    default: nil
    }
  }
}

/// The constructors of the language, and the members of errors.
struct ConstructorFunctions {
  private let context: NativeContext
  private var heap: Heap { context.heap }

  init(_ context: NativeContext) { self.context = context }

  func call(
    _ function: ConstructorFunction, _ arguments: Arguments, isNew: Bool
  ) throws(Exception) -> Value {
    if let kind = function.errorKind { return try makeError(kind, arguments) }
    switch function {
    case .object:
      if arguments[0].isNullish { return try context.object() }
      return arguments[0].tag == .host
        ? arguments[0] : .object(try context.toObject(arguments[0]))
    case .function: throw context.typeError("functions from text are not supported")
    case .array: return try ArrayFunctions(context).make(arguments)
    case .string:
      let string = arguments.count > 0 ? try context.toStringID(arguments[0]) : Name.empty
      return isNew ? .object(try context.toObject(.string(string))) : .string(string)
    case .number:
      let number = Value.number(arguments.count > 0 ? try context.toNumber(arguments[0]) : 0)
      return isNew ? .object(try context.toObject(number)) : number
    case .boolean:
      let value = Value.boolean(context.toBoolean(arguments[0]))
      return isNew ? .object(try context.toObject(value)) : value
    case .regularExpression:
      return try RegularExpressionFunctions(context).make(arguments, isNew: isNew)
    default: throw context.typeError("this property is not available in strict mode")
    }
  }

  private func makeError(_ kind: ErrorKind, _ arguments: Arguments) throws(Exception) -> Value {
    let id = try heap.newObject(.error, prototype: context.realm.errors[kind.rawValue])
    if !arguments[0].isUndefined {
      let message = try context.toStringID(arguments[0])
      try heap.addProperty(id, Name.message.id, .string(message), .hidden)
    }
    return .object(id)
  }

  func errorToString(_ this: Value) throws(Exception) -> Value {
    guard this.isAnyObject else { throw context.typeError("this is not an object") }
    let name = try context.get(this, PropertyKey(.name))
    let nameString =
      name.isUndefined ? Name.errorConstructor.id : try context.toStringID(name)
    let message = try context.get(this, PropertyKey(.message))
    let messageString = message.isUndefined ? Name.empty : try context.toStringID(message)
    if heap.count(of: nameString) == 0 { return .string(messageString) }
    if heap.count(of: messageString) == 0 { return .string(nameString) }
    let prefix = try heap.concatenation(nameString, try heap.string(": "))
    return .string(try heap.concatenation(prefix, messageString))
  }
}
