// Declarations, and the resolution of names.

extension Parser {
  func openScope(_ kind: Scope.Kind) {
    tree.scopes.append(
      Scope(
        kind: kind, parent: scope, function: context.function, firstReference: references.count))
    scope = Int32(tree.scopes.count - 1)
  }

  /// Resolves the references of the current scope, and passes undeclared ones to the enclosing
  /// scope.
  func closeScope() {
    let index = Int(scope)
    let function = Int(tree.scopes[index].function)
    let isFunction =
      tree.scopes[index].kind == .function || tree.scopes[index].kind == .program
    if isFunction { declareImplicit() }
    // Every function but an arrow function has its own `this`.
    let hasThis = isFunction && !tree.functions[function].isArrow
    let names = tree.scopes[index].names
    let first = tree.scopes[index].firstReference
    var end = first
    for position in first..<references.count {
      var reference = references[position]
      guard let variable = names[reference.name] else {
        if hasThis, reference.name == Name.this.id { continue }
        if isFunction { reference.isFromInner = true }
        references[end] = reference
        end += 1
        continue
      }
      tree.nodes[Int(reference.node)].a = variable
      if reference.isFromInner { tree.variables[Int(variable)].isCaptured = true }
      if needsCheck(of: variable, at: reference.node, isFromInner: reference.isFromInner) {
        tree.nodes[Int(reference.node)].isFlagged = true
        tree.variables[Int(variable)].isChecked = true
      }
    }
    references.removeLast(references.count - end)
    let usesEval = tree.scopes[index].usesEval
    if usesEval {
      for variable in tree.scopes[index].variables {
        tree.variables[Int(variable)].isCaptured = true
        tree.variables[Int(variable)].isChecked = true
      }
    }
    scope = tree.scopes[index].parent
    if usesEval, scope >= 0 { tree.scopes[Int(scope)].usesEval = true }
  }

  /// Returns whether a use of a variable may come before its initialisation.
  private func needsCheck(of variable: Int32, at node: NodeID, isFromInner: Bool) -> Bool {
    let variable = tree.variables[Int(variable)]
    let position = tree.nodes[Int(node)].position
    let scope = Int(variable.scope)
    switch variable.kind {
    case .let, .const:
      return isFromInner || position < variable.position || tree.scopes[scope].kind == .switch
    case .parameter:
      let function = Int(tree.scopes[scope].function)
      return !tree.functions[function].hasSimpleParameters
        && position < tree.functions[function].bodyPosition
    default: return false
    }
  }

  /// Declares `arguments`, `this` and a function's own name, if they are used and nothing else has
  /// their names.
  private func declareImplicit() {
    let index = Int(scope)
    let function = Int(tree.scopes[index].function)
    guard !tree.functions[function].isArrow else { return }
    let isExpression = tree.functions[function].isExpression
    let name = tree.functions[function].name
    let hasArguments = tree.scopes[index].kind == .function && function > 0
    for position in tree.scopes[index].firstReference..<references.count {
      let reference = references[position]
      if reference.name == Name.this.id {
        if reference.isFromInner, tree.functions[function].thisVariable < 0 {
          tree.functions[function].thisVariable = declare(Name.this.id, .this)
        }
      } else if reference.name == Name.arguments.id, hasArguments {
        if tree.scopes[index].names[reference.name] == nil {
          tree.functions[function].argumentsVariable = declare(reference.name, .arguments)
        }
      } else if isExpression, reference.name == name, name != Name.empty {
        if tree.scopes[index].names[name] == nil {
          tree.functions[function].selfVariable = declare(name, .selfName)
        }
      }
    }
  }

  private func declare(_ name: StringID, _ kind: Variable.Kind) -> Int32 {
    tree.variables.append(Variable(name: name, kind: kind, scope: scope))
    let variable = Int32(tree.variables.count - 1)
    tree.scopes[Int(scope)].names[name] = variable
    tree.scopes[Int(scope)].variables.append(variable)
    return variable
  }

  private func add(
    _ name: StringID, _ kind: Variable.Kind, to scope: Int32, at position: Int
  ) -> Int32 {
    var variable = Variable(name: name, kind: kind, scope: scope)
    variable.position = Int32(position)
    tree.variables.append(variable)
    let index = Int32(tree.variables.count - 1)
    tree.scopes[Int(scope)].names[name] = index
    tree.scopes[Int(scope)].variables.append(index)
    return index
  }

  /// The scope of the function, or the program, around.
  var functionScope: Int32 {
    var current = scope
    while tree.scopes[Int(current)].kind != .function,
      tree.scopes[Int(current)].kind != .program
    {
      current = tree.scopes[Int(current)].parent
    }
    return current
  }

  func isLexical(_ variable: Int32) -> Bool {
    let kind = tree.variables[Int(variable)].kind
    return kind == .let || kind == .const || kind == .function
  }

