// Names that a script does not declare: its global object's, the language's, the host's.

extension Interpreter {
  /// The value of a global name; nil if nobody knows it. The host's values are kept by `slot`.
  @inline(never)
  func global(_ name: StringID, slot: Int) throws(Exception) -> Value? {
    if globalObject != 0 {
      let object = heap.object(globalObject)
      if let cell = heap.findProperty(object, name) {
        guard cell.pointee.tag == .accessor else { return cell.pointee.value }
        return try get(.object(globalObject), PropertyKey(name: name))
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
    if slot >= 0 { globalValues[slot] = value }
    return value
  }

  func hostGlobal(_ name: StringID) throws(Exception) -> Value? {
    guard name & Heap.heapString == 0, let script else { return nil }
    let position = script.vocabulary.position(of: name)
    guard position >= 0 else { return nil }
    if let index = script.program.globalNames.firstIndex(of: name), !globalValues[index].isEmpty {
      return globalValues[index]
    }
    return try host.global(position, in: self)
  }

  func setGlobal(_ name: StringID, _ value: Value, isStrict: Bool) throws(Exception) {
    let key = PropertyKey(name: name)
    if isStrict {
      let isKnown =
        globalObject != 0 ? try has(.object(globalObject), key) : try has(.object(realm.global), key)
      if !isKnown, try hostGlobal(name) == nil {
        throw referenceError("\(text(of: name)) is not defined")
      }
    }
    try set(try globalThis(), key, value, isStrict: isStrict)
  }

  /// Forgets the host's value of a name that the script has assigned to.
  func forgetGlobal(_ name: StringID) {
    guard let script, let index = script.program.globalNames.firstIndex(of: name) else { return }
    globalValues[index] = .empty
  }

  func deleteGlobal(_ name: StringID) throws(Exception) -> Bool {
    let key = PropertyKey(name: name)
    if globalObject != 0, try own(globalObject, key) != nil {
      return try delete(globalObject, key)
    }
    if let found = try own(realm.global, key), !found.attributes.contains(.configurable) {
      return false
    }
    return true
  }

  func declareGlobal(_ name: StringID) throws(Exception) {
    let global = try globalThis().id
    let key = PropertyKey(name: name)
    guard try own(global, key) == nil else { return }
    if let inherited = try own(realm.global, key), !inherited.attributes.contains(.writable) {
      return
    }
    try define(global, key, .undefined, [.writable, .enumerable])
  }

  /// Runs a text, as `eval` does.
  func evaluateText(_ text: Value, site: Int, this: Value) throws(Exception) -> Value {
    guard text.isString else { return text }
    let frame = frames + (frameCount - 1)
    let program = frame.pointee.function.pointee.program.takeUnretainedValue()
    let environment = frame.pointee.environment
    return try evaluateText(
      text.id, site: program.evalSites[site], this: this, environment: environment)
  }

  func evaluateText(
    _ text: StringID, site: EvalSite?, this: Value?, environment: UInt32
  ) throws(Exception) -> Value {
    let units = Array(try heap.units(of: text))
    try count(steps: units.count * 4)
    reentry += 1
    defer { reentry -= 1 }
    guard reentry <= limits.reentryDepth else { throw Exception(reason: .limit(.reentryDepth)) }
    let program: CompiledProgram
    do throws(ScriptError) {
      program = try compile(
        units, form: .eval, result: nil, names: HeapInterner(heap), site: site ?? EvalSite(),
        limits: limits)
    } catch {
      if case .limit(let limit) = error.kind { throw Exception(reason: .limit(limit)) }
      throw exception(.syntax, error.message)
    }
    evaluatedTexts.append(program)
    return try runProgram(program, this: this, environment: environment)
  }
}

/// Makes the strings of a text of `eval`, in the heap.
private final class HeapInterner: Interner {
  private let heap: Heap

  init(_ heap: Heap) { self.heap = heap }

  func intern(_ units: UnsafeBufferPointer<UInt16>) throws(ScriptError) -> StringID {
    do throws(Exception) {
      return try heap.intern(try heap.string(units))
    } catch {
      throw ScriptError(kind: .limit(.heapBytes), name: "", message: "too much memory")
    }
  }
}
