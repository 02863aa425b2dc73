/// A selector of CSS: compounds joined by combinators.
struct Selector: Hashable, Sendable {
  /// How deep selectors may be within `:not()` and the like.
  static let maximumDepth = 8

  /// What one element must be.
  struct Compound: Hashable, Sendable {
    var type: String?
    var conditions: [Condition] = []
  }

  indirect enum Condition: Hashable, Sendable {
    case id(String)
    case className(String)
    case attribute(name: String, operator: AttributeOperator, value: String, ignoresCase: Bool)
    case root
    case empty
    /// The element is the a·n + b-th, for an n from 0 on, of its siblings or of those of its type.
    case position(a: Int, b: Int, fromEnd: Bool, ofType: Bool)
    /// It is, or is not, what one of the selectors says.
    case anyOf([Selector], isNegated: Bool, countsSpecificity: Bool)
    /// Of a state that nothing is ever in, such as `:hover`.
    case never
  }

  enum AttributeOperator: Hashable, Sendable {
    case exists, equals, word, dash, prefix, suffix, contains
  }

  enum Combinator: Hashable, Sendable {
    case descendant, child, next, sibling
  }

  /// The last compound, which the element itself must be.
  var subject: Compound
  /// The others from right to left, with how each is joined to the one on its right.
  var context: [(combinator: Combinator, compound: Compound)] = []

  /// Numbers of identifiers, of classes with what counts like them, and of types, one of 10 bits each.
  var specificity: Int {
    ([subject] + context.map { $0.compound }).reduce(0) { $0 + $1.specificity }
  }

  static func == (a: Selector, b: Selector) -> Bool {
    a.subject == b.subject
      && a.context.elementsEqual(b.context) {
        $0.combinator == $1.combinator && $0.compound == $1.compound
      }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
    for part in context { hasher.combine(part.compound) }
  }
}

extension Selector.Compound {
  fileprivate var specificity: Int {
    conditions.reduce(type == nil ? 0 : 1) { sum, condition in
      switch condition {
      case .id: sum + 1 << 20
      case .anyOf(let selectors, _, let counts):
        sum + (counts ? selectors.map(\.specificity).max() ?? 0 : 0)
      default: sum + 1 << 10
      }
    }
  }
}

// MARK: - Parsing

extension TextScanner {
  /// Selectors with commas between them, up to the end of the text or a closing bracket; nil if one of them is
  /// invalid.
  mutating func selectors(depth: Int = 0) -> [Selector]? {
    guard depth <= Selector.maximumDepth else { return nil }
    var selectors: [Selector] = []
    repeat {
      skipSpace()
      guard let selector = selector(depth: depth) else { return nil }
      selectors.append(selector)
      skipSpace()
    } while skips(UInt8(ascii: ","))
    return isAtEnd || next == UInt8(ascii: ")") ? selectors : nil
  }

  private mutating func selector(depth: Int) -> Selector? {
    guard let first = compound(depth: depth) else { return nil }
    var selector = Selector(subject: first)
    while true {
      let before = index
      skipSpace()
      let hadSpace = index > before
      var combinator = Selector.Combinator.descendant
      switch next {
      case UInt8(ascii: ">"): combinator = .child
      case UInt8(ascii: "+"): combinator = .next
      case UInt8(ascii: "~"): combinator = .sibling
      case nil, UInt8(ascii: ","), UInt8(ascii: ")"): return selector
      default:
        guard hadSpace else { return nil }
      }
      if combinator != .descendant { index += 1 }
      skipSpace()
      guard let compound = compound(depth: depth), selector.context.count < 64 else { return nil }
      selector.context.insert((combinator, selector.subject), at: 0)
      selector.subject = compound
    }
  }

