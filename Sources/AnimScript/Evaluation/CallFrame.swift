/// A call of a function of the script.
struct CallFrame {
  var function: UnsafeMutablePointer<FunctionCode>
  /// The instruction at which execution continues when the called function returns.
  var pc: UnsafeMutablePointer<UInt32>
  /// The local variables. The two values before them are the function and `this`.
  var base: UnsafeMutablePointer<Value>
  var environment: UInt32
  /// The function as an object, or 0 for a program.
  var callee: ObjectID
  /// The value of `this`. Empty for the global object, which is created on demand.
  var this: Value
  /// The object that `new` creates, which is the result if the function doesn't return an object,
  /// or 0 for a plain call.
  var constructed: ObjectID
  /// An array of all arguments, if the function uses those beyond its parameters.
  var arguments: ObjectID
}
