/// Turns a syntax tree into code, function by function.
final class ProgramBuilder {
  @exclusivity(unchecked) var tree: SyntaxTree
  let program: CompiledProgram
  let form: CodeForm
  let site: EvalSite?
  @exclusivity(unchecked) private var globals = NameMap<Int>()

  init(_ tree: SyntaxTree, _ program: CompiledProgram, form: CodeForm, site: EvalSite?) {
    self.tree = tree
    self.program = program
    self.form = form
    self.site = site
  }

  func build(result: StringID?) throws(ScriptError) {
    planEnvironments()
    let main = try FunctionBuilder(self, function: 0).build(result: result)
    program.makeMain(main)
    program.usesEval = tree.scopes.contains { $0.usesEval }
  }

  /// Gives captured variables their places in environments.
  private func planEnvironments() {
    for index in tree.scopes.indices {
      var size = 0
      for variable in tree.scopes[index].variables where tree.variables[Int(variable)].isCaptured {
        tree.variables[Int(variable)].slot = Int32(size)
        size += 1
      }
      tree.scopes[index].environmentSize = size
      tree.scopes[index].hasEnvironment = size > 0
    }
  }

  func global(_ name: StringID) -> Int {
    if let existing = globals[name] { return existing }
    let index = program.globalNames.count
    program.globalNames.append(name)
    globals[name] = index
    return index
  }

  func error(_ limit: ScriptLimits.Limit) -> ScriptError {
    ScriptError(kind: .limit(limit), name: "SyntaxError", message: limit.description)
  }
}

/// Writes the code of a function.
final class FunctionBuilder {
  let builder: ProgramBuilder
  let function: Int
  let isStrict: Bool
  @exclusivity(unchecked) var scope: Int32
  @exclusivity(unchecked) private(set) var code: [UInt32] = []
  @exclusivity(unchecked) private var numbers: [Double] = []
  @exclusivity(unchecked) private var strings: [StringID] = []
  @exclusivity(unchecked) private var stringIndices = NameMap<Int>()
  @exclusivity(unchecked) var functions: [UnsafeMutablePointer<FunctionCode>] = []
  @exclusivity(unchecked) private var positions: [SIMD2<Int32>] = []
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var maximumDepth = 0
  @exclusivity(unchecked) private var localCount = 0
  /// Whether an operand didn't fit into an instruction.
  @exclusivity(unchecked) private var isTooLong = false
  /// The statements around the current one, innermost last.
  @exclusivity(unchecked) var control: [Control] = []
  /// The local variable with the value of the last statement, in a program.
  @exclusivity(unchecked) var completion = -1
  @exclusivity(unchecked) var keepsArguments = false
  /// Jumps out of the optional chain being written, with `undefined` on the stack.
  @exclusivity(unchecked) var chainExits: [Int] = []

  init(_ builder: ProgramBuilder, function: Int) {
    self.builder = builder
    self.function = function
    let syntax = builder.tree.functions[function]
    isStrict = syntax.isStrict
    scope = syntax.scope
  }

  func node(_ id: NodeID) -> Node { builder.tree.nodes[Int(id)] }
  func list(_ node: Node) -> [NodeID] {
    Array(builder.tree.lists[Int(node.list)..<Int(node.list + node.count)])
  }
  func variable(_ index: Int32) -> Variable { builder.tree.variables[Int(index)] }

  // MARK: - Instructions

  var here: Int { code.count }

  @discardableResult
  func emit(_ opcode: Opcode, _ operand: Int = 0, effect: Int) -> Int {
    code.append(UInt32(opcode.rawValue) | UInt32(truncatingIfNeeded: operand) << 8)
    depth += effect
    if depth > maximumDepth { maximumDepth = depth }
    return code.count - 1
  }

  func emit(_ operation: NameOperation, _ operand: Int, effect: Int) {
    emit(.name, operation.rawValue, operand, effect: effect)
  }

  func emit(_ operation: LiteralOperation, _ operand: Int = 0, effect: Int) {
    emit(.literal, operation.rawValue, operand, effect: effect)
  }

  func emit(_ operation: ArithmeticOperation, effect: Int) {
    emit(.arithmetic, operation.rawValue, 0, effect: effect)
  }

  @discardableResult
  func emit(_ operation: IterationOperation, _ operand: Int = 0, effect: Int) -> Int {
    emit(.iteration, operation.rawValue, operand, effect: effect)
  }