  private mutating func compound(depth: Int) -> Selector.Compound? {
    var compound = Selector.Compound()
    var isEmpty = true
    if skips(UInt8(ascii: "*")) {
      isEmpty = false
    } else if let type = name() {
      compound.type = type
      isEmpty = false
    }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "#"):
        index += 1
        guard let name = name() else { return nil }
        compound.conditions.append(.id(name))
      case UInt8(ascii: "."):
        index += 1
        guard let name = name() else { return nil }
        compound.conditions.append(.className(name))
      case UInt8(ascii: "["):
        guard let condition = attributeCondition() else { return nil }
        compound.conditions.append(condition)
      case UInt8(ascii: ":"):
        guard let condition = pseudoClass(depth: depth) else { return nil }
        compound.conditions.append(condition)
      default: return isEmpty ? nil : compound
      }
      isEmpty = false
    }
    return isEmpty ? nil : compound
  }

  private mutating func attributeCondition() -> Selector.Condition? {
    index += 1
    skipSpace()
    guard let name = name() else { return nil }
    skipSpace()
    if skips(UInt8(ascii: "]")) {
      return .attribute(name: name, operator: .exists, value: "", ignoresCase: false)
    }
    var kind = Selector.AttributeOperator.equals
    switch next {
    case UInt8(ascii: "~"): kind = .word
    case UInt8(ascii: "|"): kind = .dash
    case UInt8(ascii: "^"): kind = .prefix
    case UInt8(ascii: "$"): kind = .suffix
    case UInt8(ascii: "*"): kind = .contains
    default: break
    }
    if kind != .equals { index += 1 }
    guard skips(UInt8(ascii: "=")) else { return nil }
    skipSpace()
    guard let value = quoted() ?? self.name() else { return nil }
    skipSpace()
    let ignoresCase = skips("i")
    skipSpace()
    guard skips(UInt8(ascii: "]")) else { return nil }
    return .attribute(name: name, operator: kind, value: value, ignoresCase: ignoresCase)
  }

  private mutating func pseudoClass(depth: Int) -> Selector.Condition? {
    index += 1
    // Pseudo-elements have no boxes in SVG.
    guard next != UInt8(ascii: ":"), let name = name()?.lowercased() else { return nil }
    guard skips(UInt8(ascii: "(")) else {
      switch name {
      case "root": return .root
      case "empty": return .empty
      case "first-child": return .position(a: 0, b: 1, fromEnd: false, ofType: false)
      case "last-child": return .position(a: 0, b: 1, fromEnd: true, ofType: false)
      case "first-of-type": return .position(a: 0, b: 1, fromEnd: false, ofType: true)
      case "last-of-type": return .position(a: 0, b: 1, fromEnd: true, ofType: true)
      case "only-child", "only-of-type":
        let ofType = name == "only-of-type"
        let both = [false, true].map { fromEnd in
          Selector.Condition.position(a: 0, b: 1, fromEnd: fromEnd, ofType: ofType)
        }
        let selector = Selector(subject: Selector.Compound(conditions: both))
        return .anyOf([selector], isNegated: false, countsSpecificity: true)
      case "hover", "active", "focus", "focus-visible", "focus-within", "target", "visited", "link",
        "any-link", "checked", "disabled", "enabled":
        return .never
      default: return nil
      }
    }
    var condition: Selector.Condition?
    switch name {
    case "not", "is", "where", "matches", "-webkit-any":
      condition = selectors(depth: depth + 1).map {
        .anyOf($0, isNegated: name == "not", countsSpecificity: name != "where")
      }
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      condition = step().map { a, b in
        .position(
          a: a, b: b, fromEnd: name.hasPrefix("nth-last"), ofType: name.hasSuffix("of-type"))
      }
    case "lang", "dir":
      _ = self.name()
      condition = .never
    default: return nil
    }
    skipSpace()
    guard skips(UInt8(ascii: ")")) else { return nil }
    return condition
  }

  /// The numbers of a·n + b.
  private mutating func step() -> (Int, Int)? {
    skipSpace()
    if skips("odd") { return (2, 1) }
    if skips("even") { return (2, 0) }
    func integer(_ number: Double) -> Int { Int(min(max(number, -1e6), 1e6)) }
    var a = 0
    if skips("-n") {
      a = -1
    } else if skips("+n") || skips("n") {
      a = 1
    } else {
      guard let number = number() else { return nil }
      guard skips("n") else { return (0, integer(number)) }
      a = integer(number)
    }
    skipSpace()
    if skips(UInt8(ascii: "+")) {
      skipSpace()
      return number().map { (a, integer($0)) }
    }
    if skips(UInt8(ascii: "-")) {
      skipSpace()
      return number().map { (a, -integer($0)) }
    }
    return (a, number().map(integer) ?? 0)
  }
}
