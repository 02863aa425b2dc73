/// A matcher for CSS selectors that uses the current values of animated attributes.
struct SelectorMatcher {
  /// The maximum number of steps for matching and for setting declarations. After that, nothing
  /// matches.
  static let maximumSteps = 8_000_000

  private let document: SVGDocument
  private let animated: AnimatedValues?
  private(set) var steps = 0
  /// The element for which `:has()` is evaluated.
  private var anchor: Int?
  /// A cache of results of `:has()`, which may be evaluated for many descendants of an element.
  private var answers: [Question: Bool] = [:]
  /// The index of siblings, created on first use.
  private(set) var siblings: SiblingIndex?

  private struct Question: Hashable {
    let list: SelectorList
    let element: Int
  }

  /// - Parameters:
  ///   - animated: The animated attribute values, or `nil` for those in the file.
  ///   - siblings: The document's index of siblings, if it has already been created.
  init(
    _ document: SVGDocument, _ animated: AnimatedValues? = nil, siblings: SiblingIndex? = nil
  ) {
    self.document = document
    self.siblings = siblings
    self.animated = animated.flatMap { $0.changesStyle ? $0 : nil }
  }

  /// Whether the limit was exceeded.
  var isExhausted: Bool { steps > Self.maximumSteps }

  /// Counts steps of the caller.
  mutating func spend(_ count: Int) { steps += count }

  func type(of element: Int) -> String { document[element].tag }
  mutating func id(of element: Int) -> String? { value("id", of: element) }

  mutating func attribute(_ name: String, of element: Int) -> String? {
    steps += 1
    return value(name, of: element)
  }

  /// Returns the one-based index of an element among its siblings, or among those of the same type.
  mutating func number(of element: Int, ofType: Bool) -> Int {
    siblingIndex().number(of: element, fromEnd: false, ofType: ofType)
  }

  /// Returns the classes of an element, without duplicates.
  mutating func classNames(of element: Int) -> Set<String> {
    guard let text = value("class", of: element) else { return [] }
    return Set(Self.words(text).map { String(decoding: $0, as: UTF8.self) })
  }

  mutating func matches(_ selector: Selector, _ element: Int) -> Bool {
    matches(selector.subject, element) && matches(selector.context[...], left: element)
  }

  /// Returns whether the elements around and before `element` match the rest of a selector.
  private mutating func matches(
    _ context: ArraySlice<(combinator: Selector.Combinator, compound: Selector.Compound)>,
    left element: Int
  ) -> Bool {
    guard let first = context.first else { return true }
    steps += 1
    guard !isExhausted else { return false }
    let rest = context.dropFirst()
    switch first.combinator {
    case .child:
      guard let parent = document[element].parent else { return false }
      return matches(first.compound, parent) && matches(rest, left: parent)
    case .descendant:
      var ancestor = document[element].parent
      while let candidate = ancestor {
        if matches(first.compound, candidate), matches(rest, left: candidate) { return true }
        if isExhausted { return false }
        ancestor = document[candidate].parent
      }
      return false
    case .next:
      guard let previous = siblingIndex().previous(of: element) else { return false }
      return matches(first.compound, previous) && matches(rest, left: previous)
    case .sibling:
      var sibling = siblingIndex().previous(of: element)
      while let candidate = sibling, !isExhausted {
        if matches(first.compound, candidate), matches(rest, left: candidate) { return true }
        sibling = siblingIndex().previous(of: candidate)
      }
      return false
    }
  }

  private mutating func matches(_ compound: Selector.Compound, _ element: Int) -> Bool {
    steps += 1
    if let type = compound.type, type != document[element].tag { return false }
    if let namespace = compound.namespace, namespace != document[element].namespace { return false }
    for condition in compound.conditions {
      guard !isExhausted, matches(condition, element) else { return false }
    }
    return true
  }

  private mutating func matches(_ condition: Selector.Condition, _ element: Int) -> Bool {
    steps += 1
    switch condition {
    case .id(let id): return value("id", of: element) == id
    case .className(let name):
      guard let names = value("class", of: element) else { return false }
      return contains(names, word: name)
    case .attribute(let name, let namespace, let kind, let expected, let ignoresCase):
      guard var value = value(name, namespace, of: element) else { return false }
      var expected = expected
      if ignoresCase {
        steps += (value.utf8.count + expected.utf8.count) / Self.charactersPerStep
        (value, expected) = (value.lowercased(), expected.lowercased())
      }
      // Compare code points, as CSS does, rather than characters, which may have several
      // representations.
      let (text, wanted) = (value.utf8, expected.utf8)
      steps += wanted.count / Self.charactersPerStep
      switch kind {
      case .exists: return true
      case .equals: return text.elementsEqual(wanted)
      case .word: return contains(value, word: expected)
      case .dash:
        return text.starts(with: wanted)
          && (text.count == wanted.count || text.dropFirst(wanted.count).first == UInt8(ascii: "-"))
      case .prefix: return !wanted.isEmpty && text.starts(with: wanted)
      case .suffix:
        return !wanted.isEmpty && text.count >= wanted.count
          && text.suffix(wanted.count).elementsEqual(wanted)
      case .contains:
        // In the worst case, the entire word is compared at every position.
        steps += text.count * (1 + wanted.count / Self.charactersPerStep)
        if isExhausted { return false }
        return !wanted.isEmpty && Array(text).firstRange(of: Array(wanted)) != nil
      }
    case .root: return element == SVGDocument.root
    case .empty: return !document.children(of: element).contains { _ in true }
    case .link: return document[element].tag == "a" && value("href", nil, of: element) != nil
    case .language(let languages): return speaks(languages, element)
    case .position(let a, let b, let fromEnd, let ofType, let list):
      let number: Int
      if let list {
        guard matchesAny(of: list, element) else { return false }
        number = self.number(of: element, among: list, fromEnd: fromEnd)
      } else {
        number = siblingIndex().number(of: element, fromEnd: fromEnd, ofType: ofType)
      }
      let distance = number - b
      return a == 0 ? distance == 0 : distance % a == 0 && distance / a >= 0
    case .anyOf(let list, let isNegated, _): return matchesAny(of: list, element) != isNegated
    case .has(let list): return has(list, element)
    case .anchor: return element == anchor
    case .never: return false
    }
  }

