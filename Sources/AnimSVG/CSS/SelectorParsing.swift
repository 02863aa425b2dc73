extension TextScanner {
  /// Parses a comma-separated list of selectors up to the end of the text, or returns `nil` if one of them is invalid.
  ///
  /// - Parameters:
  ///   - parent: The selectors of the parent rule, to which `&` and leading combinators refer, or `nil` outside of
  ///     rules.
  ///   - namespaces: The namespaces declared in the style sheet.
  mutating func selectors(
    within parent: SelectorList? = nil, _ namespaces: DeclaredNamespaces = DeclaredNamespaces()
  ) throws(ParsingLimit) -> [Selector]? {
    var parser = SelectorParser(scanner: self, parent: parent, namespaces: namespaces)
    defer { self = parser.scanner }
    return try parser.list(at: parent == nil ? .top : .nested)
  }
}

/// The namespaces declared by the `@namespace` rules of a style sheet.
struct DeclaredNamespaces {
  fileprivate private(set) var ofPrefixes: [String: XMLTree.Namespace] = [:]
  /// The namespace of types without a prefix, or `nil` for any.
  fileprivate private(set) var ofTypes: XMLTree.Namespace?

  /// Declares the namespace of a rule, given the text between its name and its semicolon.
  mutating func declare(_ rule: String) {
    var scanner = TextScanner(rule)
    var prefix = scanner.name()
    if scanner.next == UInt8(ascii: "(") { (prefix, scanner.index) = (nil, 0) }
    scanner.skipSpace()
    guard let address = scanner.quoted() ?? scanner.address() else { return }
    if let prefix {
      ofPrefixes[prefix] = XMLTree.Namespace(address)
    } else {
      ofTypes = XMLTree.Namespace(address)
    }
  }
}

private struct SelectorParser {
  var scanner: TextScanner
  let parent: SelectorList?
  private let namespaces: DeclaredNamespaces
  /// Whether the current selector has contained `&`.
  private var mentionsParent = false

  init(scanner: TextScanner, parent: SelectorList?, namespaces: DeclaredNamespaces) {
    self.scanner = scanner
    self.parent = parent
    self.namespaces = namespaces
  }

  /// The position of a list.
  struct Position {
    /// The implicit subject of a leading combinator.
    enum Start { case alone, parent, anchor }

    var start = Start.alone
    var depth = 0
    var isWithinHas = false

    static let top = Position()
    static let nested = Position(start: .parent)

    /// Returns the position of a list in brackets.
    func inner(_ start: Start = .alone) -> Position {
      Position(start: start, depth: depth + 1, isWithinHas: isWithinHas || start == .anchor)
    }
  }

  /// Parses selectors up to the end of the text or a closing bracket, or returns `nil` if one of them is invalid.
  mutating func list(at position: Position) throws(ParsingLimit) -> [Selector]? {
    try ParsingLimit.selectorDepth.check(position.depth)
    var selectors: [Selector] = []
    repeat {
      guard let selector = try relativeSelector(at: position) else { return nil }
      selectors.append(selector)
    } while scanner.skips(UInt8(ascii: ","))
    return isAtEndOfList ? selectors : nil
  }

  /// Parses selectors up to a closing bracket, and skips invalid ones.
  private mutating func forgivingList(at position: Position) throws(ParsingLimit) -> [Selector] {
    try ParsingLimit.selectorDepth.check(position.depth)
    var selectors: [Selector] = []
    repeat {
      let start = scanner.index
      if let selector = try relativeSelector(at: position),
        isAtEndOfList || scanner.next == UInt8(ascii: ",")
      {
        selectors.append(selector)
      } else {
        scanner.index = start
        scanner.skipArgument()
      }
    } while scanner.skips(UInt8(ascii: ","))
    return selectors
  }

  private var isAtEndOfList: Bool { scanner.isAtEnd || scanner.next == UInt8(ascii: ")") }

