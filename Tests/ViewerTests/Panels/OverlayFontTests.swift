import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimText
@testable import Viewer

@Suite("The overlay's font")
struct OverlayFontTests {
  /// Letters and digits of half an em, drawn as blocks of 0.4 by 0.5 ems.
  private static let tiny: TinyFont = {
    var font = TinyFont.letters
    for digit in "0123456789".unicodeScalars {
      font.glyphs[digit] = .block(advance: 500, width: 400, height: 500)
    }
    font.kerning = [("a", "w", -250), ("w", "a", -250)]
    return font
  }()

  private func text() throws -> OverlayText {
    OverlayText(OverlayFont(FontStack(try FontFace(Self.tiny.bytes))))
  }

  private func image(
    _ line: String, unit: Int = 1, scale: Double = 1, x: Int = 0, y: Int = 0
  ) throws -> PixelImage {
    var list = DisplayList(size: PixelSize(width: 60, height: 40), scale: scale)
    try text().draw(line, x: x, y: y, unit: unit, .white, in: &list)
    return list.painted()
  }

  @Test("has the lengths of the font, in units")
  func lengths() throws {
    let text = try text()
    // Of 12 units to an em: capitals of 0.7, lines of 1.1.
    #expect(text.capHeight == 8 && text.height == 14)
    #expect(text.width(of: "aa") == 12 && text.width(of: "a12") == 18 && text.width(of: "") == 0)
    #expect(text.largestUnit == 1 && OverlayText.bitmap.largestUnit == 2)
  }

  @Test("is drawn where it is measured, with its baseline between two rows, at every scale")
  func placement() throws {
    for (unit, scale) in [(1, 1.0), (2, 1.0), (2, 2.0)] {
      let image = try image("aa", unit: unit, scale: scale, x: 5, y: 3)
      let baseline = 3 + 8 * unit
      let white: UInt32 = 0xFFFF_FFFF
      // Blocks from 0 to 4.8 and from 6 to 10.8 units, 6 units high.
      #expect(image[5, baseline - 1] == white && image[5, baseline] != white)
      expectEqual(image[5 + 4 * unit - 1, baseline - 1], white)
      #expect(image[5 + 6 * unit, baseline - 1] == white && image[4, baseline - 1] != white)
      #expect(image[5, baseline - 6 * unit] == white && image[5, baseline - 6 * unit - 1] != white)
    }
  }

  @Test("draws numbers, which are composed, like other text")
  func numbers() throws {
    try expectEqual(image("a11a"), image("aaaa"))
    let text = try text()
    var list = DisplayList(size: PixelSize(width: 60, height: 40))
    for line in ["1", "a11", "aa", "a1", "a11"] {
      text.draw(line, x: 0, y: 0, unit: 1, .white, in: &list)
    }
    let bounds = list.commands.map(\.bounds)
    #expect(bounds[1] == bounds[4] && bounds[1] != bounds[3])
  }

  @Test("draws words with the kerning of the font, and numbers without it")
  func kerning() throws {
    let text = try text()
    #expect(text.width(of: "aw") == 15 && text.width(of: "waw") == 24)
    expectEqual(text.width(of: "a w"), 21)
    #expect(text.width(of: "1aw") == 24 && text.width(of: "waw0") == 36)
    func bounds(_ line: String) -> PixelRect {
      var list = DisplayList(size: PixelSize(width: 60, height: 40))
      text.draw(line, x: 0, y: 0, unit: 1, .white, in: &list)
      return list.commands[0].bounds
    }
    // The last block is a tenth of an em narrower than its letter is wide.
    #expect(bounds("aw").x1 == 14 && bounds("a1w").x1 == 23)
  }

  @Test("has a line for any possible name, and one command for it")
  func names() throws {
    let text = try text()
    for name in ["größe", "日本語.json", "שלום.json", "\u{1B}[31m", "", "a\nb", "\u{202E}abc1"] {
      var list = DisplayList(size: PixelSize(width: 60, height: 40))
      text.draw(name, x: 0, y: 0, unit: 1, .white, in: &list)
      expectEqual(list.commands.count, 1, "\(name)")
    }
  }
}
