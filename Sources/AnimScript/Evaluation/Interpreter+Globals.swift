// Names that a script doesn't declare: those of its global object, the language and the host.

extension Interpreter {
  /// Executes an instruction that looks up a variable by name, except the one that reads a global
  /// variable.
  ///
  /// - Parameter top: The position of the next value on the stack.
  /// - Returns: The new position.
  @inline(never)
  func runName(
    _ operation: NameOperation, _ operand: Int, _ frame: UnsafeMutablePointer<CallFrame>,
    _ top: UnsafeMutablePointer<Value>
  ) throws(Exception) -> UnsafeMutablePointer<Value> {
    let function = frame.pointee.function
    var sp = top
    switch operation {
    case .typeofGlobal:
      let name = function.pointee.program._withUnsafeGuaranteedRef { $0.globalNames[operand] }
      sp[0] = typeof(try global(name, slot: operand) ?? .undefined)
      sp += 1
    case .softGlobal:
      let name = function.pointee.program._withUnsafeGuaranteedRef { $0.globalNames[operand] }
      sp[0] = try global(name, slot: operand) ?? .undefined
      sp += 1
    case .setGlobal:
      let name = function.pointee.program._withUnsafeGuaranteedRef { $0.globalNames[operand] }
      try setGlobal(name, sp[-1], isStrict: function.pointee.isStrict)
    case .getNamed:
      let name = function.pointee.strings[operand]
      guard let found = try global(name, slot: -1) else { throw undefinedName(name) }
      sp[0] = found
      sp += 1
    case .typeofNamed:
      sp[0] = typeof(try global(function.pointee.strings[operand], slot: -1) ?? .undefined)
      sp += 1
    case .setNamed:
      let name = function.pointee.strings[operand]
      try setGlobal(name, sp[-1], isStrict: function.pointee.isStrict)
    case .deleteNamed:
      sp[0] = .boolean(try deleteGlobal(function.pointee.strings[operand]))
      sp += 1
    case .declareVariable: try declareGlobal(function.pointee.strings[operand])
    case .throwConstant:
      let name = text(of: function.pointee.strings[operand])
      throw typeError("\(name) is constant")
    }
    return sp
  }

  func undefinedName(_ name: StringID) -> Exception {
    referenceError("\(text(of: name)) is not defined")
  }

  /// Returns the value of a global name, or `nil` if it isn't defined. Values of the host are
  /// cached by `slot`.
  @inline(never)
  func global(_ name: StringID, slot: Int) throws(Exception) -> Value? {
    // Usually, the name is one of the host's, which nothing hides.
    if isGlobalObjectPlain, !heap.isLanguageChanged, !heap.isLanguageGlobal(name) {
      guard slot >= 0 else { return try hostGlobal(name) }
      if !globals[slot].isEmpty { return globals[slot] }
      let position = globals.vocabularyPosition(of: name)
      guard position >= 0, let value = try host.global(position, in: self) else { return nil }
      globals[slot] = value
      return value
    }
    if globals.object != 0 {
      let object = heap.object(globals.object)
      if let cell = heap.findProperty(object, name) {
        guard cell.pointee.tag == .accessor else { return cell.pointee.value }
        return try get(.object(globals.object), PropertyKey(name: name))
      }
    }
    if name == Name.globalThis.id { return try globalThis() }
    if let cell = heap.findProperty(heap.object(realm.global), name) {
      return cell.pointee.value
    }
    if heap.findProperty(heap.object(realm.object), name) != nil {
      return try get(realm.object, PropertyKey(name: name), receiver: try globalThis())
    }
    guard let value = try hostGlobal(name) else { return nil }
    if slot >= 0 { globals[slot] = value }
    return value
  }

  /// Whether the global object of the evaluation has no properties that could hide a name.
  @inline(__always)
  private var isGlobalObjectPlain: Bool {
    guard globals.object != 0 else { return true }
    let object = heap.object(globals.object)
    return object.pointee.propertyCount == 0 && object.pointee.prototype == realm.global
  }

