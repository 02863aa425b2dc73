/// The environment of a script: global names and the objects that they refer to.
///
/// An interpreter asks its host only for values that the script reads. A host object consists of
/// three numbers (``HostObject``), so the members of an object are created on demand and cost
/// nothing before.
///
/// Every method can throw exceptions that the interpreter creates (``Interpreter/typeError(_:)``
/// and others), which the script can catch, and must pass on exceptions of the interpreter's
/// methods.
package protocol ScriptHost: AnyObject {
  /// Returns the value of a global name when the script first reads it, or `nil` if the host
  /// doesn't define it, so that reading it is a `ReferenceError`.
  ///
  /// `name` is the position of the name in the ``Vocabulary``. The host isn't asked for names
  /// outside the vocabulary, nor for names of the language such as `Math`.
  func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value?

  /// Returns a property of an object, or `undefined` if it doesn't exist.
  func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value

  /// Sets a property. Returns `false` if that isn't possible, which throws in strict mode and is
  /// ignored otherwise.
  func set(
    _ key: PropertyKey, of object: HostObject, to value: Value, in interpreter: Interpreter
  ) throws(Exception) -> Bool

  /// Returns whether `key in object`, and whether `for in` and `hasOwnProperty` find it.
  func has(
    _ key: PropertyKey, in object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Bool

  /// Returns the names that `for in` and `Object.keys` list, as strings.
  func keys(of object: HostObject, in interpreter: Interpreter) throws(Exception) -> [Value]

  /// Calls an object as a function. Throws a `TypeError` if it isn't a function.
  func call(
    _ function: HostObject, this: Value, arguments: Arguments, in interpreter: Interpreter
  ) throws(Exception) -> Value

  /// Returns the primitive value of an object in arithmetic, comparisons and calls such as
  /// `Math.abs(property)`. An array is converted further by its `join`.
  func primitive(
    of object: HostObject, hint: PrimitiveHint, in interpreter: Interpreter
  ) throws(Exception) -> Value

  /// Returns whether `typeof` is `function` for the object, so that it can be a callback.
  func isCallable(_ object: HostObject) -> Bool

  /// Returns whether `Array.isArray`, `instanceof Array`, spreading and `for of` take it for an
  /// array, by its `length` and its indices.
  func isArrayLike(_ object: HostObject) -> Bool

  /// Returns the next number of `Math.random`, at least 0 and less than 1.
  func random(in interpreter: Interpreter) -> Double
}

/// The type of primitive value that an operation prefers.
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
  /// Creates a host without values.
  package init() {}

  package func global(_ name: Int, in interpreter: Interpreter) throws(Exception) -> Value? { nil }

  package func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value { .undefined }
}

/// The arguments of a call, which are valid while it lasts.
package struct Arguments {
  let base: UnsafeMutablePointer<Value>
  /// The number of arguments.
  package let count: Int

  init(_ base: UnsafeMutablePointer<Value>, _ count: Int) {
    self.base = base
    self.count = count
  }

  /// The argument at `index`, starting at 0, or `undefined` beyond the last argument.
  @inline(__always)
  package subscript(index: Int) -> Value {
    index < count ? base[index] : .undefined
  }
}
