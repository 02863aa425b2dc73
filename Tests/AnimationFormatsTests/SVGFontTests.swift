import AnimCodecs
import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import AnimLottie
@testable import AnimSVG
@testable import AnimText
@testable import AnimationFormats

/// The fonts of a folder, each known by its family and style.
@Suite("The fonts of an SVG")
struct SVGFontTests {
  private let scratch: ScratchDirectory
  private let fonts: SVGFonts

  private static let families: [(family: String, style: String, weight: Int, width: Int)] = [
    ("Text Sans", "Light", 300, 5), ("Text Sans", "Regular", 400, 5), ("Text Sans", "Bold", 700, 5),
    ("Text Sans", "Italic", 400, 5), ("Text Sans", "Condensed", 400, 3),
    ("Text Sans", "Expanded", 400, 7), ("Text Sans Symbols", "Regular", 400, 5),
    ("Text Serif", "Regular", 400, 5), ("Text Mono", "Regular", 400, 5),
    ("Yellowtail", "Regular", 400, 5), ("Impact", "Regular", 400, 5),
  ]

  init() throws {
    scratch = try ScratchDirectory()
    for (index, row) in Self.families.enumerated() {
      var font = TinyFont.letters
      (font.family, font.style) = (row.family, row.style)
      // A character that only the bold font has.
      if row.style == "Bold" { font.glyphs["!"] = .block(advance: 500, width: 400, height: 500) }
      if row.family == "Text Sans Symbols" {
        font.glyphs["\u{2603}"] = .block(advance: 500, width: 400, height: 500)
      }
      font.setWindowsStyle(
        weight: row.weight, width: row.width, isItalic: row.style == "Italic")
      try Data(font.bytes).write(to: URL(fileURLWithPath: scratch / "\(index).ttf"))
    }
    fonts = SVGFonts(FontConfiguration(folders: [scratch / ""]))
  }

  private func name(_ face: FontFace) -> String { "\(face.family) \(face.style)" }

  private struct Row {
    let families: [String]
    var weight = 400
    var width = 100.0
    var isItalic = false
    let found: String
  }

  private static let rows: [Row] = [
    Row(families: ["Text Sans"], found: "Text Sans Regular"),
    // Names are compared without signs and case, and the first family that there is counts.
    Row(families: ["Unknown", "text-sans", "Text Mono"], found: "Text Sans Regular"),
    // Text without a family uses sans serif, and text with unknown families uses serif.
    Row(families: [], found: "Text Sans Regular"),
    Row(families: ["Unknown"], found: "Text Serif Regular"),
    Row(families: ["serif"], found: "Text Serif Regular"),
    Row(families: ["Sans-Serif"], found: "Text Sans Regular"),
    Row(families: ["system-ui"], found: "Text Sans Regular"),
    Row(families: ["monospace"], found: "Text Mono Regular"),
    Row(families: ["cursive"], found: "Yellowtail Regular"),
    Row(families: ["fantasy"], found: "Impact Regular"),
    // Below 400, lighter weights are tried first. Above 500, heavier weights are tried first.
    Row(families: ["Text Sans"], weight: 100, found: "Text Sans Light"),
    Row(families: ["Text Sans"], weight: 350, found: "Text Sans Light"),
    Row(families: ["Text Sans"], weight: 600, found: "Text Sans Bold"),
    Row(families: ["Text Sans"], weight: 900, found: "Text Sans Bold"),
    // Between them, weights up to 500 are tried first, then lighter weights.
    Row(families: ["Text Sans"], weight: 450, found: "Text Sans Regular"),
    Row(families: ["Text Sans"], weight: 500, found: "Text Sans Regular"),
    Row(families: ["Text Sans"], isItalic: true, found: "Text Sans Italic"),
    // A family without italics has others.
    Row(families: ["Text Serif"], weight: 700, isItalic: true, found: "Text Serif Regular"),
    // Up to 100 %, narrower widths are tried first, and wider widths above. The width takes
    // precedence over the slant.
    Row(families: ["Text Sans"], width: 50, found: "Text Sans Condensed"),
    Row(families: ["Text Sans"], width: 90, found: "Text Sans Condensed"),
    Row(families: ["Text Sans"], width: 110, found: "Text Sans Expanded"),
    Row(families: ["Text Sans"], width: 200, found: "Text Sans Expanded"),
    Row(families: ["Text Sans"], width: 75, isItalic: true, found: "Text Sans Condensed"),
    Row(families: ["Text Sans"], weight: 700, width: 75, found: "Text Sans Condensed"),
  ]

