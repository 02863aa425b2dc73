// Targets of assignments and declarations.

extension Parser {
  /// Converts a parsed expression to an assignment target: a variable, a member or a pattern.
  func convertToTarget(_ id: NodeID) throws(ScriptError) {
    let target = node(id)
    if !target.isParenthesized {
      if target.kind == .array { return try convertArray(id) }
      if target.kind == .object { return try convertObject(id) }
    }
    if target.kind == .arrayPattern || target.kind == .objectPattern { return }
    try checkSimpleTarget(id)
  }

  func checkSimpleTarget(_ id: NodeID) throws(ScriptError) {
    let target = node(id)
    switch target.kind {
    case .identifier:
      if context.isStrict, target.name == Name.eval.id || target.name == Name.arguments.id {
        throw error("the name cannot be assigned to in strict mode", at: target.position)
      }
    case .member, .index: break
    default: throw error("this cannot be assigned to", at: target.position)
    }
  }

  private func convertElement(_ id: NodeID) throws(ScriptError) {
    let element = node(id)
    if element.kind == .assign, element.op == 255, !element.isParenthesized {
      tree.nodes[Int(id)].kind = .defaulted
    } else {
      try convertToTarget(id)
    }
  }

  private func convertArray(_ id: NodeID) throws(ScriptError) {
    let array = node(id)
    let elements = list(array)
    for (index, element) in elements.enumerated() {
      switch node(element).kind {
      case .hole: break
      case .spread:
        guard index == elements.count - 1, !array.isFlagged else {
          throw error("the rest must be last", at: node(element).position)
        }
        tree.nodes[Int(element)].kind = .rest
        try convertToTarget(node(element).a)
      default: try convertElement(element)
      }
    }
    tree.nodes[Int(id)].kind = .arrayPattern
  }

  private func convertObject(_ id: NodeID) throws(ScriptError) {
    let elements = list(node(id))
    for (index, element) in elements.enumerated() {
      let property = node(element)
      if property.kind == .spread {
        guard index == elements.count - 1, !node(id).isFlagged else {
          throw error("the rest must be last", at: property.position)
        }
        tree.nodes[Int(element)].kind = .rest
        try checkSimpleTarget(property.a)
      } else if property.op == PropertyKind.value.rawValue
        || property.op == PropertyKind.shorthand.rawValue
      {
        try convertElement(property.b)
      } else {
        throw error("a method cannot be assigned to", at: property.position)
      }
    }
    tree.nodes[Int(id)].kind = .objectPattern
  }

  // MARK: - Declarations

  enum Binding { case `var`, `let`, const, parameter, catchParameter }

  /// Reads a name or a pattern that declares variables.
  func bindingTarget(_ binding: Binding) throws(ScriptError) -> NodeID {
    switch token.kind {
    case .leftBracket: return try bindingArray(binding)
    case .leftBrace: return try bindingObject(binding)
    default: return try bindingIdentifier(binding)
    }
  }

  func bindingIdentifier(_ binding: Binding) throws(ScriptError) -> NodeID {
    guard token.kind == .identifier else { throw unexpected("expected a name") }
    let start = token.start
    let name = token.name
    try checkBindingName(name, at: start)
    try advance()
    try declare(name, binding, at: start)
    return identifier(name, at: start)
  }

  func checkBindingName(_ name: StringID, at start: Int) throws(ScriptError) {
    try checkIdentifier(name, at: start)
    if context.isStrict, name == Name.eval.id || name == Name.arguments.id {
      throw error("the name cannot be declared in strict mode", at: start)
    }
  }

  private func declare(
    _ name: StringID, _ binding: Binding, at start: Int
  ) throws(ScriptError) {
    switch binding {
    case .var: try declareVar(name, at: start)
    case .let: try declareLexical(name, .let, at: start)
    case .const: try declareLexical(name, .const, at: start)
    case .parameter:
      parameterNames.append((name, start))
      declareParameter(name, at: start)
    case .catchParameter: try declareCatchParameter(name, at: start)
    }
  }

  /// Returns a target with an optional default value.
  func bindingElement(_ binding: Binding) throws(ScriptError) -> NodeID {
    let start = token.start
    let target = try bindingTarget(binding)
    guard token.kind == .assign else { return target }
    try advance()
    let value = try allowingIn(true) { () throws(ScriptError) in
      let pending = pendingPatternErrors.count
      let value = try assignment()
      try checkPending(since: pending)
      return value
    }
    if node(target).kind == .identifier { nameFunction(value, after: target) }
    return add(.defaulted, at: start) {
      $0.a = target
      $0.b = value
    }
  }

  private func bindingArray(_ binding: Binding) throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    let start = token.start
    try advance()
    var list: [NodeID] = []
    while token.kind != .rightBracket {
      let start = token.start
      if try skip(.comma) {
        list.append(add(.hole, at: start))
        continue
      }
      if try skip(.ellipsis) {
        let target = try bindingTarget(binding)
        list.append(add(.rest, at: start) { $0.a = target })
        break
      }
      list.append(try bindingElement(binding))
      if token.kind == .rightBracket { break }
      try expect(.comma, "a comma or a closing bracket")
    }
    try expect(.rightBracket, "a closing bracket")
    return add(.arrayPattern, at: start, list: list)
  }

  private func bindingObject(_ binding: Binding) throws(ScriptError) -> NodeID {
    try enter()
    defer { leave() }
    let start = token.start
    try advance()
    var list: [NodeID] = []
    while token.kind != .rightBrace {
      let start = token.start
      if try skip(.ellipsis) {
        let target = try bindingIdentifier(binding)
        list.append(add(.rest, at: start) { $0.a = target })
        break
      }
      let first = token
      let (key, isComputed) = try propertyKey()
      let value: NodeID
      if try skip(.colon) {
        value = try bindingElement(binding)
      } else {
        guard first.kind == .identifier else { throw unexpected("expected a colon") }
        try checkBindingName(first.name, at: start)
        try declare(first.name, binding, at: start)
        value = try shorthandElement(first.name, at: start)
      }
      list.append(property(.value, key, isComputed, value, at: start))
      if token.kind == .rightBrace { break }
      try expect(.comma, "a comma or a closing brace")
    }
    try expect(.rightBrace, "a closing brace")
    return add(.objectPattern, at: start, list: list)
  }

  private func shorthandElement(_ name: StringID, at start: Int) throws(ScriptError) -> NodeID {
    let target = identifier(name, at: start)
    guard try skip(.assign) else { return target }
    let value = try allowingIn(true) { () throws(ScriptError) in
      let pending = pendingPatternErrors.count
      let value = try assignment()
      try checkPending(since: pending)
      return value
    }
    nameFunction(value, after: target)
    return add(.defaulted, at: start) {
      $0.a = target
      $0.b = value
    }
  }
}
