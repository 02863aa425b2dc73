/// The rules of style sheets, found by what their last compound asks of an element: most rules ask for an
/// identifier, a class or a type, and most elements have few of these.
struct RuleIndex: Sendable {
  /// In the order in which they count, the last one most.
  let rules: [StyleSheet.Rule]
  private var ofID: [String: [Int]] = [:]
  private var ofClass: [String: [Int]] = [:]
  private var ofType: [String: [Int]] = [:]
  private var ofAny: [Int] = []

  init(_ sheet: StyleSheet) {
    rules = sheet.rules.enumerated()
      .sorted { ($0.element.specificity, $0.offset) < ($1.element.specificity, $1.offset) }
      .map(\.element)
    for (index, rule) in rules.enumerated() {
      let subject = rule.selector.subject
      if let id = subject.id {
        ofID[id, default: []].append(index)
      } else if let name = subject.className {
        ofClass[name, default: []].append(index)
      } else if let type = subject.type {
        ofType[type, default: []].append(index)
      } else {
        ofAny.append(index)
      }
    }
  }

  /// The rules that mean an element, in their order.
  func rules(for element: Int, _ matcher: inout SelectorMatcher) -> [StyleSheet.Rule] {
    var found = ofAny
    if !ofType.isEmpty { found += ofType[matcher.type(of: element)] ?? [] }
    if !ofID.isEmpty, let id = matcher.id(of: element) { found += ofID[id] ?? [] }
    if !ofClass.isEmpty {
      for name in matcher.classNames(of: element) { found += ofClass[name] ?? [] }
    }
    found.sort()
    return found.map { rules[$0] }.filter { matcher.matches($0.selector, element) }
  }
}

extension Selector.Compound {
  fileprivate var id: String? {
    conditions.lazy.compactMap { if case .id(let id) = $0 { id } else { nil } }.first
  }

  fileprivate var className: String? {
    conditions.lazy.compactMap { if case .className(let name) = $0 { name } else { nil } }.first
  }
}