  @Test("are those of the first existing family, nearest in width, slant and weight")
  func selection() throws {
    for row in Self.rows {
      let request = SVGFontRequest(
        families: row.families,
        style: FontStyle(weight: row.weight, isItalic: row.isItalic, width: row.width))
      let found = try #require(fonts.font(request))
      expectEqual(name(found.primary), row.found, "\(row)")
    }
  }

  @Test("imitate the styles that their family lacks") func imitated() throws {
    func leans(_ family: String, _ synthesis: FontSynthesis) throws -> Bool {
      var request = SVGFontRequest(families: [family], style: FontStyle(isItalic: true))
      request.synthesis = synthesis
      let face = try #require(fonts.font(request)).primary
      let bounds = face.outline(of: try #require(face.glyph(of: "H"))).bounds
      return bounds?.maxX != 600
    }
    #expect(try leans("Text Serif", .all))
    #expect(try !leans("Text Serif", []))
    #expect(try !leans("Text Sans", .all))
  }

  @Test("report characters that no font has") func missing() throws {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg'><text>a\u{6F22} \u{2603}\u{1F600}</text></svg>"
    let configuration = FileConfiguration(fonts: FontConfiguration(folders: [scratch / ""]))
    let file = try AnimationFile(
      AnimationSource("a.svg", bytes: Array(text.utf8)) { _, _ in nil }, configuration)
    expectEqual(
      file.animation.info().diagnostics.map(\.message),
      ["no font has the characters \u{6F22} (U+6F22), \u{1F600} (U+1F600)"])
  }

  @Test("are found by the name of their style if they have no table for Windows")
  func names() throws {
    for style in ["Regular", "Bold Oblique"] {
      var font = TinyFont.letters
      (font.family, font.style) = ("Old", style)
      try Data(font.bytes).write(to: URL(fileURLWithPath: scratch / "old \(style).ttf"))
    }
    let fonts = SVGFonts(FontConfiguration(folders: [scratch / ""]))
    func found(_ weight: Int, isItalic: Bool) -> String? {
      let style = FontStyle(weight: weight, isItalic: isItalic)
      return fonts.font(SVGFontRequest(families: ["Old"], style: style))?.primary.style
    }
    expectEqual(found(700, isItalic: false), "Regular")
    expectEqual(found(400, isItalic: true), "Bold Oblique")
  }

  @Test("in the file take precedence over others of the same family, in the order of the families")
  func embedded() throws {
    let data = Data(TinyFont.letters.bytes).base64EncodedString()
    var sheet = StyleSheet()
    sheet.append(
      "@font-face{font-family:'Text Serif';src:url(data:font/ttf;base64,\(data))}")
    var request = SVGFontRequest(families: ["Text Serif"], style: FontStyle())
    request.embedded = EmbeddedFonts(sheet.fontFaces)
    let own = try #require(request.embedded?.faces(family: "Text Serif", style: FontStyle()).first)
    let found = try #require(fonts.font(request))
    expectEqual(found.primary, own)
    expectEqual(name(found.face(for: "\u{2603}")), "Text Sans Symbols Regular")
    request.families = ["Text Sans", "Text Serif"]
    #expect(fonts.font(request)?.primary != own)
    request.families = ["Text Serif"]
    #expect(SVGFonts(FontConfiguration()).font(request)?.primary == own)
    // A face for certain characters is used for those characters, although the next family has
    // them, too.
    sheet = StyleSheet()
    sheet.append(
      "@font-face{font-family:Own;unicode-range:U+61;src:url(data:font/ttf;base64,\(data))}")
    request.families = ["Own", "Text Serif"]
    request.embedded = EmbeddedFonts(sheet.fontFaces)
    let mixed = try #require(fonts.font(request))
    expectEqual(name(mixed.primary), "Text Serif Regular")
    #expect(name(mixed.face(for: "a")) != name(mixed.primary))
    expectEqual(name(mixed.face(for: "b")), "Text Serif Regular")
  }

  @Test("are replaced for missing characters by others, nearest in style")
  func fallback() throws {
    let request = SVGFontRequest(families: ["Text Serif"], style: FontStyle())
    let stack = try #require(fonts.font(request))
    expectEqual(name(stack.face(for: "a")), "Text Serif Regular")
    expectEqual(name(stack.face(for: "\u{2603}")), "Text Sans Symbols Regular")
    expectEqual(name(stack.face(for: "!")), "Text Sans Bold")
    expectEqual(name(stack.face(for: "\u{2604}")), "Text Serif Regular")
    // Once more, because the result is cached.
    expectEqual(name(stack.face(for: "!")), "Text Sans Bold")
    let others = try #require(fonts.font(SVGFontRequest(families: ["Impact"], style: FontStyle())))
    expectEqual(name(others.face(for: "?")), "Impact Regular")
  }

  @Test("are searched in the folders in their order, and aren't found in folders without fonts")
  func folders() throws {
    let other = try ScratchDirectory()
    for (family, style) in [("Text Serif", "Other"), ("New", "Regular")] {
      var font = TinyFont.letters
      (font.family, font.style) = (family, style)
      try Data(font.bytes).write(to: URL(fileURLWithPath: other / "\(family).ttf"))
    }
    let fonts = SVGFonts(FontConfiguration(folders: [scratch / "", other / ""]))
    func found(_ families: [String]) -> String? {
      fonts.font(SVGFontRequest(families: families, style: FontStyle())).map { name($0.primary) }
    }
    expectEqual(found(["Text Serif"]), "Text Serif Regular")
    expectEqual(found(["New", "Text Serif"]), "New Regular")
    let none = SVGFonts(FontConfiguration(folders: [other / "missing"]))
    #expect(none.font(SVGFontRequest(families: ["serif"], style: FontStyle())) == nil)
  }

  @Test("are listed by info with their files, including those for single characters") func named()
    throws
  {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg'><text y='9' font-family='Text Mono'>a\u{2603}</text></svg>"
    var configuration = FileConfiguration()
    configuration.fonts.folders = [scratch / ""]
    let file = try AnimationFile(
      AnimationSource("a.svg", bytes: Array(text.utf8)) { _, _ in nil }, configuration)
    let files = file.animation.info().rows.first { $0.label == "font files" }?.value
    let names = try #require(files).split(separator: ", ").filter { !$0.hasPrefix("SHA") }
    expectEqual(
      names.map(String.init),
      [
        "Text Mono Regular (\(scratch / "8.ttf")",
        "Text Sans Symbols Regular (\(scratch / "6.ttf")",
      ])
  }

  @Test("may contain only images, also in Lottie")
  func images() throws {
    let folder = try ScratchDirectory()
    var font = TinyFont(["a": TinyFont.Glyph(advance: 500)])
    font.family = "Emoji"
    font.setImage("a", png: [])
    font.hasOutlines = false
    try Data(font.bytes).write(to: URL(fileURLWithPath: folder / "emoji.ttf"))
    let fonts = SVGFonts(FontConfiguration(folders: [folder / ""]))
    let found = fonts.font(SVGFontRequest(families: ["Emoji"], style: FontStyle()))?.primary
    expectEqual(found?.hasOutlines, false)
    expectEqual(found?.unitsPerEm, 1000)
    #expect(found?.ascent == 800 && found?.descent == 200)
    let others = LottieFonts(
      FontConfiguration(folders: [folder / ""]), EmbeddedImages())
    let request = LottieFontRequest(name: "", family: "Emoji", style: "Regular")
    expectEqual(others.font(for: request)?.font.family, "Emoji")
  }
}
