/// A selector of CSS: compounds joined by combinators.
struct Selector: Hashable, Sendable {
  /// A compound selector, which matches a single element.
  struct Compound: Hashable, Sendable {
    var type: String?
    /// Nil for any.
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
    /// The element leads elsewhere.
    case link
    /// Its language is one of these or a variety of one, all in lower case.
    case language([String])
    /// An element whose index is *a*·*n* + *b* for an *n* ≥ 0 (`:nth-child()`). The index counts
    /// all siblings, siblings of the same type, or siblings that match `list`.
    case position(a: Int, b: Int, fromEnd: Bool, ofType: Bool, list: SelectorList?)
    /// It is, or is not, what one of the selectors says.
    case anyOf(SelectorList, isNegated: Bool, countsSpecificity: Bool)
    /// One of the selectors, whose first compound is ``anchor``, means an element inside or after it.
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
    /// The number among its siblings, or among those of its type.
    case number(Int, ofType: Bool)
    case className(String)
    case type(String)

    /// The less, the fewer elements have it.
    fileprivate var frequency: Int {
      switch self {
      case .id: 0
      case .attribute, .number: 1
      case .className: 2
      case .type: 3
      }
    }
  }

  /// More than sums of specificities ever are but in files made to overflow them.
  fileprivate static let maximumSpecificity = 1 << 40

  /// The last compound, which the element itself must be.
  var subject: Compound
  /// The others from right to left, with how each is joined to the one on its right.
  var context: [(combinator: Combinator, compound: Compound)] = []

  /// Numbers of identifiers, of classes with what counts like them, and of types, one of 10 bits each.
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

  /// Sets of keys, of each of which every element that is meant has one.
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

/// Selectors with commas between them.
///
/// Lists of rules within rules refer to those of the rules around them, possibly often, so what they have in common
/// is found once.
final class SelectorList: Hashable, Sendable {
  private static let maximumKeys = 8

  let selectors: [Selector]
  /// The greatest specificity of a selector.
  let specificity: Int
  /// Keys such that every matching element has at least one of them, or `nil` if there is no such
  /// set or it is too large.
  let keys: [Selector.Key]?

  init(_ selectors: [Selector]) {
    self.selectors = selectors
    specificity = selectors.reduce(0) { max($0, $1.specificity) }
    var keys: [Selector.Key]? = []
    for selector in selectors {
      guard let known = keys, let more = selector.keys(),
        known.count + more.count <= Self.maximumKeys
      else {
        keys = nil
        break
      }
      keys = known + more
    }
    self.keys = keys
  }

  /// Lists are compared by where they stand, since those within others may have come to be very long.
  static func == (a: SelectorList, b: SelectorList) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Selector.Compound {
  fileprivate var specificity: Int {
    conditions.reduce(type == nil ? 0 : 1) { sum, condition in
      let own =
        switch condition {
        case .id: 1 << 20
        case .anyOf(let list, _, let counts): counts ? list.specificity : 0
        case .has(let list): list.specificity
        case .position(_, _, _, _, let list): 1 << 10 + (list?.specificity ?? 0)
        case .anchor: 0
        default: 1 << 10
        }
      return min(sum + own, Selector.maximumSpecificity)
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
