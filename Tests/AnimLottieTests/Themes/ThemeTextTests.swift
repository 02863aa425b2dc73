import TestSupport
import Testing

@testable import AnimLottie

@Suite("Rules of themes")
struct ThemeTextTests {
  private static let values = [
    "1", "0.5", "-3e2", "[1,2]", "[1,0.5,0]", "[1,0.5,0,0.4]", "[]", #""text""#,
    #"{"text":"T","fontSize":9,"fillColor":[1,0,0]}"#, #"{"vertices":[[0,1],[2,3]],"closed":true}"#,
    #"{"vertices":[[0,1]],"inTangents":[[1,1]],"outTangents":[[2,2]],"closed":false}"#,
    #"[{"offset":0,"color":[1,0,0]},{"offset":1,"color":[0,0,1]}]"#,
    #"[{"offset":0,"color":[1,0,0,0.5]},{"offset":0.5,"color":[0,0,1,1]}]"#,
    #"[{"offset":2,"color":[1,0]}]"#, "null", "true",
  ]

  private static func keyframes(_ values: String...) -> String {
    let frames = values.enumerated().map { index, value in
      let tangents = [
        #","outTangent":{"x":0.3,"y":[0,0.2]}"#,
        #","inTangent":{"x":0.6,"y":1},"outTangent":{"x":0.1,"y":0}"#, #","hold":true"#, "",
      ]
      return #"{"frame":\#(index * 10),"value":\#(value)\#(tangents[index % 4])}"#
    }
    return #""keyframes":[\#(frames.joined(separator: ","))]"#
  }