  @discardableResult
  private func emit(_ group: Opcode, _ operation: UInt8, _ operand: Int, effect: Int) -> Int {
    if operand >= 1 << 18 { isTooLong = true }
    return emit(group, operand << 6 | Int(operation), effect: effect)
  }

  func emitWord(_ word: Int) { code.append(UInt32(truncatingIfNeeded: word)) }

  /// Sets the target of an emitted jump to the current position.
  func patch(_ jump: Int) {
    code[jump] = code[jump] & 0xFF | UInt32(code.count) << 8
  }

  func patchWord(_ index: Int) { code[index] = UInt32(code.count) }

  func patch(_ jumps: [Int]) { for jump in jumps { patch(jump) } }

  /// Sets the stack depth of the code after a jump.
  func setDepth(_ value: Int) {
    depth = value
    if depth > maximumDepth { maximumDepth = depth }
  }
  var currentDepth: Int { depth }

  func mark(_ position: Int32) {
    if positions.last?.y != position { positions.append(SIMD2(Int32(code.count), position)) }
  }

  func string(_ name: StringID) -> Int {
    if let existing = stringIndices[name] { return existing }
    strings.append(name)
    stringIndices[name] = strings.count - 1
    return strings.count - 1
  }

  func emitNumber(_ value: Double) {
    if value.magnitude < 8_000_000, value.rounded(.towardZero) == value,
      !(value == 0 && value.sign == .minus)
    {
      emit(.integer, Int(value), effect: 1)
    } else {
      numbers.append(value)
      emit(.number, numbers.count - 1, effect: 1)
    }
  }

  func newLocal() -> Int {
    localCount += 1
    return localCount - 1
  }

  // MARK: - The function as a whole

  func build(result: StringID?) throws(ScriptError) -> UnsafeMutablePointer<FunctionCode> {
    let syntax = builder.tree.functions[function]
    localCount = syntax.parameters.count
    if let last = syntax.parameters.last, node(last).kind == .rest { localCount -= 1 }
    let parameterCount = localCount
    if function == 0 {
      completion = newLocal()
      if builder.form != .expression { declareGlobals() }
    }
    try prologue(syntax)
    try hoistFunctions(scope)
    if syntax.expressionBody >= 0 {
      try expression(syntax.expressionBody)
      emit(.return, effect: -1)
    } else {
      for statement in syntax.body { try self.statement(statement) }
      if function == 0 {
        try epilogue(result)
      } else {
        emit(.undefined, effect: 1)
        emit(.return, effect: -1)
      }
    }
    if isTooLong || code.count >= 1 << 24 { throw builder.error(.sourceLength) }
    var record = FunctionCode(
      code: copy(code), numbers: copy(numbers), strings: copy(strings),
      functions: copy(functions), positions: copy(positions),
      program: .passUnretained(builder.program))
    record.codeCount = Int32(code.count)
    record.positionCount = Int32(positions.count)
    record.parameterCount = Int32(parameterCount)
    record.localCount = Int32(localCount)
    record.stackSize = Int32(maximumDepth + 4)
    record.length = syntax.length
    record.name = syntax.name
    record.isStrict = isStrict
    record.isArrow = syntax.isArrow
    record.isConstructor = !syntax.isArrow && !syntax.isMethod
    record.keepsArguments = keepsArguments
    return builder.program.add(record)
  }

