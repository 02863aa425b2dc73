/// Evaluates scripts, one at a time, on one thread.
///
/// An interpreter has memory for the values of an evaluation, which the next evaluation uses again,
/// and the objects of the language, such as `Math`. What a script changes in these is undone, so
/// that no evaluation depends on those before it.
///
/// A host may evaluate another script while it is asked for something: that one has its own
/// variables and objects, and ends before the outer one goes on.
public final class Interpreter {
  public let limits: ScriptLimits
  /// The steps that are left for this and later evaluations together; a host may set it for each
  /// frame. An evaluation may take no more than this and ``ScriptLimits/steps``.
  public var allowance = Int.max
  /// The steps of the evaluation that ended last.
  public private(set) var steps = 0

  public init(limits: ScriptLimits = ScriptLimits()) {
    self.limits = limits
  }

  /// Evaluates a script, and hands its result to `read`, during which the result and what it refers
  /// to are valid.
  public func evaluate<Result>(
    _ script: Script, host: any ScriptHost, read: (Value) throws(Exception) -> Result
  ) throws(ScriptError) -> Result {
    throw ScriptError(kind: .unsupported, name: "", message: "not yet")
  }

  // MARK: - Making values

  /// A string.
  public func string(_ text: String) throws(Exception) -> Value { .undefined }
  /// An array.
  public func array(_ values: [Value]) throws(Exception) -> Value { .undefined }
  /// An array of numbers.
  public func array(_ numbers: [Double]) throws(Exception) -> Value { .undefined }
  /// An array of numbers.
  public func array(_ numbers: UnsafeBufferPointer<Double>) throws(Exception) -> Value { .undefined }
  /// An object without properties, as `{}` makes it.
  public func object() throws(Exception) -> Value { .undefined }
  /// Sets a property, as `object.name = value` does.
  public func set(_ name: String, of object: Value, to value: Value) throws(Exception) {}

  // MARK: - Reading values

  /// The text of a string; that of `String(value)` if it is a number, a boolean, `undefined` or
  /// `null`. An unpaired surrogate becomes U+FFFD.
  public func text(_ value: Value) -> String { "" }
  /// The text of a key.
  public func text(_ key: PropertyKey) -> String { "" }
  /// The position of a key in the vocabulary of the script; −1 if it is not in there.
  public func vocabularyIndex(_ key: PropertyKey) -> Int { -1 }
  /// The position of a string in the vocabulary of the script; −1 if it is not in there, or is no
  /// string.
  public func vocabularyIndex(_ value: Value) -> Int { -1 }
  /// Whether a value is an array of the script.
  public func isArray(_ value: Value) -> Bool { false }
  /// The length of an array of the script; 0 for any other value.
  public func count(of array: Value) -> Int { 0 }
  /// An element of an array of the script; `undefined` if there is none.
  public func element(_ index: Int, of array: Value) throws(Exception) -> Value { .undefined }
  /// A property, as `object.name` reads it.
  public func get(_ name: String, of object: Value) throws(Exception) -> Value { .undefined }
  /// A property, as `object[key]` reads it.
  public func get(_ key: PropertyKey, of object: Value) throws(Exception) -> Value { .undefined }
  /// Whether a value can be called.
  public func isCallable(_ value: Value) -> Bool { false }

  // MARK: - Converting and calling

  /// As `Number(value)` does it, with `valueOf` and `toString` of objects.
  public func toNumber(_ value: Value) throws(Exception) -> Double { 0 }
  /// As `String(value)` does it.
  public func toString(_ value: Value) throws(Exception) -> Value { value }
  /// As `Boolean(value)` does it.
  public func toBoolean(_ value: Value) -> Bool { false }
  /// Calls a function of the script, the language or the host.
  public func call(
    _ function: Value, this: Value = .undefined, arguments: [Value] = []
  ) throws(Exception) -> Value { .undefined }

  // MARK: - Throwing

  /// An exception to throw: a `TypeError` of the script.
  public func typeError(_ message: String) -> Exception { .thrown }
  /// An exception to throw: a `RangeError` of the script.
  public func rangeError(_ message: String) -> Exception { .thrown }
  /// An exception to throw: a `ReferenceError` of the script.
  public func referenceError(_ message: String) -> Exception { .thrown }
  /// An exception to throw: an `Error` of the script.
  public func error(_ message: String) -> Exception { .thrown }

  /// Counts steps for work that the host does, so that its limits hold for that as well.
  public func count(steps: Int) throws(Exception) {}
}
