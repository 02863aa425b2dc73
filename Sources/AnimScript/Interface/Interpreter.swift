/// Evaluates scripts, one at a time, on one thread.
///
/// An interpreter has memory for the values of an evaluation, which the next evaluation uses again,
/// and the objects of the language, such as `Math`. What a script changes in these is undone, so
/// that no evaluation depends on those before it.
///
/// A host may evaluate another script while it is asked for something: that one has its own
/// variables and objects, and ends before the outer one goes on.
public final class Interpreter {
  /// How much a script may use.
  public let limits: ScriptLimits
  /// The steps that are left for this and later evaluations together; a host may set it for each
  /// frame. An evaluation may take no more than this and ``ScriptLimits/steps``.
  @exclusivity(unchecked) public var allowance = Int.max
  /// The steps of the evaluation that ended last.
  public var steps: Int { usage.steps }
  /// What the evaluation that ended last has taken.
  @exclusivity(unchecked) package private(set) var usage = ScriptUsage()

  let heap: Heap
  var realm: Realm

  // What changes while a script runs. Nothing here is accessed twice at a time, so that the checks
  // of exclusive access, which the innermost loop would pay for, are off.

  /// The stack of values.
  let stack: UnsafeMutablePointer<Value>
  let stackEnd: UnsafeMutablePointer<Value>
  /// Where the next call from outside the innermost loop puts its values.
  @exclusivity(unchecked) var stackTop: UnsafeMutablePointer<Value>
  let frames: UnsafeMutablePointer<Frame>
  @exclusivity(unchecked) var frameCount = 0
  let frameCapacity: Int
  @exclusivity(unchecked) var handlers: UnsafeMutablePointer<Handler>
  @exclusivity(unchecked) var handlerCount = 0
  @exclusivity(unchecked) var handlerCapacity = 64
  @exclusivity(unchecked) var stepsLeft = 0
  /// Whether the frame that runs next begins with what was thrown.
  @exclusivity(unchecked) var isCatching = false
  @exclusivity(unchecked) var reentry = 0
  @exclusivity(unchecked) var start: EvaluationStart
  @exclusivity(unchecked) var peaks: EvaluationPeaks
  /// What was thrown, while an exception is on its way.
  @exclusivity(unchecked) var thrown = Value.undefined
  /// Where in the text it was thrown, if known.
  @exclusivity(unchecked) var thrownPosition = -1
  /// The global object of the evaluation, made when it is needed; 0 until then.
  @exclusivity(unchecked) var globalObject: ObjectID = 0
  /// By the number of a global name: the host's value, if it was asked for. They are on the stack,
  /// unless there are very many.
  @exclusivity(unchecked) var globalValues: UnsafeMutablePointer<Value>
  /// The script that runs, and what it runs in, which whoever evaluates it keeps.
  @exclusivity(unchecked) unowned(unsafe) var script: Script? = nil
  /// Those of its vocabulary: see ``Vocabulary/positions``.
  @exclusivity(unchecked) private var positions: UnsafeMutablePointer<Int32>? = nil
  @exclusivity(unchecked) private var identityEnd: StringID = 0
  @exclusivity(unchecked) unowned(unsafe) var host: any ScriptHost
  private let emptyHost = EmptyHost()
  /// Programs of `eval`, whose functions may be called until the evaluation ends.
  @exclusivity(unchecked) var evaluatedTexts: [CompiledProgram] = []
  /// Those that later evaluations use as well.
  @exclusivity(unchecked) var textCache = TextCache()
  /// Arrays of tagged templates, by program and number.
  @exclusivity(unchecked) var templateObjects: [TemplateKey: ObjectID] = [:]
  /// Regular expressions, by the numbers of their patterns and flags.
  @exclusivity(unchecked) var patterns: [RegularExpressionProgram] = []
  @exclusivity(unchecked) var patternIndices: [UInt64: Int] = [:]
  /// Objects whose text is being made, so that one that contains itself ends.
  @exclusivity(unchecked) var joining: [ObjectID] = []

  struct TemplateKey: Hashable {
    var program: ObjectIdentifier
    var index: Int
  }

  /// An interpreter whose scripts may use as much as `limits` say.
  public convenience init(limits: ScriptLimits = ScriptLimits()) {
    self.init(limits: limits, language: .shared)
  }

  /// - Parameter language: nil for one whose objects of the language are yet to be made.
  init(limits: ScriptLimits, language: Language?) {
    self.limits = limits
    heap = Heap(limits: limits, language: language)
    realm = language?.realm ?? Realm()
    let stackCount = 32 * 1024 + limits.callDepth * 16
    stack = .allocate(capacity: stackCount)
    stackEnd = stack + stackCount
    stackTop = stack
    start = EvaluationStart(stackTop: stack)
    peaks = EvaluationPeaks(stackTop: stack)
    frameCapacity = limits.callDepth + 1
    frames = .allocate(capacity: frameCapacity)
    handlers = .allocate(capacity: handlerCapacity)
    globalValues = stack
    host = emptyHost
  }

