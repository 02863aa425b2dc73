import AnimCore
import AnimText
import Synchronization
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Style of SVG text")
struct TextStyleTests {
  /// The fonts that were asked for.
  private final class Requests: Sendable {
    let all = Mutex<[SVGFontRequest]>([])
  }

  private func requests(_ body: String, axes: Bool = false) throws -> [SVGFontRequest] {
    let requests = Requests()
    let stack = FontStack(try FontFace(TinyFont.letters.bytes))
    var resources = SVGResources()
    resources.font = { request in
      requests.all.withLock { $0.append(request) }
      return stack
    }
    _ = try DrawnImage(body, resources: resources)
    return requests.all.withLock { $0 }
  }

  private struct Row {
    let attributes: String
    var families: [String] = []
    var weight = 400
    var width = 100.0
    var isItalic = false
    var variations: [FontVariation] = []
  }

  private static let rows: [Row] = [
    Row(attributes: ""),
    Row(attributes: "font-family='Text, serif'", families: ["Text", "serif"]),
    Row(
      attributes: "font-family=\"'A, B' , &quot;C&quot;,D  E\"", families: ["A, B", "C", "D  E"]),
    Row(attributes: "font-family=', ,'", families: []),
    Row(attributes: "font-weight='bold'", weight: 700),
    Row(attributes: "font-weight='1000'", weight: 1000),
    Row(attributes: "font-weight='1001'", weight: 500),
    Row(attributes: "font-weight='heavy'", weight: 500),
    Row(attributes: "font-weight='normal'", weight: 400),
    Row(attributes: "font-weight='bolder'", weight: 700),
    Row(attributes: "font-weight='lighter'", weight: 100),
    Row(attributes: "font-stretch='condensed'", width: 75),
    Row(attributes: "font-stretch='ultra-expanded'", width: 200),
    Row(attributes: "font-stretch='wider'", width: 112.5),
    Row(attributes: "font-stretch='narrower'", width: 87.5),
    Row(attributes: "font-stretch='110%'", width: 110),
    Row(attributes: "font-stretch='-1%'"),
    Row(
      attributes: "font-style='italic'", isItalic: true, variations: [FontVariation("ital", 1)]),
    Row(
      attributes: "font-style='oblique'", isItalic: true, variations: [FontVariation("slnt", -12)]),
    Row(
      attributes: """
        style='font-variation-settings: "GRAD" 1.5, "wght" 250, "long1" 2, "XXXX" a'
        """,
      variations: [FontVariation("GRAD", 1.5), FontVariation("wght", 250)]),
    Row(
      attributes: "style='font: italic bold 10px Text, serif'", families: ["Text", "serif"],
      weight: 700, isItalic: true, variations: [FontVariation("ital", 1)]),
  ]

  @Test("selects a font by family, weight, width and slant, with the axes of variable fonts")
  func fonts() throws {
    for row in Self.rows {
      // A parent with its own weight, which relative weights refer to and invalid ones keep.
      let isRelative = row.attributes.contains("100") || row.attributes.contains("heavy")
      let weight = isRelative ? "font-weight='500'" : ""
      let found = try requests("<g \(weight)><text y='50' \(row.attributes)>a</text></g>")
      var variations = [FontVariation("wght", Double(row.weight))]
      if row.width != 100 { variations.append(FontVariation("wdth", row.width)) }
      let style = FontStyle(weight: row.weight, isItalic: row.isItalic, width: row.width)
      let expected = SVGFontRequest(
        families: row.families, style: style, variations: variations + row.variations)
      expectEqual(found, [expected], "\(row.attributes)")
    }
  }

  @Test("selects a bolder or lighter weight than the parent's, in four steps")
  func relativeWeights() throws {
    let steps = [
      (100, 400, 100), (300, 400, 100), (400, 700, 100), (500, 700, 100), (600, 900, 400),
      (700, 900, 400), (800, 900, 700), (900, 900, 700),
    ]
    for (weight, bolder, lighter) in steps {
      for (word, expected) in [("bolder", bolder), ("lighter", lighter)] {
        let found = try requests(
          "<g font-weight='\(weight)'><text y='50' font-weight='\(word)'>a</text></g>")
        expectEqual(found.map(\.style.weight), [expected], "\(word) than \(weight)")
      }
    }
  }

  @Test("requests a font once for any number of characters")
  func once() throws {
    let found = try requests(
      """
      <text y='50'>a<tspan>a</tspan>a</text><text y='70' font-weight='bold'>a</text><text y='90'>a</text>
      """)
    expectEqual(found.map(\.style.weight), [400, 700])
  }

  @Test("selects features, and named features come last") func features() {
    var style = TextStyle()
    expectEqual(TextShaper.features(style), [])
    style.isSmallCaps = true
    style.hasKerning = false
    style.features = [FontFeature("kern", 1)]
    expectEqual(
      TextShaper.features(style),
      [FontFeature("smcp", 1), FontFeature("kern", 0), FontFeature("kern", 1)])
  }

  @Test("kerns pairs, unless kerning is disabled")
  func kerning() throws {
    let resources = try SVGResources.blocks { $0.kerning = [("a", "a", 500)] }
    for (attribute, x) in [
      ("", 34), ("style='font-kerning: none'", 24), ("style='font-kerning: auto'", 34),
    ] {
      let row = InkRow(
        name: attribute, body: "<text x='10' y='50' \(attribute)>aa</text>",
        ink: [(14, 45), (x, 45)], blank: [(58 - x, 45)])
      try expectEqual(row.mistakes(resources), [])
    }
  }

  @Test("lays out text again only after a change")
  func caches() throws {
    let resources = try SVGResources.blocks { $0.kerning = [("a", "a", 500)] }
    let animation = try SVGAnimation(
      Array(
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='100' height='100' font-size='20'>
        <text x='10' y='50' style='font-kerning: none'>aa<set attributeName='letter-spacing' to='10'
          begin='1s' end='2s'/></text>
        <text x='10' y='80'>aa</text><text x='60' y='80' style='font-kerning: none'>aa</text>
        </svg>
        """.utf8), resources: resources)
    let renderer = SVGRenderer(animation)
    func ink(_ time: Fraction) -> [Bool] {
      var list = DisplayList(size: PixelSize(width: 100, height: 100), background: .clear)
      renderer.draw(at: time, into: &list)
      let image = PixelImage(size: PixelSize(width: 100, height: 100), isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      return [image[24, 45], image[34, 45], image[34, 75], image[74, 75]].map { $0 == 0xFF00_0000 }
    }
    expectEqual(ink(0), [true, false, true, true])
    expectEqual(ink(1), [false, true, true, true])
    expectEqual(ink(2), [true, false, true, true])
    expectEqual(ink(1), [false, true, true, true])
  }
}
