import AnimCore
import AnimText

/// The syntax of a property's values.
struct Grammar: Sendable {
  /// Parses a value without surrounding space, or returns `nil` if it is invalid. The context of colours inside
  /// functions is `nil` if it is unknown.
  let parse: @Sendable (String, ColorContext?) throws(ParsingLimit) -> StyleValue?

  init(
    _ parse: @escaping @Sendable (String, ColorContext?) throws(ParsingLimit) -> StyleValue?
  ) {
    self.parse = parse
  }

  /// Creates a syntax without colours.
  init(_ parse: @escaping @Sendable (String) throws(ParsingLimit) -> StyleValue?) {
    self.parse = { (text, _) throws(ParsingLimit) in try parse(text) }
  }
}

// MARK: - Numbers and lengths

extension Grammar {
  /// A number that isn't negative.
  static let positiveNumber = Grammar { text in
    one(text) { $0.number() }.flatMap { $0 >= 0 ? .number($0) : nil }
  }

  static let number = Grammar { text in one(text) { $0.number() }.map { .number($0) } }

  static let integer = Grammar { text in one(text) { $0.number() }.map { .integer($0) } }

  /// An angle in degrees, or a keyword such as `auto`.
  static let angle = Grammar { text in
    text.hasPrefix("auto") ? .text(text) : one(text) { $0.angle() }.map { .number($0) }
  }

  /// A number, or a percentage as a fraction.
  static let fraction = Grammar { text in
    one(text) { scanner in
      scanner.number().map { scanner.skips(UInt8(ascii: "%")) ? $0 / 100 : $0 }
    }.map { .number($0) }
  }

  static let numbers = Grammar { text in list(text).map { .numbers($0) } }

  /// Two numbers. A single number applies to both.
  static let pair = Grammar { text in
    guard let list = list(text), list.count <= 2 else { return nil }
    return .numbers([list[0], list[list.count - 1]])
  }

  /// A view box, or `none`.
  static let viewBox = Grammar { text in
    if text == "none" { return .text(text) }
    guard let list = list(text), list.count == 4 else { return nil }
    return .box(Rect(x: list[0], y: list[1], width: list[2], height: list[3]))
  }

  /// Returns a finite number that is the whole text, or `nil`.
  private static func one(_ text: String, _ read: (inout TextScanner) -> Double?) -> Double? {
    var scanner = TextScanner(text)
    guard let number = read(&scanner), number.isFinite, scanner.isAtEnd else { return nil }
    return number
  }

  /// Returns the numbers of a list, at least one, or `nil` if there is anything else.
  private static func list(_ text: String) -> [Double]? {
    var scanner = TextScanner(text)
    let list = scanner.numbers()
    return list.isEmpty || !scanner.isAtEnd || text.hasSuffix(",")
      || !list.allSatisfy(\.isFinite) ? nil : list
  }

  /// Returns the syntax of a length or a keyword.
  static func length(
    isPositive: Bool = false, words: [String: Length] = [:]
  ) -> Grammar {
    Grammar { text throws(ParsingLimit) in
      if let length = try Length(text) {
        return isPositive && length.value < 0 ? nil : .length(length)
      }
      return words.isEmpty ? nil : words[text.lowercased()].map { .length($0) }
    }
  }

  /// A font size (CSS Fonts 4, 2.5).
  static let fontSize = length(
    isPositive: true,
    words: [
      "xx-small": Length(9), "x-small": Length(10), "small": Length(13),
      "medium": Length(LengthContext.mediumFontSize), "large": Length(18), "x-large": Length(24),
      "xx-large": Length(32), "smaller": Length(1 / 1.2, .em), "larger": Length(1.2, .em),
    ])

  /// The dashes of a line, or `none`.
  static let dashes = Grammar { text throws(ParsingLimit) in
    if text.lowercased() == "none" { return .dashes([]) }
    var scanner = TextScanner(text)
    return try scanner.lengths().map { .dashes($0) }
  }

  /// Positions or offsets of glyphs.
  static let lengths = Grammar { text throws(ParsingLimit) in
    var scanner = TextScanner(text)
    return try scanner.lengths().flatMap { $0.isEmpty ? nil : .lengths($0) }
  }

  static let lengthOrAuto = Grammar { text throws(ParsingLimit) in
    if text.lowercased() == "auto" { return .keyword(.auto) }
    return try Length(text).map { .length($0) }
  }

  /// A length, or a keyword that painting interprets.
  static let lengthOrWord = Grammar { text throws(ParsingLimit) in
    if let length = try Length(text) { return .length(length) }
    return text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x2D } ? .text(text) : nil
  }

  /// The radii of a corner along x and along y. A single radius applies to both.
  static let cornerRadius = Grammar { text throws(ParsingLimit) in
    var scanner = TextScanner(text)
    let radii = try scanner.lengths()
    guard let radii, (1...2).contains(radii.count), radii.allSatisfy({ $0.value >= 0 }) else {
      return nil
    }
    return .lengths([radii[0], radii[radii.count - 1]])
  }
}

