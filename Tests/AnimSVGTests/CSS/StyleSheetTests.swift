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

  @Test("A selector that never matches doesn't invalidate the other selectors of its rule")
  func forgiving()
    throws
  {
    try expectFills(
      [
        (":root, :host { fill: green }", "r:green"),
        ("*, *::before, *::after { fill: green }", "r:green a:green"),
        (".c::after, .c { fill: green }", "a:green"),
        (".c:is(:bogus, .c) { fill: green }", "a:green"),
        ("#b { fill: red } } .c { fill: red } rect { fill: green }", "a:green"),
        (".c:matches(.c) { fill: red }", ""),
        (".c, :bogus { fill: green }", ""),
        (".c { --q: '\\''; /* } */ fill: green }", "a:green"),
        (".c { --q: 'x\n; fill: green }", "a:green"),
        (".c { --q: 'x\\\n;}'; fill: green }", "a:green"),
        (".c:focus-visible, ::placeholder, ::file-selector-button, .c { fill: green }", "a:green"),
      ], "<rect id='a' class='c'/>")
  }

  @Test("Nested rules refer to their parents, and declarations keep their order") func nesting()
    throws
  {
    try expectFills(
      [
        (
          ".a { fill: green; & rect { fill: blue } .c { fill: orange } }", "a:green b:blue c:orange"
        ),
        (".a { > rect { fill: blue } } ", "b:blue c:blue"),
        (".a { rect:not(.c) { fill: blue } }", "b:blue"),
        (".a { fill: red; &:hover { fill: blue } fill: green }", "a:green"),
        (".a { fill: red; & { fill: blue } fill: green }", "a:green"),
        (".a { { fill: blue } fill: green }", "a:green"), ("& { fill: green }", "r:green"),
        ("#a { fill: green } .a { & { fill: red } }", "a:green"),
        (".a, #none { .c { fill: green } } .a .c { fill: red }", "c:green"),
        ("g { .a& { fill: green } + text { fill: blue } }", "a:green d:blue"),
        ("g { .c { .b & { fill: red } .a > & { fill: green } } }", "c:green"),
        (
          ".a { @media screen { fill: green; .c { fill: blue } } @media print { fill: red } }",
          "a:green c:blue"
        ),
        (
          ".a { @supports (fill: red) { rect { fill: green } } fill: blue }",
          "a:blue b:green c:green"
        ),
        (".a { --x: { y }; fill: green }", "a:green"),
        (".a { :bogus { fill: red } fill: green }", "a:green"),
        (".a { fill: green; .c { fill: blue", "a:green c:blue"),
        (".a { ::before { fill: red } }", ""),
        (".a { & > .c, & > .b { fill: green } }", "c:green"),
        ("text { :is(.a + &) { fill: green } :is(g) & { fill: red } }", "d:green"),
      ].map { ($0.0, $0.1) },
      "<g id='a' class='a'><rect id='b'/><rect id='c' class='c'/></g><text id='d'/>")
  }

  @Test("Nested rules have limits, and take no longer than other rules") func nestedLimits() throws
  {
    func nested(_ count: Int, _ selector: String) -> String {
      String(repeating: "\(selector){", count: count) + "fill:red"
        + String(repeating: "}", count: count)
    }
    try expectFills(
      [
        (nested(10, "&"), "r:red"), (nested(5000, "&") + "rect{fill:green}", "a:green"),
        (nested(30, "&:is(\(String(repeating: ":is(),", count: 100)) #none)"), ""),
      ], "<rect id='a'/>")
    // Each has as many ways to match as the product of those around it.
    for selector in ["&,&,&,&", String(repeating: "&", count: 1000), ":not(&,&,&)"] {
      try #expect(
        Cascade(Self.document(nested(30, selector), "<g/><g/>")).isIncomplete, "\(selector)")
    }
    let groups = String(repeating: "<g/>", count: 3000)
    try #expect(Cascade(Self.document("g:has(~ * #none) { fill: red }", groups)).isIncomplete)
  }

  @Test("Later layers override earlier ones, and rules outside layers override all layers")
  func layers()
    throws
  {
    try expectFills(
      [
        ("rect { fill: green } @layer { #a { fill: red } }", "a:green"),
        (
          "@layer x { rect { fill: red } } @layer y { rect { fill: green } } @layer x { #a { fill: blue } }",
          "a:green"
        ),
        ("@layer y, x; @layer x { rect { fill: green } } @layer y { #a { fill: red } }", "a:green"),
        (
          "@layer x { #a { fill: red } @layer y { #a { fill: blue } } rect { fill: green } } ",
          "a:red"
        ),
        ("@layer x { rect { fill: green } @layer y { #a { fill: red } } }", "a:green"),
        (
          "@layer x.y { #a { fill: red } } @layer x { @layer z { rect { fill: green } } @layer y { #a { fill: red } } }",
          "a:green"
        ),
        (
          "rect { fill: red !important } @layer x { rect { fill: green !important } } @layer y { rect { fill: blue !important } }",
          "a:green"
        ),
        ("rect { @layer x { fill: red } fill: green }", "a:green"),
        ("@layer 'x' { rect { fill: red } }", ""),
        ("@layer { #a { fill: red } } @layer { rect { fill: green } }", "a:green"),
      ], "<rect id='a'/>")
    var deep = StyleSheet()
    deep.append(
      "@layer \(Array(repeating: "a", count: 5000).joined(separator: ".")) { a { fill: red } }")
    expectEqual(deep.rules.count, 0)
    var many = StyleSheet()
    many.append("@layer \((0...20_000).map { "a\($0)" }.joined(separator: ","));")
    #expect(!many.excesses.isEmpty)
    #expect(many.ignored.isEmpty)
  }

  @Test("Only ineffective rules that browsers support are reported")
  func ignoredRules() {
    for (rule, isNoted) in [
      ("@import 'a.css';", true), ("@container (width > 1px) { a { x: 1 } }", true),
      ("@scope (g) { a { x: 1 } }", true), ("@charset 'utf-8';", false),
      ("@page { margin: 0 }", false),
      ("@-moz-keyframes a { to { x: 1 } }", false), ("@viewport { zoom: 1 }", false),
      ("@counter-style a { suffix: '' }", false), ("@media print { a { x: 1 } }", false),
    ] {
      var sheet = StyleSheet()
      sheet.append(rule + " b { fill: red }")
      expectEqual(sheet.ignored.count, isNoted ? 1 : 0, "\(rule)")
      expectEqual(sheet.rules.count, 1, "\(rule)")
    }
  }

  @Test(
    "Keyframes in the highest layer win, and unprefixed keyframes win over prefixed ones"
  )
  func namedKeyframes() {
    let rows = [
      ("@keyframes a { to { x: 1 } } @layer l { @keyframes a { to { x: 2 } } }", "1"),
      ("@layer l { @keyframes a { to { x: 2 } } } @keyframes a { to { x: 1 } }", "1"),
      (
        "@layer k, l; @layer l { @keyframes a { to { x: 1 } } } @layer k { @keyframes a { to { x: 2 } } }",
        "1"
      ),
      (
        "@layer k { @keyframes a { to { x: 1 } } @layer l { @keyframes a { to { x: 2 } } } }", "1"
      ),
      (
        "@layer k { @layer l { @keyframes a { to { x: 2 } } } } @layer m { @keyframes a { to { x: 1 } } }",
        "1"
      ),
      (
        "@layer l { @keyframes a { to { x: 1 } } } @-webkit-keyframes a { to { x: 2 } }", "1"
      ),
      ("@keyframes a { to { x: 1 } } @-webkit-keyframes a { to { x: 2 } }", "1"),
      ("@-webkit-keyframes a { to { x: 2 } } @keyframes a { to { x: 1 } }", "1"),
      ("@-webkit-keyframes a { to { x: 1 } } @-webkit-keyframes a { to { x: 2 } }", "2"),
      ("@keyframes a { to { x: 1 } } @keyframes a { to { x: 2 } }", "2"),
    ]
    for (style, expected) in rows {
      var sheet = StyleSheet()
      sheet.append(style)
      expectEqual(sheet.keyframes["a"]?.first?.declarations.first?.value, expected, "\(style)")
    }
  }

  @Test("revert-layer behaves as if the layer didn't exist") func revertedLayers() throws {
    try expectFills(
      [
        (
          "@layer x { rect { fill: green } } @layer y { rect { fill: red } .k { fill: revert-layer } }",
          "a:green"
        ),
        ("@layer x { rect { fill: green } } .k { fill: red } #a { fill: REVERT-LAYER }", "a:green"),
        ("#a { fill: revert-layer }", "a:blue"),
        (
          "@layer x { rect { fill: green } } @layer y { rect { fill: revert-layer !important } } rect { fill: red }",
          "a:green"
        ),
      ], "<rect id='a' class='k' fill='blue'/>")
    try expectFills(
      [
        ("rect { fill: green }", "a:green"), ("rect { fill: red } rect { fill: green }", "a:green"),
      ],
      "<rect id='a' style='fill: red; fill: revert-layer'/>")
  }

  @Test("A property in several layers has the value of the layer with the highest precedence")
  func registered() {
    var sheet = StyleSheet()
    sheet.append(
      """
      @property --a { syntax: '*'; inherits: true; initial-value: 1 }
      @layer { @property --a { syntax: '*'; inherits: true; initial-value: 2 } }
      """)
    expectEqual(sheet.registered["--a"]?.initialValue, "1")
  }

  @Test("Selectors can use the declared namespaces") func namespaces() throws {
    let svg = "@namespace s url(http://www.w3.org/2000/svg);"
    try expectFills(
      [
        (svg + "s|rect { fill: green }", "a:green"),
        (svg + "s|* { fill: green }", "r:green a:green b:green"),
        (svg + "|rect { fill: red }", ""), (svg + "*|rect { fill: green }", "a:green"),
        ("s|rect { fill: red }", ""), ("s|rect, rect { fill: red }", ""),
        ("@namespace 'http://www.w3.org/2000/svg'; rect { fill: green }", "a:green"),
        ("@namespace 'http://www.w3.org/1999/xhtml'; rect { fill: red } .k { fill: red }", ""),
        ("@namespace 'http://www.w3.org/1999/xhtml'; *|rect { fill: green }", "a:green"),
        ("@namespace x 'http://www.w3.org/1999/xlink'; [x|href] { fill: green }", "b:green"),
        ("[*|href] { fill: green }", "b:green"), ("[href] { fill: red }", ""),
        ("[class|='k'] { fill: green }", "a:green"), ("s| { fill: red }", ""),
      ],
      """
      <rect id='a' class='k'/><a id='b' xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='#a'/>
      """)
  }

  @Test("Attribute selectors compare the start, the end or any part of a value")
  func attributeSelectors() throws {
    try expectFills(
      [
        ("[k^='ab'] { fill: green }", "a:green"), ("[k^='abcd'] { fill: red }", ""),
        ("[k^='bc'] { fill: red }", ""), ("[k^=''] { fill: red }", ""),
        ("[k$='bc'] { fill: green }", "a:green"), ("[k$='zabc'] { fill: red }", ""),
        ("[k$='ab'] { fill: red }", ""), ("[k$=''] { fill: red }", ""),
        ("[k*='b'] { fill: green }", "a:green"), ("[k*='abcd'] { fill: red }", ""),
        ("[k*='ac'] { fill: red }", ""), ("[k*=''] { fill: red }", ""),
        ("[k='abc'] { fill: green }", "a:green"), ("[k='ab'] { fill: red }", ""),
        ("[l|='de'] { fill: green }", "a:green"), ("[l|='de-AT'] { fill: green }", "a:green"),
        ("[l|='d'] { fill: red }", ""), ("[l|='de-AT-1'] { fill: red }", ""),
      ], "<rect id='a' k='abc' l='de-AT'/>")
  }

  @Test("Classes are separated by any white space") func classes() throws {
    let rows = ["x", "y", "z"].map { (".\($0) { fill: green }", "a:green") }
    try expectFills(rows, "<rect id='a' class='&#10;x&#9;y&#13;z '/>")
    try expectFills([("[class~='y'] { fill: green }", "a:green")], "<g id='a' class='x&#9;y'/>")
  }

  @Test("Once matching has taken too long, no more rules apply") func incomplete() throws {
    let groups = String(repeating: "<g/>", count: 3000)
    try expectFills(
      [("g:has(~ * #none) { fill: red } rect { fill: green }", "a:green")],
      "<rect id='a'/>\(groups)<rect id='b'/>")
  }

  @Test("A backslash can escape a character of any length") func escapedCharacters() throws {
    let names = ["\u{E9}", "\u{20AC}", "\u{1F600}"]
    for name in names {
      let body = "<rect id='a' class='\(name)b'/>"
      try expectFills([(".\\\(name)b { fill: green }", "a:green")], body)
    }
  }

  @Test("Quotation marks, brackets and backslashes protect the characters that end a declaration")
  func components() {
    let rows: [(String, [String])] = [
      ("a b", ["a", "b"]), ("f(a b) c", ["f(a b)", "c"]), ("'a b' c", ["'a b'", "c"]),
      ("f('(' b) c", ["f('(' b)", "c"]), ("f(')' b) c", ["f(')' b)", "c"]),
      ("'\\' b' c", ["'\\' b'", "c"]), ("a\\ b c", ["a\\ b", "c"]),
      ("1s \\31 a b", ["1s", "\\31 a", "b"]),
      ("[a b] {c d} e", ["[a b]", "{c d}", "e"]), ("(a [b) c] d) e", ["(a [b) c] d)", "e"]),
      ("url(a'b) c", ["url(a'b)", "c"]), ("url( 'a)b' ) c", ["url( 'a)b' )", "c"]),
      ("f(a b", ["f(a b"]), ("a) b", ["a)", "b"]), ("a\\", ["a\\"]), ("", []), ("  ", []),
    ]
    for (text, expected) in rows { expectEqual(ComponentList.words(text), expected, "\(text)") }
    expectEqual(ComponentList.parts("f(1, 2) , ',' ,"), ["f(1, 2)", "','", ""])
  }

  @Test("References to custom properties ignore case, and are inert in quotation marks")
  func references() {
    for text in ["var(--a)", "VAR(--a)", "f(Var( --a ))", "1px+var(--a", "\"x\" var(--a)"] {
      #expect(VariableReference.isMentioned(in: text), "\(text)")
    }
    for text in ["'var(--a)'", "myvar(--a)", "-var(--a)", "url(var(--a))", "var"] {
      #expect(!VariableReference.isMentioned(in: text), "\(text)")
    }
  }

  /// Values of `font` and the style, weight, stretch, variant, size and family they set, or nil where
  /// they are invalid.
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

  @Test("The shorthand font sets its longhands") func fonts() throws {
    for (value, expected) in Self.fonts {
      let parts = try Shorthand.expanded(StyleDeclaration(property: "font", value: value))
      let found = ["style", "weight", "stretch", "variant", "size", "family"].compactMap { name in
        parts.first { $0.property == "font-\(name)" }?.value
      }
      expectEqual(found.isEmpty ? nil : found.joined(separator: " "), expected, "\(value)")
    }
  }

  @Test("Longhands that SVG has under another name are that property") func renamed() throws {
    for (name, value, expected) in [
      ("font-variant-caps", "small-caps", "font-variant"),
      ("text-decoration-line", "underline", "text-decoration"), ("mask-image", "url(#m)", "mask"),
      ("-webkit-mask-image", "url(#m)", "mask"),
    ] {
      let parts = try Shorthand.expanded(StyleDeclaration(property: name, value: value))
      expectEqual(parts.map { "\($0.property): \($0.value)" }, ["\(expected): \(value)"])
    }
  }

  @Test("The shorthand background sets its colour") func backgrounds() throws {
    let rows: [(String, String?)] = [
      ("#fff", "#fff"), ("url(x) #0a0 no-repeat", "#0a0"), ("none", "transparent"),
      ("linear-gradient(red, blue)", "transparent"), ("currentColor", "currentColor"),
      ("url(a), rgb(1, 2, 3) left / 10px 50% repeat-x", "rgb(1, 2, 3)"), ("inherit", "inherit"),
      ("red, url(a)", nil), ("red blue", nil), ("nope", nil), ("10px red", "red"),
    ]
    for (value, expected) in rows {
      let parts = try Shorthand.expanded(StyleDeclaration(property: "background", value: value))
      expectEqual(parts.first { $0.property == "background-color" }?.value, expected, "\(value)")
    }
  }

  @Test("References to custom properties are resolved before shorthands are expanded")
  func pendingShorthands() throws {
    let document = try Self.document(
      """
      svg { --f: bold 20px/2 X, Y; --s: bold 30px } text { font-weight: 300; font: var(--f) }
      #b { font: italic var(--s) Z; font-size: 40px } #c { font: var(--none) }
      rect { mask-image: url(#m); -webkit-mask-image: url(#n) }
      """, "<text id='a'/><text id='b'/><text id='c'/><rect id='d'/>")
    let cascade = Cascade(document)
    let context = LengthContext(view: Size(width: 100, height: 100), SVGResources())
    let reader = ElementReader(document, cascade, context, DrawingWork())
    func style(_ id: String) throws -> Style {
      let root = reader.style(of: SVGDocument.root, parent: .initial)
      return try reader.style(of: #require(document.element(id: id)), parent: root)
    }
    let (a, b, c) = try (style("a"), style("b"), style("c"))
    expectEqual(a.fontSize, 20)
    expectEqual(a.text.weight, 700)
    expectEqual(a.text.families, ["X", "Y"])
    expectEqual(b.fontSize, 40)
    expectEqual(b.text.slant, .italic)
    expectEqual(b.text.weight, 700)
    expectEqual(b.text.families, ["Z"])
    expectEqual(c.fontSize, LengthContext.mediumFontSize)
    expectEqual(c.text.weight, 400)
    try expectEqual(style("d").mask, [.element("n")])
  }
}
