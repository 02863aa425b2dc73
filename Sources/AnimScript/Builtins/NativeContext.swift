/// The part of an interpreter that built-in functions can access: values, objects and their
/// properties, conversions, calls, exceptions and the step count. The stack, the variables of
/// scripts and the remaining limits are out of their reach.
struct NativeContext {
  private let interpreter: Interpreter

  @inline(__always)
  init(_ interpreter: Interpreter) { self.interpreter = interpreter }

  var limits: ScriptLimits { interpreter.limits }
  @inline(__always)
  var heap: Heap { interpreter.heap }
  @inline(__always)
  var realm: Realm { interpreter.realm }

  @inline(__always)
  func count(steps: Int) throws(Exception) { try interpreter.count(steps: steps) }
}

// MARK: - Values

extension NativeContext {
  func string(_ text: String) throws(Exception) -> Value { try interpreter.string(text) }
  func text(_ value: Value) -> String { interpreter.text(value) }
  func text(_ key: PropertyKey) -> String { interpreter.text(key) }
  func text(of name: StringID) -> String { heap.text(of: name) }
  /// Returns a value in messages.
  func describe(_ value: Value) -> String { interpreter.describe(value) }

  func array(_ values: [Value]) throws(Exception) -> Value { try interpreter.array(values) }
  func newArray(count: Int) throws(Exception) -> ObjectID { try interpreter.newArray(count: count) }
  func append(_ value: Value, to array: ObjectID) throws(Exception) {
    try interpreter.append(value, to: array)
  }
  func object() throws(Exception) -> Value { try interpreter.object() }

  func isArray(_ value: Value) -> Bool { interpreter.isArray(value) }
  func isCallable(_ value: Value) -> Bool { interpreter.isCallable(value) }
  /// Returns whether `new` can be used with a function.
  func isConstructor(_ function: ObjectPointer) -> Bool {
    function.pointee.kind == .function
      ? interpreter.code(of: function).pointee.isConstructor
      : function.pointee.flags.contains(.isConstructor)
  }

  func isStrictlyEqual(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    try interpreter.isStrictlyEqual(a, b)
  }
  func isSame(_ a: Value, _ b: Value) throws(Exception) -> Bool { try interpreter.isSame(a, b) }
  func isSameOrZero(_ a: Value, _ b: Value) throws(Exception) -> Bool {
    try interpreter.isSameOrZero(a, b)
  }
}

// MARK: - Conversions

extension NativeContext {
  func toBoolean(_ value: Value) -> Bool { interpreter.toBoolean(value) }
  @inline(__always)
  func toNumber(_ value: Value) throws(Exception) -> Double { try interpreter.toNumber(value) }
  func toInt32(_ value: Value) throws(Exception) -> Int32 { try interpreter.toInt32(value) }
  func toUInt32(_ value: Value) throws(Exception) -> UInt32 { try interpreter.toUInt32(value) }
  func toInteger(_ value: Value) throws(Exception) -> Double { try interpreter.toInteger(value) }
  func toLength(_ value: Value) throws(Exception) -> Double { try interpreter.toLength(value) }
  @inline(__always)
  func toStringID(_ value: Value) throws(Exception) -> StringID {
    try interpreter.toStringID(value)
  }
  func primitiveToString(_ value: Value) throws(Exception) -> StringID {
    try interpreter.primitiveToString(value)
  }
  func numberToString(_ number: Double) throws(Exception) -> StringID {
    try interpreter.numberToString(number)
  }
  func toPrimitive(_ value: Value, _ hint: PrimitiveHint) throws(Exception) -> Value {
    try interpreter.toPrimitive(value, hint)
  }
  func toObject(_ value: Value) throws(Exception) -> ObjectID { try interpreter.toObject(value) }
  func toKey(_ value: Value) throws(Exception) -> PropertyKey { try interpreter.toKey(value) }
  func key(_ index: Double) throws(Exception) -> PropertyKey { try interpreter.key(index) }
}

// MARK: - Properties

