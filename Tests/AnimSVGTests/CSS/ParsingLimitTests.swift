import TestSupport
import Testing

@testable import AnimSVG

@Suite("Limits of parsing") struct ParsingLimitTests {
  /// Returns the text with a prefix and a suffix for each level.
  private static func nested(
    _ count: Int, _ prefix: String, _ inner: String, _ suffix: String = ")"
  ) -> String {
    String(repeating: prefix, count: count) + inner + String(repeating: suffix, count: count)
  }

  private static func list(_ count: Int, _ item: String, _ separator: String = ",") -> String {
    repeatElement(item, count: count).joined(separator: separator)
  }

  private static func diagnostics(_ body: String) throws -> [String] {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>\n\(body)\n</svg>"
    return try SVGAnimation(Array(text.utf8)).diagnostics.map(\.description)
  }

  /// Declarations that are at a limit for the number of the limit and beyond it for one more.
  private static var declarations: [(ParsingLimit, String, (Int) -> String)] {
    [
      (.calculationDepth, "stroke-width", { nested($0, "calc(", "1px") }),
      (.calculationTerms, "stroke-width", { "calc(\(list($0, "1px", " + ")))" }),
      (.colorDepth, "fill", { nested($0 - 1, "color-mix(in srgb,red,", "red") }),
      (.colorDepth, "stop-color", { nested($0 - 1, "light-dark(red,", "red") }),
      (.transformFunctions, "transform", { list($0, "translate(1px)", " ") }),
      (.filterFunctions, "filter", { list($0, "invert(1)", " ") }),
      (.shadows, "text-shadow", { list($0, "1px 1px red") }),
      (.backgroundWords, "background", { "red " + list($0 - 1, "0", " ") }),
      (.polygonCorners, "clip-path", { "polygon(\(list($0, "0 0")))" }),
      (.polygonCorners, "offset-path", { "polygon(\(list($0, "0 0")))" }),
      (.fontFamilies, "font-family", { list($0, "a") }),
      (.fontSettings, "font-feature-settings", { list($0, "\"liga\"") }),
    ]
  }

  @Test("a declaration beyond a limit is reported in attributes, style attributes and style sheets")
  func declarations() throws {
    for (limit, property, value) in Self.declarations {
      let maximum = limit.maximum
      for (count, messages) in [(maximum, []), (maximum + 1, ["\(limit.consequence): \(limit)"])] {
        let value = value(count)
        try expectEqual(
          Self.diagnostics("<rect style='\(property):\(value)'/>"),
          messages.map { "line 2, column 7: \(property) of <rect> \($0)" }, "\(limit)")
        try expectEqual(
          Self.diagnostics("<style>a{b:c}\nrect{/*{*/ \(property):\(value)}</style>"),
          messages.map { "line 3, column 12: \(property) of a style sheet \($0)" }, "\(limit)")
        try expectEqual(
          Self.diagnostics("<style>@supports(\(property):\(value)){rect{fill:red}}</style>"),
          count == maximum || messages.first?.contains("truncated") == true
            ? [] : ["line 2, column 8: a rule of a style sheet is ignored: \(limit)"], "\(limit)")
      }
    }
  }