  /// Parses a selector and the surrounding space.
  private mutating func relativeSelector(at position: Position) throws(ParsingLimit) -> Selector? {
    scanner.skipSpace()
    let outer = mentionsParent
    mentionsParent = false
    defer { mentionsParent = mentionsParent || outer }
    let combinator = position.start == .alone ? nil : combinator()
    scanner.skipSpace()
    guard var selector = try selector(at: position) else { return nil }
    scanner.skipSpace()
    switch position.start {
    case .alone: return selector
    case .parent:
      if combinator == nil, mentionsParent { return selector }
      selector.context.append(
        (combinator ?? .descendant, Selector.Compound(conditions: [parentCondition])))
    case .anchor:
      selector.context.append(
        (combinator ?? .descendant, Selector.Compound(conditions: [.anchor])))
    }
    return selector
  }

  /// The condition for `&`, which is the root outside of rules.
  private var parentCondition: Selector.Condition {
    let root = Selector(subject: Selector.Compound(conditions: [.root]))
    return .anyOf(
      parent ?? SelectorList([root]), isNegated: false, countsSpecificity: parent != nil)
  }

  private mutating func combinator() -> Selector.Combinator? {
    if scanner.skips(UInt8(ascii: ">")) { return .child }
    if scanner.skips(UInt8(ascii: "+")) { return .next }
    return scanner.skips(UInt8(ascii: "~")) ? .sibling : nil
  }

  private mutating func selector(at position: Position) throws(ParsingLimit) -> Selector? {
    guard let first = try compound(at: position) else { return nil }
    var compounds = [first]
    var combinators: [Selector.Combinator] = []
    while true {
      let before = scanner.index
      scanner.skipSpace()
      let hadSpace = scanner.index > before
      let combinator = combinator()
      if combinator == nil {
        if isAtEndOfList || scanner.next == UInt8(ascii: ",") { break }
        guard hadSpace else { return nil }
      }
      scanner.skipSpace()
      guard let compound = try compound(at: position) else { return nil }
      try ParsingLimit.selectorCompounds.check(compounds.count + 1)
      compounds.append(compound)
      combinators.append(combinator ?? .descendant)
    }
    let subject = compounds.removeLast()
    return Selector(
      subject: subject,
      context: zip(combinators, compounds).reversed().map { (combinator: $0, compound: $1) })
  }

  private mutating func compound(at position: Position) throws(ParsingLimit) -> Selector.Compound? {
    let start = scanner.index
    var compound = Selector.Compound()
    guard let namespace = namespace(default: namespaces.ofTypes) else { return nil }
    compound.namespace = namespace
    if !scanner.skips(UInt8(ascii: "*")) {
      compound.type = scanner.name()
      if compound.type == nil, scanner.index > start { return nil }
    }
    while let byte = scanner.next {
      switch byte {
      case UInt8(ascii: "#"):
        scanner.index += 1
        guard let name = scanner.name() else { return nil }
        compound.conditions.append(.id(name))
      case UInt8(ascii: "."):
        scanner.index += 1
        guard let name = scanner.name() else { return nil }
        compound.conditions.append(.className(name))
      case UInt8(ascii: "["):
        guard let condition = attributeCondition() else { return nil }
        compound.conditions.append(condition)
      case UInt8(ascii: "&"):
        scanner.index += 1
        mentionsParent = true
        compound.conditions.append(parentCondition)
      case UInt8(ascii: ":"):
        scanner.index += 1
        let isElement = scanner.skips(UInt8(ascii: ":"))
        guard
          let condition = try isElement
            ? pseudoElement(at: position) : pseudoClass(at: position)
        else { return nil }
        compound.conditions.append(condition)
      default: return scanner.index > start ? compound : nil
      }
    }
    return scanner.index > start ? compound : nil
  }

  /// Parses the optional namespace prefix of a name. The result is `nil` for any namespace, and the outer optional is
  /// `nil` for an undeclared prefix.
  ///
  /// - Parameter default: The namespace of names without a prefix.
  private mutating func namespace(default: XMLTree.Namespace?) -> XMLTree.Namespace?? {
    let start = scanner.index
    let isAny = scanner.skips(UInt8(ascii: "*"))
    let prefix = isAny ? nil : scanner.name()
    guard scanner.next == UInt8(ascii: "|"), scanner.peek(1) != UInt8(ascii: "=") else {
      scanner.index = start
      return .some(`default`)
    }
    scanner.index += 1
    if isAny { return .some(nil) }
    guard let prefix else { return .some(XMLTree.Namespace.none) }
    return namespaces.ofPrefixes[prefix].map { .some($0) }
  }

