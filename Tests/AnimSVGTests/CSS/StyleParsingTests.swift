import AnimCore
import TestSupport
import Testing

@testable import AnimSVG

@Suite("Values of SVG and CSS") struct StyleParsingTests {
  /// A colour as written, and as painted, or nil if invalid.
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

  @Test("Colours in all notations have the values that CSS specifies") func colorForms() throws {
    for (text, expected) in Self.colors {
      var scanner = TextScanner(text)
      let word = try scanner.color().map { String($0.color.argb, radix: 16) }
      let padded = word.map { String(repeating: "0", count: 8 - $0.count) + $0 }
      expectEqual(padded, expected, "\(text)")
    }
  }

  @Test("A number is the nearest Double, and parsing stops at its end") func numbers() {
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
    ("*", "rabcdefg", 0), ("g", "a", 1), (".x", "bd", 1 << 10), ("#c", "c", 1 << 20),
    ("g .x", "b", 1 << 10 + 1), ("svg > .x", "d", 1 << 10 + 1), ("rect + rect", "ce", 2),
    ("g ~ rect", "de", 2), (":first-child", "rabg", 1 << 10), (":root", "r", 1 << 10),
    ("rect:nth-child(2n+1)", "be", 1 << 10 + 1), (":last-child", "rcfg", 1 << 10),
    ("rect:not(.x)", "ce", 1 << 10 + 1), ("[class]", "bd", 1 << 10),
    ("[id=c], [id^=d]", "cd", 1 << 10),
    ("rect:nth-last-of-type(1)", "ce", 1 << 10 + 1), (":is(g, #e)", "ae", 1 << 20),
    (":hover", "", 1 << 10),
    ("rect:nth-child(-n+1)", "b", 1 << 10 + 1), (":where(#c)", "c", 0),
    ("#e ~ rect", "", 1 << 20 + 1), ("\\72 ect.x", "bd", 1 << 10 + 1),
    (":is(:nope, .x)", "bd", 1 << 10), (":where(a(, #c), #d)", "d", 0), (":is()", "", 0),
    ("rect:is(::before, #c)", "c", 1 << 20 + 1), ("rect:not(:hover)", "bcde", 1 << 10 + 1),
    ("rect:only-child", "", 1 << 10 + 1), ("*|rect.x", "bd", 1 << 10 + 1),
    (".x, ::before, rect::-webkit-thing, :host(#b), c:AFTER", "bd", 1 << 10),
    (":nth-child(1 of .x)", "bd", 2 << 10),
    (":nth-last-child(1 of rect, #a)", "ce", 1 << 20 + 1 << 10),
    ("rect:nth-child(odd of :not(.x))", "c", 2 << 10 + 1),
    ("rect:nth-child(2N - 1)", "be", 1 << 10 + 1),
    ("a:link", "f", 1 << 10 + 1), (":any-link", "f", 1 << 10), ("a:visited", "", 1 << 10 + 1),
    (":lang(de)", "cfg", 1 << 10), (":lang('DE-at', en)", "ef", 1 << 10), (":lang(d)", "", 1 << 10),
    ("g:has(.x)", "a", 1 << 10 + 1), ("svg:has(> .w)", "", 1 << 10 + 1),
    ("svg:has(.w)", "r", 1 << 10 + 1),
    ("rect:has(+ rect)", "bd", 2), ("g:has(~ #e)", "a", 1 << 20 + 1),
    ("g:has(+ rect + rect)", "a", 3),
    (":not(:has(*))", "bcdeg", 0), ("*:has(> rect ~ rect)", "ra", 2), ("g:has(~ a > a)", "", 3),
    ("g:has(~ a > text)", "a", 3), ("&", "r", 0), ("& > .x", "d", 1 << 10),
    ("[class='W X' i]", "b", 1 << 10), ("[class='W X' s]", "", 1 << 10),
  ]

