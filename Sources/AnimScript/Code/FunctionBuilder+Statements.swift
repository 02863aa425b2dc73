/// A statement that encloses other statements, which jumps out of it must leave.
enum Control {
  /// A loop, `switch` or labelled statement. Its jumps are found by the index of this entry.
  case target(JumpTarget)
  case environment
  case handler
  case finally(FinallyBlock)
}

final class JumpTarget {
  var labels: [StringID]
  let isLoop: Bool
  /// Whether `break` without a label ends it.
  let isBreakable: Bool
  var breaks: [Int] = []
  var continues: [Int] = []

  init(labels: [StringID], isLoop: Bool, isBreakable: Bool) {
    self.labels = labels
    self.isLoop = isLoop
    self.isBreakable = isBreakable
  }
}

final class FinallyBlock {
  /// The local variables that contain the continuation after the block and its value.
  let kind: Int
  let value: Int
  var exits: [Exit] = []
  var jumps: [Int] = []

  init(kind: Int, value: Int) {
    self.kind = kind
    self.value = value
  }
}

enum Exit {
  case `break`(JumpTarget)
  case `continue`(JumpTarget)
  /// The value is on the stack.
  case `return`
}

extension FunctionBuilder {
  func statement(_ id: NodeID, labels: [StringID] = []) throws(ScriptError) {
    let node = self.node(id)
    switch node.kind {
    case .expression:
      if completion >= 0 {
        try expression(node.a)
        emit(.storeLocal, completion, effect: -1)
      } else {
        try effect(node.a)
      }
    case .declaration: try declaration(node)
    case .functionDeclaration: copyFromBlock(node)
    case .block:
      if node.scope >= 0 { try enterScope(node.scope) }
      for statement in list(node) { try self.statement(statement) }
      if node.scope >= 0 { leaveScope() }
    case .if: try ifStatement(node)
    case .for: try forStatement(node, labels)
    case .forIn, .forOf: try iteration(node, labels)
    case .while: try whileStatement(node, labels)
    case .doWhile: try doWhileStatement(node, labels)
    case .return:
      if node.a >= 0 { try expression(node.a) } else { emit(.undefined, effect: 1) }
      exit(.return)
    case .throw:
      try expression(node.a)
      mark(node.position)
      emit(.throw, effect: -1)
    case .try: try tryStatement(node)
    case .switch: try switchStatement(node, labels)
    case .break, .continue: jump(node)
    case .labeled:
      let inner = self.node(node.a)
      let names = labels + [node.name]
      switch inner.kind {
      case .for, .forIn, .forOf, .while, .doWhile, .switch, .labeled:
        try statement(node.a, labels: names)
      default:
        let target = JumpTarget(labels: names, isLoop: false, isBreakable: false)
        control.append(.target(target))
        try statement(node.a)
        control.removeLast()
        patch(target.breaks)
      }
    default: break
    }
  }

  /// Copies a function from a block. In sloppy mode, executing a function declaration in a block
  /// sets the variable of the enclosing function.
  private func copyFromBlock(_ node: Node) {
    if node.c >= 0 {
      get(node.b, isChecked: false)
      initialize(node.c)
    } else if node.c == -2 {
      get(node.b, isChecked: false)
      setGlobal(node.name)
      emit(.pop, effect: -1)
    }
  }

  private func declaration(_ node: Node) throws(ScriptError) {
    let isVar = node.op == DeclarationKind.var.rawValue
    for declarator in list(node) {
      let declarator = self.node(declarator)
      if declarator.b >= 0 {
        try expression(declarator.b)
        try assign(to: declarator.a, isVar ? .assign : .initialize)
      } else if !isVar {
        emit(.undefined, effect: 1)
        try assign(to: declarator.a, .initialize)
      }
    }
  }

  private func ifStatement(_ node: Node) throws(ScriptError) {
    let skips = try jumpUnless(node.a)
    try statement(node.b)
    if node.c >= 0 {
      let end = emit(.jump, effect: 0)
      patch(skips)
      try statement(node.c)
      patch(end)
    } else {
      patch(skips)
    }
  }

  // MARK: - Jumps

