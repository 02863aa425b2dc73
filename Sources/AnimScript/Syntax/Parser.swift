/// Parses a program's text into a ``SyntaxTree`` by recursive descent, to a limited depth.
///
/// Declarations are entered into scopes immediately. A use of a name is recorded in its scope. At
/// the end of a scope, the uses of its names are resolved, and the others are passed to the
/// enclosing scope.
final class Parser {
  @exclusivity(unchecked) var lexer: Lexer
  @exclusivity(unchecked) var token = Token()
  /// The end of the previous token.
  @exclusivity(unchecked) var previousEnd = 0
  @exclusivity(unchecked) var tree = SyntaxTree()
  @exclusivity(unchecked) var scope: Int32 = -1
  /// The uses of names whose declarations haven't been found; see ``Scope/firstReference``.
  @exclusivity(unchecked) var references: [Reference] = []
  @exclusivity(unchecked) var context = FunctionContext()
  private let limits: ScriptLimits
  @exclusivity(unchecked) private var depth = 0
  /// Whether an arrow function starts at a parenthesis, by its offset.
  @exclusivity(unchecked) private var arrowHeads: [Int: Bool] = [:]
  /// Properties `{a = 1}`, which are only valid if the expression becomes a pattern.
  @exclusivity(unchecked) var pendingPatternErrors: [Int] = []
  /// The names declared by the parameters of the current function.
  @exclusivity(unchecked) var parameterNames: [(name: StringID, position: Int)] = []

  /// The context of the enclosing function.
  struct FunctionContext {
    var function: Int32 = -1
    var isStrict = false
    var isArrow = false
    var mayReturn = false
    var mayUseNewTarget = false
    /// The names of enclosing labels, and whether they belong to loops.
    var labels: [(name: StringID, isLoop: Bool)] = []
    var loops = 0
    var breakables = 0
    /// Whether `in` is an operator here, rather than a part of `for in`.
    var allowsIn = true
  }

  init(_ units: UnsafeBufferPointer<UInt16>, interner: any Interner, limits: ScriptLimits) {
    lexer = Lexer(units, interner: interner)
    self.limits = limits
  }

  func error(_ message: String) -> ScriptError { lexer.error(message, at: token.start) }
  func error(_ message: String, at position: some BinaryInteger) -> ScriptError {
    lexer.error(message, at: Int(position))
  }

  // MARK: - Tokens

  func advance() throws(ScriptError) {
    previousEnd = token.end
    token = try lexer.next()
  }

  /// Returns the next token.
  func peek() throws(ScriptError) -> Token {
    let saved = lexer
    defer { lexer = saved }
    return try lexer.next()
  }

