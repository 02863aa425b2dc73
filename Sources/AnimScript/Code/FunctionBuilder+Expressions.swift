extension FunctionBuilder {
  /// Compiles an expression that leaves its value on the stack.
  func expression(_ id: NodeID) throws(ScriptError) {
    let node = self.node(id)
    switch node.kind {
    case .number: emitNumber(builder.tree.numbers[Int(node.a)])
    case .string: emit(.string, string(node.name), effect: 1)
    case .template: try template(node)
    case .taggedTemplate: try taggedTemplate(node)
    case .identifier: try getName(node)
    case .this:
      if node.a >= 0 {
        get(node.a, isChecked: false)
      } else {
        emit(.this, effect: 1)
      }
    case .null: emit(.null, effect: 1)
    case .true: emit(.true, effect: 1)
    case .false: emit(.false, effect: 1)
    case .array: try array(node)
    case .object: try object(node)
    case .function: try closure(Int(node.a))
    case .member:
      try expression(node.a)
      if node.isOptional { chainExits.append(emit(.jumpIfAbsent, effect: 0)) }
      mark(node.position)
      emit(.getMember, string(node.name), effect: 0)
    case .index:
      try expression(node.a)
      if node.isOptional { chainExits.append(emit(.jumpIfAbsent, effect: 0)) }
      try expression(node.b)
      mark(node.position)
      emit(.getIndex, effect: -1)
    case .call: try call(node)
    case .new:
      try expression(node.a)
      emit(.undefined, effect: 1)
      try arguments(node, .new, .newSpread)
    case .unary: try unary(node)
    case .update: try update(node)
    case .binary: try binary(node, id)
    case .logical:
      try expression(node.a)
      let opcode: Opcode =
        switch LogicalOperator(rawValue: node.op) {
        case .and: .jumpIfFalseKeeping
        case .or: .jumpIfTrueKeeping
        default: .jumpIfPresentKeeping
        }
      let end = emit(opcode, effect: -1)
      try expression(node.b)
      patch(end)
    case .assign: try assignment(node)
    case .conditional:
      let skips = try jumpUnless(node.a)
      let depth = currentDepth
      try expression(node.b)
      let end = emit(.jump, effect: 0)
      patch(skips)
      setDepth(depth)
      try expression(node.c)
      patch(end)
    case .sequence:
      let items = list(node)
      for item in items.dropLast() { try effect(item) }
      if let last = items.last { try expression(last) }
    case .regularExpression:
      mark(node.position)
      let pattern = string(node.name)
      emit(.string, pattern, effect: 1)
      emit(.regularExpression, string(StringID(bitPattern: node.a)), effect: 0)
    case .newTarget: emit(.newTarget, effect: 1)
    case .optionalChain:
      let saved = chainExits
      chainExits = []
      try expression(node.a)
      patch(chainExits)
      chainExits = saved
    default: emit(.undefined, effect: 1)
    }
  }

  /// Compiles an expression whose value isn't used.
  func effect(_ id: NodeID) throws(ScriptError) {
    let node = self.node(id)
    switch node.kind {
    case .update:
      let target = self.node(node.a)
      if target.kind == .identifier, let slot = plainLocal(target) {
        emit(node.op == 1 ? .incrementLocal : .decrementLocal, slot, effect: 0)
        return
      }
      try prefixUpdate(node)
      emit(.pop, effect: -1)
    case .assign:
      let target = self.node(node.a)
      if target.kind == .identifier, let slot = plainLocal(target) {
        if node.op == 255 {
          try expression(node.b)
        } else {
          emit(.getLocal, slot, effect: 1)
          try expression(node.b)
          emitOperator(node.op)
        }
        emit(.storeLocal, slot, effect: -1)
        return
      }
      try expression(id)
      emit(.pop, effect: -1)
    case .sequence: for item in list(node) { try effect(item) }
    default:
      try expression(id)
      emit(.pop, effect: -1)
    }
  }

  /// Returns the local variable with a name, if it can be assigned to without a check.
  private func plainLocal(_ node: Node) -> Int? {
    guard node.a >= 0, !node.isFlagged else { return nil }
    let variable = self.variable(node.a)
    guard !variable.isCaptured, variable.kind != .const, variable.kind != .selfName else {
      return nil
    }
    return Int(variable.slot)
  }

  // MARK: - Operators

  /// Compiles a condition, and returns the jumps that are taken if it is false.
  func jumpUnless(_ id: NodeID) throws(ScriptError) -> [Int] {
    let node = self.node(id)
    if node.kind == .binary {
      let fused: Opcode? =
        switch BinaryOperator(rawValue: node.op) {
        case .less: .jumpUnlessLess
        case .greater: .jumpUnlessGreater
        case .lessEqual: .jumpUnlessLessEqual
        case .greaterEqual: .jumpUnlessGreaterEqual
        case .equal: .jumpUnlessEqual
        case .notEqual: .jumpUnlessNotEqual
        case .strictEqual: .jumpUnlessStrictEqual
        case .strictNotEqual: .jumpUnlessStrictNotEqual
        default: nil
        }
      if let fused {
        try expression(node.a)
        try expression(node.b)
        mark(node.position)
        return [emit(fused, effect: -2)]
      }
    }
    if node.kind == .logical, node.op == LogicalOperator.and.rawValue {
      let first = try jumpUnless(node.a)
      return first + (try jumpUnless(node.b))
    }
    if node.kind == .unary, node.op == UnaryOperator.not.rawValue {
      try expression(node.a)
      return [emit(.jumpIfTrue, effect: -1)]
    }
    try expression(id)
    return [emit(.jumpIfFalse, effect: -1)]
  }

  private func emitOperator(_ op: UInt8) {
    switch BinaryOperator(rawValue: op) ?? .add {
    case .add: emit(.add, effect: -1)
    case .subtract: emit(.subtract, effect: -1)
    case .multiply: emit(.multiply, effect: -1)
    case .divide: emit(.divide, effect: -1)
    case .remainder: emit(.remainder, effect: -1)
    case .power: emit(.power, effect: -1)
    case .shiftLeft: emit(.shiftLeft, effect: -1)
    case .shiftRight: emit(.shiftRight, effect: -1)
    case .shiftRightUnsigned: emit(.shiftRightUnsigned, effect: -1)
    case .and: emit(.and, effect: -1)
    case .or: emit(.or, effect: -1)
    case .xor: emit(.xor, effect: -1)
    case .equal: emit(.equal, effect: -1)
    case .notEqual: emit(.notEqual, effect: -1)
    case .strictEqual: emit(.strictEqual, effect: -1)
    case .strictNotEqual: emit(.strictNotEqual, effect: -1)
    case .less: emit(.less, effect: -1)
    case .greater: emit(.greater, effect: -1)
    case .lessEqual: emit(.lessEqual, effect: -1)
    case .greaterEqual: emit(.greaterEqual, effect: -1)
    case .instanceof: emit(.instanceof, effect: -1)
    case .in: emit(.in, effect: -1)
    }
  }

  /// Compiles a chain of operators. It is as deep on its left side as it is long, so it is compiled
  /// without recursion.
  private func binary(_ node: Node, _ id: NodeID) throws(ScriptError) {
    var chain: [Node] = [node]
    var left = node.a
    while self.node(left).kind == .binary {
      chain.append(self.node(left))
      left = self.node(left).a
    }
    try expression(left)
    for link in chain.reversed() {
      try expression(link.b)
      mark(link.position)
      emitOperator(link.op)
    }
  }

  private func unary(_ node: Node) throws(ScriptError) {
    let operand = self.node(node.a)
    switch UnaryOperator(rawValue: node.op) {
    case .minus:
      if operand.kind == .number {
        emitNumber(-builder.tree.numbers[Int(operand.a)])
        return
      }
      try expression(node.a)
      mark(node.position)
      emit(.minus, effect: 0)
    case .plus:
      try expression(node.a)
      mark(node.position)
      emit(.plus, effect: 0)
    case .not:
      try expression(node.a)
      emit(.not, effect: 0)
    case .complement:
      try expression(node.a)
      mark(node.position)
      emit(.complement, effect: 0)
    case .typeof:
      if operand.kind == .identifier { return try typeofName(operand) }
      try expression(node.a)
      emit(.typeof, effect: 0)
    case .delete: try delete(operand, node.a)
    default:
      try effect(node.a)
      emit(.undefined, effect: 1)
    }
  }

  private func delete(_ operand: Node, _ id: NodeID) throws(ScriptError) {
    mark(operand.position)
    switch operand.kind {
    case .member:
      try expression(operand.a)
      if operand.isOptional { chainExits.append(emit(.jumpIfAbsent, effect: 0)) }
      emit(.deleteMember, string(operand.name), effect: 0)
    case .index:
      try expression(operand.a)
      if operand.isOptional { chainExits.append(emit(.jumpIfAbsent, effect: 0)) }
      try expression(operand.b)
      emit(.deleteIndex, effect: -1)
    case .identifier:
      if operand.a >= 0 || builder.site?.names[operand.name] != nil {
        emit(.false, effect: 1)
      } else {
        emit(.deleteNamed, string(operand.name), effect: 1)
      }
    case .optionalChain:
      let saved = chainExits
      chainExits = []
      try delete(node(operand.a), operand.a)
      let end = emit(.jump, effect: 0)
      // Without an object, there is nothing to delete.
      patch(chainExits)
      chainExits = saved
      emit(.pop, effect: -1)
      emit(.true, effect: 1)
      patch(end)
    default:
      try effect(id)
      emit(.true, effect: 1)
    }
  }

  private func update(_ node: Node) throws(ScriptError) {
    if node.isFlagged { return try prefixUpdate(node) }
    let step: ArithmeticOperation = node.op == 1 ? .increment : .decrement
    let target = self.node(node.a)
    mark(target.position)
    switch target.kind {
    case .identifier:
      try getName(target)
      emit(.toNumeric, effect: 0)
      emit(.duplicate, effect: 1)
      emit(step, effect: 0)
      try setName(target)
      emit(.pop, effect: -1)
    case .member:
      try expression(target.a)
      emit(.getMemberKeeping, string(target.name), effect: 1)
      emit(.toNumeric, effect: 0)
      // o old → old o new
      emit(.duplicate, effect: 1)
      emit(.rotateThree, effect: 0)
      emit(step, effect: 0)
      emit(.setMember, string(target.name), effect: -1)
      emit(.pop, effect: -1)
    default:
      try expression(target.a)
      try expression(target.b)
      emit(.getIndexKeeping, effect: 1)
      emit(.toNumeric, effect: 0)
      emit(.duplicate, effect: 1)
      emit(.rotateFour, effect: 0)
      emit(step, effect: 0)
      emit(.setIndex, effect: -2)
      emit(.pop, effect: -1)
    }
  }

  private func prefixUpdate(_ node: Node) throws(ScriptError) {
    let step: ArithmeticOperation = node.op == 1 ? .increment : .decrement
    try modify(self.node(node.a)) { () throws(ScriptError) in emit(step, effect: 0) }
  }

  /// Reads a target, changes its value, and writes the new value, which stays on the stack.
  private func modify(
    _ target: Node, _ change: () throws(ScriptError) -> Void
  ) throws(ScriptError) {
    mark(target.position)
    switch target.kind {
    case .identifier:
      try getName(target)
      try change()
      try setName(target)
    case .member:
      try expression(target.a)
      emit(.getMemberKeeping, string(target.name), effect: 1)
      try change()
      emit(.setMember, string(target.name), effect: -1)
    default:
      try expression(target.a)
      try expression(target.b)
      emit(.getIndexKeeping, effect: 1)
      try change()
      emit(.setIndex, effect: -2)
    }
  }

  // MARK: - Assignments

  private func assignment(_ node: Node) throws(ScriptError) {
    let target = self.node(node.a)
    guard node.op == 255 else {
      return try modify(target) { () throws(ScriptError) in
        try expression(node.b)
        mark(node.position)
        emitOperator(node.op)
      }
    }
    switch target.kind {
    case .identifier:
      try expression(node.b)
      try setName(target)
    case .member:
      try expression(target.a)
      try expression(node.b)
      mark(target.position)
      emit(.setMember, string(target.name), effect: -1)
    case .index:
      try expression(target.a)
      try expression(target.b)
      try expression(node.b)
      mark(target.position)
      emit(.setIndex, effect: -2)
    default:
      try expression(node.b)
      emit(.duplicate, effect: 1)
      try assign(to: node.a, .assign)
    }
  }

  enum AssignmentForm { case assign, initialize }

  /// Assigns the value on the stack to a target, and drops it.
  func assign(to id: NodeID, _ form: AssignmentForm) throws(ScriptError) {
    let target = node(id)
    switch target.kind {
    case .identifier:
      if form == .initialize, target.a >= 0 {
        initialize(target.a)
      } else if target.a >= 0, let slot = plainLocal(target) {
        emit(.storeLocal, slot, effect: -1)
      } else {
        try setName(target)
        emit(.pop, effect: -1)
      }
    case .member:
      try expression(target.a)
      emit(.swap, effect: 0)
      mark(target.position)
      emit(.setMember, string(target.name), effect: -1)
      emit(.pop, effect: -1)
    case .index:
      // v → o k v
      try expression(target.a)
      try expression(target.b)
      emit(.rotateThree, effect: 0)
      emit(.rotateThree, effect: 0)
      mark(target.position)
      emit(.setIndex, effect: -2)
      emit(.pop, effect: -1)
    case .defaulted:
      let jump = emit(.jumpIfDefinedKeeping, effect: -1)
      try expression(target.b)
      patch(jump)
      try assign(to: target.a, form)
    case .arrayPattern: try assignArray(target, form)
    case .objectPattern: try assignObject(target, form)
    default: emit(.pop, effect: -1)
    }
  }

  private func assignArray(_ pattern: Node, _ form: AssignmentForm) throws(ScriptError) {
    mark(pattern.position)
    emit(.iterate, effect: 0)
    let iterator = newLocal()
    emit(.storeLocal, iterator, effect: -1)
    for id in list(pattern) {
      let element = node(id)
      switch element.kind {
      case .hole:
        emit(.iteratorStep, iterator, effect: 1)
        emit(.pop, effect: -1)
      case .rest:
        try assignElement(element.a, form) { emit(.iteratorRest, iterator, effect: 1) }
      default:
        try assignElement(id, form) { emit(.iteratorStep, iterator, effect: 1) }
      }
    }
  }

  /// Assigns a value that is read only after the object and the key of the target.
  private func assignElement(
    _ id: NodeID, _ form: AssignmentForm, _ value: () -> Void
  ) throws(ScriptError) {
    var target = node(id)
    var initial: NodeID = -1
    if target.kind == .defaulted {
      initial = target.b
      target = node(target.a)
    }
    guard target.kind == .member || target.kind == .index else {
      value()
      return try assign(to: id, form)
    }
    try expression(target.a)
    if target.kind == .index { try expression(target.b) }
    value()
    if initial >= 0 {
      let jump = emit(.jumpIfDefinedKeeping, effect: -1)
      try expression(initial)
      patch(jump)
    }
    mark(target.position)
    if target.kind == .member {
      emit(.setMember, string(target.name), effect: -1)
    } else {
      emit(.setIndex, effect: -2)
    }
    emit(.pop, effect: -1)
  }

  private func assignObject(_ pattern: Node, _ form: AssignmentForm) throws(ScriptError) {
    mark(pattern.position)
    emit(.requireObject, effect: 0)
    let elements = list(pattern)
    let hasRest = elements.last.map { node($0).kind == .rest } ?? false
    let object = newLocal()
    emit(.storeLocal, object, effect: -1)
    // The keys, which the rest excludes.
    var keys: [Int] = []
    for id in elements {
      let element = node(id)
      guard element.kind != .rest else {
        let target = element.a
        try assignElement(target, form) {
          emit(.getLocal, object, effect: 1)
          for key in keys { emit(.getLocal, key, effect: 1) }
          emit(.copyRest, keys.count, effect: -keys.count)
        }
        continue
      }
      let key = node(element.a)
      let isComputed = element.isFlagged
      var slot = -1
      if isComputed || hasRest {
        try expression(element.a)
        emit(.toKey, effect: 0)
        slot = newLocal()
        emit(.storeLocal, slot, effect: -1)
        keys.append(slot)
      }
      try assignElement(element.b, form) {
        emit(.getLocal, object, effect: 1)
        mark(element.position)
        if slot >= 0 {
          emit(.getLocal, slot, effect: 1)
          emit(.getIndex, effect: -1)
        } else if key.kind == .number {
          emitNumber(builder.tree.numbers[Int(key.a)])
          emit(.getIndex, effect: -1)
        } else {
          emit(.getMember, string(key.name), effect: 0)
        }
      }
    }
  }

  // MARK: - Literals

  private func array(_ node: Node) throws(ScriptError) {
    let items = list(node)
    // Holes, spread values, and elements that don't fit on the stack are appended.
    let plain = min(
      items.firstIndex { [.hole, .spread].contains(self.node($0).kind) } ?? items.count, 64)
    for item in items[..<plain] { try expression(item) }
    emit(.newArray, plain, effect: 1 - plain)
    for item in items[plain...] {
      let kind = self.node(item).kind
      switch kind {
      case .hole: emit(.appendHole, effect: 0)
      case .spread:
        try expression(self.node(item).a)
        mark(self.node(item).position)
        emit(.appendSpread, effect: -1)
      default:
        try expression(item)
        emit(.append, effect: -1)
      }
    }
  }

  private func object(_ node: Node) throws(ScriptError) {
    let items = list(node)
    emit(.newObject, min(items.count, LiteralOperation.maximumProperties), effect: 1)
    for id in items {
      let item = self.node(id)
      if item.kind == .spread {
        try expression(item.a)
        emit(.spreadInto, effect: -1)
        continue
      }
      let key = self.node(item.a)
      let kind = PropertyKind(rawValue: item.op) ?? .value
      if isPrototype(item, key) {
        try expression(item.b)
        emit(.setPrototype, effect: -1)
      } else if key.kind == .string, !item.isFlagged, kind != .getter, kind != .setter {
        try expression(item.b)
        emit(.defineMember, string(key.name), effect: -1)
      } else {
        try expression(item.a)
        if item.isFlagged { emit(.toKey, effect: 0) }
        try expression(item.b)
        switch kind {
        case .getter: emit(.defineGetter, effect: -2)
        case .setter: emit(.defineSetter, effect: -2)
        default: emit(.defineIndex, effect: -2)
        }
      }
    }
  }

  private func isPrototype(_ item: Node, _ key: Node) -> Bool {
    item.op == PropertyKind.value.rawValue && !item.isFlagged && key.kind == .string
      && key.name == Name.proto.id
  }

  private func template(_ node: Node) throws(ScriptError) {
    let items = list(node)
    var count = 0
    for (index, item) in items.enumerated() {
      if index % 2 == 0, self.node(item).name == Name.empty, index > 0 { continue }
      try expression(item)
      count += 1
      if count == 32 {
        emit(.concatenate, count, effect: 1 - count)
        count = 1
      }
    }
    emit(.concatenate, count, effect: 1 - count)
  }

  private func taggedTemplate(_ node: Node) throws(ScriptError) {
    try callee(node.a)
    let items = list(node)
    var strings: [(cooked: StringID?, raw: StringID)] = []
    for (index, item) in items.enumerated() where index % 2 == 0 {
      let part = self.node(item)
      strings.append((part.isFlagged ? nil : part.name, StringID(bitPattern: part.a)))
    }
    builder.program.templates.append(strings)
    emit(.templateObject, builder.program.templates.count - 1, effect: 1)
    var count = 1
    for (index, item) in items.enumerated() where index % 2 == 1 {
      try expression(item)
      count += 1
    }
    mark(node.position)
    emit(.call, count, effect: -count - 1)
  }

  // MARK: - Calls

  /// Compiles a function and its `this`.
  private func callee(_ id: NodeID) throws(ScriptError) {
    let callee = node(id)
    switch callee.kind {
    case .member:
      try expression(callee.a)
      if callee.isOptional { chainExits.append(emit(.jumpIfAbsent, effect: 0)) }
      mark(callee.position)
      emit(.getMethod, string(callee.name), effect: 1)
    case .index:
      try expression(callee.a)
      if callee.isOptional { chainExits.append(emit(.jumpIfAbsent, effect: 0)) }
      try expression(callee.b)
      mark(callee.position)
      emit(.getIndexMethod, effect: 0)
    case .optionalChain where [.member, .index].contains(node(callee.a).kind):
      // (a?.b)()
      let saved = chainExits
      chainExits = []
      try self.callee(callee.a)
      let end = emit(.jump, effect: 0)
      patch(chainExits)
      chainExits = saved
      emit(.undefined, effect: 0)
      patch(end)
      setDepth(currentDepth + 1)
    default:
      try expression(id)
      emit(.undefined, effect: 1)
    }
  }

  private func call(_ node: Node) throws(ScriptError) {
    try callee(node.a)
    if node.isOptional {
      // f this → this f. If f is absent, the chain's value replaces both.
      emit(.swap, effect: 0)
      let present = emit(.jumpIfPresentKeeping, effect: -1)
      emit(.pop, effect: -1)
      emit(.undefined, effect: 1)
      chainExits.append(emit(.jump, effect: 0))
      patch(present)
      setDepth(currentDepth + 1)
      emit(.swap, effect: 0)
    }
    guard node.isFlagged else {
      mark(node.position)
      return try arguments(node, .call, .callSpread)
    }
    let items = list(node)
    guard !items.contains(where: { self.node($0).kind == .spread }) else {
      return try arguments(node, .call, .callSpread)
    }
    // f undefined → f this
    emit(.pop, effect: -1)
    let receiver = self.node(node.b)
    if receiver.a >= 0 { get(receiver.a, isChecked: false) } else { emit(.passThis, effect: 1) }
    for item in items { try expression(item) }
    mark(node.position)
    builder.program.evalSites.append(evalSite())
    emit(.callEval, items.count, effect: -items.count - 1)
    emitWord(builder.program.evalSites.count - 1)
  }

  private func arguments(
    _ node: Node, _ plain: Opcode, _ spread: Opcode
  ) throws(ScriptError) {
    let items = list(node)
    let isPlain =
      items.count <= 250 && !items.contains { self.node($0).kind == .spread }
    if isPlain {
      for item in items { try expression(item) }
      mark(node.position)
      emit(plain, items.count, effect: -items.count - 1)
      return
    }
    emit(.newArray, 0, effect: 1)
    for item in items {
      if self.node(item).kind == .spread {
        try expression(self.node(item).a)
        emit(.appendSpread, effect: -1)
      } else {
        try expression(item)
        emit(.append, effect: -1)
      }
    }
    mark(node.position)
    emit(spread, effect: -2)
  }
}
