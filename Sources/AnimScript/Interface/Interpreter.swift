/// An evaluator of scripts, one at a time, on one thread.
///
/// An interpreter has memory for the values of an evaluation, which the next evaluation reuses, and
/// the built-in objects, such as `Math`. Changes to these objects are undone, so that evaluations
/// don't affect each other.
///
/// A host can evaluate another script while the interpreter calls it. That script has its own
/// variables and objects, and ends before the outer script continues.
package final class Interpreter {
  /// The limits of a script.
  package let limits: ScriptLimits
  /// The usage of the last evaluation.
  @exclusivity(unchecked) package private(set) var usage = ScriptUsage()

  let heap: Heap
  let realm: Realm

  // The state that changes while a script runs. Accesses never overlap, so the checks for exclusive
  // access are disabled, which would slow down the innermost loop.

  @exclusivity(unchecked) var stack: CallStack
  @exclusivity(unchecked) var budget: StepBudget
  @exclusivity(unchecked) var globals: Globals
  @exclusivity(unchecked) var caches = EvaluationCaches()
  @exclusivity(unchecked) var pending = PendingException()
  @exclusivity(unchecked) private var connection = HostConnection()

  /// The host of the script that runs.
  @inline(__always)
  var host: any ScriptHost { connection.host }

  /// Creates an interpreter whose scripts are subject to `limits`.
  package init(limits: ScriptLimits = ScriptLimits()) {
    self.limits = limits
    heap = Heap(limits: limits, language: .shared)
    realm = Language.shared.realm
    stack = CallStack(limits: limits)
    budget = StepBudget(limits: limits)
    globals = Globals(stack.top)
  }

  /// The number of steps that are left for this and later evaluations together. A host may set it
  /// for each frame. An evaluation may take no more steps than this number and
  /// ``ScriptLimits/steps``.
  package var allowance: Int {
    get { budget.allowance }
    set { budget.allowance = newValue }
  }

  /// The steps of the evaluation that ended last.
  package var steps: Int { usage.steps }

  // MARK: - Evaluating

  /// Evaluates a script, and passes its result to `read`. The result and the objects that it refers
  /// to are valid until `read` returns.
  package func evaluate<Result>(
    _ script: Script, host: any ScriptHost, read: (Value) throws(Exception) -> Result
  ) throws(ScriptError) -> Result {
    let outer = begin(script, host)
    defer { end(outer) }
    do throws(Exception) {
      let value = try runProgram(script.program)
      return try read(value)
    } catch {
      throw describe(error, in: script.program)
    }
  }

  /// The state of an evaluation that is interrupted by a nested one.
  private struct Outer {
    var heap: Heap.Mark
    var stack: CallStack.Mark
    var budget: StepBudget.Mark
    var globals: Globals.Mark
    var caches: EvaluationCaches.Mark
    var host: HostConnection.Mark
  }

  private func begin(_ script: Script, _ host: any ScriptHost) -> Outer {
    let heapMark = heap.mark()
    let stackMark = stack.begin()
    heap.use(script.names)
    pending.begin()
    return Outer(
      heap: heapMark, stack: stackMark, budget: budget.begin(),
      globals: globals.begin(script, roomForGlobals(of: script)), caches: caches.begin(),
      host: connection.begin(host))
  }

  /// Returns room on the stack for the values of a script's globals, or `nil` if there are too
  /// many.
  private func roomForGlobals(of script: Script) -> UnsafeMutablePointer<Value>? {
    let count = script.program.globalNames.count
    guard count <= Globals.stackedCount, stack.hasRoom(values: count) else { return nil }
    let values = stack.top
    stack.lower(to: values + count)
    return values
  }

  private func end(_ outer: Outer) {
    usage = wholeUsage
    count(usage)
    heap.release(outer.heap)
    globals.end(outer.globals)
    heap.use(globals.script?.names ?? .language)
    stack.end(outer.stack)
    budget.end(outer.budget)
    caches.end(outer.caches)
    connection.end(outer.host)
    pending.end()
  }

  private func describe(_ error: Exception, in program: CompiledProgram) -> ScriptError {
    switch error.reason {
    case .limit(let limit):
      return ScriptError(kind: .limit(limit), name: "", message: limit.description)
    case .interrupted:
      return ScriptError(kind: .interrupted, name: "", message: "the host has ended it")
    case .thrown: break
    }
    let value = pending.value
    let position = pending.position
    // Reading the name and the message may call getters, which must end as well.
    let left = budget.exchange(left: 10_000)
    defer { _ = budget.exchange(left: left) }
    var name = ""
    var message = ""
    if value.isObject {
      let errorName = (try? get(value, PropertyKey(.name))) ?? .undefined
      let errorMessage = (try? get(value, PropertyKey(.message))) ?? .undefined
      name = errorName.isString ? text(errorName) : ""
      message = errorMessage.isString ? text(errorMessage) : ""
      if name.isEmpty, message.isEmpty, let all = try? toString(value) { message = text(all) }
    } else {
      message = text(value)
    }
    let (line, column) = position >= 0 ? program.lineAndColumn(of: position) : (0, 0)
    return ScriptError(
      kind: .exception, name: name, message: message, line: line, column: column)
  }

  // MARK: - Making values

  /// Returns a string.
  package func string(_ text: String) throws(Exception) -> Value {
    .string(try heap.string(text))
  }

  /// Returns the strings that two values are, joined.
  package func concatenation(_ a: Value, _ b: Value) throws(Exception) -> Value {
    let (first, second) = (try toStringID(a), try toStringID(b))
    try count(steps: (heap.count(of: first) + heap.count(of: second)) / 16)
    return .string(try heap.concatenation(first, second))
  }

  /// Returns the string at a position in the vocabulary of the script.
  package func string(inVocabulary position: Int) -> Value {
    globals.string(inVocabulary: position)
  }

  /// Returns an array.
  package func array(_ values: [Value]) throws(Exception) -> Value {
    let id = try newArray(count: values.count)
    for (index, value) in values.enumerated() { setNewElement(id, index, value) }
    return .object(id)
  }

  /// Returns an array of numbers.
  package func array(_ numbers: [Double]) throws(Exception) -> Value {
    let id = try newArray(count: numbers.count)
    for (index, number) in numbers.enumerated() { setNewElement(id, index, .number(number)) }
    return .object(id)
  }

  /// Returns an array of the first `count` numbers of a vector, at most four.
  package func array(_ numbers: SIMD4<Double>, count: Int) throws(Exception) -> Value {
    let id = try newArray(count: count)
    for index in 0..<count { setNewElement(id, index, .number(numbers[index])) }
    return .object(id)
  }

  /// Returns a new object without properties, like `{}`.
  package func object() throws(Exception) -> Value {
    .object(try heap.newObject(.ordinary, prototype: realm.object))
  }

  /// Sets a property, like `object.name = value`.
  package func set(_ name: String, of object: Value, to value: Value) throws(Exception) {
    try set(object, try heap.key(try heap.string(name)), value, isStrict: false)
  }

  // MARK: - Reading values

  /// Returns the text of a string, or `String(value)` for a number, a Boolean, `undefined` or
  /// `null`. An unpaired surrogate becomes U+FFFD.
  package func text(_ value: Value) -> String {
    guard !value.isAnyObject else { return "" }
    guard let string = try? primitiveToString(value) else { return "" }
    return heap.text(of: string)
  }

  /// Returns the text of a key.
  package func text(_ key: PropertyKey) -> String {
    key.isIndex ? String(key.id) : heap.text(of: key.id)
  }

  /// Returns the position of a key in the vocabulary of the script, or −1 if it isn't in the
  /// vocabulary.
  package func vocabularyIndex(_ key: PropertyKey) -> Int {
    key.isIndex ? -1 : globals.vocabularyPosition(of: key.id)
  }

  /// Returns the position of a string in the vocabulary of the script, or −1 if it isn't in the
  /// vocabulary or isn't a string.
  package func vocabularyIndex(_ value: Value) -> Int {
    guard value.isString, let name = try? heap.intern(value.id) else { return -1 }
    return globals.vocabularyPosition(of: name)
  }

  /// Returns whether a value is an array of the script.
  package func isArray(_ value: Value) -> Bool {
    value.isObject && heap.object(value).pointee.kind == .array
  }

  /// Returns the length of an array of the script, or 0 for any other value.
  package func count(of array: Value) -> Int {
    isArray(array) ? Int(heap.object(array).pointee.length) : 0
  }

  /// Returns an element of an array of the script, or `undefined` if it doesn't exist.
  package func element(_ index: Int, of array: Value) throws(Exception) -> Value {
    guard isArray(array), index >= 0 else { return .undefined }
    let object = heap.object(array)
    if index < Int(object.pointee.elementCount) {
      let cell = heap.cell(object.pointee.elements) + index
      if cell.pointee.tag != .empty, cell.pointee.tag != .accessor { return cell.pointee.value }
    }
    return try get(array, PropertyKey(index: UInt32(truncatingIfNeeded: index)))
  }

  /// Returns a property like `object.name`.
  package func get(_ name: String, of object: Value) throws(Exception) -> Value {
    try get(object, try heap.key(try heap.string(name)))
  }

  /// Returns a property like `object[key]`.
  package func get(_ key: PropertyKey, of object: Value) throws(Exception) -> Value {
    try get(object, key)
  }

  /// Returns whether a value can be called.
  package func isCallable(_ value: Value) -> Bool {
    switch value.tag {
    case .object:
      let kind = heap.object(value).pointee.kind
      return kind == .function || kind == .native || kind == .bound
    case .host: return host.isCallable(HostObject(bits: value.payload))
    default: return false
    }
  }

  // MARK: - Throwing

  /// Returns an exception to throw: a `TypeError` of the script.
  package func typeError(_ message: String) -> Exception { exception(.type, message) }
  /// Returns an exception to throw: a `RangeError` of the script.
  package func rangeError(_ message: String) -> Exception { exception(.range, message) }
  /// Returns an exception to throw: a `ReferenceError` of the script.
  package func referenceError(_ message: String) -> Exception { exception(.reference, message) }
  /// Returns an exception to throw: an `Error` of the script.
  package func error(_ message: String) -> Exception { exception(.error, message) }

  /// Returns an exception that ends the evaluation, and that the script can't catch.
  package func interruption() -> Exception { Exception(reason: .interrupted) }

  /// Counts steps for work that the host does, so that its limits hold for that as well.
  @inline(__always)
  package func count(steps: Int) throws(Exception) {
    try budget.take(steps)
  }
}