  func skip(_ kind: Token.Kind) throws(ScriptError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  func skip(_ word: Name) throws(ScriptError) -> Bool {
    guard token.isKeyword(word) || token.isWord(word) else { return false }
    try advance()
    return true
  }

  func expect(_ kind: Token.Kind, _ what: String) throws(ScriptError) {
    guard token.kind == kind else { throw unexpected("expected \(what)") }
    try advance()
  }

  func unexpected(_ message: String) -> ScriptError {
    error(token.kind == .end ? message + ", but the text ends" : message)
  }

  /// Ends a statement at a semicolon, or where one may be omitted.
  func expectSemicolon() throws(ScriptError) {
    if try skip(.semicolon) { return }
    guard token.kind == .rightBrace || token.kind == .end || token.followsNewline else {
      throw error("expected a semicolon or the end of the line")
    }
  }

  // MARK: - Nodes

  func add(_ node: Node) -> NodeID {
    tree.nodes.append(node)
    return NodeID(tree.nodes.count - 1)
  }

  func add(_ kind: Node.Kind, at position: Int, _ set: (inout Node) -> Void = { _ in }) -> NodeID {
    var node = Node(kind, at: position)
    set(&node)
    return add(node)
  }

  func add(
    _ kind: Node.Kind, at position: Int, list: [NodeID], _ set: (inout Node) -> Void = { _ in }
  ) -> NodeID {
    var node = Node(kind, at: position)
    node.list = Int32(tree.lists.count)
    node.count = Int32(list.count)
    tree.lists.append(contentsOf: list)
    set(&node)
    return add(node)
  }

  func node(_ id: NodeID) -> Node { tree.nodes[Int(id)] }

  func list(_ node: Node) -> [NodeID] {
    Array(tree.lists[Int(node.list)..<Int(node.list + node.count)])
  }

  func enter() throws(ScriptError) {
    depth += 1
    if depth > limits.nesting {
      var result = error("nested too deeply")
      result.kind = .limit(.nesting)
      throw result
    }
  }

  func leave() { depth -= 1 }
  var nesting: Int { depth }

  /// Checks the depth of constructs that nest without a call of the parser, such as the links of a
  /// chain.
  func checkChain(_ length: Int) throws(ScriptError) {
    if length > limits.nesting {
      var result = error("nested too deeply")
      result.kind = .limit(.nesting)
      throw result
    }
  }

  // MARK: - Programs

  /// Parses a program. The first function of the tree is the program itself.
  func parseProgram(form: CodeForm, isStrict: Bool) throws(ScriptError) -> SyntaxTree {
    if lexer.units.count > limits.sourceLength {
      throw ScriptError(
        kind: .limit(.sourceLength), name: "SyntaxError", message: "the text is too long")
    }
    context.isStrict = isStrict
    context.mayReturn = form == .expression
    context.function = 0
    tree.functions.append(FunctionSyntax())
    openScope(form == .expression ? .function : .program)
    tree.functions[0].scope = scope
    try advance()
    tree.functions[0].body = try statementList(until: .end, hasDirectives: true)
    tree.functions[0].isStrict = context.isStrict
    tree.functions[0].end = Int32(lexer.units.count)
    closeScope()
    tree.freeReferences = references
    return tree
  }

  // MARK: - Arrow functions

  /// Returns whether the parenthesis at the current token starts the parameters of an arrow
  /// function, by searching for the closing parenthesis.
  func isArrowHead() -> Bool {
    if let cached = arrowHeads[token.start] { return cached }
    let (savedLexer, savedToken) = (lexer, token)
    defer { (lexer, token) = (savedLexer, savedToken) }
    // The offsets of open parentheses, or −1 for brackets and braces, −2 for templates.
    var open: [Int] = []
    func fail() -> Bool {
      for start in open { arrowHeads[start] = false }
      arrowHeads[savedToken.start] = false
      return false
    }
    repeat {
      var closed = -1
      switch token.kind {
      case .leftParenthesis: open.append(token.start)
      case .leftBracket, .leftBrace: open.append(-1)
      case .template: open.append(-2)
      case .rightParenthesis, .rightBracket, .rightBrace:
        closed = open.removeLast()
        if closed == -2 {
          guard let rest = try? lexer.continueTemplate(token) else { return fail() }
          token = rest
          if token.kind == .template { open.append(-2) }
        }
      case .end: return fail()
      default: break
      }
      guard (try? scanNext(after: token)) != nil else { return fail() }
      if closed >= 0 { arrowHeads[closed] = token.kind == .arrow && !token.followsNewline }
    } while !open.isEmpty
    return arrowHeads[savedToken.start] ?? false
  }

  /// Scans the next token. A slash starts a regular expression if a value is expected.
  private func scanNext(after last: Token) throws(ScriptError) {
    token = try lexer.next()
    guard token.kind == .slash || token.kind == .slashAssign else { return }
    let endsValue: Bool
    switch last.kind {
    case .identifier, .number, .string, .templateEnd, .regularExpression, .rightParenthesis,
      .rightBracket, .rightBrace, .increment, .decrement:
      endsValue = true
    case .keyword:
      endsValue =
        [Name.this, .super, .null, .true, .false].contains { $0.id == last.name }
    default: endsValue = false
    }
    if !endsValue { token = try lexer.regularExpression(token) }
  }
}