  @Test("Selectors match the elements that CSS specifies") func matching() throws {
    let document = try SVGDocument(
      Array(
        """
        <svg xmlns='http://www.w3.org/2000/svg' id='r'><g id='a'><rect id='b' class='w x'/> \
        <rect id='c' lang='de'/></g><rect id='d' class='x'/><rect id='e' xml:lang='en-GB'/>\
        <a id='f' href='#a' xml:lang='de-AT'><text id='g' lang='de'/></a></svg>
        """.utf8))
    for (text, expected, specificity) in Self.selectors {
      var scanner = TextScanner(text)
      let parsed = try scanner.selectors()
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
      "", "g >", "..a", "a:nope", "a::nope", "[a", "g,", "> g", ":not(::before)", ":not(:nope)",
      ":has(:has(a))", ":has(:nope)", ":has(:is(:has(a)), b", ":nth-child(1.5)",
      ":nth-of-type(1 of a)",
      ":is(a", "::part(a", ":lang()",
    ] {
      var scanner = TextScanner(text)
      let parsed = try scanner.selectors()
      #expect(parsed == nil, "\(text)")
    }
  }

  /// Values of `transform`, and their matrices as an attribute and as a property, or nil where they
  /// are invalid.
  private static let transforms: [(String, attribute: [Double]?, property: [Double]?)] = [
    ("translate(1,2) scale(2)", [2, 0, 0, 2, 1, 2], nil),
    ("translate(1 2),scale(2)", [2, 0, 0, 2, 1, 2], nil),
    ("translate(1px,2px)scale(2)", nil, [2, 0, 0, 2, 1, 2]),
    ("translate(1px,2px), scale(2)", nil, nil), ("translate(1px 2px)", nil, nil),
    ("rotate(90)", [0, 1, -1, 0, 0, 0], nil), ("rotate(90deg)", nil, [0, 1, -1, 0, 0, 0]),
    ("rotate(0)", [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0]),
    ("rotate(180 5 5)", [-1, 0, 0, -1, 10, 10], nil),
    ("rotate(180deg,5,5)", nil, nil), ("matrix(1 2 3 4 5 6)", [1, 2, 3, 4, 5, 6], nil),
    ("matrix(1,2,3,4,5,6)", [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
    ("translate(10px) rotate(0.25turn)", nil, [0, 1, -1, 0, 10, 0]),
    ("", [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0]),
    ("none", [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0]),
    ("scaleX(3)", nil, [3, 0, 0, 1, 0, 0]), ("SCALEX(3)", nil, [3, 0, 0, 1, 0, 0]),
    ("scale(3)", [3, 0, 0, 3, 0, 0], [3, 0, 0, 3, 0, 0]), ("rotate(1 2)", nil, nil),
    ("Scale(3)", nil, [3, 0, 0, 3, 0, 0]), ("scale(2 3)", [2, 0, 0, 3, 0, 0], nil),
    ("scale(200%)", nil, [2, 0, 0, 2, 0, 0]), ("translate()", nil, nil),
    ("translate(1", nil, nil), ("turn(1)", nil, nil), ("scale(1) x", nil, nil),
    ("rotateX(180deg)", nil, [1, 0, 0, -1, 0, 0]), ("rotateY(180deg)", nil, [-1, 0, 0, 1, 0, 0]),
    ("rotate3d(0, 0, -2, 90deg)", nil, [0, -1, 1, 0, 0, 0]), ("rotate3d(1, 1)", nil, nil),
    ("rotate3d(1, 1, 0, 180deg)", nil, [0, 1, 1, 0, 0, 0]), ("scaleZ(3)", nil, [1, 0, 0, 1, 0, 0]),
    ("perspective(9px) translateZ(4px)", nil, [1, 0, 0, 1, 0, 0]),
    ("matrix3d(1,2,0,0,3,4,0,0,0,0,1,0,5,6,0,1)", nil, [1, 2, 3, 4, 5, 6]),
  ]

  @Test(
    "A transform is the product of its functions, in the syntax of attributes and of style sheets"
  )
  func transforms() throws {
    func numbers(_ list: TransformList?) -> [Double]? {
      list.map { list in
        let matrix = list.transform { length, _ in length.value }
        return [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty].map { number in
          (number * 1e9).rounded() / 1e9
        }
      }
    }
    for (text, attribute, property) in Self.transforms {
      expectEqual(numbers(try TransformList(attribute: text)), attribute, "\(text)")
      expectEqual(numbers(try TransformList(property: text)), property, "\(text)")
    }
  }

  /// A value, and its form without functions, or nil if it is invalid.
  private static let calculations: [(String, String?)] = [
    ("calc(1px + 2px)", "3px"), ("calc(2 * (1s - 250ms))", "1.5s"), ("calc(1px*2)", "2px"),
    ("translate(calc(10px / 4), 1px)", "translate(2.5px, 1px)"), ("calc(1in)", "96px"),
    ("min(3px, 1px, 2px)", "1px"), ("max(0.5turn, 90deg)", "180deg"),
    ("clamp(1px, 5px, 3px)", "3px"), ("clamp(4px, 5px, 3px)", "4px"), ("calc(50% * 3)", "150%"),
    ("calc(min(1em, 2em) + max(3em, 1em))", "4em"), ("calc(6 - 2 * 2)", "2"),
    ("calc(100% - 1in)", "calc(100% - 1in)"), ("calc(1px * 1px)", nil), ("calc(1em + 1deg)", nil),
    ("calc(1em + 1)", nil), ("calc((1em + 1px) / 0)", nil), ("min(1em, 1)", nil),
    ("calc(1px +2px)", nil), ("calc(", nil), ("calc(1px 2px)", nil), ("calc(nope(1))", nil),
    ("calc(var(--x) * 1px)", "calc(var(--x) * 1px)"), ("'calc(1px)'", "'calc(1px)'"),
    ("xmin(1px)", "xmin(1px)"), ("CALC(40PX)", "40px"), ("-webkit-calc(1px + 1px)", "2px"),
    ("sin(90deg)", "1"), ("cos(0.5turn)", "-1"), ("sin(0)", "0"),
    ("tan(45deg)", "0.9999999999999999"),
    ("cos(1px)", nil), ("asin(1)", "90deg"), ("acos(-1)", "180deg"), ("atan(1)", "45deg"),
    ("atan2(1px, -1px)", "135deg"), ("atan2(1px, 1)", nil), ("asin(2)", "0deg"),
    ("pow(2, 10)", "1024"),
    ("pow(2, -1)", "0.5"), ("pow(-8, 1 / 3)", "0"), ("pow(1px, 2)", nil), ("sqrt(9)", "3"),
    ("hypot(3px, 4px)", "5px"), ("hypot(1em, 1px)", nil), ("log(1)", "0"), ("log(8, 2)", "3"),
    ("exp(0)", "1"), ("abs(-3em)", "3em"), ("sign(-3em)", "-1"), ("round(2.5)", "3"),
    ("round(-2.5)", "-2"), ("round(up, 11px, 5px)", "15px"), ("round(down, -11px, 5px)", "-15px"),
    ("round(to-zero, -11px, 5px)", "-10px"), ("round(1px)", nil), ("round(sideways, 1)", nil),
    ("round(7, 0)", "0"), ("mod(-7, 3)", "2"), ("rem(-7, 3)", "-1"), ("mod(7px, 3)", nil),
    ("calc(PI * 0 + E * 0)", "0"), ("calc(infinity * 1px)", "10000000px"),
    ("calc(-infinity)", "-10000000"), ("calc(NaN)", "0"), ("calc(1px / 0)", "10000000px"),
    ("calc(6px / 2px)", "3"), ("calc(1 / 1px)", nil), ("max(NaN, 1)", "0"),
    ("rotate(atan2(1, 0))", "rotate(90deg)"), ("sin()", nil), ("sin(1, 2)", nil),
  ]

  @Test("Calculations with one unit are evaluated, and those with several units are kept")
  func results()
    throws
  {
    for (text, expected) in Self.calculations {
      try expectEqual(Calculation.resolved(text), expected, "\(text)")
    }
    let deep = String(repeating: "calc(", count: 5000) + "1" + String(repeating: ")", count: 5000)
    #expect(throws: ParsingLimit.calculationDepth) { try Calculation.resolved(deep) }
    let long = "calc(1em" + String(repeating: " + 1px", count: 5000) + ")"
    #expect(throws: ParsingLimit.calculationTerms) { try Calculation.resolved(long) }
  }

  /// Lengths, and what they are where 100 % are 200, an em is 10, and the view is 400 by 300.
  private static let lengths: [(String, Double?)] = [
    ("calc(100% - 10px)", 190), ("calc(2 * (1em + 1vw) / 4)", 7), ("min(50%, 20em, 150px)", 100),
    ("max(50%, 20em)", 200), ("clamp(1em, 50%, 30px)", 30), ("clamp(4em, 1%, 5em)", 40),
    ("calc(10px + min(1em, 1vh))", 13), ("calc(1px + 2px)", 3), ("calc(1em + 1)", nil),
    ("calc(100% - 10px) x", nil), ("hypot(1em, 1px)", nil),
    ("abs(10px - 100%)", 190), ("calc(1px / 0)", 1e7),
  ]

  @Test("A length with several units is resolved where it is used") func placedLengths() throws {
    for (text, expected) in Self.lengths {
      let length = try Length(text)
      expectEqual(
        length?.resolved(
          reference: 200, font: FontUnits(size: 10), rootFontSize: 20,
          view: Size(width: 400, height: 300)),
        expected, "\(text)")
    }
  }

  /// Conditions of `@supports`, and whether they hold.
  private static let conditions: [(String, Bool)] = [
    ("(opacity: 1)", true), ("(opacity: nope)", false), ("not (opacity: 1)", false),
    ("not(nope: 1)", true), ("not (nope)", true), ("not (nope) x", false),
    ("(fill: red) and (nope: 1)", false),
    ("(fill: red) or (nope: 1)", true), ("(fill: red) and (fill: red) or (fill: red)", false),
    ("((fill: red))", true), ("(--x: 1)", true),
    ("(transform: rotate(1deg)) and (not (nope: 1))", true), ("selector(a > b)", true),
    ("selector(:has(a))", true), ("selector(:nope)", false), ("(font: var(--x))", true),
    ("(font: nope)", false), ("font-tech(color-COLRv1)", false), ("(fill:)", false),
    ("(color: color-mix(in srgb, red, blue))", true), ("(color: contrast-color(red))", false),
    ("", false), ("(fill: red) nonsense", false),
  ]

  @Test("Rules apply if their conditions hold") func conditionalRules() throws {
    for (condition, holds) in Self.conditions {
      var sheet = StyleSheet()
      sheet.append("@supports \(condition) { a { fill: red } } b { fill: red }")
      expectEqual(sheet.rules.count, holds ? 2 : 1, "\(condition)")
    }
  }

  /// Media queries, and whether they hold where the view is 400 by 300.
  private static let media: [(String, Bool)] = [
    ("", true), ("not print", true), ("not screen", false),
    ("only screen and (min-width: 9px)", true),
    ("print, screen", true), ("print", false), ("(prefers-color-scheme: dark)", false),
    ("not (prefers-color-scheme: dark)", true), ("not all and (prefers-color-scheme: dark)", true),
    ("(not (prefers-color-scheme:dark))", true), ("screen and (not (hover: hover))", true),
    ("(prefers-color-scheme: dark) or (hover: none)", true),
    ("((color) and (hover)) or (color)", true),
    ("(color) and (hover: none) or (grid)", false), ("screen or (color)", false),
    ("(prefers-reduced-motion)", false), ("(prefers-color-scheme)", true),
    ("(forced-colors:none)", true),
    ("(min-resolution: 1dppx) and (max-resolution: 96dpi)", true), ("(resolution > 1x)", false),
    ("(-webkit-min-device-pixel-ratio: 2)", false), ("(orientation:landscape)", true),
    ("(aspect-ratio: 4/3)", true), ("(min-aspect-ratio: 16 / 9)", false),
    ("(max-width: 400px)", true),
    ("(max-width: 399.9px)", false), ("(min-width: 1000px)", false),
    ("(min-height: 18.75em)", true),
    ("(width >= 400px)", true), ("(width > 400px)", false), ("(400px <= width)", true),
    ("(100px <= width <= 400px)", true), ("(400px > width > 100px)", false),
    ("(100px <= width >= 50px)", false), ("(width = 400px)", true),
    ("(width: calc(4 * 100px))", true),
    ("(min-width: 0)", true), ("(min-width: 100)", false), ("(nope)", false),
    ("not (nope: 1)", false),
    ("(nope) or (color)", true), ("not ((nope) or (hover))", false), ("not(hover)", false),
    ("(color", false), ("and", false), ("(color) nonsense", false), ("not", false),
    ("(width: 1px", false),
  ]

  @Test("Media queries match a light screen of the file's size") func mediaQueries()
    throws
  {
    for (query, holds) in Self.media {
      try expectEqual(
        MediaQuery.matches(query, view: Size(width: 400, height: 300)), holds, "\(query)")
    }
    var sheet = StyleSheet()
    sheet.append("@media (width: 300px) { a { fill: red } } @media print { b { fill: red } }")
    expectEqual(sheet.rules.count, 1)
  }
}
