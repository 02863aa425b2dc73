import AnimGraphics

/// An evaluator of media queries (Media Queries 4) for a fixed medium: a light screen without preferences and without a
/// pointer.
struct MediaQuery {
  /// The result of a condition. If it is unknown, its negation is unknown, too.
  private enum Answer {
    case yes, no, unknown

    init(_ holds: Bool) { self = holds ? .yes : .no }

    var negated: Answer {
      switch self {
      case .yes: .no
      case .no: .yes
      case .unknown: .unknown
      }
    }

    static func && (a: Answer, b: Answer) -> Answer {
      if a == .no || b == .no { return .no }
      return a == .yes && b == .yes ? .yes : .unknown
    }

    static func || (a: Answer, b: Answer) -> Answer { (a.negated && b.negated).negated }
  }

  private let view: Size

  /// Returns whether a query in a list matches.
  static func matches(_ text: String, view: Size) throws(ParsingLimit) -> Bool {
    let text = text.lowercased().trimmingSpace
    if text.isEmpty { return true }
    for query in ComponentList.parts(text) {
      var scanner = TextScanner(query)
      let answer = try MediaQuery(view: view).query(&scanner)
      scanner.skipSpace()
      if scanner.isAtEnd, answer == .yes { return true }
    }
    return false
  }

  /// Parses and evaluates a query, or returns `nil` if it is invalid.
  private func query(_ scanner: inout TextScanner) throws(ParsingLimit) -> Answer? {
    let start = scanner.index
    var type = scanner.word()
    let modifier = type
    if modifier == "not" || modifier == "only" { type = scanner.word() }
    guard let type else {
      scanner.index = start
      return try condition(&scanner, depth: 0)
    }
    guard !["and", "or", "not", "only", "layer"].contains(type) else { return nil }
    var answer = Answer(type == "all" || type == "screen")
    while scanner.skipsWord("and") {
      let isNegated = scanner.skipsWord("not")
      guard let term = try term(&scanner, depth: 0) else { return nil }
      answer = answer && (isNegated ? term.negated : term)
      if isNegated { break }
    }
    return modifier == "not" ? answer.negated : answer
  }

  /// Parses and evaluates terms joined by `and` or by `or`, or a term after `not`, or returns `nil` if they are
  /// invalid.
  private func condition(
    _ scanner: inout TextScanner, depth: Int
  ) throws(ParsingLimit) -> Answer? {
    if scanner.skipsWord("not") { return try term(&scanner, depth: depth)?.negated }
    guard var answer = try term(&scanner, depth: depth) else { return nil }
    let isAnd = scanner.skipsWord("and")
    guard isAnd || scanner.skipsWord("or") else { return answer }
    repeat {
      guard let next = try term(&scanner, depth: depth) else { return nil }
      answer = isAnd ? answer && next : answer || next
    } while isAnd ? scanner.skipsWord("and") : scanner.skipsWord("or")
    return answer
  }

  /// Parses and evaluates a condition or a feature in brackets.
  private func term(_ scanner: inout TextScanner, depth: Int) throws(ParsingLimit) -> Answer? {
    scanner.skipSpace()
    let function = scanner.name()
    guard scanner.skips(UInt8(ascii: "(")), let text = scanner.textInBrackets() else { return nil }
    if function != nil { return .unknown }
    try ParsingLimit.mediaDepth.check(depth + 1)
    var inner = TextScanner(text)
    if let answer = try condition(&inner, depth: depth + 1) {
      inner.skipSpace()
      if inner.isAtEnd { return answer }
    }
    return try feature(text)
  }
}

// MARK: - Features

extension MediaQuery {
  /// The features with keyword values: the actual value, and other valid ones.
  private static let words: [String: (value: String, others: [String])] = [
    "any-hover": ("none", ["hover"]), "any-pointer": ("none", ["coarse", "fine"]),
    "color-gamut": ("srgb", ["p3", "rec2020"]),
    "display-mode": ("browser", ["fullscreen", "minimal-ui", "standalone"]),
    "dynamic-range": ("standard", ["high"]), "forced-colors": ("none", ["active"]),
    "hover": ("none", ["hover"]),
    "pointer": ("none", ["coarse", "fine"]), "prefers-color-scheme": ("light", ["dark"]),
    "prefers-contrast": ("no-preference", ["custom", "less", "more"]),
    "prefers-reduced-data": ("no-preference", ["reduce"]),
    "prefers-reduced-motion": ("no-preference", ["reduce"]),
    "prefers-reduced-transparency": ("no-preference", ["reduce"]),
    "scan": ("progressive", ["interlace"]), "scripting": ("none", ["enabled", "initial-only"]),
    "update": ("fast", ["none", "slow"]), "video-dynamic-range": ("standard", ["high"]),
  ]

  private enum Kind { case length, ratio, resolution, number }

  /// Returns the actual value of a feature with numeric values, and its type.
  private func number(_ name: String) -> (value: Double, kind: Kind)? {
    switch name {
    case "width", "device-width": (view.width, .length)
    case "height", "device-height": (view.height, .length)
    case "aspect-ratio", "device-aspect-ratio": (view.width / view.height, .ratio)
    case "resolution": (1, .resolution)
    case "-webkit-device-pixel-ratio": (1, .number)
    case "color": (8, .number)
    case "color-index", "monochrome", "grid": (0, .number)
    default: nil
    }
  }

