extension Parser {
  enum FunctionForm { case declaration, expression, method, getter, setter, arrow }

  // MARK: - Functions

  /// Parses a function expression, starting at the word `function`.
  func functionExpression() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    if token.kind == .star { throw lexer.unsupported("generators", at: token.start) }
    var name = Name.empty
    var nameStart = start
    if token.kind == .identifier {
      name = token.name
      nameStart = token.start
      try checkBindingName(name, at: nameStart)
      try advance()
    }
    return try function(name: name, .expression, from: start, nameStart: nameStart)
  }

  /// Reads from the parenthesis before the parameters on.
  func function(
    name: StringID, _ form: FunctionForm, from start: Int, nameStart: Int = 0
  ) throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    let outer = beginFunction(name: name, form, at: start)
    try expect(.leftParenthesis, "a parenthesis")
    let parameters = try self.parameters()
    if form == .getter, !parameters.isEmpty {
      throw error("a getter has no parameters", at: start)
    }
    if form == .setter, parameters.count != 1 || node(parameters[0]).kind == .rest {
      throw error("a setter has one parameter", at: start)
    }
    try functionBody(parameters, form)
    if context.isStrict, name != Name.empty, form == .declaration || form == .expression {
      try checkBindingName(name, at: nameStart)
    }
    return endFunction(outer, at: start)
  }

  /// Parses the parameters and the closing parenthesis.
  private func parameters() throws(ScriptError) -> [NodeID] {
    var parameters: [NodeID] = []
    while token.kind != .rightParenthesis {
      if token.kind == .ellipsis {
        parameters.append(try restParameter())
        break
      }
      parameters.append(try bindingElement(.parameter))
      guard try skip(.comma) else { break }
    }
    try expect(.rightParenthesis, "a closing parenthesis")
    return parameters
  }

  private func restParameter() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    let target = try bindingTarget(.parameter)
    return add(.rest, at: start) { $0.a = target }
  }

  func arrowFunction() throws(ScriptError) -> NodeID {
    let start = token.start
    let outer = beginFunction(name: Name.empty, .arrow, at: start)
    let parameters: [NodeID]
    if token.kind == .identifier {
      parameters = [try bindingIdentifier(.parameter)]
    } else {
      try advance()
      parameters = try self.parameters()
    }
    guard token.kind == .arrow, !token.followsNewline else { throw unexpected("expected =>") }
    try advance()
    if token.kind == .leftBrace {
      try functionBody(parameters, .arrow)
    } else {
      let function = Int(context.function)
      setParameters(parameters)
      try checkParameters(.arrow)
      context.allowsIn = outer.context.allowsIn
      tree.functions[function].expressionBody = try assignment()
      tree.functions[function].isStrict = context.isStrict
    }
    return endFunction(outer, at: start)
  }

  /// The state to restore after a function.
  struct Outer {
    var context: FunctionContext
    var parameterNames: [(name: StringID, position: Int)]
    var pending: [Int]
    var function: Int32
  }

  private func beginFunction(name: StringID, _ form: FunctionForm, at start: Int) -> Outer {
    var syntax = FunctionSyntax()
    syntax.name = name
    syntax.isArrow = form == .arrow
    syntax.isMethod = form == .method || form == .getter || form == .setter
    syntax.isExpression = form == .expression
    syntax.position = Int32(start)
    tree.functions.append(syntax)
    let function = Int32(tree.functions.count - 1)
    let outer = Outer(
      context: context, parameterNames: parameterNames, pending: pendingPatternErrors,
      function: function)
    context = FunctionContext()
    context.function = function
    context.isStrict = outer.context.isStrict
    context.isArrow = form == .arrow
    context.mayReturn = true
    context.mayUseNewTarget = form == .arrow ? outer.context.mayUseNewTarget : true
    parameterNames = []
    pendingPatternErrors = []
    openScope(.function)
    tree.functions[Int(function)].scope = scope
    return outer
  }

  private func endFunction(_ outer: Outer, at start: Int) -> NodeID {
    tree.functions[Int(outer.function)].end = Int32(previousEnd)
    closeScope()
    context = outer.context
    parameterNames = outer.parameterNames
    pendingPatternErrors = outer.pending
    return add(.function, at: start) { $0.a = outer.function }
  }

  private func setParameters(_ parameters: [NodeID]) {
    let function = Int(context.function)
    tree.functions[function].parameters = parameters
    tree.functions[function].bodyPosition = Int32(token.start)
    tree.functions[function].hasSimpleParameters = parameters.allSatisfy {
      node($0).kind == .identifier
    }
    let required = parameters.prefix { node($0).kind != .defaulted && node($0).kind != .rest }
    tree.functions[function].length = Int32(required.count)
  }

  private func functionBody(
    _ parameters: [NodeID], _ form: FunctionForm
  ) throws(ScriptError) {
    let function = Int(context.function)
    setParameters(parameters)
    try expect(.leftBrace, "an opening brace")
    let body = try statementList(until: .rightBrace, hasDirectives: true)
    tree.functions[function].body = body
    tree.functions[function].isStrict = context.isStrict
    try checkParameters(form)
    // The outer function determines whether a regular expression or a division can follow.
    context.isStrict = tree.functions[function].isStrict
    try expect(.rightBrace, "a closing brace")
  }

  private func checkParameters(_ form: FunctionForm) throws(ScriptError) {
    let hasSimple = tree.functions[Int(context.function)].hasSimpleParameters
    let mayRepeat = !context.isStrict && hasSimple && (form == .declaration || form == .expression)
    var seen = NameMap<Void>()
    for (name, position) in parameterNames {
      try checkBindingName(name, at: position)
      if seen[name] != nil, !mayRepeat {
        throw error("the parameter is declared already", at: position)
      }
      seen[name] = ()
    }
  }
}
