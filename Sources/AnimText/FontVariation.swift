import CFonts

/// The four letters that identify a table, axis, feature or metric of a font.
public struct FontTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The letters, with the first in the highest byte.
  let value: UInt32

  /// Creates a tag, or returns `nil` unless the text is four printable ASCII characters.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4, bytes.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(_ value: UInt32) { self.value = value }

  /// Creates a tag from the first four bytes of a literal.
  public init(stringLiteral text: StaticString) {
    value = text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

/// A value on an axis of a variable font.
public struct FontVariation: Hashable, Sendable {
  /// The axis, such as `wght` for the weight.
  public var axis: FontTag
  /// The value in the unit of the axis, to which it is clamped.
  public var value: Double

  /// Creates a value on an axis.
  public init(_ axis: FontTag, _ value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// An OpenType feature that is turned on or off, such as small capitals.
public struct FontFeature: Hashable, Sendable {
  /// The feature, such as `smcp`.
  public var tag: FontTag
  /// The value: 0 to turn the feature off, 1 to turn it on, or the number of an alternative.
  public var value: UInt32

  /// Creates a feature setting.
  public init(_ tag: FontTag, _ value: UInt32) {
    self.tag = tag
    self.value = value
  }
}

/// The lengths of a font besides its line metrics, in font units. Positions above the baseline are
/// positive.
public struct FontMetrics: Hashable, Sendable {
  /// The height of small letters, or 0.45 times the line height if the font doesn't specify it.
  public let xHeight: Double
  /// The height of capital letters, or `nil` if the font doesn't specify it.
  public let capHeight: Double?
  /// The position of the centre of an underline.
  public let underlinePosition: Double
  /// The thickness of underlines, overlines and strikethroughs.
  public let underlineThickness: Double
  /// The position of the centre of a strikethrough.
  public let strikeoutPosition: Double
  /// The distance of subscripts below the baseline.
  public let subscriptOffset: Double
  /// The distance of superscripts above the baseline.
  public let superscriptOffset: Double

  init(_ harfBuzz: HarfBuzz, _ font: OpaquePointer, unitsPerEm: Int, height: Int) {
    func metric(_ tag: FontTag) -> Double? {
      var value: Int32 = 0
      return harfBuzz.metric(font, tag.value, &value) != 0 ? Double(value) : nil
    }
    let em = Double(unitsPerEm)
    let fontHeight = metric("xhgt").flatMap { $0 > 0 ? $0 : nil }
    xHeight = fontHeight ?? (Double(height) * 0.45).rounded()
    capHeight = metric("cpht").flatMap { $0 > 0 ? $0 : nil }
    underlinePosition = metric("undo") ?? (-em / 9).rounded()
    let thickness = metric("unds").flatMap { $0 > 0 ? $0 : nil }
    underlineThickness = thickness ?? (em / 12).rounded()
    strikeoutPosition = metric("stro") ?? xHeight / 2
    subscriptOffset = metric("sbyo") ?? em / 5
    superscriptOffset = metric("spyo") ?? em * 2 / 5
  }
}
