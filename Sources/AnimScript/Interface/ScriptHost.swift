/// What a script finds outside itself: global names, and the objects behind them.
///
/// An interpreter asks its host only for what the script reads. A host object is three numbers
/// (``HostObject``), so the members of an object are made when they are asked for, and cost nothing
/// before.
///
/// Every method may throw what the interpreter makes (``Interpreter/typeError(_:)`` and its
/// siblings), which the script can catch, and must pass on what the interpreter's methods throw.
package protocol ScriptHost: AnyObject {
  /// The value of a global name, asked for when the script first reads it; nil if the host has
  /// none, so that reading it is a `ReferenceError`.
  ///
  /// The language's own names, such as `Math`, are not asked for. `name` is the name's position in
  /// the ``Vocabulary``; names outside it are not asked for either.
  func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value?

  /// The property of an object; `undefined` if there is none.
  func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value

  /// Sets a property; false if that is not possible, which throws in strict mode and is ignored
  /// otherwise.
  func set(
    _ key: PropertyKey, of object: HostObject, to value: Value, in interpreter: Interpreter
  ) throws(Exception) -> Bool

  /// Whether `key in object`, and whether `for in` and `hasOwnProperty` find it.
  func has(
    _ key: PropertyKey, in object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Bool

  /// The names that `for in` and `Object.keys` list, as strings.
  func keys(of object: HostObject, in interpreter: Interpreter) throws(Exception) -> [Value]

  /// Calls an object as a function; throws a `TypeError` if it is none.
  func call(
    _ function: HostObject, this: Value, arguments: Arguments, in interpreter: Interpreter
  ) throws(Exception) -> Value

  /// What an object is where a number, a string or another primitive value is needed: in
  /// arithmetic, comparisons, `Math.abs(property)`. An array is converted further, by its `join`.
  func primitive(
    of object: HostObject, hint: PrimitiveHint, in interpreter: Interpreter
  ) throws(Exception) -> Value

  /// Whether `typeof` says `function`, and callbacks may be this object.
  func isCallable(_ object: HostObject) -> Bool

  /// Whether `Array.isArray`, `instanceof Array`, spreading and `for of` take it for an array, by
  /// its `length` and its indices.
  func isArrayLike(_ object: HostObject) -> Bool

  /// The next number of `Math.random`, at least 0 and less than 1.
  func random(in interpreter: Interpreter) -> Double
}

/// Which primitive value an operation prefers.
package enum PrimitiveHint: Sendable {
  /// Either: the object decides.
  case none
  /// A number, for arithmetic.
  case number
  /// A string, for text.
  case string
}

extension ScriptHost {
  package func set(
    _ key: PropertyKey, of object: HostObject, to value: Value, in interpreter: Interpreter
  ) throws(Exception) -> Bool { false }

  package func has(
    _ key: PropertyKey, in object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Bool {
    !(try get(key, of: object, in: interpreter)).isUndefined
  }

  package func keys(
    of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> [Value] { [] }

  package func call(
    _ function: HostObject, this: Value, arguments: Arguments, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    throw interpreter.typeError("the object is not a function")
  }

  package func primitive(
    of object: HostObject, hint: PrimitiveHint, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    hint == .number ? .number(.nan) : try interpreter.string("[object Object]")
  }

  package func isCallable(_ object: HostObject) -> Bool { true }
  package func isArrayLike(_ object: HostObject) -> Bool { false }
  package func random(in interpreter: Interpreter) -> Double { 0.5 }
}

/// A host without names and objects.
package final class EmptyHost: ScriptHost {
  /// A host that knows nothing.
  package init() {}

  package func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value? { nil }

  package func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value { .undefined }
}

/// The arguments of a call, which are valid while it lasts.
package struct Arguments {
  let base: UnsafeMutablePointer<Value>
  /// How many there are.
  package let count: Int

  init(_ base: UnsafeMutablePointer<Value>, _ count: Int) {
    self.base = base
    self.count = count
  }

  /// The argument at `index`, from 0; `undefined` beyond the last.
  @inline(__always)
  package subscript(index: Int) -> Value {
    index < count ? base[index] : .undefined
  }
}