  private func jump(_ node: Node) {
    let isBreak = node.kind == .break
    for entry in control.reversed() {
      guard case .target(let target) = entry else { continue }
      let matches =
        node.name == Name.empty
        ? (isBreak ? target.isBreakable : target.isLoop)
        : target.labels.contains(node.name) && (isBreak || target.isLoop)
      if matches {
        exit(isBreak ? .break(target) : .continue(target))
        return
      }
    }
  }

  /// Leaves the blocks around the current statement, up to the target or out of the function.
  func exit(_ exit: Exit) {
    let depth = currentDepth
    for entry in control.reversed() {
      switch entry {
      case .target(let target):
        switch exit {
        case .break(let wanted) where wanted === target:
          target.breaks.append(emit(.jump, effect: 0))
          return
        case .continue(let wanted) where wanted === target:
          target.continues.append(emit(.jump, effect: 0))
          return
        default: break
        }
      case .environment: emit(.popEnvironment, effect: 0)
      case .handler: emit(.popHandler, effect: 0)
      case .finally(let block):
        emit(.popHandler, effect: 0)
        if case .return = exit { emit(.storeLocal, block.value, effect: -1) }
        block.exits.append(exit)
        emit(.integer, block.exits.count + 1, effect: 1)
        emit(.storeLocal, block.kind, effect: -1)
        block.jumps.append(emit(.jump, effect: 0))
        if case .return = exit { setDepth(depth - 1) } else { setDepth(depth) }
        return
      }
    }
    emit(.return, effect: -1)
  }

  // MARK: - Loops

  /// Jumps back to the start of a loop.
  private func loopBack(to start: Int) {
    emit(.loop, start, effect: 0)
    emitWord(here - start)
  }

  private func whileStatement(_ node: Node, _ labels: [StringID]) throws(ScriptError) {
    let target = JumpTarget(labels: labels, isLoop: true, isBreakable: true)
    let start = here
    let ends = try jumpUnless(node.a)
    control.append(.target(target))
    try statement(node.b)
    control.removeLast()
    patch(target.continues)
    loopBack(to: start)
    patch(ends)
    patch(target.breaks)
  }

  private func doWhileStatement(_ node: Node, _ labels: [StringID]) throws(ScriptError) {
    let target = JumpTarget(labels: labels, isLoop: true, isBreakable: true)
    let start = here
    control.append(.target(target))
    try statement(node.b)
    control.removeLast()
    patch(target.continues)
    let ends = try jumpUnless(node.a)
    loopBack(to: start)
    patch(ends)
    patch(target.breaks)
  }

  private func forStatement(_ node: Node, _ labels: [StringID]) throws(ScriptError) {
    try enterScope(node.scope)
    let hasEnvironment = builder.tree.scopes[Int(node.scope)].hasEnvironment
    if node.a >= 0 {
      if self.node(node.a).kind == .declaration {
        try statement(node.a)
      } else {
        try effect(node.a)
      }
    }
    let target = JumpTarget(labels: labels, isLoop: true, isBreakable: true)
    // Each iteration has separate variables if a closure may capture them.
    if hasEnvironment { emit(.copyEnvironment, effect: 0) }
    let start = here
    let ends = node.b >= 0 ? try jumpUnless(node.b) : []
    control.append(.target(target))
    try statement(node.d)
    control.removeLast()
    patch(target.continues)
    if hasEnvironment { emit(.copyEnvironment, effect: 0) }
    if node.c >= 0 { try effect(node.c) }
    loopBack(to: start)
    patch(ends)
    patch(target.breaks)
    leaveScope()
  }

  private func iteration(_ node: Node, _ labels: [StringID]) throws(ScriptError) {
    let left = self.node(node.a)
    if left.kind == .declaration {
      // `for (var a = 1 in b)`
      let declarator = self.node(list(left)[0])
      if declarator.b >= 0 {
        try expression(declarator.b)
        try assign(to: declarator.a, .assign)
      }
    }
    // The object is evaluated in a scope whose variables exist but have no values.
    try enterScope(node.scope)
    try expression(node.b)
    leaveScope()
    mark(self.node(node.b).position)
    emit(node.kind == .forIn ? .enumerate : .iterate, effect: 0)
    let iterator = newLocal()
    emit(.storeLocal, iterator, effect: -1)
    let target = JumpTarget(labels: labels, isLoop: true, isBreakable: true)
    control.append(.target(target))
    let start = here
    emit(node.kind == .forIn ? .nextKey : .nextValue, iterator, effect: 0)
    emitWord(0)
    let end = here - 1
    setDepth(currentDepth + 1)
    let value = newLocal()
    emit(.storeLocal, value, effect: -1)
    try enterScope(node.scope)
    emit(.getLocal, value, effect: 1)
    if left.kind == .declaration {
      let isVar = left.op == DeclarationKind.var.rawValue
      try assign(to: self.node(list(left)[0]).a, isVar ? .assign : .initialize)
    } else {
      try assign(to: node.a, .assign)
    }
    try statement(node.c)
    leaveScope()
    control.removeLast()
    patch(target.continues)
    loopBack(to: start)
    patchWord(end)
    patch(target.breaks)
  }

