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
    return rules + [#"{"type":"Scalar","value":1}"#, #"{"id":"s","value":1}"#, "3", #"{"id":""}"#]
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