  @Test("an attribute beyond a limit is reported") func attributes() throws {
    let rows: [(ParsingLimit, String, (Int) -> String)] = [
      (.calculationTerms, "x", { "calc(\(Self.list($0, "1px", " + ")))" }),
      (.transformFunctions, "transform", { Self.list($0, "scale(1)", "") }),
      (.transformFunctions, "gradientTransform", { Self.list($0, "scale(1)", "") }),
      (.filterFunctions, "filter", { Self.list($0, "invert(1)", " ") }),
      (.colorDepth, "fill", { Self.nested($0 - 1, "light-dark(red,", "red") }),
      (.mediaDepth, "media", { Self.nested($0 - 1, "(", "(color)") }),
    ]
    for (limit, name, value) in rows {
      try expectEqual(
        Self.diagnostics("<rect \(name)='\(value(limit.maximum))'/>"), [], "\(name)")
      try expectEqual(
        Self.diagnostics("<rect \(name)='\(value(limit.maximum + 1))'/>"),
        ["line 2, column 7: \(name) of <rect> is ignored: \(limit)"], "\(name)")
    }
    func line(_ count: Int) -> String { "<path d='M0 0\(Self.list(count - 1, "h1", ""))'/>" }
    let commands = ParsingLimit.pathCommands
    try expectEqual(Self.diagnostics(line(commands.maximum)), [])
    try expectEqual(
      Self.diagnostics(line(commands.maximum + 1)),
      ["line 2, column 7: d of <path> is truncated: \(commands)"])
    let numbers = Self.list(ParsingLimit.numbers.maximum + 1, "1", " ")
    try expectEqual(
      Self.diagnostics("<polygon points='\(numbers)'/>"),
      ["line 2, column 10: points of <polygon> is truncated: \(ParsingLimit.numbers)"])
  }