extension NativeContext {
  func get(_ value: Value, _ key: PropertyKey) throws(Exception) -> Value {
    try interpreter.get(value, key)
  }
  func get(_ id: ObjectID, _ key: PropertyKey, receiver: Value) throws(Exception) -> Value {
    try interpreter.get(id, key, receiver: receiver)
  }
  func set(
    _ target: Value, _ key: PropertyKey, _ value: Value, isStrict: Bool
  ) throws(Exception) {
    try interpreter.set(target, key, value, isStrict: isStrict)
  }
  func has(_ value: Value, _ key: PropertyKey) throws(Exception) -> Bool {
    try interpreter.has(value, key)
  }
  func ownProperty(_ id: ObjectID, _ key: PropertyKey) throws(Exception) -> OwnProperty? {
    try interpreter.ownProperty(id, key)
  }
  func ownKeys(_ id: ObjectID, onlyEnumerable: Bool) throws(Exception) -> [PropertyKey] {
    try interpreter.ownKeys(id, onlyEnumerable: onlyEnumerable)
  }
  func add(
    _ id: ObjectID, _ key: PropertyKey, _ value: Value, _ attributes: Heap.Attributes
  ) throws(Exception) -> Bool {
    try interpreter.add(id, key, value, attributes)
  }
  func define(
    _ id: ObjectID, _ key: PropertyKey, _ value: Value, _ attributes: Heap.Attributes
  ) throws(Exception) {
    try interpreter.define(id, key, value, attributes)
  }
  func delete(_ id: ObjectID, _ key: PropertyKey) throws(Exception) -> Bool {
    try interpreter.delete(id, key)
  }
  func delete(_ value: Value, _ key: PropertyKey, isStrict: Bool) throws(Exception) -> Bool {
    try interpreter.delete(value, key, isStrict: isStrict)
  }
  func setLength(_ id: ObjectID, _ value: Value) throws(Exception) -> Bool {
    try interpreter.setLength(id, value)
  }
  func close(_ id: ObjectID, isFrozen: Bool) throws(Exception) {
    try interpreter.close(id, isFrozen: isFrozen)
  }
  func requireObject(_ value: Value) throws(Exception) { try interpreter.requireObject(value) }

  func element(_ object: Value, _ index: Double) throws(Exception) -> Value {
    try interpreter.element(object, index)
  }
  @inline(__always)
  func fastElement(_ value: Value, _ key: Value) -> Value? { interpreter.fastElement(value, key) }
  @inline(__always)
  func setFastElement(_ value: Value, _ key: Value, _ element: Value) -> Bool {
    interpreter.setFastElement(value, key, element)
  }
}

// MARK: - Calls and iteration

extension NativeContext {
  func call(
    _ function: Value, this: Value = .undefined, arguments: [Value]
  ) throws(Exception) -> Value {
    try interpreter.call(function, this: this, arguments: arguments)
  }
  func call(_ function: Value, this: Value, _ argument: Value) throws(Exception) -> Value {
    try interpreter.call(function, this: this, argument)
  }
  func call(_ function: Value, this: Value, _ a: Value, _ b: Value) throws(Exception) -> Value {
    try interpreter.call(function, this: this, a, b)
  }
  func call(
    _ function: Value, this: Value, _ a: Value, _ b: Value, _ c: Value
  ) throws(Exception) -> Value {
    try interpreter.call(function, this: this, a, b, c)
  }
  func construct(_ function: Value, _ arguments: [Value]) throws(Exception) -> Value {
    try interpreter.construct(function, arguments)
  }
  /// Evaluates a text that can access only global variables.
  func evaluateText(_ text: StringID) throws(Exception) -> Value {
    try interpreter.evaluateText(text, site: nil, this: nil, environment: 0)
  }

  func iterator(over value: Value) throws(Exception) -> Value {
    try interpreter.iterator(over: value)
  }
  func newIterator(_ value: Value, _ kind: Interpreter.IteratorKind) throws(Exception) -> Value {
    try interpreter.newIterator(value, kind)
  }
  func nextValue(_ iterator: Value) throws(Exception) -> Value? {
    try interpreter.nextValue(iterator)
  }
}

// MARK: - The host

extension NativeContext {
  /// Returns the next number of `Math.random`.
  func random() -> Double { interpreter.host.random(in: interpreter) }
  func isArrayLike(_ object: HostObject) -> Bool { interpreter.host.isArrayLike(object) }
  /// Returns the names that an object of the host lists.
  func hostKeys(of value: Value) throws(Exception) -> [Value] {
    try interpreter.host.keys(of: HostObject(bits: value.payload), in: interpreter)
  }
}

// MARK: - What evaluations have made

extension NativeContext {
  func pattern(_ index: Int) -> RegularExpressionProgram { interpreter.caches.pattern(index) }
  func patternIndex(_ text: StringID, _ flags: StringID) -> Int? {
    interpreter.caches.patternIndex(text, flags)
  }
  func addPattern(
    _ pattern: RegularExpressionProgram, _ text: StringID, _ flags: StringID
  ) -> Int {
    interpreter.caches.addPattern(pattern, text, flags)
  }
  /// See ``EvaluationCaches/beginJoining(_:)``.
  func beginJoining(_ object: ObjectID) -> Bool { interpreter.caches.beginJoining(object) }
  func endJoining() { interpreter.caches.endJoining() }
}

// MARK: - Exceptions

extension NativeContext {
  func typeError(_ message: String) -> Exception { interpreter.typeError(message) }
  func rangeError(_ message: String) -> Exception { interpreter.rangeError(message) }
  func exception(_ kind: ErrorKind, _ message: String) -> Exception {
    interpreter.exception(kind, message)
  }
}
