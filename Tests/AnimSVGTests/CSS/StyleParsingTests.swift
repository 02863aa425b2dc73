import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Values of SVG and CSS") struct StyleParsingTests {
  /// A colour as it is written, and as it is painted; nil for none.
  private static let colors: [(String, String?)] = [
    ("red", "ffff0000"), ("ReD", "ffff0000"), ("#123", "ff112233"), ("#1234", "44112233"),
    ("#12345678", "78123456"), ("#12", nil), ("#1234567", nil), ("rgb(1,2,3)", "ff010203"),
    ("rgb(100% 0% 50% / 50%)", "80ff0080"), ("rgba(300,-5,0,2)", "ffff0000"),
    ("hsl(120,100%,25%)", "ff008000"), ("hsl(0.5turn 100% 50%)", "ff00ffff"),
    ("hsl(-240 100% 25%)", "ff008000"),
    ("hwb(0 20% 20%)", "ffcc3333"), ("lab(50% 0 0)", "ff777777"), ("oklab(1 0 0)", "ffffffff"),
    ("oklch(0.627955 0.257683 29.2339)", "ffff0000"), ("lch(0% 0 0)", "ff000000"),
    ("color(srgb 1 0.5 0)", "ffff8000"), ("color(srgb-linear 0.2158605 0 0)", "ff800000"),
    ("transparent", "00000000"), ("rebeccapurple", "ff663399"), ("nocolor", nil), ("rgb(1,2)", nil),
  ]

  @Test("Colours in all forms are those that CSS says") func colorForms() {
    for (text, expected) in Self.colors {
      var scanner = TextScanner(text)
      let word = scanner.color().map { String($0.color.argb, radix: 16) }
      let padded = word.map { String(repeating: "0", count: 8 - $0.count) + $0 }
      expectEqual(padded, expected, "\(text)")
    }
  }

  @Test("A number is the nearest Double, and ends where it ends") func numbers() {
    let rows: [(String, Double?, String)] = [
      ("1", 1, ""), ("-.5e1x", -5, "x"), ("1em", 1, "em"), ("1e3", 1000, ""), ("1ex", 1, "ex"),
      ("+0.1", 0.1, ""), ("1.5.5", 1.5, ".5"), ("1e400", .infinity, ""), ("1e-400", 0, ""),
      ("0.30000000000000004", 0.30000000000000004, ""),
      ("123456789012345678901", 123_456_789_012_345_678_901, ""),
      ("9007199254740993", 9_007_199_254_740_992, ""), ("", nil, ""), ("-", nil, "-"),
      (".", nil, "."),
    ]
    for (text, expected, rest) in rows {
      var scanner = TextScanner(text)
      let number = scanner.number()
      expectEqual(number, expected, "\(text)")
      expectEqual(scanner.rest, rest, "\(text)")
    }
  }

  /// Selectors, the elements that they mean by their ids, and their specificity.
  private static let selectors: [(String, String, Int)] = [
    ("*", "rabcde", 0), ("g", "a", 1), (".x", "bd", 1 << 10), ("#c", "c", 1 << 20),
    ("g .x", "b", 1 << 10 + 1), ("svg > .x", "d", 1 << 10 + 1), ("rect + rect", "ce", 2),
    ("g ~ rect", "de", 2), (":first-child", "rab", 1 << 10), (":root", "r", 1 << 10),
    ("rect:nth-child(2n+1)", "be", 1 << 10 + 1), (":last-child", "rce", 1 << 10),
    ("rect:not(.x)", "ce", 1 << 10 + 1), ("[class]", "bd", 1 << 10),
    ("[id=c], [id^=d]", "cd", 1 << 10),
    ("rect:nth-last-of-type(1)", "ce", 1 << 10 + 1), (":is(g, #e)", "ae", 1 << 20),
    (":hover", "", 1 << 10),
    ("rect:nth-child(-n+1)", "b", 1 << 10 + 1), (":where(#c)", "c", 0),
    ("#e ~ rect", "", 1 << 20 + 1), ("\\72 ect.x", "bd", 1 << 10 + 1),
  ]

  @Test("Selectors mean the elements that CSS says") func matching() throws {
    let document = try SVGDocument(
      Array(
        """
        <svg xmlns='http://www.w3.org/2000/svg' id='r'><g id='a'><rect id='b' class='w x'/> <rect id='c'/></g>\
        <rect id='d' class='x'/><rect id='e'/></svg>
        """.utf8))
    for (text, expected, specificity) in Self.selectors {
      var scanner = TextScanner(text)
      let parsed = scanner.selectors()
      let selectors = try #require(parsed, "\(text)")
      var matcher = SelectorMatcher(document)
      let found = document.nodes.indices.filter { element in
        !document[element].isText && selectors.contains { matcher.matches($0, element) }
      }
      expectEqual(
        found.compactMap { document.attribute(.id, of: $0) }.joined(), expected, "\(text)")
      expectEqual(selectors.first?.specificity, specificity, "\(text)")
    }
    for text in [
      "", "g >", "..a", "a:nope", "::before", "[a", "g,",
      ":not(:not(:not(:not(:not(:not(:not(:not(:not(:not(a))))))))))",
    ] {
      var scanner = TextScanner(text)
      let parsed = scanner.selectors()
      #expect(parsed == nil, "\(text)")
    }
  }

  @Test("A transform is the product of its functions, or nothing if one is wrong") func transforms()
  {
    let rows: [(String, [Double]?)] = [
      ("translate(1,2) scale(2)", [2, 0, 0, 2, 1, 2]), ("rotate(90)", [0, 1, -1, 0, 0, 0]),
      ("rotate(180 5 5)", [-1, 0, 0, -1, 10, 10]), ("matrix(1 2 3 4 5 6)", [1, 2, 3, 4, 5, 6]),
      ("translate(10px) rotate(0.25turn)", [0, 1, -1, 0, 10, 0]), ("", [1, 0, 0, 1, 0, 0]),
      ("none", [1, 0, 0, 1, 0, 0]), ("scaleX(3)", [3, 0, 0, 1, 0, 0]), ("rotate(1 2)", nil),
      ("translate(1", nil), ("turn(1)", nil), ("scale(1) x", nil),
      ("rotateX(180deg)", [1, 0, 0, -1, 0, 0]), ("rotateY(180deg)", [-1, 0, 0, 1, 0, 0]),
      ("rotate3d(0, 0, -2, 90deg)", [0, -1, 1, 0, 0, 0]), ("rotate3d(1, 1)", nil),
      ("rotate3d(1, 1, 0, 180deg)", [0, 1, 1, 0, 0, 0]), ("scaleZ(3)", [1, 0, 0, 1, 0, 0]),
      ("perspective(9px) translateZ(4px)", [1, 0, 0, 1, 0, 0]),
      ("matrix3d(1,2,0,0,3,4,0,0,0,0,1,0,5,6,0,1)", [1, 2, 3, 4, 5, 6]),
    ]
    for (text, expected) in rows {
      let matrix = TransformList(text)?.transform { length, _ in length.value }
      let numbers = matrix.map { matrix in
        [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { number in
          (number * 1e9).rounded() / 1e9
        }
      }
      expectEqual(numbers, expected, "\(text)")
    }
  }

  /// A value, and what it is without functions; nil if it is invalid.
  private static let calculations: [(String, String?)] = [
    ("calc(1px + 2px)", "3px"), ("calc(2 * (1s - 250ms))", "1.5s"), ("calc(1px*2)", "2px"),
    ("translate(calc(10px / 4), 1px)", "translate(2.5px, 1px)"), ("calc(1in)", "96px"),
    ("min(3px, 1px, 2px)", "1px"), ("max(0.5turn, 90deg)", "180deg"),
    ("clamp(1px, 5px, 3px)", "3px"), ("clamp(4px, 5px, 3px)", "4px"), ("calc(50% * 3)", "150%"),
    ("calc(min(1em, 2em) + max(3em, 1em))", "4em"), ("calc(6 - 2 * 2)", "2"),
    ("calc(100% - 1in)", "calc(100% - 1in)"), ("calc(1px * 1px)", nil), ("calc(1em + 1deg)", nil),
    ("calc(1em + 1)", nil), ("calc((1em + 1px) / 0)", nil), ("min(1em, 1)", nil),
    ("calc(1px / 0)", nil),
    ("calc(1px +2px)", nil), ("calc(", nil), ("calc(1px 2px)", nil), ("calc(sin(1))", nil),
    ("calc(var(--x) * 1px)", "calc(var(--x) * 1px)"), ("'calc(1px)'", "'calc(1px)'"),
    ("xmin(1px)", "xmin(1px)"),
  ]

  @Test("Calculations of one unit are their results, and those of several stay") func results() {
    for (text, expected) in Self.calculations {
      expectEqual(Calculation.resolved(text), expected, "\(text)")
    }
    let deep = String(repeating: "calc(", count: 5000) + "1" + String(repeating: ")", count: 5000)
    expectEqual(Calculation.resolved(deep), nil)
    let long = "calc(1em" + String(repeating: " + 1px", count: 5000) + ")"
    expectEqual(Calculation.resolved(long), nil)
  }

  /// Lengths, and what they are where 100 % are 200, an em is 10, and the view is 400 by 300.
  private static let lengths: [(String, Double?)] = [
    ("calc(100% - 10px)", 190), ("calc(2 * (1em + 1vw) / 4)", 7), ("min(50%, 20em, 150px)", 100),
    ("max(50%, 20em)", 200), ("clamp(1em, 50%, 30px)", 30), ("clamp(4em, 1%, 5em)", 40),
    ("calc(10px + min(1em, 1vh))", 13), ("calc(1px + 2px)", 3), ("calc(1em + 1)", nil),
    ("calc(100% - 10px) x", nil), ("hypot(1em, 1px)", nil),
  ]

  @Test("A length of several units is what its place makes of it") func placedLengths() {
    for (text, expected) in Self.lengths {
      let length = Length(text)
      expectEqual(
        length?.resolved(
          reference: 200, fontSize: 10, rootFontSize: 20, view: Size(width: 400, height: 300)),
        expected, "\(text)")
    }
  }

  /// Conditions of `@supports`, and whether they hold.
  private static let conditions: [(String, Bool)] = [
    ("(opacity: 1)", true), ("(opacity: nope)", false), ("not (opacity: 1)", false),
    ("not(nope: 1)", true), ("(fill: red) and (nope: 1)", false),
    ("(fill: red) or (nope: 1)", true), ("((fill: red))", true), ("(--x: 1)", true),
    ("(transform: rotate(1deg)) and (not (nope: 1))", true), ("selector(a > b)", true),
    ("selector(:has(a))", false), ("font-tech(color-COLRv1)", false), ("(fill:)", false),
    ("(color: color-mix(in srgb, red, blue))", true), ("(color: contrast-color(red))", false),
    ("", false), ("(fill: red) nonsense", false),
  ]

  @Test("Rules count where their conditions hold") func conditionalRules() throws {
    for (condition, holds) in Self.conditions {
      var sheet = StyleSheet()
      sheet.append("@supports \(condition) { a { fill: red } } b { fill: red }")
      expectEqual(sheet.rules.count, holds ? 2 : 1, "\(condition)")
    }
    let media: [(String, Bool)] = [
      ("not print", true), ("not screen", false), ("only screen and (min-width: 9px)", true),
      ("print, screen", true), ("(prefers-color-scheme: dark)", false),
    ]
    for (query, holds) in media {
      var sheet = StyleSheet()
      sheet.append("@media \(query) { a { fill: red } }")
      expectEqual(sheet.rules.count, holds ? 1 : 0, "\(query)")
    }
  }
}