  private mutating func matchesAny(of list: SelectorList, _ element: Int) -> Bool {
    for selector in list.selectors where !isExhausted {
      if matches(selector, element) { return true }
    }
    return false
  }

  /// Returns the index of an element among its siblings that match a list, if the element itself
  /// matches.
  private mutating func number(
    of element: Int, among list: SelectorList, fromEnd: Bool
  ) -> Int {
    let siblings = siblingIndex()
    var number = 1
    var candidate: Int? = element
    while !isExhausted {
      candidate = candidate.flatMap { fromEnd ? siblings.next(of: $0) : siblings.previous(of: $0) }
      guard let sibling = candidate else { break }
      if matchesAny(of: list, sibling) { number += 1 }
    }
    return number
  }

  /// Returns whether a relative selector of an element matches an element inside or after it.
  private mutating func has(_ list: SelectorList, _ element: Int) -> Bool {
    let question = Question(list: list, element: element)
    if let cached = answers[question] { return cached }
    let outer = anchor
    anchor = element
    let answer = list.selectors.contains { means($0, from: element) }
    anchor = outer
    steps += Self.stepsPerAnswer
    answers[question] = answer
    return answer
  }

  /// Cached results use more memory than others.
  private static let stepsPerAnswer = 16

  /// Returns whether a relative selector of an element matches an element inside or after it.
  private mutating func means(_ selector: Selector, from element: Int) -> Bool {
    let end = document[element].end
    // A single combinator determines the elements to examine.
    let isDirect = selector.context.count == 1
    let first = selector.context.last?.combinator
    let isInside = first == .child || first == .descendant
    let last = isInside ? end : document[element].parent.map { document[$0].end } ?? end
    var candidate = isInside ? element + 1 : end
    while candidate < last, !isExhausted {
      steps += 1
      if !document[candidate].isText {
        let isMeant =
          isDirect ? matches(selector.subject, candidate) : matches(selector, candidate)
        if isMeant { return true }
        if isDirect, first == .next { return false }
      }
      candidate = isDirect && first != .descendant ? document[candidate].end : candidate + 1
    }
    return false
  }

  /// Returns whether the language of an element is one of several languages, or a variant of one.
  private mutating func speaks(_ languages: [String], _ element: Int) -> Bool {
    var next: Int? = element
    while let ancestor = next, !isExhausted {
      let attributes = document.attributes[document[ancestor].attributes]
      steps += 1 + attributes.count / Self.attributesPerStep
      let attribute =
        attributes.first { $0.name == .xmlLang } ?? attributes.first { $0.tag == "lang" }
      if let language = attribute?.value.lowercased() {
        steps += languages.count + language.utf8.count / Self.charactersPerStep
        return languages.contains { language == $0 || language.hasPrefix($0 + "-") }
      }
      next = document[ancestor].parent
    }
    return false
  }

  private mutating func siblingIndex() -> SiblingIndex {
    if let siblings { return siblings }
    let found = SiblingIndex(document)
    siblings = found
    return found
  }

  /// Returns the value of an attribute, or `nil` if it is missing.
  ///
  /// - Parameter namespace: The namespace of the attribute, or `nil` for any.
  private mutating func value(
    _ name: String, _ namespace: XMLTree.Namespace? = XMLTree.Namespace.none, of element: Int
  ) -> String? {
    if let animated, let cached = AttributeName(name),
      case .text(let text)? = animated[element, cached]
    {
      return text
    }
    let attributes = document[element].attributes
    steps += attributes.count / Self.attributesPerStep
    return document.attributes[attributes].first {
      $0.tag == name && (namespace == nil || $0.namespace == namespace)
    }?.value
  }

  /// The number of attributes and characters of an element that can be examined in the time of a
  /// step.
  private static let (attributesPerStep, charactersPerStep) = (8, 8)

  /// Returns whether text contains a word, where words are separated by white space.
  private mutating func contains(_ text: String, word: String) -> Bool {
    steps += text.utf8.count / Self.charactersPerStep
    return Self.words(text).contains { $0.elementsEqual(word.utf8) }
  }

  private static func words(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split(whereSeparator: TextScanner.isSpace)
  }
}
