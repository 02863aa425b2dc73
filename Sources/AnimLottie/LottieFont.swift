import AnimCore

/// Finds fonts for text whose characters have no outlines in the file.
///
/// Without a source, such text isn't drawn. Images depend on the available fonts.
public protocol LottieFontSource: AnyObject {
  /// The reason why no font can be read, such as a missing library, or `nil`. The
  /// default is `nil`.
  var problem: String? { get }

  /// Returns the font in bytes from the file, or `nil` if they don't contain a readable font.
  func font(in bytes: [UInt8]) -> (any LottieFont)?

  /// Returns the font for a text whose font isn't in the file, and whether it is a substitute, or `nil` if no font is
  /// available.
  func font(for request: LottieFontRequest) -> (font: any LottieFont, isSubstitute: Bool)?
}

extension LottieFontSource {
  /// Always `nil`.
  public var problem: String? { nil }
}

/// The declaration of a font in a file.
public struct LottieFontRequest: Hashable, Sendable {
  /// The PostScript name, such as `DejaVuSans-Bold`, which may be empty.
  public let name: String
  /// The family, such as `DejaVu Sans`, which may be empty.
  public let family: String
  /// The style, such as `Bold`, which may be empty.
  public let style: String
}

/// A font for text. It must always return the same glyphs.
public protocol LottieFont: AnyObject, Sendable {
  /// The family, such as `DejaVu Sans`.
  var family: String { get }
  /// The style, such as `Bold`.
  var style: String { get }
  /// The path of the font file, or `nil` if the font is in the animation's file.
  var path: String? { get }
  /// The SHA-256 of the font: 64 hexadecimal digits, in lower case.
  var sha256: String { get }
  /// The fallback fonts used so far for characters that this font lacks. The default is an empty array.
  var fallbacks: [any LottieFont] { get }
  /// Returns the glyph of a character, or `nil` if the font lacks it.
  func glyph(of character: Character) -> LottieGlyph?
  /// Returns the letters of a line with joining letters or right-to-left text.
  ///
  /// The result has an element for each character of the line, in the order of the text. It is `nil` if the font can't
  /// shape the line; the characters are then drawn one by one. The default is `nil`.
  ///
  /// - Parameter steps: The number of steps that reading glyphs may take, decreased by the number that was needed.
  ///   Further letters have no outlines.
  func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]?
  /// Returns the number of steps for reading a glyph, about ten nanoseconds each, or `nil` if the font lacks the
  /// character.
  ///
  /// The number must not depend on whether the glyph was read before. It is `Int.max` if the glyph has no outline
  /// because it is invalid or takes too many steps. The default is 0.
  func steps(of character: Character) -> Int?
}

extension LottieFont {
  /// None.
  public var fallbacks: [any LottieFont] { [] }

  /// Returns `nil`, so every character is drawn with its own glyph.
  public func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? { nil }

  /// Returns 0 for a character that the font has, and `nil` otherwise.
  public func steps(of character: Character) -> Int? { glyph(of: character).map { _ in 0 } }
}

/// A glyph of a font, for text of size 1.
public struct LottieGlyph: Sendable {
  /// The outline, to be filled with the nonzero rule. The origin is the start of the baseline, with the y axis down.
  public let outline: Path
  /// The coloured layers of a glyph, the lowest first. Empty for fonts without colours.
  public let layers: [LottieGlyphLayer]
  /// The distance to the next glyph.
  public let advance: Double

  /// Creates a glyph.
  public init(outline: Path, layers: [LottieGlyphLayer] = [], advance: Double) {
    self.outline = outline
    self.layers = layers
    self.advance = advance
  }
}

/// A layer of a glyph that has its own colours, such as an emoji. Its opacity is that of the text.
public enum LottieGlyphLayer: Sendable {
  /// An outline that is filled by the nonzero rule with a colour, or with that of the text if the colour is `nil`.
  case outline(Path, Color?)
  /// An image that fills a rectangle.
  case image(Image, Rect)
}

/// A character in a line of text of size 1, in the form that its neighbours give it.
public struct LottieShapedLetter: Sendable {
  /// The outline, to be filled with the nonzero rule. The origin is the left end of the letter on the baseline, with
  /// the y axis down. Empty for a character that is drawn together with another one.
  public let outline: Path
  /// The coloured layers of a glyph, the lowest first. Empty for fonts without colours.
  public let layers: [LottieGlyphLayer]
  /// The distance from the left end of the line to that of the letter.
  public let position: Double
  /// The width of the letter.
  public let advance: Double

  /// Creates a letter.
  public init(
    outline: Path, layers: [LottieGlyphLayer] = [], position: Double, advance: Double
  ) {
    self.outline = outline
    self.layers = layers
    self.position = position
    self.advance = advance
  }
}

extension LottieGlyphLayer {
  /// Returns the layer, moved and scaled.
  package func transformed(by transform: Transform) -> LottieGlyphLayer {
    switch self {
    case .outline(let path, let color): .outline(path.transformed(by: transform), color)
    case .image(let image, let rect): .image(image, rect.transformed(by: transform))
    }
  }

  /// The extent of the layer, or `nil` for an empty outline.
  var bounds: Rect? {
    switch self {
    case .outline(let path, _): path.bounds
    case .image(_, let rect): rect
    }
  }
}