  func hostGlobal(_ name: StringID) throws(Exception) -> Value? {
    let position = globals.vocabularyPosition(of: name)
    guard position >= 0 else { return nil }
    if let cached = globals.value(of: name) { return cached }
    return try host.global(position, in: self)
  }

  func setGlobal(_ name: StringID, _ value: Value, isStrict: Bool) throws(Exception) {
    let key = PropertyKey(name: name)
    if isStrict {
      let isKnown =
        globals.object != 0
        ? try has(.object(globals.object), key) : try has(.object(realm.global), key)
      if !isKnown, try hostGlobal(name) == nil {
        throw referenceError("\(text(of: name)) is not defined")
      }
    }
    try set(try globalThis(), key, value, isStrict: isStrict)
  }

  func deleteGlobal(_ name: StringID) throws(Exception) -> Bool {
    let key = PropertyKey(name: name)
    if globals.object != 0, try ownProperty(globals.object, key) != nil {
      return try delete(globals.object, key)
    }
    if let found = try ownProperty(realm.global, key), !found.attributes.contains(.configurable) {
      return false
    }
    return true
  }

  func declareGlobal(_ name: StringID) throws(Exception) {
    let global = try globalThis().id
    let key = PropertyKey(name: name)
    guard try ownProperty(global, key) == nil else { return }
    if let inherited = try ownProperty(realm.global, key), !inherited.attributes.contains(.writable)
    {
      return
    }
    try define(global, key, .undefined, [.writable, .enumerable])
  }

  /// Runs a text, like `eval`.
  func evaluateText(_ text: Value, site: Int, this: Value) throws(Exception) -> Value {
    guard text.isString else { return text }
    let frame = stack.frame
    let program = frame.pointee.function.pointee.program.takeUnretainedValue()
    let environment = frame.pointee.environment
    return try evaluateText(
      text.id, site: TextSite(program: program, index: site), this: this,
      environment: environment)
  }

  /// - Parameter site: The call, or `nil` for one without access to local variables.
  func evaluateText(
    _ text: StringID, site: TextSite?, this: Value?, environment: UInt32
  ) throws(Exception) -> Value {
    let units = try heap.units(of: text)
    try count(steps: units.count * 4)
    try stack.enter()
    defer { stack.leave() }
    if let site, let cached = caches.text(units, site) {
      // It uses as much memory as if it were compiled again, so that limits don't depend on earlier
      // evaluations.
      _ = try heap.allocate(cached.heapUnits)
      return try runProgram(cached.program, this: this, environment: environment)
    }
    let program = try compile(Array(units), site)
    return try runProgram(program, this: this, environment: environment)
  }

  /// Compiles a text of `eval`.
  private func compile(
    _ units: [UInt16], _ site: TextSite?
  ) throws(Exception) -> CompiledProgram {
    let start = heap.top
    let interner = HeapInterner(heap)
    let program: CompiledProgram
    do throws(ScriptError) {
      program = try AnimScript.compile(
        units, form: .eval, result: nil, names: interner,
        site: site.map { $0.program.evalSites[$0.index] } ?? EvalSite(), limits: limits)
    } catch {
      if case .limit(let limit) = error.kind { throw Exception(reason: .limit(limit)) }
      throw exception(.syntax, error.message)
    }
    if let site, site.program === globals.script?.program, !interner.hasHeapStrings,
      program.templates.isEmpty,
      caches.addText(units, site, program, heapUnits: heap.top - start)
    {
      return program
    }
    caches.keep(program)
    return program
  }
}

/// Creates the strings of a text of `eval` in the heap.
private final class HeapInterner: Interner {
  private let heap: Heap
  /// Whether any of the strings isn't one of the script's names, and therefore disappears after the
  /// evaluation.
  private(set) var hasHeapStrings = false

  init(_ heap: Heap) { self.heap = heap }

  func intern(_ units: UnsafeBufferPointer<UInt16>) throws(ScriptError) -> StringID {
    do throws(Exception) {
      let string = try heap.intern(try heap.string(units))
      if string & Heap.heapString != 0 { hasHeapStrings = true }
      return string
    } catch {
      throw ScriptError(kind: .limit(.heapBytes), name: "", message: "too much memory")
    }
  }
}
