import AnimText

/// The inherited properties of text. The font size is stored separately, because lengths of all elements refer to it.
struct TextStyle: Hashable, Sendable {
  /// The families in order, without quotes.
  var families: [String] = []
  var weight = 400
  /// The width in per cent of the regular width.
  var width = 100.0
  var slant = PropertyValue.Keyword.normal
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
  var anchor = PropertyValue.Keyword.start
  var letterSpacing = Length.zero
  var wordSpacing = Length.zero
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
  /// Returns whether lower-case text is a valid value for a property that ``apply(_:_:_:)`` or a style supports.
  static func allows(_ text: String, _ name: AttributeName) -> Bool {
    switch name {
    case .fontWeight:
      if let number = Int(text) { return 1...1000 ~= number }
      return ["normal", "bold", "bolder", "lighter"].contains(text)
    case .fontStretch: return width(text, parent: 100) != nil
    case .fontKerning: return ["auto", "normal", "none"].contains(text)
    case .fontOpticalSizing, .fontSynthesisStyle, .fontSynthesisWeight:
      return ["auto", "none"].contains(text)
    case .dominantBaseline, .alignmentBaseline: return TextBaseline(rawValue: text) != nil
    case .baselineShift: return ["baseline", "sub", "super"].contains(text)
    case .direction: return ["ltr", "rtl"].contains(text)
    case .unicodeBidi: return BidiMode(rawValue: text) != nil
    case .writingMode: return isVertical(text) != nil
    case .textTransform: return LetterCase(rawValue: text) != nil
    case .textRendering:
      return ["auto", "optimizespeed", "optimizelegibility", "geometricprecision"].contains(text)
    default: return true
    }
  }

  /// Sets a property from text for which ``allows(_:_:)`` returns true.
  mutating func apply(_ text: String, _ name: AttributeName, _ parent: TextStyle) {
    switch name {
    case .fontFamily: families = Self.families(text)
    case .fontWeight: weight = Self.weight(text, parent.weight)
    case .fontStretch: width = Self.width(text, parent: parent.width) ?? parent.width
    case .fontVariant:
      isSmallCaps = text.utf8.split(whereSeparator: TextScanner.isSpace)
        .contains { $0.elementsEqual("small-caps".utf8) }
    case .textTransform: letterCase = LetterCase(rawValue: text) ?? .asWritten
    case .fontKerning: hasKerning = text != "none"
    case .fontOpticalSizing: isOpticallySized = text != "none"
    case .fontSynthesisStyle: setSynthesis(.style, text)
    case .fontSynthesisWeight: setSynthesis(.weight, text)
    case .fontFeatureSettings:
      features = Self.settings(text) { tag, word in
        let value: UInt32? = ["", "on"].contains(word) ? 1 : word == "off" ? 0 : UInt32(word)
        return value.map { FontFeature(tag, $0) }
      }
    case .fontVariationSettings:
      variations = Self.settings(text) { tag, word in
        var scanner = TextScanner(word)
        guard let value = scanner.number(), scanner.isAtEnd, value.isFinite else { return nil }
        return FontVariation(tag, value)
      }
    case .xmlSpace: preservesSpace = text == "preserve"
    case .whiteSpace: preservesSpace = text.hasPrefix("pre") || text == "break-spaces"
    case .dominantBaseline:
      let own = TextBaseline(rawValue: text) ?? .auto
      baseline = own == .noChange ? parent.baseline : own
    case .direction: isRightToLeft = text == "rtl"
    case .writingMode: isVertical = Self.isVertical(text) ?? false
    case .textRendering: isSharp = text == "optimizespeed"
    default: break
    }
  }

  /// Copies a property from another style.
  mutating func take(_ name: AttributeName, from other: TextStyle) {
    switch name {
    case .fontFamily: families = other.families
    case .fontWeight: weight = other.weight
    case .fontStretch: width = other.width
    case .fontStyle: slant = other.slant
    case .fontVariant: isSmallCaps = other.isSmallCaps
    case .textTransform: letterCase = other.letterCase
    case .fontKerning: hasKerning = other.hasKerning
    case .fontOpticalSizing: isOpticallySized = other.isOpticallySized
    case .fontSynthesisStyle:
      setSynthesis(.style, other.synthesis.contains(.style) ? "auto" : "none")
    case .fontSynthesisWeight:
      setSynthesis(.weight, other.synthesis.contains(.weight) ? "auto" : "none")
    case .fontFeatureSettings: features = other.features
    case .fontVariationSettings: variations = other.variations
    case .textAnchor: anchor = other.anchor
    case .letterSpacing: letterSpacing = other.letterSpacing
    case .wordSpacing: wordSpacing = other.wordSpacing
    case .textShadow: shadows = other.shadows
    case .xmlSpace, .whiteSpace: preservesSpace = other.preservesSpace
    case .dominantBaseline: baseline = other.baseline
    case .direction: isRightToLeft = other.isRightToLeft
    case .writingMode: isVertical = other.isVertical
    case .textRendering: isSharp = other.isSharp
    default: break
    }
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

  private mutating func setSynthesis(_ part: FontSynthesis, _ text: String) {
    if text == "none" { synthesis.remove(part) } else { synthesis.insert(part) }
  }

  private static func weight(_ text: String, _ parent: Int) -> Int {
    switch text {
    case "normal": 400
    case "bold": 700
    case "bolder": parent < 400 ? 400 : parent < 600 ? 700 : 900
    case "lighter": parent < 600 ? 100 : parent < 800 ? 400 : 700
    default: Int(text) ?? parent
    }
  }

  private static let widths: [(name: String, width: Double)] = [
    ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75),
    ("semi-condensed", 87.5), ("normal", 100), ("semi-expanded", 112.5), ("expanded", 125),
    ("extra-expanded", 150), ("ultra-expanded", 200),
  ]

  private static func width(_ text: String, parent: Double) -> Double? {
    switch text {
    case "narrower": return widths.last { $0.width < parent }?.width ?? parent
    case "wider": return widths.first { $0.width > parent }?.width ?? parent
    default:
      if let known = widths.first(where: { $0.name == text }) { return known.width }
      guard let length = try? Length(text), length.unit == .percent, length.value >= 0 else {
        return nil
      }
      return length.value
    }
  }

  /// Returns whether a `writing-mode` is vertical, or `nil` if it is invalid.
  private static func isVertical(_ text: String) -> Bool? {
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
