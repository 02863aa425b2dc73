extension Parser {
  /// Expressions separated by commas.
  func expression() throws(ScriptError) -> NodeID {
    let pending = pendingPatternErrors.count
    let start = token.start
    let first = try assignment()
    guard token.kind == .comma else {
      try checkPending(since: pending)
      return first
    }
    var list = [first]
    while try skip(.comma) { list.append(try assignment()) }
    try checkPending(since: pending)
    return add(.sequence, at: start, list: list)
  }

  /// Fails if an object literal since then is only valid as a pattern.
  func checkPending(since count: Int) throws(ScriptError) {
    if pendingPatternErrors.count > count {
      throw error("expected a colon", at: pendingPatternErrors[count])
    }
  }

  func allowingIn<R>(
    _ allows: Bool, _ body: () throws(ScriptError) -> R
  ) throws(ScriptError) -> R {
    let saved = context.allowsIn
    context.allowsIn = allows
    defer { context.allowsIn = saved }
    return try body()
  }

  // MARK: - Assignment

  func assignment() throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    if token.kind == .identifier {
      if token.isWord(.async) {
        let next = try peek()
        if !next.followsNewline, next.isKeyword(.function) || next.kind == .identifier {
          throw lexer.unsupported("asynchronous functions", at: token.start)
        }
      }
      if try isFollowedByArrow() { return try arrowFunction() }
    } else if token.kind == .leftParenthesis, isArrowHead() {
      return try arrowFunction()
    }
    let start = token.start
    let pending = pendingPatternErrors.count
    let left = try conditional()
    guard let op = assignmentOperator else { return left }
    if op == 255 {
      let kind = node(left).kind
      if kind == .array || kind == .object, !node(left).isParenthesized {
        pendingPatternErrors.removeLast(pendingPatternErrors.count - pending)
      }
      try convertToTarget(left)
    } else {
      try checkSimpleTarget(left)
    }
    try advance()
    let value = try assignment()
    if op == 255, node(left).kind == .identifier { nameFunction(value, after: left) }
    return add(.assign, at: start) {
      $0.op = op
      $0.a = left
      $0.b = value
    }
  }

  private func isFollowedByArrow() throws(ScriptError) -> Bool {
    var offset = token.end
    let units = lexer.units
    while offset < units.count, units[offset] == 32 || units[offset] == 9 { offset += 1 }
    guard offset < units.count else { return false }
    if units[offset] == 0x3D { return offset + 1 < units.count && units[offset + 1] == 0x3E }
    guard units[offset] == 0x2F || units[offset] >= 128 else { return false }
    guard let next = try? peek() else { return false }
    return next.kind == .arrow && !next.followsNewline
  }

  /// The operator of a compound assignment, 255 for `=`.
  private var assignmentOperator: UInt8? {
    let op: BinaryOperator
    switch token.kind {
    case .assign: return 255
    case .plusAssign: op = .add
    case .minusAssign: op = .subtract
    case .starAssign: op = .multiply
    case .slashAssign: op = .divide
    case .percentAssign: op = .remainder
    case .powerAssign: op = .power
    case .shiftLeftAssign: op = .shiftLeft
    case .shiftRightAssign: op = .shiftRight
    case .shiftRightUnsignedAssign: op = .shiftRightUnsigned
    case .andAssign: op = .and
    case .orAssign: op = .or
    case .xorAssign: op = .xor
    default: return nil
    }
    return op.rawValue
  }

  /// Names an anonymous function after the variable that it is assigned to.
  func nameFunction(_ value: NodeID, after target: NodeID) {
    nameFunction(value, node(target).name)
  }

  func nameFunction(_ value: NodeID, _ name: StringID) {
    let value = node(value)
    guard value.kind == .function else { return }
    let function = Int(value.a)
    if tree.functions[function].name == Name.empty { tree.functions[function].name = name }
  }

  // MARK: - Operators

  private func conditional() throws(ScriptError) -> NodeID {
    let start = token.start
    let test = try binary(0)
    guard token.kind == .question else { return test }
    try advance()
    let pending = pendingPatternErrors.count
    let yes = try allowingIn(true) { () throws(ScriptError) in try assignment() }
    try expect(.colon, "a colon")
    let no = try assignment()
    try checkPending(since: pending)
    return add(.conditional, at: start) {
      $0.a = test
      $0.b = yes
      $0.c = no
    }
  }

  /// The operator and its precedence. The operators of ``LogicalOperator`` follow 100.
  private var binaryOperator: (op: UInt8, precedence: Int)? {
    let (op, precedence): (BinaryOperator, Int)
    switch token.kind {
    case .nullish: return (100 + LogicalOperator.nullish.rawValue, 1)
    case .logicalOr: return (100 + LogicalOperator.or.rawValue, 2)
    case .logicalAnd: return (100 + LogicalOperator.and.rawValue, 3)
    case .or: (op, precedence) = (.or, 4)
    case .xor: (op, precedence) = (.xor, 5)
    case .and: (op, precedence) = (.and, 6)
    case .equal: (op, precedence) = (.equal, 7)
    case .notEqual: (op, precedence) = (.notEqual, 7)
    case .strictEqual: (op, precedence) = (.strictEqual, 7)
    case .strictNotEqual: (op, precedence) = (.strictNotEqual, 7)
    case .less: (op, precedence) = (.less, 8)
    case .greater: (op, precedence) = (.greater, 8)
    case .lessEqual: (op, precedence) = (.lessEqual, 8)
    case .greaterEqual: (op, precedence) = (.greaterEqual, 8)
    case .keyword:
      if token.name == Name.instanceof.id {
        (op, precedence) = (.instanceof, 8)
      } else if token.name == Name.in.id, context.allowsIn {
        (op, precedence) = (.in, 8)
      } else {
        return nil
      }
    case .shiftLeft: (op, precedence) = (.shiftLeft, 9)
    case .shiftRight: (op, precedence) = (.shiftRight, 9)
    case .shiftRightUnsigned: (op, precedence) = (.shiftRightUnsigned, 9)
    case .plus: (op, precedence) = (.add, 10)
    case .minus: (op, precedence) = (.subtract, 10)
    case .star: (op, precedence) = (.multiply, 11)
    case .slash: (op, precedence) = (.divide, 11)
    case .percent: (op, precedence) = (.remainder, 11)
    case .power: (op, precedence) = (.power, 12)
    default: return nil
    }
    return (op.rawValue, precedence)
  }

  private func binary(_ minimum: Int) throws(ScriptError) -> NodeID {
    let start = token.start
    let pending = pendingPatternErrors.count
    var left = try unary()
    var links = 0
    while let (op, precedence) = binaryOperator, precedence > minimum {
      try checkPending(since: pending)
      let leftNode = node(left)
      if op == BinaryOperator.power.rawValue, leftNode.kind == .unary, !leftNode.isParenthesized {
        throw error("the base of a power needs parentheses")
      }
      try advance()
      // A power binds to the right.
      if op == BinaryOperator.power.rawValue { try enter() }
      let right = try binary(op == BinaryOperator.power.rawValue ? precedence - 1 : precedence)
      if op == BinaryOperator.power.rawValue { leave() }
      let isLogical = op >= 100
      if isLogical {
        try checkMixing(op, left)
        try checkMixing(op, right)
        links += 1
        try checkChain(links)
      }
      left = add(isLogical ? .logical : .binary, at: start) {
        $0.op = isLogical ? op - 100 : op
        $0.a = left
        $0.b = right
      }
      try checkPending(since: pending)
    }
    return left
  }

  /// Checks that `??` isn't mixed with `&&` or `||` without parentheses.
  private func checkMixing(_ op: UInt8, _ operand: NodeID) throws(ScriptError) {
    let operand = node(operand)
    guard operand.kind == .logical, !operand.isParenthesized else { return }
    let nullish = LogicalOperator.nullish.rawValue
    if (op - 100 == nullish) != (operand.op == nullish) {
      throw error("?? beside another logical operator needs parentheses")
    }
  }

  private var unaryOperator: UnaryOperator? {
    switch token.kind {
    case .plus: return .plus
    case .minus: return .minus
    case .not: return .not
    case .complement: return .complement
    case .keyword:
      switch token.name {
      case Name.typeof.id: return .typeof
      case Name.void.id: return .void
      case Name.delete.id: return .delete
      default: return nil
      }
    default: return nil
    }
  }

  private func unary() throws(ScriptError) -> NodeID {
    let start = token.start
    if let op = unaryOperator {
      try enter()
      defer { leave() }
      try advance()
      let operand = try unary()
      if op == .delete, context.isStrict, node(operand).kind == .identifier {
        throw error("a variable cannot be deleted", at: start)
      }
      return add(.unary, at: start) {
        $0.op = op.rawValue
        $0.a = operand
      }
    }
    if token.kind == .increment || token.kind == .decrement {
      try enter()
      defer { leave() }
      let op: UInt8 = token.kind == .increment ? 1 : 0
      try advance()
      let operand = try unary()
      try checkSimpleTarget(operand)
      return add(.update, at: start) {
        $0.op = op
        $0.a = operand
        $0.isFlagged = true
      }
    }
    let operand = try leftHandSide()
    if token.kind == .increment || token.kind == .decrement, !token.followsNewline {
      try checkSimpleTarget(operand)
      let op: UInt8 = token.kind == .increment ? 1 : 0
      try advance()
      return add(.update, at: start) {
        $0.op = op
        $0.a = operand
      }
    }
    return operand
  }

  // MARK: - Members and calls

  func leftHandSide() throws(ScriptError) -> NodeID {
    let start = token.start
    var result =
      token.isKeyword(.new) ? try newExpression() : try primary()
    // A parenthesized arrow function or assignment may be called; others end here.
    var links = 0
    var hasOptional = false
    while true {
      var isOptional = false
      if token.kind == .optionalDot {
        isOptional = true
        hasOptional = true
        try advance()
      }
      switch token.kind {
      case .dot,
        .identifier where isOptional,
        .keyword where isOptional:
        if token.kind == .dot {
          guard !isOptional else { throw unexpected("expected a name") }
          try advance()
        }
        result = try member(result, from: start)
      case .leftBracket: result = try index(result, from: start)
      case .leftParenthesis: result = try call(result, from: start)
      case .template, .templateEnd:
        if hasOptional { throw error("a template cannot follow an optional chain") }
        result = try taggedTemplate(result, from: start)
      default:
        if isOptional { throw unexpected("expected a name") }
        guard hasOptional else { return result }
        let chain = result
        return add(.optionalChain, at: start) { $0.a = chain }
      }
      if isOptional { tree.nodes[Int(result)].isOptional = true }
      links += 1
      try checkChain(links)
    }
  }

  private func member(_ object: NodeID, from start: Int) throws(ScriptError) -> NodeID {
    guard token.kind == .identifier || token.kind == .keyword else {
      throw unexpected("expected a name")
    }
    let name = token.name
    try advance()
    return add(.member, at: start) {
      $0.a = object
      $0.name = name
    }
  }

  private func index(_ object: NodeID, from start: Int) throws(ScriptError) -> NodeID {
    try advance()
    let key = try allowingIn(true) { () throws(ScriptError) in try expression() }
    try expect(.rightBracket, "a closing bracket")
    return add(.index, at: start) {
      $0.a = object
      $0.b = key
    }
  }

  private func call(_ callee: NodeID, from start: Int) throws(ScriptError) -> NodeID {
    let list = try arguments()
    let calleeNode = node(callee)
    let isEval =
      calleeNode.kind == .identifier && calleeNode.name == Name.eval.id
    var receiver: NodeID = -1
    if isEval {
      tree.scopes[Int(scope)].usesEval = true
      receiver = this(at: start)
    }
    // A call may write to any variable of a closure, but not to a local one.
    return add(.call, at: start, list: list) {
      $0.a = callee
      $0.b = receiver
      $0.isFlagged = isEval
      $0.scope = scope
    }
  }

  func arguments() throws(ScriptError) -> [NodeID] {
    try expect(.leftParenthesis, "a parenthesis")
    var list: [NodeID] = []
    try allowingIn(true) { () throws(ScriptError) in
      let pending = pendingPatternErrors.count
      while token.kind != .rightParenthesis {
        let start = token.start
        if try skip(.ellipsis) {
          let value = try assignment()
          list.append(add(.spread, at: start) { $0.a = value })
        } else {
          list.append(try assignment())
        }
        guard try skip(.comma) else { break }
      }
      try checkPending(since: pending)
    }
    try expect(.rightParenthesis, "a closing parenthesis")
    return list
  }

  private func newExpression() throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    let start = token.start
    try advance()
    if try skip(.dot) {
      guard token.isWord(.target) else { throw unexpected("expected target") }
      guard context.mayUseNewTarget else {
        throw error("new.target is only valid in functions", at: start)
      }
      try advance()
      return add(.newTarget, at: start)
    }
    let calleeStart = token.start
    if token.isKeyword(.import) { throw unexpected("expected a constructor") }
    var callee = token.isKeyword(.new) ? try newExpression() : try primary()
    var links = 0
    while true {
      if token.kind == .dot {
        try advance()
        callee = try member(callee, from: calleeStart)
      } else if token.kind == .leftBracket {
        callee = try index(callee, from: calleeStart)
      } else if token.kind == .template || token.kind == .templateEnd {
        callee = try taggedTemplate(callee, from: calleeStart)
      } else {
        break
      }
      links += 1
      try checkChain(links)
    }
    if token.kind == .optionalDot { throw error("an optional chain cannot follow new") }
    let list = token.kind == .leftParenthesis ? try arguments() : []
    return add(.new, at: start, list: list) { $0.a = callee }
  }
}
