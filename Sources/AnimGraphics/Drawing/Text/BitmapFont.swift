/// The only typeface of display lists: fixed-width glyphs of 5 by 9 pixels for printable ASCII and
/// a few symbols (← → ↑ ↓ … · × µ ± ½ °).
///
/// It is for statistics and help over a picture, where text must be sharp, the same on every
/// machine, and available without any installed font.
struct BitmapFont: Sendable {
  /// The size of a glyph in its own pixels.
  static let columns = 5
  static let rows = 9
  /// The number of rows above the baseline.
  static let capHeight = 7
  /// The distance from one character to the next, in glyph pixels.
  static let advance = 6
  /// The distance from one line to the next, in glyph pixels.
  static let lineHeight = 11

  /// The pixels of a glyph: bit row × 5 + column, from the top left corner.
  struct Glyph: Hashable, Sendable {
    var bits: UInt64

    func contains(column: Int, row: Int) -> Bool {
      bits >> UInt64(row * BitmapFont.columns + column) & 1 != 0
    }
  }

  static let standard = BitmapFont(sheet: sheet)

  /// The characters that have a glyph, in the order of the sheet: ASCII from the space on, then
  /// symbols.
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

  /// The glyph of `character`, or an empty box if the font has none.
  func glyph(of character: Unicode.Scalar) -> Glyph {
    if character.isASCII, character.value >= 0x20, character.value < 0x7F {
      return glyphs[Int(character.value) - 0x20]
    }
    return glyphs[characters.lastIndex(of: character) ?? glyphs.count - 1]
  }
}
