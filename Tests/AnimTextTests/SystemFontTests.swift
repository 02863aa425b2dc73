import AnimGraphics
import TestSupport
import Testing

@testable import AnimText

@Suite("The fonts of the system")
struct SystemFontTests {
  /// Returns a face of DejaVu Sans, which scripts/setup installs. Cancels the test if it is
  /// missing.
  private func dejaVu(_ style: String = "Book") throws -> (fonts: SystemFonts, face: FontFace) {
    guard let fonts = try? SystemFonts(),
      let match = fonts.match(family: "DejaVu Sans", style: FontStyle(named: style)),
      match.isOfFamily
    else { try Test.cancel("DejaVu Sans is not installed") }
    return (fonts, match.face)
  }

  @Test("are found by family and style, and once each")
  func match() throws {
    let (fonts, face) = try dejaVu()
    #expect(face.family == "DejaVu Sans" && face.path?.hasSuffix("/DejaVuSans.ttf") == true)
    expectEqual(fonts.match(family: "dejavu sans")?.face, face)
    let (_, bold) = try dejaVu("Bold")
    expectEqual(bold.style, "Bold")
    let other = try #require(fonts.match(family: "No Such Font At All"))
    #expect(!other.isOfFamily)
  }

  @Test(
    "have letters for replacing another font", arguments: ["Impact", "fantasy", "No Font"])
  func substitutes(family: String) throws {
    let face = try #require(try dejaVu().fonts.match(family: family)).face
    func height(_ scalar: Unicode.Scalar) throws -> Double {
      let glyph = try #require(face.glyph(of: scalar))
      return try #require(face.outline(of: glyph).bounds).height
    }
    #expect(try height("x") < height("H"))
  }

  @Test("are found for characters that other fonts lack")
  func fallback() throws {
    let (fonts, face) = try dejaVu()
    let found = try #require(fonts.fallback(for: "ß"))
    #expect(found.glyph(of: "ß") != nil)
    // No font has this private character, so the box of the first font is drawn.
    #expect(fonts.fallback(for: "\u{10FFFD}") == nil)
    let stack = FontStack(face) { fonts.fallback(for: $0) }
    expectEqual(stack.face(for: "\u{10FFFD}"), face)
  }

  @Test("join Arabic letters, put marks on letters and make ligatures")
  func shaping() throws {
    let stack = FontStack(try dejaVu().face)
    func glyphs(_ text: String) -> [FontFace.Glyph] {
      ShapedLine(text, in: stack).glyphs.map(\.glyph)
    }
    let alone = glyphs("\u{628}")
    let joined = glyphs("\u{628}\u{628}\u{628}")
    #expect(joined.count == 3 && Set(joined + alone).count == 4)
    expectEqual(glyphs("fi").count, 1)
    // A letter with a combining mark, for which the font has a precomposed glyph.
    expectEqual(glyphs("e\u{301}"), glyphs("é"))
    let kerned = ShapedLine("AV", in: stack).width
    let apart = ShapedLine("A", in: stack).width + ShapedLine("V", in: stack).width
    #expect(kerned < apart)
  }

  @Test("have outlines in integral units or halves of them")
  func outlines() throws {
    let face = try dejaVu().face
    for scalar in "Agß&@ق日".unicodeScalars {
      guard let glyph = face.glyph(of: scalar) else { continue }
      let bounds = try #require(face.outline(of: glyph).bounds)
      for side in [bounds.minX, bounds.maxX, bounds.minY, bounds.maxY] {
        #expect(side.magnitude < 4096)
      }
      for case .line(let point) in face.outline(of: glyph).elements {
        #expect((point.x * 2).rounded() == point.x * 2 && (point.y * 2).rounded() == point.y * 2)
      }
    }
  }
}