  private func copy<T>(_ array: [T]) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: max(array.count, 1))
    array.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { pointer.initialize(from: start, count: buffer.count) }
    }
    return pointer
  }

  private func declareGlobals() {
    for name in builder.tree.globalVariables where builder.site?.names[name] == nil {
      emit(.declareVariable, string(name), effect: 0)
    }
  }

  private func prologue(_ syntax: FunctionSyntax) throws(ScriptError) {
    if builder.tree.scopes[Int(scope)].hasEnvironment {
      emit(.pushEnvironment, builder.tree.scopes[Int(scope)].environmentSize, effect: 1)
      setDepth(0)
    }
    // Parameters that are plain names are the arguments' own places.
    for (index, parameter) in syntax.parameters.enumerated() where syntax.hasSimpleParameters {
      let target = node(parameter).a
      if !variable(target).isCaptured { builder.tree.variables[Int(target)].slot = Int32(index) }
    }
    for index in builder.tree.scopes[Int(scope)].variables {
      let variable = self.variable(index)
      if !variable.isCaptured {
        if variable.slot < 0 { builder.tree.variables[Int(index)].slot = Int32(newLocal()) }
        let isParameter = variable.kind == .parameter
        if variable.isChecked, variable.isLexical || isParameter {
          emit(.clearLocal, Int(builder.tree.variables[Int(index)].slot), effect: 0)
        }
      } else if !variable.isLexical, variable.kind != .parameter || syntax.hasSimpleParameters {
        emit(.undefined, effect: 1)
        emit(.storeOuter, Int(variable.slot), effect: -1)
      }
    }
    if syntax.thisVariable >= 0 {
      emit(.this, effect: 1)
      initialize(syntax.thisVariable)
    }
    if syntax.selfVariable >= 0 {
      emit(.callee, effect: 1)
      initialize(syntax.selfVariable)
    }
    if syntax.argumentsVariable >= 0 {
      keepsArguments = true
      emit(.arguments, effect: 1)
      initialize(syntax.argumentsVariable)
    }
    try parameters(syntax)
  }

  private func parameters(_ syntax: FunctionSyntax) throws(ScriptError) {
    for (index, parameter) in syntax.parameters.enumerated() {
      let parameterNode = node(parameter)
      if syntax.hasSimpleParameters {
        guard variable(parameterNode.a).isCaptured else { continue }
        emit(.getLocal, index, effect: 1)
        initialize(parameterNode.a)
      } else if parameterNode.kind == .rest {
        keepsArguments = true
        emit(.restArray, index, effect: 1)
        try assign(to: parameterNode.a, .initialize)
      } else {
        emit(.getLocal, index, effect: 1)
        try assign(to: parameter, .initialize)
      }
    }
  }

  /// Writes a program's end: its result is that variable, or the value of the last statement.
  private func epilogue(_ result: StringID?) throws(ScriptError) {
    if let result, isMentioned(result) {
      if let variable = builder.tree.scopes[Int(scope)].names[result] {
        get(variable, isChecked: false)
      } else {
        emit(.softGlobal, builder.global(result), effect: 1)
      }
      let jump = emit(.jumpIfDefinedKeeping, effect: -1)
      emit(.getLocal, completion, effect: 1)
      patch(jump)
    } else {
      emit(.getLocal, completion, effect: 1)
    }
    emit(.return, effect: -1)
  }

  private func isMentioned(_ name: StringID) -> Bool {
    builder.tree.scopes[Int(scope)].names[name] != nil
      || builder.tree.freeReferences.contains { $0.name == name }
  }

  /// Gives functions that a scope declares their values.
  func hoistFunctions(_ scope: Int32) throws(ScriptError) {
    for id in builder.tree.scopes[Int(scope)].functions {
      let declaration = node(id)
      try closure(Int(declaration.a))
      if declaration.b >= 0 {
        initialize(declaration.b)
      } else {
        setGlobal(declaration.name)
        emit(.pop, effect: -1)
      }
    }
  }

  func closure(_ function: Int) throws(ScriptError) {
    let inner = FunctionBuilder(builder, function: function)
    functions.append(try inner.build(result: nil))
    emit(.closure, functions.count - 1, effect: 1)
  }

  // MARK: - Scopes

  /// Begins a block, and creates its environment and its functions.
  func enterScope(_ inner: Int32) throws(ScriptError) {
    scope = inner
    if builder.tree.scopes[Int(inner)].hasEnvironment {
      emit(.pushEnvironment, builder.tree.scopes[Int(inner)].environmentSize, effect: 1)
      setDepth(currentDepth - 1)
      control.append(.environment)
    }
    for index in builder.tree.scopes[Int(inner)].variables {
      let variable = self.variable(index)
      if variable.isCaptured {
        if !variable.isLexical {
          emit(.undefined, effect: 1)
          emit(.storeOuter, Int(variable.slot), effect: -1)
        }
      } else {
        builder.tree.variables[Int(index)].slot = Int32(newLocal())
        if variable.isChecked {
          emit(.clearLocal, Int(builder.tree.variables[Int(index)].slot), effect: 0)
        }
      }
    }
    try hoistFunctions(inner)
  }

  func leaveScope() {
    if builder.tree.scopes[Int(scope)].hasEnvironment {
      emit(.popEnvironment, effect: 0)
      control.removeLast()
    }
    scope = builder.tree.scopes[Int(scope)].parent
  }

  // MARK: - Variables

  private func hops(to target: Int32) -> Int {
    var current = scope
    var hops = 0
    while current != target {
      if builder.tree.scopes[Int(current)].hasEnvironment { hops += 1 }
      current = builder.tree.scopes[Int(current)].parent
    }
    return hops
  }

  private func hopsOutside() -> Int {
    var current = scope
    var hops = 0
    while current >= 0 {
      if builder.tree.scopes[Int(current)].hasEnvironment { hops += 1 }
      current = builder.tree.scopes[Int(current)].parent
    }
    return hops
  }

  private func outerOperand(_ variable: Variable) -> Int {
    min(hops(to: variable.scope), 255) << 16 | Int(variable.slot) & 0xFFFF
  }

  func get(_ index: Int32, isChecked: Bool) {
    let variable = self.variable(index)
    if variable.isCaptured {
      emit(isChecked ? .getOuterChecked : .getOuter, outerOperand(variable), effect: 1)
    } else {
      emit(isChecked ? .getLocalChecked : .getLocal, Int(variable.slot), effect: 1)
    }
  }

  /// Gives a variable its first value, from the stack.
  func initialize(_ index: Int32) {
    let variable = self.variable(index)
    if variable.isCaptured {
      emit(.storeOuter, outerOperand(variable), effect: -1)
    } else {
      emit(.storeLocal, Int(variable.slot), effect: -1)
    }
  }

  /// Assigns the value on the stack and leaves it there.
  func set(_ index: Int32, isChecked: Bool) {
    let variable = self.variable(index)
    if variable.kind == .const {
      if isChecked {
        get(index, isChecked: true)
        emit(.pop, effect: -1)
      }
      emit(.throwConstant, string(variable.name), effect: 0)
    } else if variable.kind == .selfName {
      if isStrict { emit(.throwConstant, string(variable.name), effect: 0) }
    } else if variable.isCaptured {
      emit(isChecked ? .setOuterChecked : .setOuter, outerOperand(variable), effect: 0)
    } else {
      emit(isChecked ? .setLocalChecked : .setLocal, Int(variable.slot), effect: 0)
    }
  }

  func getName(_ node: Node) throws(ScriptError) {
    mark(node.position)
    if node.a >= 0 {
      get(node.a, isChecked: node.isFlagged)
    } else if let binding = builder.site?.names[node.name] {
      emit(
        binding.isChecked ? .getOuterChecked : .getOuter, siteOperand(binding), effect: 1)
    } else if builder.form == .eval {
      emit(.getNamed, string(node.name), effect: 1)
    } else {
      emit(.getGlobal, builder.global(node.name), effect: 1)
    }
  }

  func typeofName(_ node: Node) throws(ScriptError) {
    if node.a >= 0 || builder.site?.names[node.name] != nil {
      try getName(node)
      emit(.typeof, effect: 0)
    } else if builder.form == .eval {
      emit(.typeofNamed, string(node.name), effect: 1)
    } else {
      emit(.typeofGlobal, builder.global(node.name), effect: 1)
    }
  }

  func setName(_ node: Node) throws(ScriptError) {
    mark(node.position)
    if node.a >= 0 {
      set(node.a, isChecked: node.isFlagged)
    } else if let binding = builder.site?.names[node.name] {
      if binding.isConstant {
        emit(.throwConstant, string(node.name), effect: 0)
      } else if !binding.isSilent {
        emit(
          binding.isChecked ? .setOuterChecked : .setOuter, siteOperand(binding), effect: 0)
      }
    } else {
      setGlobal(node.name)
    }
  }

  func setGlobal(_ name: StringID) {
    if builder.form == .eval {
      emit(.setNamed, string(name), effect: 0)
    } else {
      emit(.setGlobal, builder.global(name), effect: 0)
    }
  }

  private func siteOperand(_ binding: EvalSite.Binding) -> Int {
    min(binding.hops + hopsOutside(), 255) << 16 | binding.slot & 0xFFFF
  }

  /// Returns the variables that are visible to a call of `eval` in the current scope.
  func evalSite() -> EvalSite {
    var site = EvalSite()
    site.isStrict = isStrict
    site.mayUseNewTarget = function > 0
    var current = scope
    var hops = 0
    while current >= 0 {
      let here = builder.tree.scopes[Int(current)]
      for (name, index) in here.names.entries where site.names[name] == nil && name != Name.this.id
      {
        let variable = self.variable(index)
        site.names[name] = EvalSite.Binding(
          hops: hops, slot: Int(variable.slot),
          isConstant: variable.kind == .const || (variable.kind == .selfName && isStrict),
          isChecked: variable.isLexical, isSilent: variable.kind == .selfName)
      }
      if here.hasEnvironment { hops += 1 }
      current = here.parent
    }
    if let outer = builder.site {
      for (name, binding) in outer.names where site.names[name] == nil {
        var moved = binding
        moved.hops += hops
        site.names[name] = moved
      }
    }
    return site
  }
}
