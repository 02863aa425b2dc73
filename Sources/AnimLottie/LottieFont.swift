import AnimCore

/// Finds fonts for text whose characters have no outlines in the file.
///
/// Without one, such text is not drawn. Pictures depend on the fonts that are found.
public protocol LottieFontSource: AnyObject {
  /// The font in bytes that the file has or refers to; nil if they are none that can be read.
  func font(in bytes: [UInt8]) -> (any LottieFont)?

  /// The font for a text whose font is not in the file, and whether it only stands in for another;
  /// nil if there is none.
  func font(for request: LottieFontRequest) -> (font: any LottieFont, isSubstitute: Bool)?
}

/// What a file says about a font.
public struct LottieFontRequest: Hashable, Sendable {
  /// The name in PostScript, such as `DejaVuSans-Bold`; may be empty.
  public let name: String
  /// The family, such as `DejaVu Sans`; may be empty.
  public let family: String
  /// The style, such as `Bold`; may be empty.
  public let style: String
}

/// A font that draws text. It must have the same glyphs every time.
public protocol LottieFont: AnyObject, Sendable {
  /// The family, such as `DejaVu Sans`.
  var family: String { get }
  /// The style, such as `Bold`.
  var style: String { get }
  /// Where the font was read from; nil if it is in the animation's file.
  var path: String? { get }
  /// The SHA-256 of the font: 64 hexadecimal digits, in lower case.
  var sha256: String { get }
  /// The glyph of a character; nil if the font lacks it.
  func glyph(of character: Character) -> LottieGlyph?
  /// Returns the letters of a line in which letters join, or are written from right to left.
  ///
  /// The result has an element for each character of the line, in the order of the text. It is `nil`
  /// if the font can't shape the line; then the characters are drawn one by one. The default is
  /// `nil`.
  ///
  /// - Parameter steps: The number of steps that reading glyphs may take, decreased by the number that
  ///   it takes. Letters beyond it have no outlines.
  func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]?
  /// Returns the number of steps that reading a glyph takes, about ten nanoseconds each, or `nil` if the font lacks the
  /// character.
  ///
  /// The number must not depend on whether the glyph was read before. It is `Int.max` for a glyph without an outline
  /// because the glyph is invalid or takes too many steps. The default is 0.
  func steps(of character: Character) -> Int?
}

extension LottieFont {
  /// Returns `nil`, so every character is drawn with its own glyph.
  public func letters(ofLine line: String, steps: inout Int) -> [LottieShapedLetter]? { nil }

  /// Returns 0 for a character that the font has, and otherwise `nil`.
  public func steps(of character: Character) -> Int? { glyph(of: character).map { _ in 0 } }
}

/// A glyph of a font, for text of size 1.
public struct LottieGlyph: Sendable {
  /// The outline, to be filled by the nonzero rule, from the beginning of the baseline, with the y
  /// axis down.
  public let outline: Path
  /// The distance to the next glyph.
  public let advance: Double

  /// Creates a glyph.
  public init(outline: Path, advance: Double) {
    self.outline = outline
    self.advance = advance
  }
}

/// A character in a line of text of size 1, in the form that its neighbours give it.
public struct LottieShapedLetter: Sendable {
  /// The outline, to be filled by the nonzero rule, from the left end of the letter on the baseline,
  /// with the y axis down. It is empty for a character that is drawn together with another one.
  public let outline: Path
  /// The distance from the left end of the line to that of the letter.
  public let position: Double
  /// The width of the letter.
  public let advance: Double

  /// Creates a letter.
  public init(outline: Path, position: Double, advance: Double) {
    self.outline = outline
    self.position = position
    self.advance = advance
  }
}