  private mutating func attributeCondition() -> Selector.Condition? {
    scanner.index += 1
    scanner.skipSpace()
    guard let namespace = namespace(default: XMLTree.Namespace.none), let name = scanner.name()
    else { return nil }
    scanner.skipSpace()
    if scanner.skips(UInt8(ascii: "]")) {
      return .attribute(
        name: name, namespace: namespace, operator: .exists, value: "", ignoresCase: false)
    }
    var kind = Selector.AttributeOperator.equals
    switch scanner.next {
    case UInt8(ascii: "~"): kind = .word
    case UInt8(ascii: "|"): kind = .dash
    case UInt8(ascii: "^"): kind = .prefix
    case UInt8(ascii: "$"): kind = .suffix
    case UInt8(ascii: "*"): kind = .contains
    default: break
    }
    if kind != .equals { scanner.index += 1 }
    guard scanner.skips(UInt8(ascii: "=")) else { return nil }
    scanner.skipSpace()
    guard let value = scanner.quoted() ?? scanner.name() else { return nil }
    scanner.skipSpace()
    let ignoresCase = scanner.skips("i")
    if !ignoresCase { _ = scanner.skips("s") }
    scanner.skipSpace()
    guard scanner.skips(UInt8(ascii: "]")) else { return nil }
    return .attribute(
      name: name, namespace: namespace, operator: kind, value: value, ignoresCase: ignoresCase)
  }
}

// MARK: - Pseudo-classes and pseudo-elements

extension SelectorParser {
  /// Pseudo-elements that no element of an image has.
  private static let elements: Set<String> = [
    "after", "backdrop", "before", "cue", "details-content", "file-selector-button", "first-letter",
    "first-line", "grammar-error", "highlight", "marker", "part", "placeholder", "selection",
    "slotted",
    "spelling-error", "target-text", "view-transition", "view-transition-group",
    "view-transition-image-pair", "view-transition-new", "view-transition-old",
  ]

  /// States that don't occur.
  private static let states: Set<String> = [
    "-webkit-autofill", "-webkit-drag", "-webkit-full-screen", "active", "autofill", "checked",
    "current", "default", "disabled", "enabled", "focus",
    "focus-visible", "focus-within", "fullscreen", "future", "host", "host-context", "hover",
    "in-range", "indeterminate", "invalid", "local-link", "modal", "muted", "open", "optional",
    "out-of-range", "past", "paused", "picture-in-picture", "placeholder-shown", "playing",
    "popover-open", "read-only", "read-write", "required", "state", "target", "target-within",
    "user-invalid", "user-valid", "valid", "visited",
  ]

  /// Parses a pseudo-element after its colons. It must not be in brackets.
  private mutating func pseudoElement(at position: Position) -> Selector.Condition? {
    guard position.depth == 0, let name = scanner.name()?.lowercased(),
      Self.elements.contains(name) || name.hasPrefix("-webkit-")
    else { return nil }
    return skipsArguments() ? .never : nil
  }

  /// Skips brackets with their contents, if they are next. Returns `false` if they aren't closed.
  private mutating func skipsArguments() -> Bool {
    guard scanner.skips(UInt8(ascii: "(")) else { return true }
    repeat { scanner.skipArgument() } while scanner.skips(UInt8(ascii: ","))
    return scanner.skips(UInt8(ascii: ")"))
  }

