/// A CSS selector: compound selectors joined by combinators.
struct Selector: Hashable, Sendable {
  /// A compound selector, which matches a single element.
  struct Compound: Hashable, Sendable {
    var type: String?
    /// The required namespace, or `nil` for any namespace.
    var namespace: XMLTree.Namespace?
    var conditions: [Condition] = []
  }

  indirect enum Condition: Hashable, Sendable {
    case id(String)
    case className(String)
    case attribute(
      name: String, namespace: XMLTree.Namespace?, operator: AttributeOperator, value: String,
      ignoresCase: Bool)
    case root
    case empty
    /// A hyperlink (`:link`).
    case link
    /// An element in one of these languages, given in lower case, or in a variant (`:lang()`).
    case language([String])
    /// An element whose index is *a*·*n* + *b* for an *n* ≥ 0 (`:nth-child()`). The index counts
    /// all siblings, siblings of the same type, or siblings that match `list`.
    case position(a: Int, b: Int, fromEnd: Bool, ofType: Bool, list: SelectorList?)
    /// An element that matches any of the selectors or, if negated, none of them (`:is()`, `:where()`, `:not()`).
    case anyOf(SelectorList, isNegated: Bool, countsSpecificity: Bool)
    /// An element for which a relative selector matches an element inside or after it (`:has()`). Each selector starts
    /// with ``anchor``.
    case has(SelectorList)
    /// The element that ``has(_:)`` is evaluated for.
    case anchor
    /// A condition that no element meets: a state that doesn't occur, such as `:hover`, or a
    /// pseudo-element, such as `::before`.
    case never
  }

  enum AttributeOperator: Hashable, Sendable {
    case exists, equals, word, dash, prefix, suffix, contains
  }

  enum Combinator: Hashable, Sendable {
    case descendant, child, next, sibling
  }

  /// A lookup key for rules: a property that an element must have to match.
  enum Key: Hashable, Sendable {
    case id(String)
    case attribute(name: String, value: String)
    /// The one-based index among all siblings, or among siblings of the same type.
    case number(Int, ofType: Bool)
    case className(String)
    case type(String)

    /// The rank of the key by frequency. Rarer keys have lower ranks.
    fileprivate var frequency: Int {
      switch self {
      case .id: 0
      case .attribute, .number: 1
      case .className: 2
      case .type: 3
      }
    }
  }

  /// The upper bound for specificities. Only files crafted to cause an overflow reach it.
  fileprivate static let maximumSpecificity = 1 << 40

  /// The last compound, which the element itself must match.
  var subject: Compound
  /// The other compounds from right to left, each with the combinator to its right.
  var context: [(combinator: Combinator, compound: Compound)] = []

  /// The specificity: the number of IDs, of classes and attributes, and of types, in 10 bits each.
  var specificity: Int {
    ([subject] + context.map { $0.compound }).reduce(0) {
      min($0 + $1.specificity, Self.maximumSpecificity)
    }
  }

  /// Returns keys such that every matching element has at least one of them, or `nil` if there are
  /// no such keys. The array is empty if the selector can't match.
  ///
  /// - Parameter count: A closure that returns the number of rules with a key. The keys with the
  ///   fewest rules are returned.
  func keys(_ count: (Key) -> Int = { _ in 0 }) -> [Key]? {
    if context.contains(where: { $0.compound.keyChoices.contains([]) }) { return [] }
    return keyChoices.min { cost($0, count) < cost($1, count) }
  }

  /// The candidate key sets. A matching element has at least one key of each set.
  var keyChoices: [[Key]] { subject.keyChoices }

  private func cost(_ keys: [Key], _ count: (Key) -> Int) -> (Int, Int) {
    (keys.reduce(0) { $0 + count($1) }, keys.reduce(0) { max($0, $1.frequency) })
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

/// A comma-separated list of selectors.
///
/// Nested rules refer to the list of their parent, so each list computes its specificity and keys only once.
final class SelectorList: Hashable, Sendable {
  private static let maximumKeys = 8

  let selectors: [Selector]
  /// The highest specificity in the list.
  let specificity: Int
  /// Keys such that every matching element has at least one of them, or `nil` if there is no such
  /// set or it is too large.
  let keys: [Selector.Key]?

  init(_ selectors: [Selector]) {
    self.selectors = selectors
    specificity = selectors.reduce(0) { max($0, $1.specificity) }
    var keys: [Selector.Key]? = []
    for selector in selectors {
      guard let cached = keys, let more = selector.keys(),
        cached.count + more.count <= Self.maximumKeys
      else {
        keys = nil
        break
      }
      keys = cached + more
    }
    self.keys = keys
  }

  /// Compares lists by identity, because comparing deeply nested lists by value can be slow.
  static func == (a: SelectorList, b: SelectorList) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Selector.Compound {
  fileprivate var specificity: Int {
    conditions.reduce(type == nil ? 0 : 1) { sum, condition in
      let single =
        switch condition {
        case .id: 1 << 20
        case .anyOf(let list, _, let counts): counts ? list.specificity : 0
        case .has(let list): list.specificity
        case .position(_, _, _, _, let list): 1 << 10 + (list?.specificity ?? 0)
        case .anchor: 0
        default: 1 << 10
        }
      return min(sum + single, Selector.maximumSpecificity)
    }
  }

  fileprivate var keyChoices: [[Selector.Key]] {
    var choices: [[Selector.Key]] = []
    for condition in conditions {
      switch condition {
      case .never: return [[]]
      case .id(let name): choices.append([.id(name)])
      case .className(let name): choices.append([.className(name)])
      case .attribute(let name, XMLTree.Namespace.none?, .equals, let value, ignoresCase: false):
        choices.append([.attribute(name: name, value: value)])
      case .position(0, let number, fromEnd: false, let ofType, list: nil):
        choices.append([.number(number, ofType: ofType)])
      case .anyOf(let list, isNegated: false, _):
        if let keys = list.keys { choices.append(keys) }
      default: break
      }
    }
    if let type { choices.append([.type(type)]) }
    return choices
  }
}
