/// A selector of CSS: compounds joined by combinators.
struct Selector: Hashable, Sendable {
  /// What one element must be.
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
    /// The element is the a·n + b-th, for an n from 0 on, of its siblings, of those of its type, or of those that
    /// `list` means.
    case position(a: Int, b: Int, fromEnd: Bool, ofType: Bool, list: SelectorList?)
    /// It is, or is not, what one of the selectors says.
    case anyOf(SelectorList, isNegated: Bool, countsSpecificity: Bool)
    /// One of the selectors, whose first compound is ``anchor``, means an element inside or after it.
    case has(SelectorList)
    /// It is the element of which ``has(_:)`` is asked.
    case anchor
    /// Of a state that nothing is ever in, such as `:hover`, or no element but a part of one, such as `::before`.
    case never
  }

  enum AttributeOperator: Hashable, Sendable {
    case exists, equals, word, dash, prefix, suffix, contains
  }

  enum Combinator: Hashable, Sendable {
    case descendant, child, next, sibling
  }

  /// What an element must at least have, by which rules are found.
  enum Key: Hashable, Sendable {
    case id(String)
    case className(String)
    case type(String)
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

  /// Of these keys each element that is meant has one; nil if it may have none. Nothing is meant where there are
  /// no keys.
  var keys: [Key]? {
    context.contains { $0.compound.keys?.isEmpty == true } ? [] : subject.keys
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
struct SelectorList: Hashable, Sendable {
  private static let maximumKeys = 8

  let selectors: [Selector]
  /// The greatest specificity of a selector.
  let specificity: Int
  /// Of these keys each element that is meant has one; nil if it may have none, or one of too many.
  let keys: [Selector.Key]?

  init(_ selectors: [Selector]) {
    self.selectors = selectors
    specificity = selectors.reduce(0) { max($0, $1.specificity) }
    var keys: [Selector.Key]? = []
    for selector in selectors {
      guard let known = keys, let more = selector.keys, known.count + more.count <= Self.maximumKeys
      else {
        keys = nil
        break
      }
      keys = known + more
    }
    self.keys = keys
  }
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

  fileprivate var keys: [Selector.Key]? {
    var id: String?
    var className: String?
    var others: [Selector.Key]?
    for condition in conditions {
      switch condition {
      case .never: return []
      case .id(let name): id = id ?? name
      case .className(let name): className = className ?? name
      case .anyOf(let list, isNegated: false, _):
        if list.keys?.isEmpty == true { return [] }
        others = others ?? list.keys
      default: break
      }
    }
    if let id { return [.id(id)] }
    if let className { return [.className(className)] }
    return others ?? type.map { [.type($0)] }
  }
}
