/// A call of a function of the script.
struct Frame {
  var function: UnsafeMutablePointer<FunctionCode>
  /// Where it goes on when the function that it calls has returned.
  var pc: UnsafeMutablePointer<UInt32>
  /// The local variables; the two values before them are the function and `this`.
  var base: UnsafeMutablePointer<Value>
  var environment: UInt32
  /// The function as an object; 0 for a program.
  var callee: ObjectID
  var this: Value
  /// The object that `new` makes, which is the result if the function returns none; 0 for a call.
  var constructed: ObjectID
  /// An array of all arguments, if the function uses those beyond its parameters.
  var arguments: ObjectID
}

/// A `try` that is being executed.
struct Handler {
  var frame: Int
  var target: UnsafeMutablePointer<UInt32>
  var environment: UInt32
}

/// The objects of the language that the interpreter itself needs.
struct Realm {
  var object: ObjectID = 0
  var function: ObjectID = 0
  var array: ObjectID = 0
  var string: ObjectID = 0
  var number: ObjectID = 0
  var boolean: ObjectID = 0
  var iterator: ObjectID = 0
  var regularExpression: ObjectID = 0
  var error: ObjectID = 0
  var arrayConstructor: ObjectID = 0
  /// By ``ErrorKind``.
  var errors: InlineArray<7, ObjectID> = .init(repeating: 0)
  var global: ObjectID = 0
  var eval: ObjectID = 0
  var math: ObjectID = 0
  var json: ObjectID = 0
  /// The function that throws a `TypeError`.
  var thrower: ObjectID = 0
}

enum ErrorKind: Int {
  case error, type, range, reference, syntax, eval, uri
}