  private func switchStatement(_ node: Node, _ labels: [StringID]) throws(ScriptError) {
    try expression(node.a)
    let value = newLocal()
    emit(.storeLocal, value, effect: -1)
    let target = JumpTarget(labels: labels, isLoop: false, isBreakable: true)
    control.append(.target(target))
    try enterScope(node.scope)
    let cases = list(node)
    var entries: [Int] = []
    var defaultIndex: Int? = nil
    for (index, id) in cases.enumerated() {
      let test = self.node(id).a
      guard test >= 0 else {
        defaultIndex = index
        entries.append(-1)
        continue
      }
      emit(.getLocal, value, effect: 1)
      try expression(test)
      emit(.strictEqual, effect: -1)
      entries.append(emit(.jumpIfTrue, effect: -1))
    }
    let otherwise = emit(.jump, effect: 0)
    for (index, id) in cases.enumerated() {
      if index == defaultIndex { patch(otherwise) } else { patch(entries[index]) }
      for statement in list(self.node(id)) { try self.statement(statement) }
    }
    if defaultIndex == nil { patch(otherwise) }
    leaveScope()
    control.removeLast()
    patch(target.breaks)
  }

  // MARK: - Exceptions

  private func tryStatement(_ node: Node) throws(ScriptError) {
    guard node.d >= 0 else { return try tryCatch(node) }
    let block = FinallyBlock(kind: newLocal(), value: newLocal())
    let thrown = emit(.pushHandler, effect: 0)
    control.append(.finally(block))
    if node.c >= 0 { try tryCatch(node) } else { try statement(node.a) }
    control.removeLast()
    emit(.popHandler, effect: 0)
    emit(.integer, 0, effect: 1)
    emit(.storeLocal, block.kind, effect: -1)
    block.jumps.append(emit(.jump, effect: 0))
    patch(thrown)
    setDepth(currentDepth + 1)
    emit(.storeLocal, block.value, effect: -1)
    emit(.integer, 1, effect: 1)
    emit(.storeLocal, block.kind, effect: -1)
    patch(block.jumps)
    let saved = completion
    if completion >= 0 {
      // The value of `finally` isn't that of the statement.
      completion = newLocal()
    }
    try statement(node.d)
    completion = saved
    resume(block)
  }

  /// Continues after a `finally` block, depending on how the statement before it ended.
  private func resume(_ block: FinallyBlock) {
    func ifKind(_ kind: Int) -> Int {
      emit(.getLocal, block.kind, effect: 1)
      emit(.integer, kind, effect: 1)
      return emit(.jumpUnlessStrictEqual, effect: -2)
    }
    let notThrown = ifKind(1)
    emit(.getLocal, block.value, effect: 1)
    emit(.throw, effect: -1)
    patch(notThrown)
    for (index, leaving) in block.exits.enumerated() {
      let skip = ifKind(index + 2)
      let depth = currentDepth
      if case .return = leaving { emit(.getLocal, block.value, effect: 1) }
      exit(leaving)
      setDepth(depth)
      patch(skip)
    }
  }

  private func tryCatch(_ node: Node) throws(ScriptError) {
    let handler = emit(.pushHandler, effect: 0)
    control.append(.handler)
    try statement(node.a)
    control.removeLast()
    emit(.popHandler, effect: 0)
    let end = emit(.jump, effect: 0)
    patch(handler)
    setDepth(currentDepth + 1)
    let value = newLocal()
    emit(.storeLocal, value, effect: -1)
    try enterScope(node.scope)
    if node.b >= 0 {
      emit(.getLocal, value, effect: 1)
      try assign(to: node.b, .initialize)
    }
    try statement(node.c)
    leaveScope()
    patch(end)
  }
}