  deinit {
    stack.deallocate()
    frames.deallocate()
    handlers.deallocate()
  }

  // MARK: - Evaluating

  /// Evaluates a script, and hands its result to `read`, during which the result and what it refers
  /// to are valid.
  public func evaluate<Result>(
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

  /// The state of an evaluation during which another one begins.
  private struct Outer {
    var mark: Heap.Mark
    unowned(unsafe) var script: Script?
    unowned(unsafe) var host: any ScriptHost
    var stackTop: UnsafeMutablePointer<Value>
    var stepsLeft: Int
    var start: EvaluationStart
    var peaks: EvaluationPeaks
    var globalObject: ObjectID
    var globalValues: UnsafeMutablePointer<Value>
    var textCount: Int
    var frameCount: Int
    var handlerCount: Int
    var patternCount: Int
    var joiningCount: Int
    /// Nil if there are none, as nearly always.
    var tables: Tables?

    struct Tables {
      var templateObjects: [TemplateKey: ObjectID]
      var patternIndices: [UInt64: Int]
    }
  }

  /// More values of globals than these are kept beside the stack.
  private static let stackedGlobals = 256

  private func begin(_ script: Script, _ host: any ScriptHost) -> Outer {
    var outer = Outer(
      mark: heap.mark(), script: self.script, host: self.host, stackTop: stackTop,
      stepsLeft: stepsLeft, start: start, peaks: peaks, globalObject: globalObject,
      globalValues: globalValues, textCount: evaluatedTexts.count, frameCount: frameCount,
      handlerCount: handlerCount, patternCount: patterns.count, joiningCount: joining.count,
      tables: nil)
    if !templateObjects.isEmpty || !patternIndices.isEmpty {
      outer.tables = Outer.Tables(
        templateObjects: templateObjects, patternIndices: patternIndices)
      templateObjects = [:]
      patternIndices = [:]
    }
    use(script)
    self.host = host
    stepsLeft = min(limits.steps, allowance)
    beginCounting(steps: stepsLeft)
    globalObject = 0
    let count = script.program.globalNames.count
    if count <= Self.stackedGlobals, stackTop + count < stackEnd {
      globalValues = stackTop
      stackTop += count
    } else {
      globalValues = .allocate(capacity: count)
    }
    globalValues.initialize(repeating: .empty, count: count)
    return outer
  }

  private func use(_ script: Script) {
    self.script = script
    heap.names = script.names
    positions = script.vocabulary.positions
    identityEnd = script.vocabulary.identityEnd
  }

  private func end(_ outer: Outer) {
    usage = wholeUsage
    count(usage)
    start = outer.start
    peaks = outer.peaks
    heap.release(outer.mark)
    if let script = outer.script {
      use(script)
    } else {
      heap.names = NameTable.language
      script = nil
      identityEnd = 0
    }
    host = outer.host
    stackTop = outer.stackTop
    stepsLeft = outer.stepsLeft
    globalObject = outer.globalObject
    if globalValues != outer.stackTop { globalValues.deallocate() }
    globalValues = outer.globalValues
    if evaluatedTexts.count > outer.textCount {
      evaluatedTexts.removeLast(evaluatedTexts.count - outer.textCount)
    }
    if patterns.count > outer.patternCount {
      patterns.removeLast(patterns.count - outer.patternCount)
    }
    if let tables = outer.tables {
      templateObjects = tables.templateObjects
      patternIndices = tables.patternIndices
    } else if !templateObjects.isEmpty || !patternIndices.isEmpty {
      templateObjects = [:]
      patternIndices = [:]
    }
    frameCount = outer.frameCount
    handlerCount = outer.handlerCount
    if joining.count > outer.joiningCount {
      joining.removeLast(joining.count - outer.joiningCount)
    }
    thrown = .undefined
  }

  private func describe(_ error: Exception, in program: CompiledProgram) -> ScriptError {
    switch error.reason {
    case .limit(let limit):
      return ScriptError(kind: .limit(limit), name: "", message: limit.description)
    case .interrupted:
      return ScriptError(kind: .interrupted, name: "", message: "the host has ended it")
    case .thrown: break
    }
    let value = thrown
    let position = thrownPosition
    let left = stepsLeft
    defer { stepsLeft = left }
    // Reading the name and the message may call getters, which must end as well.
    stepsLeft = 10_000
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

  /// A string.
  public func string(_ text: String) throws(Exception) -> Value {
    .string(try heap.string(text))
  }

  /// The strings that two values are, joined.
  public func concatenation(_ a: Value, _ b: Value) throws(Exception) -> Value {
    let (first, second) = (try toStringID(a), try toStringID(b))
    try count(steps: (heap.count(of: first) + heap.count(of: second)) / 16)
    return .string(try heap.concatenation(first, second))
  }

  /// The string at a position in the vocabulary of the script.
  public func string(inVocabulary position: Int) -> Value {
    guard let script else { return .undefined }
    return .string(script.vocabulary.identities[position])
  }

  /// An array.
  public func array(_ values: [Value]) throws(Exception) -> Value {
    let id = try newArray(count: values.count)
    for (index, value) in values.enumerated() { setNewElement(id, index, value) }
    return .object(id)
  }

  /// An array of numbers.
  public func array(_ numbers: [Double]) throws(Exception) -> Value {
    let id = try newArray(count: numbers.count)
    for (index, number) in numbers.enumerated() { setNewElement(id, index, .number(number)) }
    return .object(id)
  }

  /// An array of the first `count` numbers of a vector, at most four.
  public func array(_ numbers: SIMD4<Double>, count: Int) throws(Exception) -> Value {
    let id = try newArray(count: count)
    for index in 0..<count { setNewElement(id, index, .number(numbers[index])) }
    return .object(id)
  }

  /// An object without properties, as `{}` makes it.
  public func object() throws(Exception) -> Value {
    .object(try heap.newObject(.ordinary, prototype: realm.object))
  }

  /// Sets a property, as `object.name = value` does.
  public func set(_ name: String, of object: Value, to value: Value) throws(Exception) {
    try set(object, try heap.key(try heap.string(name)), value, isStrict: false)
  }

  // MARK: - Reading values

  /// The text of a string; that of `String(value)` if it is a number, a boolean, `undefined` or
  /// `null`. An unpaired surrogate becomes U+FFFD.
  public func text(_ value: Value) -> String {
    guard !value.isAnyObject else { return "" }
    guard let string = try? primitiveToString(value) else { return "" }
    return heap.text(of: string)
  }

  /// The text of a key.
  public func text(_ key: PropertyKey) -> String {
    key.isIndex ? String(key.id) : heap.text(of: key.id)
  }

  /// The position of a key in the vocabulary of the script; −1 if it is not in there.
  public func vocabularyIndex(_ key: PropertyKey) -> Int {
    key.isIndex ? -1 : vocabularyPosition(of: key.id)
  }

  /// The position of a name in the vocabulary of the script; −1 if it is not in there.
  @inline(__always)
  func vocabularyPosition(of name: StringID) -> Int {
    guard name < identityEnd, let positions else { return -1 }
    return Int(positions[Int(name)])
  }

  /// The position of a string in the vocabulary of the script; −1 if it is not in there, or is no
  /// string.
  public func vocabularyIndex(_ value: Value) -> Int {
    guard value.isString, let name = try? heap.intern(value.id) else { return -1 }
    return vocabularyPosition(of: name)
  }

  /// Whether a value is an array of the script.
  public func isArray(_ value: Value) -> Bool {
    value.isObject && heap.object(value).pointee.kind == .array
  }

  /// The length of an array of the script; 0 for any other value.
  public func count(of array: Value) -> Int {
    isArray(array) ? Int(heap.object(array).pointee.length) : 0
  }

  /// An element of an array of the script; `undefined` if there is none.
  public func element(_ index: Int, of array: Value) throws(Exception) -> Value {
    guard isArray(array), index >= 0 else { return .undefined }
    let object = heap.object(array)
    if index < Int(object.pointee.elementCount) {
      let cell = heap.cell(object.pointee.elements) + index
      if cell.pointee.tag != .empty, cell.pointee.tag != .accessor { return cell.pointee.value }
    }
    return try get(array, PropertyKey(index: UInt32(truncatingIfNeeded: index)))
  }

  /// A property, as `object.name` reads it.
  public func get(_ name: String, of object: Value) throws(Exception) -> Value {
    try get(object, try heap.key(try heap.string(name)))
  }

  /// A property, as `object[key]` reads it.
  public func get(_ key: PropertyKey, of object: Value) throws(Exception) -> Value {
    try get(object, key)
  }

  /// Whether a value can be called.
  public func isCallable(_ value: Value) -> Bool {
    switch value.tag {
    case .object:
      let kind = heap.object(value).pointee.kind
      return kind == .function || kind == .native || kind == .bound
    case .host: return host.isCallable(HostObject(bits: value.payload))
    default: return false
    }
  }

  // MARK: - Throwing

  /// An exception to throw: a `TypeError` of the script.
  public func typeError(_ message: String) -> Exception { exception(.type, message) }
  /// An exception to throw: a `RangeError` of the script.
  public func rangeError(_ message: String) -> Exception { exception(.range, message) }
  /// An exception to throw: a `ReferenceError` of the script.
  public func referenceError(_ message: String) -> Exception { exception(.reference, message) }
  /// An exception to throw: an `Error` of the script.
  public func error(_ message: String) -> Exception { exception(.error, message) }

  /// An exception that ends the evaluation, and that the script cannot catch.
  public func interruption() -> Exception { Exception(reason: .interrupted) }

  /// Counts steps for work that the host does, so that its limits hold for that as well.
  @inline(__always)
  public func count(steps: Int) throws(Exception) {
    stepsLeft -= steps
    if stepsLeft < 0 { throw Exception(reason: .limit(.steps)) }
  }
}
