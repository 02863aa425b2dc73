/// The one typeface of display lists: glyphs of 5 by 9 pixels for printable ASCII and a few
/// symbols (← → ↑ ↓ … · × µ ± ½ °), every character as wide as the next.
///
/// It is for figures and help over a picture, where text has to be sharp, the same on every
/// machine, and there without any font being installed.
struct BitmapFont: Sendable {
  /// The extent of a glyph in its own pixels.
  static let columns = 5
  static let rows = 9
  /// How many of the rows stand above the base line.
  static let capHeight = 7
  /// From the left edge of one character to that of the next, in glyph pixels.
  static let advance = 6
  /// From the top of one line to that of the next, in glyph pixels.
  static let lineHeight = 11

  /// The pixels of a glyph: bit row × 5 + column, from the top left corner.
  struct Glyph: Hashable, Sendable {
    var bits: UInt64

    func contains(column: Int, row: Int) -> Bool {
      bits >> UInt64(row * BitmapFont.columns + column) & 1 != 0
    }
  }

  static let standard = BitmapFont(sheet: sheet)

  /// The characters that have a glyph, in the order of the sheet: ASCII from the space on, symbols.
  let characters: [Unicode.Scalar]
  /// One for each character.
  private let glyphs: [Glyph]

  /// Reads a picture of all glyphs; see ``sheet`` for its form.
  init(sheet: String) {
    var characters: [Unicode.Scalar] = []
    var glyphs: [Glyph] = []
    let lines = sheet.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Array($0.unicodeScalars) }
    for band in stride(from: 0, to: lines.count - Self.rows, by: Self.rows + 1) {
      let middle = Self.columns / 2
      for left in stride(from: 0, to: lines[band + 1].count, by: Self.advance) {
        characters.append(lines[band][left + middle])
        var glyph = Glyph(bits: 0)
        for row in 0..<Self.rows {
          for column in 0..<Self.columns where lines[band + 1 + row][left + column] == "#" {
            glyph.bits |= 1 << UInt64(row * Self.columns + column)
          }
        }
        glyphs.append(glyph)
      }
    }
    self.characters = characters
    self.glyphs = glyphs
  }

  /// The glyph of `character`, or an empty box where the font has none.
  func glyph(of character: Unicode.Scalar) -> Glyph {
    if character.isASCII, character.value >= 0x20, character.value < 0x7F {
      return glyphs[Int(character.value) - 0x20]
    }
    return glyphs[characters.lastIndex(of: character) ?? glyphs.count - 1]
  }
}