  /// Evaluates a feature: on its own, with a value, or in a range of values.
  private func feature(_ text: String) throws(ParsingLimit) -> Answer {
    var scanner = TextScanner(text)
    if let name = scanner.word() {
      if scanner.isAtEnd { return plain(name) }
      if scanner.skips(UInt8(ascii: ":")) { return try plain(name, scanner.rest.trimmingSpace) }
    }
    return try range(text)
  }

  /// Evaluates a feature on its own, which checks whether its value isn't zero or none.
  private func plain(_ name: String) -> Answer {
    if name == "orientation" { return .yes }
    if let (value, _) = number(name) { return Answer(value != 0) }
    guard let word = Self.words[name] else { return .unknown }
    return Answer(word.value != "none" && word.value != "no-preference")
  }

  private func plain(_ name: String, _ value: String) throws(ParsingLimit) -> Answer {
    if name == "orientation", value == "portrait" || value == "landscape" {
      return Answer((view.height >= view.width) == (value == "portrait"))
    }
    if let word = Self.words[name] {
      return value == word.value ? .yes : word.others.contains(value) ? .no : .unknown
    }
    let isVendors = name.hasPrefix("-webkit-")
    let plainName = isVendors ? String(name.dropFirst(8)) : name
    for (prefix, comparison) in [("min-", Comparison.atLeast), ("max-", .atMost)]
    where plainName.hasPrefix(prefix) {
      return try compare((isVendors ? "-webkit-" : "") + plainName.dropFirst(4), comparison, value)
    }
    return try compare(name, .equal, value)
  }

  private enum Comparison {
    case less, atMost, equal, atLeast, more

    /// The comparison with exchanged sides.
    var turned: Comparison {
      switch self {
      case .less: .more
      case .atMost: .atLeast
      case .equal: .equal
      case .atLeast: .atMost
      case .more: .less
      }
    }

    var isUpwards: Bool { self == .less || self == .atMost }
  }

  private func compare(
    _ name: String, _ comparison: Comparison, _ text: String
  ) throws(ParsingLimit) -> Answer {
    guard let (actual, kind) = number(name), let value = try value(text, kind) else {
      return .unknown
    }
    return switch comparison {
    case .less: Answer(actual < value)
    case .atMost: Answer(actual <= value)
    case .equal: Answer(actual == value)
    case .atLeast: Answer(actual >= value)
    case .more: Answer(actual > value)
    }
  }

  /// Evaluates a feature on one side of a value, or between two values.
  private func range(_ text: String) throws(ParsingLimit) -> Answer {
    var scanner = TextScanner(text)
    let first = scanner.textBeforeComparison()
    guard let comparison = comparison(&scanner) else { return .unknown }
    let second = scanner.textBeforeComparison()
    if scanner.isAtEnd {
      return try number(first) != nil
        ? compare(first, comparison, second) : compare(second, comparison.turned, first)
    }
    guard let other = self.comparison(&scanner), comparison != .equal, other != .equal,
      comparison.isUpwards == other.isUpwards
    else { return .unknown }
    let third = scanner.textBeforeComparison()
    guard scanner.isAtEnd else { return .unknown }
    return try compare(second, comparison.turned, first) && compare(second, other, third)
  }

  private func comparison(_ scanner: inout TextScanner) -> Comparison? {
    if scanner.skips("<=") { return .atMost }
    if scanner.skips(">=") { return .atLeast }
    if scanner.skips("<") { return .less }
    if scanner.skips(">") { return .more }
    return scanner.skips("=") ? .equal : nil
  }

  private func value(_ text: String, _ kind: Kind) throws(ParsingLimit) -> Double? {
    var scanner = TextScanner(try Calculation.resolved(text) ?? "")
    scanner.skipSpace()
    var value: Double?
    switch kind {
    case .length:
      // Fonts are the browser's defaults, regardless of the file.
      guard let length = try scanner.length(), length.unit != .percent,
        length.unit != .user || length.isZero
      else { return nil }
      value = length.resolved(
        reference: 0, font: FontUnits(size: 16), rootFontSize: 16, view: view)
    case .number: value = scanner.number()
    case .ratio:
      value = scanner.number()
      scanner.skipSpace()
      if scanner.skips(UInt8(ascii: "/")) {
        scanner.skipSpace()
        guard let width = value, let height = scanner.number() else { return nil }
        value = width / height
      }
    case .resolution:
      guard let number = scanner.number() else { return nil }
      switch scanner.name() {
      case "dppx", "x": value = number
      case "dpi": value = number / 96
      case "dpcm": value = number * 2.54 / 96
      default: return nil
      }
    }
    scanner.skipSpace()
    return scanner.isAtEnd ? value : nil
  }
}

extension TextScanner {
  /// Parses a name and the surrounding space, or returns `nil` if no name is next or it precedes a bracket.
  fileprivate mutating func word() -> String? {
    let start = index
    skipSpace()
    guard let name = name(), next != UInt8(ascii: "(") else {
      index = start
      return nil
    }
    skipSpace()
    return name
  }

  /// Skips a word and the preceding space if it is next and isn't the name of a function.
  fileprivate mutating func skipsWord(_ word: String) -> Bool {
    let start = index
    skipSpace()
    if name() == word, next != UInt8(ascii: "(") { return true }
    index = start
    return false
  }

  /// Returns the text before a comparison sign or the end, without surrounding space.
  fileprivate mutating func textBeforeComparison() -> String {
    let start = index
    while let byte = next, !(UInt8(ascii: "<")...UInt8(ascii: ">")).contains(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).trimmingSpace
  }
}
