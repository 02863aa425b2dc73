extension Interpreter {
  func runProgram(_ program: CompiledProgram) throws(Exception) -> Value {
    try runProgram(program, this: nil, environment: 0)
  }

  /// Runs a program, or the text of `eval`, in an environment.
  func runProgram(
    _ program: CompiledProgram, this: Value?, environment: UInt32
  ) throws(Exception) -> Value {
    let top = stack.top
    defer { stack.lower(to: top) }
    guard stack.hasRoom(values: 2) else { throw Exception(reason: .limit(.callDepth)) }
    top[0] = .undefined
    top[1] = .undefined
    try pushFrame(
      program.main, base: top + 2, count: 0, callee: 0, this: this ?? .empty, constructed: 0,
      environment: environment)
    return try run()
  }

  /// Returns the global object of this evaluation.
  func globalThis() throws(Exception) -> Value {
    if globals.object == 0 {
      globals.object = try heap.newObject(.global, prototype: realm.global)
    }
    return .object(globals.object)
  }

  /// Begins a call whose arguments are on the stack, starting at `base`.
  @inline(__always)
  func pushFrame(
    _ function: UnsafeMutablePointer<FunctionCode>, base: UnsafeMutablePointer<Value>, count: Int,
    callee: ObjectID, this: Value, constructed: ObjectID, environment: UInt32
  ) throws(Exception) {
    let locals = Int(function.pointee.localCount)
    let limit = base + max(locals, count) + Int(function.pointee.stackSize)
    guard stack.hasRoom(forCallTo: limit) else { throw Exception(reason: .limit(.callDepth)) }
    try budget.take(Int(function.pointee.codeCount))
    var arguments: ObjectID = 0
    if function.pointee.keepsArguments {
      arguments = try heap.newArray(base, count, prototype: realm.array)
    }
    let parameters = Int(function.pointee.parameterCount)
    var index = min(count, parameters)
    while index < locals {
      base[index] = .undefined
      index += 1
    }
    stack.push(
      CallFrame(
        function: function, pc: function.pointee.code, base: base, environment: environment,
        callee: callee, this: this, constructed: constructed, arguments: arguments),
      to: limit)
  }

  /// Returns the `this` value of a function, depending on its mode. It is empty for the global
  /// object.
  @inline(__always)
  func receiver(
    _ this: Value, of function: UnsafeMutablePointer<FunctionCode>
  ) throws(Exception) -> Value {
    if function.pointee.isStrict || this.isAnyObject || function.pointee.isArrow { return this }
    if this.isNullish { return .empty }
    return .object(try toObject(this))
  }

  @inline(__always)
  func code(of function: ObjectPointer) -> UnsafeMutablePointer<FunctionCode> {
    UnsafeMutablePointer(bitPattern: UInt(function.pointee.value.payload)).unsafelyUnwrapped
  }

  // MARK: - Calls from outside the loop

  /// Calls a function of the script, the language or the host.
  package func call(
    _ function: Value, this: Value = .undefined, arguments: [Value] = []
  ) throws(Exception) -> Value {
    let top = stack.top
    defer { stack.lower(to: top) }
    guard stack.hasRoom(values: arguments.count + 2) else {
      throw Exception(reason: .limit(.callDepth))
    }
    for (index, argument) in arguments.enumerated() { top[2 + index] = argument }
    return try callOnStack(function, this, top, arguments.count)
  }

  func call(_ function: Value, this: Value, _ argument: Value) throws(Exception) -> Value {
    let top = stack.top
    defer { stack.lower(to: top) }
    guard stack.hasRoom(values: 3) else { throw Exception(reason: .limit(.callDepth)) }
    top[2] = argument
    return try callOnStack(function, this, top, 1)
  }

  func call(
    _ function: Value, this: Value, _ a: Value, _ b: Value
  ) throws(Exception) -> Value {
    let top = stack.top
    defer { stack.lower(to: top) }
    guard stack.hasRoom(values: 4) else { throw Exception(reason: .limit(.callDepth)) }
    top[2] = a
    top[3] = b
    return try callOnStack(function, this, top, 2)
  }

  func call(
    _ function: Value, this: Value, _ a: Value, _ b: Value, _ c: Value
  ) throws(Exception) -> Value {
    let top = stack.top
    defer { stack.lower(to: top) }
    guard stack.hasRoom(values: 5) else { throw Exception(reason: .limit(.callDepth)) }
    top[2] = a
    top[3] = b
    top[4] = c
    return try callOnStack(function, this, top, 3)
  }

  /// Calls a function whose arguments are on the stack, two values above `top`.
  private func callOnStack(
    _ function: Value, _ this: Value, _ top: UnsafeMutablePointer<Value>, _ count: Int
  ) throws(Exception) -> Value {
    top[0] = function
    top[1] = this
    stack.raise(to: top + count + 2)
    try stack.enter()
    defer { stack.leave() }
    guard function.isObject else {
      if function.tag == .host {
        return try callHost(function, host, this: this, Arguments(top + 2, count))
      }
      throw typeError("\(describe(function)) is not a function")
    }
    let object = heap.object(function)
    switch object.pointee.kind {
    case .function:
      let code = code(of: object)
      try pushFrame(
        code, base: top + 2, count: count, callee: function.id,
        this: try receiver(this, of: code), constructed: 0, environment: object.pointee.a)
      return try run()
    case .native:
      try self.count(steps: 4)
      return try callNative(
        object, this: this, Arguments(top + 2, count), isNew: false)
    case .bound:
      let (target, receiver, arguments) = try boundCall(object, Arguments(top + 2, count))
      return try call(target, this: receiver, arguments: arguments)
    default: throw typeError("\(describe(function)) is not a function")
    }
  }

  /// Returns the target of a bound function.
  func boundCall(
    _ object: ObjectPointer, _ arguments: Arguments
  ) throws(Exception) -> (function: Value, this: Value, arguments: [Value]) {
    // Elements: the receiver and the arguments that are bound.
    let start = heap.cell(object.pointee.elements)
    var all: [Value] = []
    for index in 1..<Int(object.pointee.elementCount) { all.append(start[index].value) }
    for index in 0..<arguments.count { all.append(arguments[index]) }
    try count(steps: all.count)
    return (object.pointee.value, start[0].value, all)
  }

  /// Calls an object that is neither a function of the script nor of the host, from the loop over
  /// instructions.
  @inline(never)
  func callForeign(
    _ callee: Value, this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    if callee.isObject {
      let object = heap.object(callee)
      if object.pointee.kind == .native {
        try count(steps: 4)
        return try callNative(object, this: this, arguments, isNew: false)
      }
      if object.pointee.kind == .bound {
        let (target, receiver, all) = try boundCall(object, arguments)
        return try call(target, this: receiver, arguments: all)
      }
    }
    throw typeError("\(describe(callee)) is not a function")
  }

  /// Calls a function of the language or, with `new`, creates an object with it.
  private func callNative(
    _ function: ObjectPointer, this: Value, _ arguments: Arguments, isNew: Bool
  ) throws(Exception) -> Value {
    try NativeFunction(number: function.pointee.a)
      .call(this, arguments, isNew: isNew, in: NativeContext(self))
  }

  func callHost(
    _ function: Value, _ host: any ScriptHost, this: Value, _ arguments: Arguments
  ) throws(Exception) -> Value {
    try count(steps: 8)
    return try host.call(
      HostObject(bits: function.payload), this: this, arguments: arguments, in: self)
  }

  /// Creates an object with `new`, from outside the loop.
  func construct(_ function: Value, _ arguments: [Value]) throws(Exception) -> Value {
    guard function.isObject else {
      throw typeError("\(describe(function)) is not a constructor")
    }
    let object = heap.object(function)
    try stack.enter()
    defer { stack.leave() }
    let top = stack.top
    defer { stack.lower(to: top) }
    guard stack.hasRoom(values: arguments.count + 2) else {
      throw Exception(reason: .limit(.callDepth))
    }
    top[0] = function
    top[1] = .undefined
    for (index, argument) in arguments.enumerated() { top[2 + index] = argument }
    stack.raise(to: top + arguments.count + 2)
    switch object.pointee.kind {
    case .function where code(of: object).pointee.isConstructor:
      let this = try newObject(for: function)
      try pushFrame(
        code(of: object), base: top + 2, count: arguments.count, callee: function.id,
        this: .object(this), constructed: this, environment: object.pointee.a)
      return try run()
    case .native where object.pointee.flags.contains(.isConstructor):
      return try callNative(
        object, this: .undefined, Arguments(top + 2, arguments.count), isNew: true)
    case .bound where object.pointee.flags.contains(.isConstructor):
      let (target, _, all) = try boundCall(object, Arguments(top + 2, arguments.count))
      return try construct(target, all)
    default: throw typeError("\(describe(function)) is not a constructor")
    }
  }

  /// Returns the object that `new` hands to a function as `this`.
  func newObject(for function: Value) throws(Exception) -> ObjectID {
    let prototype = try get(function, PropertyKey(.prototype))
    return try heap.newObject(
      .ordinary, prototype: prototype.isObject ? prototype.id : realm.object)
  }

  // MARK: - Exceptions

  func exception(_ kind: ErrorKind, _ message: String) -> Exception {
    do throws(Exception) {
      return throwing(try newError(kind, message))
    } catch {
      return error
    }
  }

  func newError(_ kind: ErrorKind, _ message: String) throws(Exception) -> Value {
    let id = try heap.newObject(.error, prototype: realm.errors[kind.rawValue])
    try heap.addProperty(
      id, Name.message.id, .string(try heap.string(message)), Heap.Attributes.hidden)
    return .object(id)
  }

  /// Returns an exception that throws a value.
  func throwing(_ value: Value) -> Exception {
    pending.set(value, position: position)
    return .thrown
  }

  /// The position in the innermost function of the program's own text, or −1 if it is unknown.
  private var position: Int {
    guard stack.depth > 0, let script = globals.script else { return -1 }
    let frame = stack.frame
    let function = frame.pointee.function
    guard
      function.pointee.program.toOpaque()
        == Unmanaged.passUnretained(script.program).toOpaque()
    else { return -1 }
    var position = -1
    let offset = Int32(frame.pointee.pc - function.pointee.code)
    for index in 0..<Int(function.pointee.positionCount) {
      let entry = function.pointee.positions[index]
      if entry.x >= offset { break }
      position = Int(entry.y)
    }
    return position
  }

  /// Returns a value as text for messages: the kind of an object, and the text of any other value.
  func describe(_ value: Value) -> String {
    switch value.tag {
    case .object: isCallable(value) ? "the function" : "the object"
    case .host: "the object"
    case .string: "\"\(heap.text(of: value.id).prefix(40))\""
    default: text(value)
    }
  }

  func text(of name: StringID) -> String { heap.text(of: name) }
}
