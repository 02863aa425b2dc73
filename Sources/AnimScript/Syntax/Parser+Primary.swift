extension Parser {
  func primary() throws(ScriptError) -> NodeID {
    let start = token.start
    switch token.kind {
    case .identifier:
      let name = try identifierReference()
      return identifier(name, at: start)
    case .number:
      if token.isLegacy, context.isStrict { throw error("octal numbers begin with 0o") }
      let number = token.number
      try advance()
      return self.number(number, at: start)
    case .string:
      if token.isLegacy, context.isStrict { throw error("octal escapes are not valid here") }
      let name = token.name
      try advance()
      return add(.string, at: start) { $0.name = name }
    case .template, .templateEnd:
      let list = try templateParts(isTagged: false)
      return add(.template, at: start, list: list)
    case .leftParenthesis:
      try advance()
      let inner = try allowingIn(true) { () throws(ScriptError) in try expression() }
      try expect(.rightParenthesis, "a closing parenthesis")
      tree.nodes[Int(inner)].isParenthesized = true
      return inner
    case .leftBracket: return try arrayLiteral()
    case .leftBrace: return try objectLiteral()
    case .slash, .slashAssign:
      token = try lexer.regularExpression(token)
      return try regularExpression()
    case .keyword: return try keywordExpression()
    default: throw unexpected("expected an expression")
    }
  }

  func number(_ value: Double, at start: Int) -> NodeID {
    tree.numbers.append(value)
    return add(.number, at: start) { $0.a = Int32(tree.numbers.count - 1) }
  }

  private func regularExpression() throws(ScriptError) -> NodeID {
    let token = self.token
    if let problem = lexer.regularExpressionProblem(token) {
      throw error(problem, at: token.start)
    }
    try advance()
    return add(.regularExpression, at: token.start) {
      $0.name = token.name
      $0.a = Int32(bitPattern: token.second)
    }
  }

  private func keywordExpression() throws(ScriptError) -> NodeID {
    let start = token.start
    switch Name(id: token.name) {
    case .this:
      try advance()
      return this(at: start)
    case .null, .true, .false:
      let name = token.name
      try advance()
      return add(
        name == Name.null.id ? .null : name == Name.true.id ? .true : .false, at: start)
    case .function: return try functionExpression()
    case .class: throw lexer.unsupported("classes", at: start)
    case .super: throw lexer.error("super is only valid in methods of classes", at: start)
    case .new: return try leftHandSide()
    default: throw unexpected("expected an expression")
    }
  }

  /// Reads a name that is used as a variable.
  func identifierReference() throws(ScriptError) -> StringID {
    guard token.kind == .identifier else { throw unexpected("expected a name") }
    let name = token.name
    try checkIdentifier(name, at: token.start)
    try advance()
    return name
  }

  /// Fails if a name is reserved, which may be hidden by escapes or be so in strict mode only.
  func checkIdentifier(_ name: StringID, at position: Int) throws(ScriptError) {
    if Name.reserved.contains(name) || (context.isStrict && Name.strictReserved.contains(name)) {
      throw error("the name is reserved", at: position)
    }
  }

  // MARK: - Literals

  private func arrayLiteral() throws(ScriptError) -> NodeID {
    let start = token.start
    try advance()
    var list: [NodeID] = []
    var isSpreadFollowed = false
    try allowingIn(true) { () throws(ScriptError) in
      while token.kind != .rightBracket {
        let start = token.start
        if try skip(.comma) {
          list.append(add(.hole, at: start))
          continue
        }
        let isSpread = try skip(.ellipsis)
        let value = try assignment()
        list.append(isSpread ? add(.spread, at: start) { $0.a = value } : value)
        if token.kind == .rightBracket { break }
        try expect(.comma, "a comma or a closing bracket")
        if isSpread { isSpreadFollowed = true }
      }
    }
    try expect(.rightBracket, "a closing bracket")
    return add(.array, at: start, list: list) { $0.isFlagged = isSpreadFollowed }
  }

  private func objectLiteral() throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    let start = token.start
    try advance()
    var list: [NodeID] = []
    var hasPrototype = false
    var isSpreadFollowed = false
    try allowingIn(true) { () throws(ScriptError) in
      while token.kind != .rightBrace {
        let start = token.start
        if try skip(.ellipsis) {
          let value = try assignment()
          list.append(add(.spread, at: start) { $0.a = value })
          if token.kind == .comma { isSpreadFollowed = true }
        } else {
          let property = try propertyDefinition()
          list.append(property)
          if isPrototype(property) {
            // Valid only if this becomes a pattern.
            if hasPrototype { pendingPatternErrors.append(start) }
            hasPrototype = true
          }
        }
        if token.kind == .rightBrace { break }
        try expect(.comma, "a comma or a closing brace")
      }
    }
    try expect(.rightBrace, "a closing brace")
    return add(.object, at: start, list: list) { $0.isFlagged = isSpreadFollowed }
  }

  /// Returns whether a property is written `__proto__: value`.
  func isPrototype(_ property: NodeID) -> Bool {
    let property = node(property)
    guard property.kind == .property, property.op == PropertyKind.value.rawValue else {
      return false
    }
    let key = node(property.a)
    return !property.isFlagged && key.kind == .string && key.name == Name.proto.id
  }

  private func propertyDefinition() throws(ScriptError) -> NodeID {
    let start = token.start
    if token.kind == .star { throw lexer.unsupported("generators", at: start) }
    let first = token
    if first.isWord(.get) || first.isWord(.set) || first.isWord(.async) {
      let next = try peek()
      switch next.kind {
      case .comma, .colon, .leftParenthesis, .rightBrace, .assign: break
      default:
        if first.isWord(.async) {
          if !next.followsNewline { throw lexer.unsupported("asynchronous functions", at: start) }
          break
        }
        try advance()
        return try accessor(isGetter: first.isWord(.get), from: start)
      }
    }
    let (key, isComputed) = try propertyKey()
    switch token.kind {
    case .leftParenthesis:
      let function = try function(
        name: isComputed ? Name.empty : keyName(key), .method, from: start)
      return property(.method, key, isComputed, function, at: start)
    case .colon:
      try advance()
      let value = try assignment()
      if !isComputed, keyName(key) != Name.proto.id { nameFunction(value, keyName(key)) }
      return property(.value, key, isComputed, value, at: start)
    default:
      guard first.kind == .identifier else { throw unexpected("expected a colon") }
      try checkIdentifier(first.name, at: start)
      var value = identifier(first.name, at: start)
      if token.kind == .assign {
        pendingPatternErrors.append(token.start)
        let target = value
        if context.isStrict, first.name == Name.eval.id || first.name == Name.arguments.id {
          throw error("\(first.name == Name.eval.id ? "eval" : "arguments") cannot be assigned to")
        }
        try advance()
        let initial = try assignment()
        nameFunction(initial, after: target)
        value = add(.assign, at: start) {
          $0.op = 255
          $0.a = target
          $0.b = initial
          $0.isFlagged = true
        }
      }
      return property(.shorthand, key, false, value, at: start)
    }
  }

  func property(
    _ kind: PropertyKind, _ key: NodeID, _ isComputed: Bool, _ value: NodeID, at start: Int
  ) -> NodeID {
    add(.property, at: start) {
      $0.op = kind.rawValue
      $0.a = key
      $0.b = value
      $0.isFlagged = isComputed
    }
  }

  private func accessor(isGetter: Bool, from start: Int) throws(ScriptError) -> NodeID {
    let (key, isComputed) = try propertyKey()
    guard token.kind == .leftParenthesis else { throw unexpected("expected a parenthesis") }
    let function = try function(
      name: isComputed ? Name.empty : keyName(key), isGetter ? .getter : .setter, from: start)
    return property(isGetter ? .getter : .setter, key, isComputed, function, at: start)
  }

  /// Returns the name of a key that is written as a name or a string.
  private func keyName(_ key: NodeID) -> StringID {
    let key = node(key)
    return key.kind == .string ? key.name : Name.empty
  }

  /// Reads the key of a property: a string or a number, or any expression in brackets.
  func propertyKey() throws(ScriptError) -> (key: NodeID, isComputed: Bool) {
    let start = token.start
    switch token.kind {
    case .identifier, .keyword, .string:
      if token.kind == .string, token.isLegacy, context.isStrict {
        throw error("octal escapes are not valid here")
      }
      let name = token.name
      try advance()
      return (add(.string, at: start) { $0.name = name }, false)
    case .number:
      if token.isLegacy, context.isStrict { throw error("octal numbers begin with 0o") }
      let value = token.number
      try advance()
      return (number(value, at: start), false)
    case .leftBracket:
      try advance()
      let pending = pendingPatternErrors.count
      let key = try allowingIn(true) { () throws(ScriptError) in try assignment() }
      try checkPending(since: pending)
      try expect(.rightBracket, "a closing bracket")
      return (key, true)
    default: throw unexpected("expected the name of a property")
    }
  }

  // MARK: - Templates

  /// Returns the strings and expressions of a template. Strings have their raw text in a, if it is
  /// tagged.
  private func templateParts(isTagged: Bool) throws(ScriptError) -> [NodeID] {
    var list: [NodeID] = []
    while true {
      let part = token
      if part.isUncooked, !isTagged { throw error("an escape in the template has no value") }
      list.append(
        add(.string, at: part.start) {
          $0.name = part.name
          $0.a = Int32(bitPattern: part.second)
          $0.isFlagged = part.isUncooked
        })
      guard part.kind == .template else { break }
      try advance()
      list.append(try allowingIn(true) { () throws(ScriptError) in try expression() })
      guard token.kind == .rightBrace else { throw unexpected("expected a closing brace") }
      token = try lexer.continueTemplate(token)
    }
    try advance()
    return list
  }

  func taggedTemplate(_ tag: NodeID, from start: Int) throws(ScriptError) -> NodeID {
    let list = try templateParts(isTagged: true)
    return add(.taggedTemplate, at: start, list: list) { $0.a = tag }
  }
}
