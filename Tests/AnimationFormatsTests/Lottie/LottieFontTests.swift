import AnimCodecs
import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimText
@testable import AnimationFormats
@testable import ImageFiles

@Suite("The fonts of animations")
struct LottieFontTests {
  private let scratch: ScratchDirectory
  private let images = EmbeddedImages()

  init() throws {
    scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "fonts", withIntermediateDirectories: true)
  }

  private func write(_ family: String, _ style: String, to name: String) throws {
    var font = TinyFont.letters
    (font.family, font.style) = (family, style)
    try Data(font.bytes).write(to: URL(fileURLWithPath: scratch / "fonts/\(name)"))
  }

  /// Returns the style of the font found, with a question mark if it is a substitute.
  private func found(name: String = "", _ family: String, _ style: String) -> String? {
    let fonts = LottieFonts(FontConfiguration(folders: [scratch / "fonts"]), images)
    return fonts.font(for: LottieFontRequest(name: name, family: family, style: style))
      .map { $0.font.style + ($0.isSubstitute ? "?" : "") }
  }

  @Test("are found in a folder by their name, or otherwise by their family and the nearest style")
  func folder() throws {
    try write("My Tiny", "Regular", to: "a.ttf")
    try write("My Tiny", "Bold", to: "b.ttf")
    try write("My Tiny", "Bold Italic", to: "c.ttf")
    try write("Other", "Regular", to: "d.ttf")
    try scratch.write("not a font", to: "fonts/e.ttf")
    try FileManager.default.createDirectory(
      atPath: scratch / "fonts/f.ttf", withIntermediateDirectories: true)
    #expect(found("My Tiny", "Bold") == "Bold" && found("MyTiny", "Regular") == "Regular")
    expectEqual(found("My Tiny", "SemiBold"), "Bold?")
    expectEqual(found("My Tiny", "Light Italic"), "Bold Italic?")
    expectEqual(found(name: "MyTiny-Bold", "Anything", "Light"), "Bold")
    #expect(found("Tiny", "Regular") == nil && found("", "") == nil)
  }

  @Test("imitate the bold and italic styles that a folder lacks") func imitated() throws {
    try write("My Tiny", "Regular", to: "a.ttf")
    let fonts = LottieFonts(FontConfiguration(folders: [scratch / "fonts"]), images)
    func bounds(_ name: String, _ style: String) -> Rect? {
      fonts.font(for: LottieFontRequest(name: name, family: "My Tiny", style: style))?
        .font.glyph(of: "H")?.outline.bounds
    }
    let plain = try #require(bounds("", "Regular"))
    let (bold, italic) = try (
      #require(bounds("", "Bold")), #require(bounds("", "Italic"))
    )
    #expect(bold.size.width > plain.size.width && italic.maxX > plain.maxX)
    // A font by that name is as it is.
    expectEqual(bounds("MyTiny-Regular", "Bold"), plain)
  }

  @Test(
    "aren't found without a folder that contains them, and are never those of the system by default"
  )
  func nothing() throws {
    #expect(found("DejaVu Sans", "Book") == nil)
    let none = LottieFonts(FontConfiguration(folders: [scratch / "missing"]), images)
    #expect(none.font(for: LottieFontRequest(name: "", family: "Tiny", style: "")) == nil)
  }

  @Test("have glyphs for text of size 1, and none for missing characters")
  func glyphs() throws {
    let fonts = LottieFonts(FontConfiguration(), images)
    let font = try #require(fonts.font(in: TinyFont.letters.bytes))
    #expect(font.family == "Tiny" && font.path == nil && font.sha256.count == 64)
    let glyph = try #require(font.glyph(of: "a"))
    expectEqual(glyph.advance, 0.5)
    expectEqual(glyph.outline.bounds, Rect(x: 0, y: -0.5, width: 0.4, height: 0.5))
    expectEqual(font.glyph(of: " ")?.outline.isEmpty, true)
    #expect(font.glyph(of: "b") == nil && font.glyph(of: "a\u{301}") == nil)
    #expect(fonts.font(in: Array("nothing".utf8)) == nil)
  }

  @Test("have the letters of a line from right to left, and none for a line that is too long")
  func lines() throws {
    var tiny = TinyFont.letters
    tiny.glyphs["\u{5D0}"] = .block(advance: 100, width: 80, height: 500)
    tiny.glyphs["\u{5D1}"] = .block(advance: 200, width: 150, height: 500)
    let font = try #require(LottieFonts(FontConfiguration(), images).font(in: tiny.bytes))
    var steps = 1 << 20
    let letters = try #require(font.letters(ofLine: "\u{5D0}\u{5D1}a?", steps: &steps))
    expectEqual(letters.map(\.position), [0.7, 0.5, 0, 0])
    expectEqual(letters.map(\.advance), [0.1, 0.2, 0.5, 0])
    expectEqual(letters[1].outline.bounds, Rect(x: 0, y: -0.5, width: 0.15, height: 0.5))
    #expect(steps < 1 << 20)
    let long = String(repeating: "a", count: FontLimits.lineScalars + 1)
    #expect(font.letters(ofLine: long, steps: &steps) == nil)
    // Beyond the steps, letters keep their places.
    var none = 0
    let empty = font.letters(ofLine: "\u{5D0}\u{5D1}", steps: &none) ?? []
    #expect(empty.map(\.position) == [0.2, 0] && empty.allSatisfy { $0.outline.isEmpty })
  }

  @Test("draw the text of a file, with the same pixels on every machine")
  func file() throws {
    let data = Data(TinyFont.letters.bytes).base64EncodedString()
    try scratch.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[{"ty":5,"ip":0,"op":10,
      "ks":{"p":{"k":[0,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":20,"t":"aw","fc":[1,0,0]}}]}}}],
      "fonts":{"list":[{"fName":"F","fFamily":"Tiny","fPath":"data:font/ttf;base64,\(data)"}]}}
      """, to: "a.json")
    let file = try AnimationFile(scratch / "a.json", FileConfiguration())
    expectEqual(file.animation.info().diagnostics, [])
    let scene = try file.scenes().make()
    scene.layout(in: Size(width: 40, height: 20))
    var list = DisplayList(size: PixelSize(width: 40, height: 20), background: .clear)
    scene.draw(into: &list)
    let image = PixelImage(size: list.size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    // Blocks of 8 by 10 at 0, and of 18 by 10 at 10.
    for (x, y, isRed) in [
      (0, 10, true), (7, 19, true), (8, 15, false), (9, 15, false), (10, 10, true), (27, 19, true),
      (28, 15, false), (0, 9, false),
    ] { expectEqual((image[x, y] == 0xFFFF_0000), isRed, "\(x), \(y)") }
  }

  /// Returns the pixels of a text of size 20, at the left of letters that are 10 wide, and in the
  /// row of the baseline.
  private func columns(_ text: String, family: String = "Tiny") throws -> [UInt32] {
    try scratch.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":40,"layers":[{"ty":5,"ip":0,"op":10,
      "ks":{"p":{"k":[0,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":20,"t":"\(text)",
      "fc":[1,0,0]}}]}}}],"fonts":{"list":[{"fName":"F","fFamily":"\(family)"}]}}
      """, to: "a.json")
    let configuration = FileConfiguration(
      fonts: FontConfiguration(folders: [scratch / "fonts"]))
    let file = try AnimationFile(scratch / "a.json", configuration)
    expectEqual(file.animation.info().diagnostics, [])
    let scene = try file.scenes().make()
    scene.layout(in: Size(width: 40, height: 40))
    var list = DisplayList(size: PixelSize(width: 40, height: 40), background: .clear)
    scene.draw(into: &list)
    let image = PixelImage(size: list.size, isOpaque: false)
    Rasterizer(threads: 1).paint(list, into: image)
    return (0..<4).map { image[$0 * 10 + 3, 17] }
  }

  /// Adds a font in which `e` is a green image, and `c` has a blue layer.
  private func writeColors() throws {
    var font = TinyFont.letters
    font.family = "Colours"
    for letter in ["e", "c"] as [Unicode.Scalar] {
      font.glyphs[letter] = .block(advance: 500, width: 400, height: 500)
    }
    let green = PixelImage(size: PixelSize(width: 10, height: 10))
    for y in 0..<10 { for x in 0..<10 { green[x, y] = 0xFF00_FF00 } }
    font.setImage("e", png: try PNG.encode(green))
    font.setLayers("c", [("a", [0, 0, 255])])
    try Data(font.bytes).write(to: URL(fileURLWithPath: scratch / "fonts/colours.ttf"))
  }

  @Test("draw missing characters with other fonts, also in colour")
  func fallbacks() throws {
    try write("Tiny", "Regular", to: "a.ttf")
    try writeColors()
    // An image is an em wide.
    try expectEqual(
      columns("ace"), [0xFFFF_0000, 0xFF00_00FF, 0xFF00_FF00, 0xFF00_FF00])
    try expectEqual(columns("e", family: "Colours"), [0xFF00_FF00, 0xFF00_FF00, 0, 0])
    let fonts = LottieFonts(FontConfiguration(folders: [scratch / "fonts"]), images)
    let font = try #require(
      fonts.font(for: LottieFontRequest(name: "", family: "Tiny", style: ""))?.font)
    #expect(font.fallbacks.isEmpty)
    let glyph = try #require(font.glyph(of: "e"))
    #expect(glyph.outline.isEmpty && glyph.layers.count == 1)
    expectEqual(font.fallbacks.map(\.family), ["Colours"])
    // The bytes and pixels of the image count, in every frame alike.
    let steps = font.steps(of: "e")
    #expect(steps ?? 0 > 100 / 8 && steps == font.steps(of: "e"))
  }

  @Test("draw an existing character in colour only if a variation selector follows it")
  func selectors() throws {
    var tiny = TinyFont.letters
    tiny.glyphs["e"] = .block(advance: 500, width: 400, height: 500)
    try Data(tiny.bytes).write(to: URL(fileURLWithPath: scratch / "fonts/a.ttf"))
    try writeColors()
    try expectEqual(columns("e"), [0xFFFF_0000, 0, 0, 0])
    try expectEqual(columns("e\u{FE0F}"), [0xFF00_FF00, 0xFF00_FF00, 0, 0])
  }

  @Test("draw characters in colour in lines from right to left")
  func colorsInLines() throws {
    var tiny = TinyFont.letters
    tiny.glyphs["\u{5D0}"] = .block(advance: 500, width: 400, height: 500)
    try Data(tiny.bytes).write(to: URL(fileURLWithPath: scratch / "fonts/a.ttf"))
    try writeColors()
    // The alef stands first, on the right.
    try expectEqual(
      columns("\u{5D0}c"), [0xFF00_00FF, 0xFFFF_0000, 0, 0])
  }
}