// MARK: - Words and references

extension Grammar {
  /// Any text, which is parsed elsewhere.
  static let any = Grammar { .text($0) }

  /// Returns the syntax of keywords that meet a condition, in any case.
  static func keyword(_ isAllowed: @escaping @Sendable (StyleValue.Keyword) -> Bool) -> Grammar {
    Grammar { text in
      guard let keyword = StyleValue.Keyword.table[text.lowercased()], isAllowed(keyword) else {
        return nil
      }
      return .keyword(keyword)
    }
  }

  /// Text in lower case that meets a condition.
  static func word(_ isAllowed: @escaping @Sendable (String) -> Bool) -> Grammar {
    Grammar { text in
      let word = text.lowercased()
      return isAllowed(word) ? .text(word) : nil
    }
  }

  /// A reference to an element, or `none`.
  static let reference = Grammar { text in
    if text.lowercased() == "none" { return .reference(nil) }
    var scanner = TextScanner(text)
    return scanner.url().map { .reference($0) }
  }

  static let clipPath = Grammar { text throws(ParsingLimit) in
    if let reference = try reference.parse(text, nil) { return reference }
    return try BasicShape(text).map { .shape($0) }
  }
}

// MARK: - Colours and images

extension Grammar {
  static let paint = Grammar { (text, context) throws(ParsingLimit) in
    if let paint = try PaintValue(text, at: context), context != nil || !mentionsScheme(text) {
      return .paint(paint)
    }
    // A value that depends on the context is parsed again once that is known.
    guard context == nil else { return nil }
    return try PaintValue(text, at: ColorContext()) != nil ? .pending(text) : nil
  }

  static let color = Grammar { (text, context) throws(ParsingLimit) in
    let value = try paint.parse(text, context)
    switch value {
    case .paint(.color)?, .paint(.currentColor)?, .pending?: return value
    default: return nil
    }
  }

  private static func mentionsScheme(_ text: String) -> Bool {
    guard text.utf8.last == UInt8(ascii: ")") else { return false }
    var text = text
    return text.withUTF8 { $0.mentions("light-dark(") }
  }

  /// The images of a background or a mask, the uppermost first.
  static let layers = Grammar { (text, context) throws(ParsingLimit) in
    let layers = try CSSImageLayer.list(text, at: context)
    if context == nil, layers?.contains(.unsupported) == true || text.contains("light-dark("),
      let placed = try CSSImageLayer.list(text, at: ColorContext()), !placed.contains(.unsupported)
    {
      return .pending(text)
    }
    return layers.map { .layers($0) }
  }

  static let filters = Grammar { text throws(ParsingLimit) in
    try FilterFunction.list(text).map { .filters($0) }
  }

  static let shadows = Grammar { text throws(ParsingLimit) in
    try FilterFunction.textShadows(text).map { .filters($0) }
  }
}

// MARK: - Transforms and fonts

extension Grammar {
  static let transform = Grammar { text throws(ParsingLimit) in
    try TransformList(property: text).map { .transform($0) }
  }

  static let translate = Grammar { text throws(ParsingLimit) in
    try TransformList(translate: text).map { .transform($0) }
  }

  static let rotate = Grammar { text in TransformList(rotate: text).map { .transform($0) } }

  static let scale = Grammar { text in TransformList(scale: text).map { .transform($0) } }

  static let offsetPath = Grammar { text throws(ParsingLimit) in
    if let path = try clipPath.parse(text, nil) { return path }
    return try OffsetRay(text).map { .ray($0) }
  }

  static let offsetRotation = Grammar { text in OffsetRotation(text).map { .rotation($0) } }

  /// A position in a box, or `auto` or `normal`.
  static let position = Grammar { text throws(ParsingLimit) in
    if ["auto", "normal"].contains(text.lowercased()) { return .keyword(.auto) }
    return try TransformOrigin(position: text).map { .position($0) }
  }

  /// The data of a path, in an attribute or in `path()`.
  static let path = Grammar { text throws(ParsingLimit) in
    if text == "none" { return .path(PathCommands()) }
    let (data, isWhole, limit) = PathCommands.read(PathCommands.data(ofFunction: text) ?? text)
    if let limit { throw limit }
    return isWhole ? .path(data) : nil
  }

  static let transformOrigin = Grammar { text throws(ParsingLimit) in
    try TransformOrigin(text).map { .position($0) }
  }

  static let paintOrder = Grammar { text in PaintOrder(text).map { .paintOrder($0) } }

  static let fontVariations = Grammar { text in .variations(TextStyle.variations(text)) }
}
