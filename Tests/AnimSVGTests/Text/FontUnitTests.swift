import AnimText
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Font-relative units") struct FontUnitTests {
  /// A font whose zero is 0.6 em wide, whose ideograph is 0.9 em wide, and whose small letters are 0.45 em high.
  private func resources() throws -> SVGResources {
    try .blocks { font in
      font.glyphs["0"] = .block(advance: 600, width: 500, height: 700)
      font.glyphs["\u{6C34}"] = .block(advance: 900, width: 800, height: 800)
    }
  }

  private func width(_ rendering: DrawnImage) -> Int {
    (0..<rendering.image.size.width).filter { rendering.pixel($0, 1) == "ff000000" }.count
  }

  @Test(
    "lengths in units of a font follow its letters",
    arguments: [("5ch", 60), ("5ic", 90), ("4ex", 36), ("5cap", 80), ("calc(2ch + 1em)", 44)])
  func lengths(length: String, width: Int) throws {
    let body = "<rect font-size='20' width='\(length)' height='4'/>"
    let rendering = try DrawnImage(body, resources: resources())
    expectEqual(self.width(rendering), width, "\(length)")
    let animated =
      "<rect font-size='20' height='4'><set attributeName='width' to='\(length)'/></rect>"
    try expectEqual(self.width(DrawnImage(animated, resources: resources())), width, "\(length)")
  }

  @Test("without a font, ch and ex are half an em") func noFont() throws {
    for length in ["4ch", "4ex", "2ic"] {
      let body = "<rect font-size='20' width='\(length)' height='4'/>"
      try expectEqual(width(DrawnImage(body)), 40, "\(length)")
    }
  }

  @Test("the size of a document and of its text follow the font") func sizes() throws {
    let text = """
      <svg xmlns='http://www.w3.org/2000/svg' width='5ch' height='2em' font-size='20'>\
      <g font-size='2ch'><rect width='1em' height='4'/></g></svg>
      """
    let animation = try SVGAnimation(Array(text.utf8), resources: resources())
    expectEqual(animation.size.width, 60)
    expectEqual(animation.size.height, 40)
    try expectEqual(width(DrawnImage(document: text, resources: resources())), 24)
  }

  @Test("a document selects which styles are synthesized") func synthesis() throws {
    let rows: [(String, FontSynthesis)] = [
      ("", .all), ("font-synthesis: none", []), ("font-synthesis: weight", .weight),
      ("font-synthesis: style small-caps", .style), ("font-synthesis: bold", .all),
      ("font-synthesis-weight: none", .style), ("font-synthesis-style: none", .weight),
      ("font-synthesis: none; font-synthesis-style: auto", .style),
    ]
    for (style, synthesis) in rows {
      let requests = Requests()
      var resources = try resources()
      let font = resources.font
      resources.font = {
        requests.last = $0
        return font($0)
      }
      _ = try DrawnImage("<text y='9' style='\(style)'>a</text>", resources: resources)
      expectEqual(requests.last?.synthesis, synthesis, "\(style)")
    }
  }

  /// Used by one thread.
  private final class Requests: @unchecked Sendable {
    var last: SVGFontRequest?
  }
}
