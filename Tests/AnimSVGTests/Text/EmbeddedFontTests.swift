import AnimText
import Foundation
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Fonts embedded in SVG files") struct EmbeddedFontTests {
  /// A rule for a font whose style has a name.
  private static func rule(_ style: String, _ more: String = "", family: String = "Own") -> String {
    var font = TinyFont.letters
    font.style = style
    let data = Data(font.bytes).base64EncodedString()
    return """
      @font-face { font-family: '\(family)'; \(more); src: local(x), \
      url(https://example.com/a.woff2) format('woff2'), url("data:font/ttf;base64,\(data)") }
      """
  }

  private static func fonts(_ text: String) -> EmbeddedFonts? {
    var sheet = StyleSheet()
    sheet.append(text)
    return EmbeddedFonts(sheet.fontFaces)
  }

  @Test("Text is drawn in embedded fonts") func drawn() throws {
    var resources = SVGResources()
    resources.font = { request in
      request.families.first.flatMap {
        request.embedded?.faces(family: $0, style: request.style).first
      }.map { FontStack($0) }
    }
    let text = "<text x='10' y='50' font-size='20' font-family='own'>a</text>"
    let rendering = try DrawnImage(
      "<style>\(Self.rule("Regular"))</style>\(text)", resources: resources)
    expectEqual(rendering.pixel(14, 45), "ff000000")
    expectEqual(rendering.omissions, [])
    expectEqual(
      try DrawnImage(text, resources: resources).omissions, ["text without a font is not drawn"])
    // Fonts of the outer document aren't available in an image.
    let image = Data("<svg xmlns='http://www.w3.org/2000/svg'>\(text)</svg>".utf8)
    let outer = try DrawnImage(
      "<style>\(Self.rule("Regular"))</style>"
        + "<image href='data:image/svg+xml;base64,\(image.base64EncodedString())'/>",
      resources: resources)
    expectEqual(outer.omissions, ["text without a font is not drawn"])
  }

  @Test("The nearest style in a family is used, or the last of several equal ones") func styles()
    throws
  {
    let fonts = try #require(
      Self.fonts(
        Self.rule("First") + Self.rule("Last") + Self.rule("Bold", "font-weight:bold")
          + Self.rule("Slanted", "font-style:italic") + Self.rule("Other", family: "Other")
          + Self.rule("Varied", "font-weight:100 900", family: "Varied")))
    let rows: [(String, Int, Bool, String?)] = [
      ("Own", 400, false, "Last"), ("OWN", 600, false, "Bold"), ("own", 400, true, "Slanted"),
      ("Other", 900, true, "Other"), ("Varied", 300, false, "Varied"), ("None", 400, false, nil),
    ]
    for (family, weight, isItalic, expected) in rows {
      let face = fonts.faces(
        family: family, style: FontStyle(weight: weight, isItalic: isItalic)
      ).first
      expectEqual(face?.style, expected, "\(family) \(weight)")
    }
  }

  @Test("Each part of a split family serves its characters, and the first readable source is used")
  func parts() throws {
    let damaged = "url(data:font/ttf;base64,AAEAAAAA), url("
    let fonts = try #require(
      Self.fonts(
        Self.rule("Latin", "unicode-range: U+0-24F, u+2??")
          + Self.rule("Cyrillic", "unicode-range:U+400-4FF").replacing(
            "url(\"", with: damaged + "\"")))
    for (scalar, expected) in [("a", "Latin"), (" ", "Latin"), ("\u{416}", "Cyrillic")] {
      let faces = fonts.faces(
        family: "Own", style: FontStyle(), for: try #require(scalar.unicodeScalars.first))
      expectEqual(faces.map(\.style), [expected], "\(scalar)")
    }
    #expect(fonts.faces(family: "Own", style: FontStyle(), for: "\u{3B1}").isEmpty)
  }

  @Test("The character ranges of parts can overlap and be in any order")
  func unorderedRanges() throws {
    let fonts = try #require(
      Self.fonts(Self.rule("Latin", "unicode-range: U+70-7a, u+41-5A, U+2??, U+72, U+60-71")))
    for (scalar, isIncluded) in [
      ("A", true), ("Z", true), ("[", false), ("_", false), ("a", true), ("r", true), ("z", true),
      ("{", false), ("\u{1ff}", false), ("\u{2ff}", true), ("\u{300}", false),
    ] {
      let faces = fonts.faces(
        family: "Own", style: FontStyle(), for: try #require(scalar.unicodeScalars.first))
      expectEqual(faces.isEmpty, !isIncluded, "\(scalar)")
    }
  }

  @Test("Invalid embedded fonts are ignored, and their number is limited") func refused() {
    for source in [
      "none", "url(font.ttf)", "local(Own)", "url(data:font/ttf;base64,?)", "url(data:font/ttf)",
    ] {
      var sheet = StyleSheet()
      sheet.append("@font-face { font-family: Own; src: \(source) }")
      #expect(sheet.fontFaces.isEmpty, "\(source)")
      expectEqual(sheet.ignored.map(\.name), ["@font-face"], "\(source)")
    }
    for damaged in ["font/ttf;base64,AAEAAAAA", "font/woff2;base64,d09GMgABAAAAAA=="] {
      let fonts = Self.fonts("@font-face { font-family: Own; src: url(data:\(damaged)) }")
      #expect(fonts?.faces(family: "Own", style: FontStyle()).isEmpty == true, "\(damaged)")
    }
    var many = StyleSheet()
    many.append(String(repeating: Self.rule("Regular"), count: 65))
    expectEqual(many.fontFaces.count, 64)
    #expect(!many.excesses.isEmpty)
  }
}
