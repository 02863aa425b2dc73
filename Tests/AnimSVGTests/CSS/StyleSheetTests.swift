import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Style sheets of SVG") struct StyleSheetTests {
  private static func document(_ style: String, _ body: String) throws -> SVGDocument {
    let escaped = style.split(separator: "&", omittingEmptySubsequences: false).joined(
      separator: "&amp;"
    )
    .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
    return try SVGDocument(
      Array(
        "<svg xmlns='http://www.w3.org/2000/svg' id='r'><style>\(escaped)</style>\(body)</svg>".utf8
      ))
  }

  /// The fill that each element of a document with an identifier has specified, if it has one.
  private static func fills(_ style: String, _ body: String) throws -> String {
    let document = try document(style, body)
    let cascade = Cascade(document)
    return document.nodes.indices.compactMap { element in
      guard let id = document.attribute(.id, of: element),
        let fill = cascade.specified(.fill, of: element)?.text
      else { return nil }
      return "\(id):\(fill)"
    }.joined(separator: " ")
  }

  private func expectFills(_ rows: [(String, String)], _ body: String) throws {
    for (style, expected) in rows { try expectEqual(Self.fills(style, body), expected, "\(style)") }
  }

  @Test("What nothing is ever in takes no other selector of a rule away") func forgiving() throws {
    try expectFills(
      [
        (":root, :host { fill: green }", "r:green"),
        ("*, *::before, *::after { fill: green }", "r:green a:green"),
        (".c::after, .c { fill: green }", "a:green"),
        (".c:is(:bogus, .c) { fill: green }", "a:green"),
        (".c, :bogus { fill: green }", ""),
        (".c { --q: '\\''; /* } */ fill: green }", "a:green"),
        (".c:focus-visible, ::placeholder, ::file-selector-button, .c { fill: green }", "a:green"),
      ], "<rect id='a' class='c'/>")
  }

  /// Values of `font`, and what they say of style, weight, stretch, variant, size and family; nil where they are
  /// invalid.
  private static let fonts: [(String, String?)] = [
    ("10px X", "normal normal normal normal 10px X"),
    ("12px / 30px X", "normal normal normal normal 12px X"),
    ("12px/1.5 'A B', serif", "normal normal normal normal 12px 'A B', serif"),
    ("550 10px X", "normal 550 normal normal 10px X"),
    ("oblique 10deg 10px X", "oblique normal normal normal 10px X"),
    ("oblique 10px X", "oblique normal normal normal 10px X"),
    ("Bold 10PX X", "normal bold normal normal 10px X"),
    ("italic small-caps 700 condensed large X", "italic 700 condensed small-caps large X"),
    ("calc(50% + 1px) X", "normal normal normal normal calc(50% + 1px) X"),
    ("inherit", "inherit inherit inherit inherit inherit inherit"), ("10px", nil), ("X", nil),
    ("bold", nil), ("10px /", nil), ("inherit X", nil), ("1001 10px X", nil), ("12 X", nil),
    ("normal normal normal normal normal 10px X", nil), ("", nil),
  ]

  @Test("A font is its parts") func fonts() {
    for (value, expected) in Self.fonts {
      let parts = Shorthand.expanded(StyleDeclaration(property: "font", value: value))
      let found = ["style", "weight", "stretch", "variant", "size", "family"].compactMap { name in
        parts.first { $0.property == "font-\(name)" }?.value
      }
      expectEqual(found.isEmpty ? nil : found.joined(separator: " "), expected, "\(value)")
    }
  }

  @Test("The colour of a background is found in it") func backgrounds() {
    let rows: [(String, String?)] = [
      ("#fff", "#fff"), ("url(x) #0a0 no-repeat", "#0a0"), ("none", "transparent"),
      ("linear-gradient(red, blue)", "transparent"), ("currentColor", "currentColor"),
      ("url(a), rgb(1, 2, 3) left / 10px 50% repeat-x", "rgb(1, 2, 3)"), ("inherit", "inherit"),
      ("red, url(a)", nil), ("red blue", nil), ("nope", nil), ("10px red", "red"),
    ]
    for (value, expected) in rows {
      let parts = Shorthand.expanded(StyleDeclaration(property: "background", value: value))
      expectEqual(parts.first { $0.property == "background-color" }?.value, expected, "\(value)")
    }
  }

  @Test("References to custom properties in shorthands are followed before they are taken apart")
  func pendingShorthands() throws {
    let document = try Self.document(
      """
      svg { --f: bold 20px/2 X, Y; --s: bold 30px } text { font-weight: 300; font: var(--f) }
      #b { font: italic var(--s) Z; font-size: 40px } #c { font: var(--none) }
      rect { mask-image: url(#m); -webkit-mask-image: url(#n) }
      """, "<text id='a'/><text id='b'/><text id='c'/><rect id='d'/>")
    let cascade = Cascade(document)
    let context = LengthContext(view: Size(width: 100, height: 100))
    func style(_ id: String) throws -> Style {
      let root = Style.style(of: 0, parent: .initial, cascade, nil, context)
      return try Style.style(
        of: #require(document.element(id: id)), parent: root, cascade, nil, context)
    }
    let (a, b, c) = try (style("a"), style("b"), style("c"))
    expectEqual(a.fontSize, 20)
    expectEqual(a.text.weight, 700)
    expectEqual(a.text.families, ["X", "Y"])
    expectEqual(b.fontSize, 40)
    expectEqual(b.text.slant, .italic)
    expectEqual(b.text.weight, 700)
    expectEqual(b.text.families, ["Z"])
    expectEqual(c.fontSize, 12)
    expectEqual(c.text.weight, 400)
    try expectEqual(style("d").mask, "n")
  }
}