  private mutating func pseudoClass(
    at position: Position
  ) throws(ParsingLimit) -> Selector.Condition? {
    guard let name = scanner.name()?.lowercased() else { return nil }
    // CSS 2 used a single colon for these.
    if ["before", "after", "first-line", "first-letter"].contains(name) {
      return position.depth == 0 ? .never : nil
    }
    if Self.states.contains(name) { return skipsArguments() ? .never : nil }
    guard scanner.skips(UInt8(ascii: "(")) else { return simplePseudoClass(name) }
    var condition: Selector.Condition?
    switch name {
    case "is", "where":
      let list = SelectorList(try forgivingList(at: position.inner()))
      condition = .anyOf(list, isNegated: false, countsSpecificity: name == "is")
    case "not", "-webkit-any":
      condition = try list(at: position.inner()).map {
        .anyOf(SelectorList($0), isNegated: name == "not", countsSpecificity: true)
      }
    case "has":
      guard !position.isWithinHas else { return nil }
      condition = try list(at: position.inner(.anchor)).map { .has(SelectorList($0)) }
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      guard let (a, b) = scanner.step() else { return nil }
      scanner.skipSpace()
      let ofType = name.hasSuffix("of-type")
      var siblings: SelectorList?
      if !ofType, scanner.skips("of") {
        guard let selectors = try list(at: position.inner()) else { return nil }
        siblings = SelectorList(selectors)
      }
      condition = .position(
        a: a, b: b, fromEnd: name.hasPrefix("nth-last"), ofType: ofType, list: siblings)
    case "lang":
      condition = languages().map { .language($0) }
    case "dir":
      scanner.skipSpace()
      condition = scanner.name() == nil ? nil : .never
    default: return nil
    }
    scanner.skipSpace()
    guard scanner.skips(UInt8(ascii: ")")) else { return nil }
    return condition
  }

  private func simplePseudoClass(_ name: String) -> Selector.Condition? {
    func only(_ fromEnd: Bool, ofType: Bool) -> Selector.Condition {
      .position(a: 0, b: 1, fromEnd: fromEnd, ofType: ofType, list: nil)
    }
    switch name {
    case "root", "scope": return .root
    case "empty": return .empty
    case "link", "any-link", "-webkit-any-link": return .link
    case "first-child": return only(false, ofType: false)
    case "last-child": return only(true, ofType: false)
    case "first-of-type": return only(false, ofType: true)
    case "last-of-type": return only(true, ofType: true)
    case "only-child", "only-of-type":
      func list(_ conditions: [Selector.Condition]) -> SelectorList {
        SelectorList([Selector(subject: Selector.Compound(conditions: conditions))])
      }
      let (first, last) = (
        only(false, ofType: name == "only-of-type"), only(true, ofType: name == "only-of-type")
      )
      // It counts as one class, although it has two conditions.
      return .anyOf(
        list([first, .anyOf(list([last]), isNegated: false, countsSpecificity: false)]),
        isNegated: false, countsSpecificity: true)
    default: return nil
    }
  }

  /// Parses a comma-separated list of names or strings, in lower case, or returns `nil` if it contains anything else.
  private mutating func languages() -> [String]? {
    var languages: [String] = []
    repeat {
      scanner.skipSpace()
      guard let language = scanner.quoted() ?? scanner.name() else { return nil }
      languages.append(language.lowercased())
      scanner.skipSpace()
    } while scanner.skips(UInt8(ascii: ","))
    return languages
  }
}

extension TextScanner {
  /// Skips to a comma or a closing bracket.
  fileprivate mutating func skipArgument() {
    _ = text { [UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "]")].contains($0) }
  }

  /// Parses the numbers of a·n + b.
  fileprivate mutating func step() -> (Int, Int)? {
    skipSpace()
    if skips("odd") { return (2, 1) }
    if skips("even") { return (2, 0) }
    var a = 0
    if skips("-n") {
      a = -1
    } else if skips("+n") || skips("n") {
      a = 1
    } else {
      guard let number = integer() else { return nil }
      guard skips("n") else { return (0, number) }
      a = number
    }
    skipSpace()
    if skips(UInt8(ascii: "+")) {
      skipSpace()
      return integer().map { (a, $0) }
    }
    if skips(UInt8(ascii: "-")) {
      skipSpace()
      return integer().map { (a, -$0) }
    }
    return (a, 0)
  }

  /// Parses an integer with a magnitude of at most a million, or returns `nil` if none is next.
  private mutating func integer() -> Int? {
    guard let number = number(), number == number.rounded() else { return nil }
    return Int(min(max(number, -1e6), 1e6))
  }
}