  private static func stops(_ offsets: String...) -> String {
    "[" + offsets.map { #"{"offset":\#($0),"color":[1,0.5,\#($0),0.8]}"# }.joined(separator: ",")
      + "]"
  }

  private static let two = stops("0", "1")
  private static let three = stops("0", "0.5", "1")

  private static var rules: [String] {
    let types = [
      "Scalar", "Vector", "Position", "Color", "Gradient", "Image", "Text", "BezierPath", "Other",
    ]
    var rules = types.flatMap { type in
      values.map { #"{"id":"s","type":"\#(type)","value":\#($0)}"# }
    }
    for (type, frames) in [
      ("Scalar", keyframes("1", "2", "3", "4")), ("Scalar", keyframes("1", "[2]", "null", "4")),
      ("Color", keyframes("[1,0,0]", "[0,1,0,0.5]")), ("Position", keyframes("[1,2]", "[3,4]")),
      ("Gradient", keyframes(two, two)), ("Gradient", keyframes(two, three, two)),
      ("Gradient", keyframes(three, two)),
      ("Text", keyframes(#"{"text":"a"}"#, #"{"text":"b","tracking":3}"#)),
      ("Scalar", #""keyframes":[{"value":1},{"frame":3},{"frame":4,"value":5}]"#),
      ("Scalar", #""keyframes":[],"value":7"#), ("Scalar", #""keyframes":[{"frame":1}]"#),
      ("Scalar", #""value":1,"expression":"time * \"2\"\n""#),
      ("Gradient", #""value":\#(two),"expression":"1""#),
      ("Scalar", #""animations":["x"],"value":1"#),
      ("Image", #""value":{"id":"i","path":"i/a.png","width":3,"height":4}"#),
      ("Image", #""src":"a.png""#), ("Image", #""value":{"src":"a.png"}"#), ("Scalar", ""),
    ] {
      rules.append(#"{"id":"s","type":"\#(type)"\#(frames.isEmpty ? "" : ",")\#(frames)}"#)
    }
    return rules + randomRules + [
      #"{"type":"Scalar","value":1}"#, #"{"id":"s","value":1}"#, "3", #"{"id":""}"#,
    ]
  }

  /// Texts with some of their fields, images, and keyframes with tangents.
  private static var randomRules: [String] {
    var random = SeededGenerator(seed: 0x7E3E5)
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    func fields(_ choices: [(String, [String])], _ count: Int) -> String {
      let chosen = choices.filter { _ in Int.random(in: 0..<count, using: &random) == 0 }
      return "{\(chosen.map { #""\#($0.0)":\#(pick($0.1))"# }.joined(separator: ","))}"
    }
    let texts = (0..<50).map { _ in
      let value = fields(
        [
          ("text", [#""a\nb""#, #""\"\\""#, "3"]), ("fontName", [#""F""#, "1"]),
          ("fontSize", ["9", #""9""#]), ("fillColor", ["[1,0,0]", "[1,0,0,0.5,9]", #""red""#]),
          ("strokeColor", ["[0,1,0]", "[0,1,0,0.5,9]", "[]"]), ("strokeWidth", ["2", "null"]),
          ("strokeOverFill", ["true", "false", "1"]), ("lineHeight", ["11", "true"]),
          ("tracking", ["-20", "[1]"]),
          ("justify", [#""Right""#, #""JustifyLastFull""#, "2", #""x""#]),
          ("textCaps", [#""SmallCaps""#, #""AllCaps""#, "1", "null"]), ("baselineShift", ["4"]),
          ("wrapSize", ["[30,40]", "[30,40,50]", "[1]"]),
          ("wrapPosition", ["[-3,4]", "[-3,4,5]", "{}"]),
        ], 2)
      return #"{"id":"s","type":"Text","value":\#(value)}"#
    }
    let images = (0..<30).map { _ in
      let value = fields(
        [
          (
            "src",
            [
              #""a.png""#, #""i/b.png""#, #""x/y/c""#, #""http://e.org/a.png""#,
              #""HTTPS://e.org/a""#,
              #""https:x""#, #""data:image/png;base64,AAAA""#, #""""#, #""a/""#, "7",
            ]
          ),
          ("width", ["3", "0", "-4", #""5""#]), ("height", ["6.5", "0", "null"]),
        ], 1)
      return #"{"id":"s","type":"Image","value":\#(value)}"#
    }
    let moving = (0..<60).map { _ in
      let (type, values) =
        [
          ("Scalar", ["1", "2", #""x""#]), ("Vector", ["[1,2]", "[3,4,5]", "[6]"]),
          ("Position", ["[1,2]", "[3,4,5]"]), ("Color", ["[1,0,0]", "[1,0]", "[0,1,0,0.5]"]),
          ("BezierPath", [#"{"vertices":[[0,1]]}"#, #"{"vertices":[[2,3]],"closed":true}"#]),
        ].randomElement(using: &random) ?? ("Scalar", [])
      let tangents = [#"{"x":0.3,"y":0.1}"#, #"{"x":[0.3,0.4],"y":[0,1]}"#, #"{"x":0.3}"#, "1"]
      let points = ["[1,2]", "[1,2,3,4]", #"["x"]"#, "5"]
      let frames = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        fields(
          [
            ("frame", ["0", "4", "9.5"]), ("frame", ["12"]), ("value", values), ("value", values),
            ("hold", ["true", "false"]), ("outTangent", tangents), ("inTangent", tangents),
            ("valueOutTangent", points), ("valueInTangent", points),
          ], 2)
      }
      return
        #"{"id":"s","type":"\#(type)","value":\#(pick(values)),"keyframes":[\#(frames.joined(separator: ","))]}"#
    }
    return texts + images + moving
  }

  @Test("become the values of slots, or are left out with a reason")
  func kept() throws {
    var text = ""
    for rule in Self.rules {
      text += "\(rule)\n"
      do throws(LottieError) {
        let theme = try ThemeReader.read(
          Array(#"{"rules":[\#(rule)]}"#.utf8), id: "t", path: "t.json", limits: LottieLimits())
        for rule in theme.rules {
          text += "  \(rule.slot) \(rule.type) \(rule.animations ?? []): \(rule.value)\n"
        }
        let counts = [nil, "x", "y"].map { theme.rules(for: $0).count }
        if counts != [1, 1, 1] { text += "  \(counts)\n" }
        for diagnostic in theme.diagnostics { text += "  \(diagnostic)\n" }
      } catch {
        text += "  \(error)\n"
      }
    }
    try Kept.compare(text, with: "themes.txt")
  }

  @Test("a position leaves a keyframe by its own tangent, and comes into the next by that one's")
  func motion() throws {
    func motion(_ tangents: [String]) throws -> [String] {
      let frames = tangents.enumerated().map {
        #"{"frame":\#($0.offset * 10),"value":[\#($0.offset),5]\#($0.element)}"#
      }
      let rule = """
        {"id":"s","type":"Position","keyframes":[\(frames.joined(separator: ","))]}
        """
      let theme = try ThemeReader.read(
        Array(#"{"rules":[\#(rule)]}"#.utf8), id: "t", path: "t.json", limits: LottieLimits())
      // What each keyframe has after its value.
      let value = try #require(theme.rules.first).value.replacing(".0", with: "")
      return value.split(separator: #""s":"#).dropFirst().map {
        String($0.drop { $0 != "]" }.dropFirst().prefix { $0 != "}" })
      }
    }
    let (out, `in`) = (#","valueOutTangent":"#, #","valueInTangent":"#)
    #expect(
      try motion([
        out + "[1,2]" + `in` + "[9,9]", `in` + "[3,4]" + out + "[7,8]",
        `in` + "[5,6]" + out + "[9,9]",
      ]) == [#","to":[1,2],"ti":[3,4]"#, #","to":[7,8],"ti":[5,6]"#, ""])
    #expect(try motion([out + "[1,2]", "", ""]) == [#","to":[1,2],"ti":[0,0]"#, "", ""])
    #expect(try motion(["", "", `in` + "[3,4]"]) == ["", #","to":[0,0],"ti":[3,4]"#, ""])
    #expect(try motion([`in` + "[3,4]", "", out + "[1,2]"]) == ["", "", ""])
  }
}
