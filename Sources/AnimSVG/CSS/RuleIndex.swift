/// An index of the rules of style sheets by the requirements of their last compound selector: most rules require an ID,
/// a class or a type, and most elements have few of these.
struct RuleIndex: Sendable {
  /// The rules in ascending order of precedence of their normal declarations.
  let rules: [StyleSheet.Rule]
  private var ofID: [String: [Int]] = [:]
  private var ofClass: [String: [Int]] = [:]
  /// The rules by the names of attributes, and then by their values.
  private var ofAttribute: [String: [String: [Int]]] = [:]
  private var ofNumber: [Int: [Int]] = [:]
  private var ofNumberOfType: [Int: [Int]] = [:]
  private var ofType: [String: [Int]] = [:]
  private var ofAny: [Int] = []
  /// The precedence of each layer.
  private let ranks: [Int]

  init(_ sheet: StyleSheet) {
    let ranks = sheet.layerRanks
    rules = sheet.rules.enumerated()
      .sorted { a, b in
        (ranks[a.element.layer], a.element.specificity, a.offset)
          < (ranks[b.element.layer], b.element.specificity, b.offset)
      }
      .map(\.element)
    self.ranks = ranks
    var counts: [Selector.Key: Int] = [:]
    for rule in rules {
      for key in rule.selector.keyChoices.joined() { counts[key, default: 0] += 1 }
    }
    for (index, rule) in rules.enumerated() {
      guard let keys = rule.selector.keys({ counts[$0] ?? 0 }) else {
        ofAny.append(index)
        continue
      }
      for key in Set(keys) {
        switch key {
        case .id(let id): ofID[id, default: []].append(index)
        case .className(let name): ofClass[name, default: []].append(index)
        case .attribute(let name, let value):
          ofAttribute[name, default: [:]][value, default: []].append(index)
        case .number(let number, ofType: false): ofNumber[number, default: []].append(index)
        case .number(let number, ofType: true): ofNumberOfType[number, default: []].append(index)
        case .type(let type): ofType[type, default: []].append(index)
        }
      }
    }
  }

  /// Returns the rules that match an element, in order.
  func rules(for element: Int, _ matcher: inout SelectorMatcher) -> [StyleSheet.Rule] {
    var found = ofAny
    if !ofType.isEmpty { found += ofType[matcher.type(of: element)] ?? [] }
    if !ofID.isEmpty, let id = matcher.id(of: element) { found += ofID[id] ?? [] }
    if !ofClass.isEmpty {
      for name in matcher.classNames(of: element) { found += ofClass[name] ?? [] }
    }
    for (name, rules) in ofAttribute {
      if let value = matcher.attribute(name, of: element) { found += rules[value] ?? [] }
    }
    if !ofNumber.isEmpty {
      found += ofNumber[matcher.number(of: element, ofType: false)] ?? []
    }
    if !ofNumberOfType.isEmpty {
      found += ofNumberOfType[matcher.number(of: element, ofType: true)] ?? []
    }
    found.sort()
    // A rule that requires either of two keys can be found by both.
    var last: Int?
    return found.compactMap { index in
      if index == last { return nil }
      last = index
      return matcher.matches(rules[index].selector, element) ? rules[index] : nil
    }
  }

  /// Returns rules in the order of precedence for important declarations, where the first layers come last.
  func orderedForImportance(_ rules: [StyleSheet.Rule]) -> [StyleSheet.Rule] {
    if ranks.count == 1 { return rules }
    return rules.enumerated()
      .sorted { a, b in
        (-ranks[a.element.layer], a.offset) < (-ranks[b.element.layer], b.offset)
      }
      .map(\.element)
  }
}
