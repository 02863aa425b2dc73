import TestSupport
import Testing

@testable import AnimSVG

@Suite("The cascade")
struct CascadeTests {
  private func document(_ style: String, _ body: String) throws -> SVGDocument {
    try SVGDocument(
      Array(
        "<svg xmlns='http://www.w3.org/2000/svg'><style>\(style)</style>\(body)</svg>".utf8))
  }

  private func fill(_ id: String, _ document: SVGDocument, _ cascade: Cascade) throws -> String? {
    let element = try #require(document.element(id: id))
    return cascade.specified(.fill, of: element)?.text
  }

  @Test("Rules are indexed by their requirements, and all matching rules are found in order")
  func index() throws {
    let selectors = [
      "rect", "#b", ".x", "*", "rect.x", ".x.y", "g rect", "g > .y", "#a .x", ":not(.x)",
      "rect#b.y",
      ":is(#c, .y)", "[class]", "circle", ".z", "rect:first-child", "[class='x y']",
      "rect:nth-child(2)", ":nth-of-type(1)", "rect ~ rect", ":has(+ circle)",
    ]
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let rules = selectors.shuffled(using: &generator).prefix(8)
      let document = try document(
        rules.map { "\($0){fill:red}" }.joined(),
        """
        <g id='a'><rect id='b' class='x y'/><rect id='c' class=' y  y '/></g><circle class='z x'/>\
        <rect/>
        """)
      var sheet = StyleSheet()
      sheet.append(document.text(in: 1))
      let index = RuleIndex(sheet)
      var matcher = SelectorMatcher(document)
      for element in document.nodes.indices where !document[element].isText {
        let all = index.rules.filter { matcher.matches($0.selector, element) }
        let found = index.rules(for: element, &matcher)
        expectEqual(found.map(\.selector), all.map(\.selector), "\(rules)")
      }
    }
  }

  @Test("The last valid declaration in a block wins, unless another one is important")
  func blocks() throws {
    let document = try document(
      """
      #a { fill: red; fill: blue; fill: nonsense }
      #b { fill: red !important; fill: blue }
      #c { fill: red !important } #c { fill: blue !important } #c { fill: green }
      """, "<rect id='a'/><rect id='b'/><rect id='c' style='fill: white; fill: black'/>")
    let cascade = Cascade(document)
    try expectEqual(fill("a", document, cascade), "blue")
    try expectEqual(fill("b", document, cascade), "red")
    try expectEqual(fill("c", document, cascade), "blue")
  }

  @Test("The time for sibling and nth selectors doesn't grow with the number of siblings")
  func siblings() throws {
    let count = 3000
    let rects = (0..<count).map { "<rect id='r\($0)' class='c c\($0)' data-i='\($0)'/>" }.joined()
    for (selector, element) in [
      ("rect:nth-child(odd)", 2998), ("rect:nth-last-of-type(3n)", 2997), ("rect + rect", 2999),
      ("rect ~ rect", 2999), ("rect:last-child", 2999), ("g:has(.c2999) rect", 2999),
      ("rect:has(+ .c2999)", 2998),
    ] {
      let document = try document("\(selector){fill:red}", "<g>\(rects)</g>")
      let cascade = Cascade(document)
      #expect(!cascade.isIncomplete, "\(selector)")
      try expectEqual(fill("r\(element)", document, cascade), "red", "\(selector)")
    }
    for selector: (Int) -> String in [
      { "rect:nth-child(\($0 + 1))" }, { ".c.c\($0)" }, { "[data-i='\($0)']" },
      { "rect:nth-of-type(\($0 + 1))" },
    ] {
      let rules = (0..<count).map { "\(selector($0)){fill:#\($0 + 1000)}" }.joined()
      let document = try document(rules, "<g>\(rects)</g>")
      let cascade = Cascade(document)
      #expect(!cascade.isIncomplete, "\(selector(0))")
      try expectEqual(fill("r2999", document, cascade), "#3999", "\(selector(0))")
    }
  }

  @Test("Repeated declarations are set once, and rules that would take too long are skipped")
  func limits() throws {
    let rects = String(repeating: "<rect class='c'/>", count: 2000) + "<rect id='a' class='c'/>"
    let repeated = String(repeating: "fill:red!important;", count: 5000)
    let short = try document("rect{\(repeated)}", rects)
    #expect(!Cascade(short).isIncomplete)
    try expectEqual(fill("a", short, Cascade(short)), "red")
    let names = (0..<5000).map { "c\($0)" }
    for style in [
      String(repeating: "*{fill:red}", count: 2000),
      "rect{\(names.map { "--\($0):1;" }.joined())}",
      ".c{fill:red}\(names.map { ".\($0){fill:blue}" }.joined())",
    ] {
      let body = style.hasPrefix(".") ? "<rect class='\(names.joined(separator: " "))'/>" : rects
      try #expect(Cascade(document(style, body)).isIncomplete, "\(style.prefix(20))")
    }
  }
}
