/// Media queries, answered once and for all: a screen of any size, light, without preferences, without a
/// pointer.
enum MediaQuery {
  /// Whether one of the queries of a list holds.
  static func matches(_ text: String) -> Bool {
    let queries = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
    return queries.contains { holds(String($0).trimmingSpace) }
  }

  private static func holds(_ query: String) -> Bool {
    if query.isEmpty { return true }
    let isNegated = query.hasPrefix("not ")
    var query = isNegated ? String(query.dropFirst(4)).trimmingSpace : query
    if query.hasPrefix("only ") { query = String(query.dropFirst(5)).trimmingSpace }
    let parts = query.split(separator: " ").map(String.init).joined(separator: " ")
    let holds = terms(parts).allSatisfy(term)
    return holds != isNegated
  }

  /// What stands between the words "and".
  private static func terms(_ query: String) -> [String] {
    var terms = [""]
    for word in query.split(separator: " ") {
      if word == "and" { terms.append("") } else { terms[terms.count - 1] += word }
    }
    return terms
  }

  private static func term(_ term: String) -> Bool {
    switch term {
    case "all", "screen", "(prefers-color-scheme:light)", "(prefers-reduced-motion:no-preference)",
      "(prefers-contrast:no-preference)", "(hover:none)", "(pointer:none)", "(color)":
      true
    default: term.hasPrefix("(min-width:") || term.hasPrefix("(min-height:")
    }
  }
}

/// The condition of `@supports`: CSS Conditional Rules 3 and 4.
enum SupportsCondition {
  private static let maximumDepth = 16

  static func holds(_ text: String) -> Bool {
    var scanner = TextScanner(text)
    guard let holds = condition(&scanner, depth: 0) else { return false }
    scanner.skipSpace()
    return holds && scanner.isAtEnd
  }

  /// Terms joined by `and` or by `or`, or one after `not`; nil if there is a mistake.
  private static func condition(_ scanner: inout TextScanner, depth: Int) -> Bool? {
    guard depth < maximumDepth else { return nil }
    scanner.skipSpace()
    if scanner.skips("not ") || scanner.skips("not(") {
      if scanner.bytes[scanner.index - 1] == UInt8(ascii: "(") { scanner.index -= 1 }
      return term(&scanner, depth: depth).map { !$0 }
    }
    guard var holds = term(&scanner, depth: depth) else { return nil }
    while true {
      scanner.skipSpace()
      let isAnd = scanner.skips("and")
      guard isAnd || scanner.skips("or") else { return holds }
      guard let next = term(&scanner, depth: depth) else { return nil }
      holds = isAnd ? holds && next : holds || next
    }
  }

  private static func term(_ scanner: inout TextScanner, depth: Int) -> Bool? {
    scanner.skipSpace()
    let function = scanner.name()
    guard scanner.skips(UInt8(ascii: "(")) else { return nil }
    let start = scanner.index
    if function == nil {
      scanner.skipSpace()
      let property = scanner.name()
      scanner.skipSpace()
      if property == nil || !scanner.skips(UInt8(ascii: ":")) {
        scanner.index = start
        let holds = condition(&scanner, depth: depth + 1)
        scanner.skipSpace()
        return scanner.skips(UInt8(ascii: ")")) ? holds : nil
      }
    }
    scanner.index = start
    guard let text = scanner.textInBrackets() else { return nil }
    guard let function else {
      let declarations = StyleSheet.declarations(text)
      return declarations.count == 1 && declarations.allSatisfy { $0.isUnderstood }
    }
    guard function.lowercased() == "selector" else { return false }
    var selector = TextScanner(text)
    return selector.selectors()?.count == 1 && selector.isAtEnd
  }
}

extension TextScanner {
  /// What stands before the bracket that closes one that has been opened; nil if there is none.
  fileprivate mutating func textInBrackets() -> String? {
    let start = index
    var depth = 1
    while let byte = next {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        _ = quoted()
        continue
      }
      index += 1
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return String(decoding: bytes[start..<index - 1], as: UTF8.self) }
    }
    return nil
  }
}
