/// The condition of `@supports`: CSS Conditional Rules 3 and 4.
enum SupportsCondition {
  static func holds(_ text: String) throws(ParsingLimit) -> Bool {
    var scanner = TextScanner(text)
    guard let holds = try condition(&scanner, depth: 0) else { return false }
    scanner.skipSpace()
    return holds && scanner.isAtEnd
  }

  /// Parses and evaluates terms joined by `and` or by `or`, or a term after `not`, or returns `nil`
  /// if they are invalid.
  private static func condition(
    _ scanner: inout TextScanner, depth: Int
  ) throws(ParsingLimit) -> Bool? {
    try ParsingLimit.supportsDepth.check(depth + 1)
    scanner.skipSpace()
    if scanner.skips("not ") || scanner.skips("not(") {
      if scanner.bytes[scanner.index - 1] == UInt8(ascii: "(") { scanner.index -= 1 }
      return try term(&scanner, depth: depth).map { !$0 }
    }
    guard var holds = try term(&scanner, depth: depth) else { return nil }
    var joinsByAnd: Bool?
    while true {
      scanner.skipSpace()
      let isAnd = scanner.skips("and")
      guard isAnd || scanner.skips("or") else { return holds }
      // Without brackets, the precedence would be unclear.
      guard (joinsByAnd ?? isAnd) == isAnd else { return nil }
      joinsByAnd = isAnd
      guard let next = try term(&scanner, depth: depth) else { return nil }
      holds = isAnd ? holds && next : holds || next
    }
  }

  private static func term(_ scanner: inout TextScanner, depth: Int) throws(ParsingLimit) -> Bool? {
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
        guard let text = scanner.textInBrackets() else { return nil }
        var inner = TextScanner(text)
        let holds = try condition(&inner, depth: depth + 1)
        inner.skipSpace()
        // An unknown condition is false, so its negation is true.
        return inner.isAtEnd && holds == true
      }
    }
    scanner.index = start
    guard let text = scanner.textInBrackets() else { return nil }
    guard let function else {
      var limit: ParsingLimit?
      let declarations = StyleSheet.declarations(text) { limit = $1 }
      if let limit = limit ?? declarations.first?.exceededLimit, !limit.truncates { throw limit }
      return declarations.count == 1 && declarations.allSatisfy { $0.isUnderstood }
    }
    guard function.lowercased() == "selector" else { return false }
    var selector = TextScanner(text)
    return try selector.selectors()?.count == 1 && selector.isAtEnd
  }
}
