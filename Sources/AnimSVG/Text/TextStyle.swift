import AnimText

/// The inherited properties of text. The font size is stored separately, because lengths of all elements refer to it.
struct TextStyle: Hashable, Sendable {
  /// The families in order, without quotes.
  var families: [String] = []
  var weight = 400
  /// The width in percent of the regular width.
  var width = 100.0
  var slant = StyleValue.Keyword.normal
  var isSmallCaps = false
  var letterCase = LetterCase.asWritten
  var hasKerning = true
  /// Whether to apply optical sizing in fonts that support it.
  var isOpticallySized = true
  /// The styles to imitate if a family doesn't have them.
  var synthesis = FontSynthesis.all
  /// The explicit settings of features and axes.
  var features: [FontFeature] = []
  var variations: [FontVariation] = []
  var anchor = StyleValue.Keyword.start
  var letterSpacing = Length.zero
  var wordSpacing = Length.zero
  /// The distance of underlines below the baseline, where 100 % is the font size, or `nil` for the
  /// distance that the font specifies.
  var underlineOffset: Length?
  /// The drop shadows, topmost first.
  var shadows: [FilterFunction] = []
  var preservesSpace = false
  var baseline = TextBaseline.auto
  var isRightToLeft = false
  /// Whether lines are vertical. Applies only to `text`.
  var isVertical = false
  /// Whether to disable anti-aliasing. Applies only to `text`.
  var isSharp = false
}

/// The case conversion of letters: the values of `text-transform`.
enum LetterCase: String, Sendable {
  case asWritten = "none"
  case capitalize, uppercase, lowercase
}

/// The baseline that is aligned with the line: the values of `dominant-baseline` and `alignment-baseline`.
enum TextBaseline: String, Sendable {
  case auto, baseline, ideographic, alphabetic, hanging, mathematical, central, middle
  case useScript = "use-script"
  case noChange = "no-change"
  case resetSize = "reset-size"
  case beforeEdge = "before-edge"
  case afterEdge = "after-edge"
  case textBeforeEdge = "text-before-edge"
  case textAfterEdge = "text-after-edge"
  case textTop = "text-top"
  case textBottom = "text-bottom"
}

/// The shift of an element's letters relative to the parent's.
enum BaselineShift: Hashable, Sendable {
  case none, lowered, raised
  /// A length upwards, where 100 % is the font size.
  case length(Length)

  /// Creates the value of a keyword.
  init(_ keyword: String) {
    switch keyword {
    case "sub": self = .lowered
    case "super": self = .raised
    default: self = .none
    }
  }
}

/// Text decoration lines.
struct TextLines: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let under = TextLines(rawValue: 1)
  static let over = TextLines(rawValue: 2)
  static let through = TextLines(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Parses the lines of `text-decoration`, and ignores style and colour.
  init(_ text: String) {
    self = []
    for word in text.utf8.split(whereSeparator: TextScanner.isSpace) {
      switch String(word) {
      case "underline": insert(.under)
      case "overline": insert(.over)
      case "line-through": insert(.through)
      default: break
      }
    }
  }
}

/// The values of `unicode-bidi`.
enum BidiMode: String, Sendable {
  case normal, embed, isolate, plaintext
  case override = "bidi-override"
  case isolatedOverride = "isolate-override"
}

// MARK: - Values

extension TextStyle {
  var numericWeight: Double {
    get { Double(weight) }
    set { weight = Int(min(max(newValue, 1), 1000).rounded()) }
  }

  var synthesizesStyle: Bool {
    get { synthesis.contains(.style) }
    set { setSynthesis(.style, newValue) }
  }

  var synthesizesWeight: Bool {
    get { synthesis.contains(.weight) }
    set { setSynthesis(.weight, newValue) }
  }

  private mutating func setSynthesis(_ part: FontSynthesis, _ isOn: Bool) {
    if isOn { synthesis.insert(part) } else { synthesis.remove(part) }
  }

  /// Returns the names in a list of families.
  static func families(_ text: String) -> [String] {
    var scanner = TextScanner(text)
    var families: [String] = []
    while true {
      scanner.skipSpace()
      var name = ""
      if let quoted = scanner.quoted() { name = quoted }
      let rest = scanner.text { $0 == UInt8(ascii: ",") }.trimmingSpace
      if name.isEmpty { name = rest }
      if !name.isEmpty { families.append(name) }
      guard scanner.skips(UInt8(ascii: ",")),
        families.count < ParsingLimit.fontFamilies.maximum
      else { return families }
    }
  }

  /// Returns whether `auto` or `none` switches a feature on, or `nil` for other texts.
  static func isAutomatic(_ text: String) -> Bool? {
    text == "auto" ? true : text == "none" ? false : nil
  }

  /// Returns the weight that a text specifies, given the weight of the parent, or `nil` if the text
  /// is invalid.
  static func weight(_ text: String, parent: Double) -> Double? {
    switch text {
    case "normal": 400
    case "bold": 700
    case "bolder": parent < 400 ? 400 : parent < 600 ? 700 : 900
    case "lighter": parent < 600 ? 100 : parent < 800 ? 400 : 700
    default: Int(text).flatMap { 1...1000 ~= $0 ? Double($0) : nil }
    }
  }

  static func features(_ text: String) -> [FontFeature] {
    settings(text) { tag, word in
      let value: UInt32? = ["", "on"].contains(word) ? 1 : word == "off" ? 0 : UInt32(word)
      return value.map { FontFeature(tag, $0) }
    }
  }

  static func variations(_ text: String) -> [FontVariation] {
    settings(text) { tag, word in
      var scanner = TextScanner(word)
      guard let value = scanner.number(), scanner.isAtEnd, value.isFinite else { return nil }
      return FontVariation(tag, value)
    }
  }

  private static let widths: [(name: String, width: Double)] = [
    ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75),
    ("semi-condensed", 87.5), ("normal", 100), ("semi-expanded", 112.5), ("expanded", 125),
    ("extra-expanded", 150), ("ultra-expanded", 200),
  ]

  /// Returns the width that a text specifies, given the width of the parent, or `nil` if the text
  /// is invalid.
  static func width(_ text: String, parent: Double) -> Double? {
    switch text {
    case "narrower": return widths.last { $0.width < parent }?.width ?? parent
    case "wider": return widths.first { $0.width > parent }?.width ?? parent
    default:
      if let cached = widths.first(where: { $0.name == text }) { return cached.width }
      guard let length = try? Length(text), length.unit == .percent, length.value >= 0 else {
        return nil
      }
      return length.value
    }
  }

  /// Returns whether a `writing-mode` is vertical, or `nil` if it is invalid.
  static func isVertical(_ text: String) -> Bool? {
    switch text {
    case "tb", "tb-rl", "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr": true
    case "lr", "lr-tb", "rl", "rl-tb", "horizontal-tb": false
    default: nil
    }
  }

  /// Returns the settings in a list of quoted tags with values.
  private static func settings<Setting>(
    _ text: String, _ setting: (FontTag, String) -> Setting?
  ) -> [Setting] {
    var scanner = TextScanner(text)
    var settings: [Setting] = []
    repeat {
      scanner.skipSpace()
      let tag = scanner.quoted().flatMap { FontTag($0) }
      let word = scanner.text { $0 == UInt8(ascii: ",") }.trimmingSpace
      if let tag, let setting = setting(tag, word) { settings.append(setting) }
    } while scanner.skips(UInt8(ascii: ","))
      && settings.count < ParsingLimit.fontSettings.maximum
    return settings
  }
}