  @Test("a rule beyond a limit is reported with the position of the rule") func rules() throws {
    let rows: [(ParsingLimit, (Int) -> String, place: String)] = [
      (.selectorDepth, { Self.nested($0, ":is(", "a") + "{fill:red}" }, "2, column 8"),
      (.selectorDepth, { Self.nested($0, ":not(", "a") + "{fill:red}" }, "2, column 8"),
      (.selectorCompounds, { "b{}\n\(Self.list($0, "g", " ")){fill:red}" }, "3, column 1"),
      (
        .mediaDepth, { "@media \(Self.nested($0 - 1, "(", "(color)")){a{fill:red}}" }, "2, column 8"
      ),
      (
        .supportsDepth, { "@supports \(Self.nested($0 - 1, "(", "(fill:red)")){a{fill:red}}" },
        "2, column 8"
      ),
      (.layerDepth, { "@layer \(Self.list($0, "a", "."));" }, "2, column 8"),
      (
        .fontRanges,
        {
          "@font-face{font-family:a;src:url(data:;base64,AAEAAA);unicode-range:"
            + Self.list($0, "U+41") + "}"
        }, "2, column 8"
      ),
      (
        .fontFaces, { Self.list($0, "@font-face{font-family:a;src:url(data:;base64,AAEAAA)}", "") },
        ""
      ),
      (
        .registeredProperties,
        { (0..<$0).map { "@property --\($0){syntax:'*';inherits:true}" }.joined() }, ""
      ),
      (.rules, { Self.list($0, "a") + "{fill:red}" }, "2, column 8"),
    ]
    for (limit, sheet, place) in rows {
      try expectEqual(Self.diagnostics("<style>\(sheet(limit.maximum))</style>"), [], "\(limit)")
      let found = try Self.diagnostics("<style>\(sheet(limit.maximum + 1))</style>")
      expectEqual(found.count, 1, "\(limit)")
      let message = "a rule of a style sheet is ignored: \(limit)"
      let expected = place.isEmpty ? message : "line \(place): \(message)"
      #expect(found.first?.hasSuffix(expected) == true, "\(found)")
    }
    // Its first word is compared as a whole: an escaped one before it begins like it.
    let deep =
      "abcdefghijklmnopqrst \(Self.nested(ParsingLimit.selectorDepth.maximum + 1, ":is(", "a"))"
    try expectEqual(
      Self.diagnostics("<style>&#97;bcdefghijklmnopqrs{}\n\(deep){fill:red}</style>"),
      ["line 3, column 1: a rule of a style sheet is ignored: \(ParsingLimit.selectorDepth)"])
    // The rule that is one level too deep is in the middle of the text.
    let depth = ParsingLimit.ruleDepth.maximum
    try expectEqual(
      Self.diagnostics(
        "<style>\(Self.nested(depth - 1, "@media all{", "a{fill:red}", "}"))</style>"),
      [])
    try expectEqual(
      Self.diagnostics("<style>\(Self.nested(depth, "@media all{", "\na{fill:red}", "}"))</style>"),
      ["line 3, column 1: a rule of a style sheet is ignored: \(ParsingLimit.ruleDepth)"])
  }

  @Test("an animated value beyond a limit is reported as such, not as invalid")
  func animations() throws {
    let filters = Self.list(33, "invert(1)", " ")
    let stops = Self.list(10_001, "1")
    let rows: [(String, ParsingLimit)] = [
      ("<rect><animate attributeName='filter' to='\(filters)' dur='1s'/></rect>", .filterFunctions),
      (
        "<rect><animate attributeName='filter' values='none;\(filters)' dur='1s'/></rect>",
        .filterFunctions
      ),
      (
        "<rect style='animation: k 1s'/><style>@keyframes k{to{filter:\(filters)}}</style>",
        .filterFunctions
      ),
      (
        "<rect style='animation: k 1s linear(\(stops))'/><style>@keyframes k{to{x:1}}</style>",
        .easingStops
      ),
      (
        "<rect style='animation: k 1s steps(1000001)'/><style>@keyframes k{to{x:1}}</style>",
        .easingSteps
      ),
      (
        """
        <rect style='animation: k 1s'/>
        <style>@keyframes k{from{animation-timing-function:linear(\(stops));x:0}}</style>
        """, .easingStops
      ),
    ]
    for (body, limit) in rows {
      let found = try Self.diagnostics(body)
      #expect(
        found.contains { $0.hasSuffix("a value of the animation is ignored: \(limit)") }
          && !found.contains { $0.contains(" is no ") }, "\(found)")
    }
  }

  @Test("a value that exceeds a limit once custom properties are known is reported when drawn")
  func customProperties() throws {
    let row: (String, String) -> String = { "<rect width='4' height='4' style='\($0);\($1)'/>" }
    let rows: [(String, ParsingLimit)] = [
      (row("--a:invert(1)", "filter:\(Self.list(33, "var(--a)", " "))"), .filterFunctions),
      (row("--a:1px", "stroke-dasharray:\(Self.list(65, "var(--a)"))"), .substitutions),
      (
        row("--a:\(Self.list(3000, "1px", " ")) ", "stroke-dasharray:\(Self.list(10, "var(--a)"))"),
        .substitutedBytes
      ),
      (row("--a:1px", "width:calc(\(Self.list(257, "1px", " + ")) + var(--a))"), .calculationTerms),
    ]
    for (body, limit) in rows {
      let found = try DrawnImage(body).omissions
      expectEqual(
        found, ["a value of <rect> is ignored: \(limit)"], "\(body.prefix(80))"
      )
    }
    try expectEqual(
      DrawnImage(row("--a:invert(1)", "filter:\(Self.list(32, "var(--a)", " "))")).omissions, [])
  }

  @Test("a gradient with too many stops is reported in every image") func stops()
    throws
  {
    func gradient(_ count: Int) -> String {
      "<linearGradient id='g'>\(Self.list(count, "<stop/>", ""))</linearGradient>"
        + "<rect width='9' height='9' fill='url(#g)'/>"
    }
    try expectEqual(DrawnImage(gradient(PaintingLimits.stops)).omissions, [])
    let image = try DrawnImage(gradient(PaintingLimits.stops + 1))
    #expect(
      image.omissions.count == 1
        && image.omissions[0].hasPrefix(Omission.stops.sentence),
      "\(image.omissions)")
  }

  @Test("paint servers that refer to each other in a long chain are reported") func references()
    throws
  {
    func gradients(_ count: Int) -> String {
      (0..<count).map { "<linearGradient id='g\($0)' href='#g\($0 + 1)'/>" }.joined()
        + "<rect width='9' height='9' fill='url(#g0)'/>"
    }
    try expectEqual(DrawnImage(gradients(PaintingLimits.references)).omissions, [])
    let omissions = try DrawnImage(gradients(PaintingLimits.references + 1)).omissions
    #expect(
      omissions.count == 1 && omissions[0].hasPrefix(Omission.references.sentence),
      "\(omissions)")
  }
}
