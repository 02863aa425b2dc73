extension Parser {
  // MARK: - Lists of statements

  /// Parses statements until a token, which stays the current one.
  func statementList(
    until end: Token.Kind, hasDirectives: Bool = false
  ) throws(ScriptError) -> [NodeID] {
    var list: [NodeID] = []
    if hasDirectives { try directives(into: &list) }
    while token.kind != end {
      if token.kind == .end { throw unexpected("expected a closing brace") }
      list.append(try statementListItem())
    }
    return list
  }

  /// Parses the directives at the start of a function, one of which may be `use strict`.
  private func directives(into list: inout [NodeID]) throws(ScriptError) {
    var legacy: Int? = nil
    while token.kind == .string {
      let directive = token
      let saved = context.isStrict
      if directive.isLegacy, context.isStrict { throw error("octal escapes are not valid here") }
      if directive.isLegacy { legacy = directive.start }
      // The escapes of later directives are checked in strict mode, once it is known.
      let isUseStrict = isUseStrict(directive)
      let next = try peek()
      let isWhole =
        next.kind == .semicolon || next.kind == .rightBrace || next.kind == .end
        || (next.followsNewline && !continuesExpression(next))
      if isUseStrict, isWhole {
        let function = tree.functions[Int(context.function)]
        if !parameterNames.isEmpty || context.function > 0, !hasSimpleParameters(function) {
          throw error("use strict needs parameters that are plain names")
        }
        context.isStrict = true
        if let legacy { throw error("octal escapes are not valid here", at: legacy) }
      }
      let statement = try statementListItem()
      list.append(statement)
      if !isWhole {
        context.isStrict = saved
        return
      }
    }
  }

  private func hasSimpleParameters(_ function: FunctionSyntax) -> Bool {
    function.hasSimpleParameters
  }

  private func isUseStrict(_ token: Token) -> Bool {
    guard !token.hasEscape, token.end - token.start == 12 else { return false }
    let text = Array("use strict".utf16)
    return lexer.units[token.start + 1..<token.end - 1].elementsEqual(text)
  }

  /// Returns whether a token on a new line continues the previous expression.
  private func continuesExpression(_ token: Token) -> Bool {
    switch token.kind {
    case .identifier, .number, .string, .leftBrace, .not, .complement, .increment, .decrement:
      false
    case .keyword: token.name == Name.in.id || token.name == Name.instanceof.id
    default: true
    }
  }

  private func statementListItem() throws(ScriptError) -> NodeID {
    if token.kind == .keyword {
      switch Name(id: token.name) {
      case .function: return try functionDeclaration()
      case .const: return try lexicalDeclaration(.const)
      case .class: throw lexer.unsupported("classes", at: token.start)
      default: break
      }
    } else if token.isWord(.let), try isLetDeclaration() {
      return try lexicalDeclaration(.let)
    }
    return try statement()
  }

  private func isLetDeclaration() throws(ScriptError) -> Bool {
    let next = try peek()
    switch next.kind {
    case .identifier, .leftBracket, .leftBrace: return true
    case .keyword: return next.name != Name.in.id && next.name != Name.instanceof.id
    default: return false
    }
  }

  private func functionDeclaration() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    if token.kind == .star { throw lexer.unsupported("generators", at: token.start) }
    guard token.kind == .identifier else { throw unexpected("expected a name") }
    let name = token.name
    let nameStart = token.start
    try checkBindingName(name, at: nameStart)
    try advance()
    let id = add(.functionDeclaration, at: start)
    try declareFunction(name, id, at: nameStart)
    let function = try function(name: name, .declaration, from: start, nameStart: nameStart)
    tree.nodes[Int(id)].a = node(function).a
    tree.nodes[Int(id)].name = name
    return id
  }

  // MARK: - Statements

  /// Parses a statement in a position where a declaration isn't valid.
  func statement() throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    let start = token.start
    switch token.kind {
    case .leftBrace: return try block()
    case .semicolon:
      try advance()
      return add(.empty, at: start)
    case .keyword:
      if let result = try keywordStatement() { return result }
    case .identifier:
      if token.isWord(.let) {
        let next = try peek()
        let isPattern = next.kind == .leftBracket
        let isName = next.kind == .identifier || next.kind == .leftBrace
        if isPattern || (isName && !next.followsNewline) {
          throw error("a declaration is not valid here")
        }
      } else if token.isWord(.async) {
        let next = try peek()
        if next.isKeyword(.function), !next.followsNewline {
          throw lexer.unsupported("asynchronous functions", at: start)
        }
      }
      let next = try peekColon()
      if next { return try labeled() }
    default: break
    }
    let value = try allowingIn(true) { () throws(ScriptError) in try expression() }
    try expectSemicolon()
    return add(.expression, at: start) { $0.a = value }
  }

  private func peekColon() throws(ScriptError) -> Bool {
    var offset = token.end
    while offset < lexer.units.count, isSpace(lexer.units[offset]) { offset += 1 }
    guard offset < lexer.units.count else { return false }
    let unit = lexer.units[offset]
    if unit == 0x3A { return true }
    guard unit == 0x2F || isLineEnd(unit) else { return false }
    guard let next = try? peek() else { return false }
    return next.kind == .colon
  }

  private func keywordStatement() throws(ScriptError) -> NodeID? {
    let start = token.start
    switch Name(id: token.name) {
    case .var:
      try advance()
      let result = try declarators(.var, .var, at: start)
      try expectSemicolon()
      return result
    case .if: return try ifStatement()
    case .for: return try forStatement()
    case .while: return try whileStatement()
    case .do: return try doWhileStatement()
    case .return:
      guard context.mayReturn else { throw error("return is only valid in functions") }
      try advance()
      var value: NodeID = -1
      if token.kind != .semicolon, token.kind != .rightBrace, token.kind != .end,
        !token.followsNewline
      {
        value = try allowingIn(true) { () throws(ScriptError) in try expression() }
      }
      try expectSemicolon()
      return add(.return, at: start) { $0.a = value }
    case .throw:
      try advance()
      if token.followsNewline { throw error("expected an expression on the line of throw") }
      let value = try allowingIn(true) { () throws(ScriptError) in try expression() }
      try expectSemicolon()
      return add(.throw, at: start) { $0.a = value }
    case .try: return try tryStatement()
    case .switch: return try switchStatement()
    case .break, .continue: return try jump()
    case .debugger:
      try advance()
      try expectSemicolon()
      return add(.empty, at: start)
    case .with:
      if context.isStrict { throw error("with is not valid in strict mode") }
      throw lexer.unsupported("with", at: start)
    case .import, .export: throw lexer.unsupported("modules", at: start)
    case .function: throw error("a function is not valid here")
    case .class, .const: throw error("a declaration is not valid here")
    default: return nil
    }
  }

  private func block() throws(ScriptError) -> NodeID {
    let start = token.start
    openScope(.block)
    let (list, blockScope) = try braces()
    closeScope()
    return add(.block, at: start, list: list) { $0.scope = blockScope }
  }

  /// Parses statements in braces in the current scope.
  private func braces() throws(ScriptError) -> (list: [NodeID], scope: Int32) {
    let current = scope
    try expect(.leftBrace, "an opening brace")
    let list = try statementList(until: .rightBrace)
    try expect(.rightBrace, "a closing brace")
    return (list, current)
  }

  private func labeled() throws(ScriptError) -> NodeID {
    let start = token.start
    let name = try identifierReference()
    try expect(.colon, "a colon")
    if context.labels.contains(where: { $0.name == name }) {
      throw error("the label exists already", at: start)
    }
    var after = token
    if after.kind == .identifier {
      // Labels may follow each other before a loop.
      let (savedLexer, savedToken, savedEnd) = (lexer, token, previousEnd)
      var names = 0
      while token.kind == .identifier, try peekColon(), names < 100 {
        try advance()
        try advance()
        names += 1
      }
      after = token
      (lexer, token, previousEnd) = (savedLexer, savedToken, savedEnd)
    }
    let isLoop = after.isKeyword(.for) || after.isKeyword(.while) || after.isKeyword(.do)
    context.labels.append((name, isLoop))
    defer { _ = context.labels.popLast() }
    let body: NodeID
    if token.isKeyword(.function) {
      if context.isStrict { throw error("a function is not valid here") }
      body = try functionDeclaration()
    } else {
      body = try statement()
    }
    return add(.labeled, at: start) {
      $0.name = name
      $0.a = body
    }
  }

  private func jump() throws(ScriptError) -> NodeID {
    let start = token.start
    let isBreak = token.name == Name.break.id
    try advance()
    var name = Name.empty
    if token.kind == .identifier, !token.followsNewline {
      let labelStart = token.start
      name = try identifierReference()
      guard let label = context.labels.last(where: { $0.name == name }) else {
        throw error("there is no such label", at: labelStart)
      }
      if !isBreak, !label.isLoop {
        throw error("the label does not belong to a loop", at: labelStart)
      }
    } else if isBreak ? context.breakables == 0 : context.loops == 0 {
      throw error(isBreak ? "there is nothing to break" : "there is no loop", at: start)
    }
    try expectSemicolon()
    return add(isBreak ? .break : .continue, at: start) { $0.name = name }
  }

  private func ifStatement() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    let test = try parenthesized()
    let yes = try branch()
    var no: NodeID = -1
    if try skip(.else) { no = try branch() }
    return add(.if, at: start) {
      $0.a = test
      $0.b = yes
      $0.c = no
    }
  }

  private func parenthesized() throws(ScriptError) -> NodeID {
    try expect(.leftParenthesis, "a parenthesis")
    let value = try allowingIn(true) { () throws(ScriptError) in try expression() }
    try expect(.rightParenthesis, "a closing parenthesis")
    return value
  }

  /// Parses a branch of `if`, which may be a function in sloppy mode, as if in braces.
  private func branch() throws(ScriptError) -> NodeID {
    let start = token.start
    guard token.isKeyword(.function), !context.isStrict else {
      let body = try statement()
      try checkNoLabeledFunction(body, at: start)
      return body
    }
    openScope(.block)
    let current = scope
    let function = try functionDeclaration()
    closeScope()
    return add(.block, at: start, list: [function]) { $0.scope = current }
  }

  private func tryStatement() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    guard token.kind == .leftBrace else { throw unexpected("expected an opening brace") }
    let body = try block()
    var parameter: NodeID = -1
    var handler: NodeID = -1
    var last: NodeID = -1
    var catchScope: Int32 = -1
    if try skip(.catch) {
      let handlerStart = token.start
      openScope(.catch)
      catchScope = scope
      if try skip(.leftParenthesis) {
        tree.scopes[Int(scope)].hasSimpleParameter = token.kind == .identifier
        parameter = try bindingTarget(.catchParameter)
        try expect(.rightParenthesis, "a closing parenthesis")
      }
      let (list, _) = try braces()
      closeScope()
      handler = add(.block, at: handlerStart, list: list)
    }
    if try skip(.finally) {
      guard token.kind == .leftBrace else { throw unexpected("expected an opening brace") }
      last = try block()
    }
    if handler < 0, last < 0 { throw unexpected("expected catch or finally") }
    return add(.try, at: start) {
      $0.a = body
      $0.b = parameter
      $0.c = handler
      $0.d = last
      $0.scope = catchScope
    }
  }

  private func switchStatement() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    let value = try parenthesized()
    try expect(.leftBrace, "an opening brace")
    openScope(.switch)
    let current = scope
    context.breakables += 1
    var cases: [NodeID] = []
    var hasDefault = false
    while token.kind != .rightBrace {
      let caseStart = token.start
      var test: NodeID = -1
      if try skip(.default) {
        if hasDefault { throw error("there is a default already", at: caseStart) }
        hasDefault = true
      } else {
        guard try skip(.case) else { throw unexpected("expected case or default") }
        test = try allowingIn(true) { () throws(ScriptError) in try expression() }
      }
      try expect(.colon, "a colon")
      var list: [NodeID] = []
      while token.kind != .rightBrace, !token.isKeyword(.case), !token.isKeyword(.default) {
        if token.kind == .end { throw unexpected("expected a closing brace") }
        list.append(try statementListItem())
      }
      cases.append(add(.switchCase, at: caseStart, list: list) { $0.a = test })
    }
    context.breakables -= 1
    try expect(.rightBrace, "a closing brace")
    closeScope()
    return add(.switch, at: start, list: cases) {
      $0.a = value
      $0.scope = current
    }
  }

  // MARK: - Declarations

  private func lexicalDeclaration(_ kind: DeclarationKind) throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    let result = try allowingIn(true) { () throws(ScriptError) in
      try declarators(kind, kind == .let ? .let : .const, at: start)
    }
    try expectSemicolon()
    return result
  }

  private func declarators(
    _ kind: DeclarationKind, _ binding: Binding, at start: Int
  ) throws(ScriptError) -> NodeID {
    var list: [NodeID] = []
    repeat {
      list.append(try declarator(kind, binding, inHead: false))
    } while try skip(.comma)
    return add(.declaration, at: start, list: list) { $0.op = kind.rawValue }
  }

  private func declarator(
    _ kind: DeclarationKind, _ binding: Binding, inHead: Bool
  ) throws(ScriptError) -> NodeID {
    let start = token.start
    let firstVariable = tree.variables.count
    let target = try bindingTarget(binding)
    let lastVariable = tree.variables.count
    var value: NodeID = -1
    if try skip(.assign) {
      let pending = pendingPatternErrors.count
      value = try assignment()
      try checkPending(since: pending)
      if node(target).kind == .identifier { nameFunction(value, after: target) }
    } else if !(inHead && (token.isKeyword(.in) || token.isWord(.of))) {
      if kind == .const || node(target).kind != .identifier {
        throw unexpected("expected a value for what is declared")
      }
    }
    for variable in firstVariable..<lastVariable {
      tree.variables[variable].position = Int32(previousEnd)
    }
    return add(.declarator, at: start) {
      $0.a = target
      $0.b = value
    }
  }

  // MARK: - Loops

  private func loopBody() throws(ScriptError) -> NodeID {
    context.loops += 1
    context.breakables += 1
    defer {
      context.loops -= 1
      context.breakables -= 1
    }
    let start = token.start
    let body = try statement()
    try checkNoLabeledFunction(body, at: start)
    return body
  }

  /// Checks that a statement isn't a function with a label, which is only valid in a list of
  /// statements.
  private func checkNoLabeledFunction(_ id: NodeID, at start: Int) throws(ScriptError) {
    var inner = node(id)
    while inner.kind == .labeled { inner = node(inner.a) }
    if inner.kind == .functionDeclaration { throw error("a function is not valid here", at: start) }
  }

  private func whileStatement() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    let test = try parenthesized()
    let body = try loopBody()
    return add(.while, at: start) {
      $0.a = test
      $0.b = body
    }
  }

  private func doWhileStatement() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    let body = try loopBody()
    guard try skip(.while) else { throw unexpected("expected while") }
    let test = try parenthesized()
    _ = try skip(.semicolon)
    return add(.doWhile, at: start) {
      $0.a = test
      $0.b = body
    }
  }

  private func forStatement() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    if token.isWord(.await) { throw lexer.unsupported("asynchronous functions", at: token.start) }
    try expect(.leftParenthesis, "a parenthesis")
    openScope(.block)
    let loopScope = scope
    let result: NodeID
    if token.kind == .semicolon {
      result = try classicFor(-1, from: start)
    } else if token.isKeyword(.var) || token.isKeyword(.const) {
      result = try declaringFor(token.isKeyword(.var) ? .var : .const, from: start)
    } else if token.isWord(.let), try isLetDeclarationInHead() {
      result = try declaringFor(.let, from: start)
    } else {
      result = try expressionFor(from: start)
    }
    tree.nodes[Int(result)].scope = loopScope
    closeScope()
    return result
  }

  private func isLetDeclarationInHead() throws(ScriptError) -> Bool {
    let next = try peek()
    switch next.kind {
    case .leftBracket, .leftBrace: return true
    case .identifier:
      if next.name == Name.of.id, !next.hasEscape {
        // `for (let of` is invalid, and `for (let of = 0;;)` declares `of`.
        let (savedLexer, savedToken) = (lexer, token)
        defer { (lexer, token) = (savedLexer, savedToken) }
        try advance()
        let third = try peek()
        return [.assign, .semicolon, .comma].contains(third.kind) || third.isKeyword(.in)
          || third.isWord(.of)
      }
      return true
    default: return false
    }
  }

  private func declaringFor(
    _ kind: DeclarationKind, from start: Int
  ) throws(ScriptError) -> NodeID {
    let declarationStart = token.start
    try advance()
    let binding: Binding = kind == .var ? .var : kind == .let ? .let : .const
    var list: [NodeID] = []
    try allowingIn(false) { () throws(ScriptError) in
      repeat {
        list.append(try declarator(kind, binding, inHead: list.isEmpty))
      } while try skip(.comma)
    }
    let declaration = add(.declaration, at: declarationStart, list: list) { $0.op = kind.rawValue }
    guard token.isKeyword(.in) || token.isWord(.of) else {
      return try classicFor(declaration, from: start)
    }
    let isIn = token.isKeyword(.in)
    guard list.count == 1 else { throw error("expected one variable") }
    let only = node(list[0])
    if only.b >= 0 {
      let isLegacy =
        isIn && kind == .var && !context.isStrict && node(only.a).kind == .identifier
      if !isLegacy { throw error("a variable of this loop has no initial value", at: start) }
    }
    let result = try iteratingFor(declaration, isIn: isIn, from: start)
    return result
  }

  private func expressionFor(from start: Int) throws(ScriptError) -> NodeID {
    let pending = pendingPatternErrors.count
    let first = token
    let target = try allowingIn(false) { () throws(ScriptError) -> NodeID in
      let head = try assignment()
      guard token.kind == .comma else { return head }
      var list = [head]
      while try skip(.comma) { list.append(try assignment()) }
      return add(.sequence, at: start, list: list)
    }
    if token.isKeyword(.in) || token.isWord(.of) {
      let isIn = token.isKeyword(.in)
      if !isIn, first.isWord(.let) { throw error("let is not valid here", at: first.start) }
      if !isIn, first.isWord(.async), previousEnd == first.end {
        throw error("async is not valid here", at: first.start)
      }
      pendingPatternErrors.removeLast(pendingPatternErrors.count - pending)
      if node(target).kind == .assign || node(target).kind == .sequence {
        throw error("this cannot be assigned to", at: node(target).position)
      }
      try convertToTarget(target)
      return try iteratingFor(target, isIn: isIn, from: start)
    }
    try checkPending(since: pending)
    return try classicFor(target, from: start)
  }

  private func iteratingFor(
    _ target: NodeID, isIn: Bool, from start: Int
  ) throws(ScriptError) -> NodeID {
    try advance()
    let object = try allowingIn(true) { () throws(ScriptError) -> NodeID in
      if isIn { return try expression() }
      let pending = pendingPatternErrors.count
      let value = try assignment()
      try checkPending(since: pending)
      return value
    }
    try expect(.rightParenthesis, "a closing parenthesis")
    for variable in tree.scopes[Int(scope)].variables {
      tree.variables[Int(variable)].position = Int32(previousEnd)
    }
    let body = try loopBody()
    return add(isIn ? .forIn : .forOf, at: start) {
      $0.a = target
      $0.b = object
      $0.c = body
    }
  }

  private func classicFor(_ first: NodeID, from start: Int) throws(ScriptError) -> NodeID {
    try expect(.semicolon, "a semicolon")
    let test =
      token.kind == .semicolon
      ? -1 : try allowingIn(true) { () throws(ScriptError) in try expression() }
    try expect(.semicolon, "a semicolon")
    let update =
      token.kind == .rightParenthesis
      ? -1 : try allowingIn(true) { () throws(ScriptError) in try expression() }
    try expect(.rightParenthesis, "a closing parenthesis")
    let body = try loopBody()
    return add(.for, at: start) {
      $0.a = first
      $0.b = test
      $0.c = update
      $0.d = body
    }
  }
}