  func declareVar(_ name: StringID, at position: Int) throws(ScriptError) {
    var current = scope
    let target = functionScope
    while true {
      if let existing = tree.scopes[Int(current)].names[name] {
        let kind = tree.variables[Int(existing)].kind
        let isAllowed =
          kind == .catchParameter
          ? tree.scopes[Int(current)].hasSimpleParameter
          : current == target ? !(kind == .let || kind == .const) : false
        if !isAllowed { throw redeclared(name, at: position) }
      }
      tree.scopes[Int(current)].varNames[name] = ()
      if current == target { break }
      current = tree.scopes[Int(current)].parent
    }
    if tree.scopes[Int(target)].kind == .program {
      declareGlobal(name)
    } else if tree.scopes[Int(target)].names[name] == nil {
      _ = add(name, .var, to: target, at: position)
    }
  }

  func declareGlobal(_ name: StringID) {
    if !tree.globalVariables.contains(name) { tree.globalVariables.append(name) }
  }

  func declareLexical(
    _ name: StringID, _ kind: Variable.Kind, at position: Int
  ) throws(ScriptError) {
    if name == Name.let.id { throw error("let cannot be the name of a let variable", at: position) }
    let isKnown =
      tree.scopes[Int(scope)].names[name] != nil
      || tree.scopes[Int(scope)].varNames[name] != nil
    if isKnown { throw redeclared(name, at: position) }
    _ = add(name, kind, to: scope, at: position)
  }

  func declareParameter(_ name: StringID, at position: Int) {
    if tree.scopes[Int(scope)].names[name] == nil {
      _ = add(name, .parameter, to: scope, at: position)
    }
  }

  func declareCatchParameter(_ name: StringID, at position: Int) throws(ScriptError) {
    if tree.scopes[Int(scope)].names[name] != nil { throw redeclared(name, at: position) }
    _ = add(name, .catchParameter, to: scope, at: position)
  }

  /// Declares a function, which is a variable of `var` at the top of a function, and one of `let`
  /// in a block. Sets the node's fields.
  func declareFunction(_ name: StringID, _ id: NodeID, at position: Int) throws(ScriptError) {
    let kind = tree.scopes[Int(scope)].kind
    tree.scopes[Int(scope)].functions.append(id)
    let existing = tree.scopes[Int(scope)].names[name]
    if kind == .function || kind == .program {
      if let existing, [.let, .const].contains(tree.variables[Int(existing)].kind) {
        throw redeclared(name, at: position)
      }
      tree.scopes[Int(scope)].varNames[name] = ()
      if kind == .program {
        declareGlobal(name)
        tree.nodes[Int(id)].b = -1
      } else {
        tree.nodes[Int(id)].b = existing ?? add(name, .var, to: scope, at: position)
      }
      return
    }
    if let existing {
      // Sloppy mode lets functions of a block repeat each other.
      guard !context.isStrict, tree.variables[Int(existing)].kind == .function else {
        throw redeclared(name, at: position)
      }
      tree.nodes[Int(id)].b = existing
    } else {
      if tree.scopes[Int(scope)].varNames[name] != nil {
        throw redeclared(name, at: position)
      }
      tree.nodes[Int(id)].b = add(name, .function, to: scope, at: position)
    }
    if !context.isStrict { hoistFromBlock(name, id, at: position) }
  }

  /// Hoists a function from a block. In sloppy mode, it is also a variable of the enclosing
  /// function, unless its name is declared there.
  private func hoistFromBlock(_ name: StringID, _ id: NodeID, at position: Int) {
    let target = functionScope
    var current = tree.scopes[Int(scope)].parent
    while true {
      if let existing = tree.scopes[Int(current)].names[name] {
        let kind = tree.variables[Int(existing)].kind
        if current == target {
          guard kind == .var else { return }
        } else if kind != .catchParameter || !tree.scopes[Int(current)].hasSimpleParameter {
          return
        }
      }
      if current == target { break }
      current = tree.scopes[Int(current)].parent
    }
    if tree.scopes[Int(target)].kind == .program {
      declareGlobal(name)
      tree.nodes[Int(id)].c = -2
    } else {
      tree.nodes[Int(id)].c =
        tree.scopes[Int(target)].names[name] ?? add(name, .var, to: target, at: position)
    }
  }

  private func redeclared(_ name: StringID, at position: Int) -> ScriptError {
    error("the name is declared already", at: position)
  }

  /// Notes the use of a name by a node.
  func refer(_ id: NodeID, to name: StringID) {
    references.append(Reference(node: id, name: name, isFromInner: false))
  }

  func identifier(_ name: StringID, at position: Int) -> NodeID {
    let id = add(.identifier, at: position) { $0.name = name }
    refer(id, to: name)
    return id
  }

  func this(at position: Int) -> NodeID {
    let id = add(.this, at: position)
    refer(id, to: Name.this.id)
    return id
  }
}
