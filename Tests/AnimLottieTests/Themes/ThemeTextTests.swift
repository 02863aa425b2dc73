import TestSupport
import Testing

@testable import AnimLottie

@Suite("Rules of themes")
struct ThemeTextTests {
  /// Returns the JSON value that a rule gives its slot, with whole numbers written without a
  /// fraction, and the messages.
  private func slot(_ fields: String) throws -> String {
    let theme = try ThemeReader.read(
      Array(#"{"rules":[{"id":"s",\#(fields)}]}"#.utf8), id: "t", path: "t.json",
      limits: LottieLimits())
    let value = theme.rules.first.map { $0.value.replacing(".0", with: "") }
    let reports = theme.diagnostics.map { $0.description.replacing("t.json.rules[0]", with: "!") }
    return ([value].compactMap { $0 } + reports).joined(separator: " ")
  }

  private static let path = #"{"vertices":[[0,1],[2,3]]}"#
  private static let two = """
    [{"offset":0,"color":[1,0.5,0,0.8]},{"offset":1,"color":[1,0.5,1,0.6]}]
    """
  private static let three = """
    [{"offset":0,"color":[1,0,0,1]},{"offset":0.5,"color":[1,0,0,1]},{"offset":1,"color":[1,0,0,1]}]
    """

  @Test("a value of a different type is rejected and reported")
  func types() throws {
    let values = [
      "1", "[1,2]", "[1,0.5,0,0.4]", "[]", #""text""#, #"{"text":"T"}"#, Self.path, Self.two,
      "true",
    ]
    for (type, wanted) in [
      ("Scalar", ["1"]), ("Vector", ["[1,2]", "[1,0.5,0,0.4]"]),
      ("Position", ["[1,2]", "[1,0.5,0,0.4]"]),
      ("Color", ["[1,2]", "[1,0.5,0,0.4]", "[]", Self.two]), ("Gradient", [Self.two]),
      ("Text", [#"{"text":"T"}"#, Self.path]), ("BezierPath", [Self.path]),
    ] as [(String, [String])] {
      for value in values where type != "Gradient" || !value.hasPrefix("[1") {
        let found = try slot(#""type":"\#(type)","value":\#(value)"#)
        let reason = "!.value: a \(type) cannot have this value; it is ignored"
        expectEqual((found == reason), !wanted.contains(value), "\(type) \(value): \(found)")
      }
    }
  }

  @Test(
    "a value is assigned to a slot",
    arguments: [
      (#""Scalar","value":-3e2"#, #"{"a":0,"k":-300}"#),
      (#""Scalar","keyframes":[],"value":7"#, #"{"a":0,"k":7}"#),
      (#""Scalar","value":1,"expression":"a \"2\"\n\\""#, #"{"a":0,"k":1,"x":"a \"2\"\u000a\\"}"#),
      // Extra components of a vector or a colour are ignored.
      (#""Vector","value":[1,0.5,3]"#, #"{"a":0,"k":[1,0.5]}"#),
      (#""Position","value":[1,0.5,3]"#, #"{"a":0,"k":[1,0.5]}"#),
      (#""Color","value":[1,0.5,0,0.4]"#, #"{"a":0,"k":[1,0.5,0]}"#),
      (#""Color","value":[1,2]"#, #"{"a":0,"k":[0,0,0]}"#),
      // First colours, then alphas.
      (
        #""Gradient","value":\#(two)"#,
        #"{"p":2,"k":{"a":0,"k":[0,1,0.5,0,1,1,0.5,1,0,0.8,1,0.6]}}"#
      ),
      (
        #""Gradient","value":[{"offset":2,"color":[0,0,0,0]}],"expression":"1""#,
        #"{"p":1,"k":{"a":0,"k":[2,0,0,0,2,0]}} !: the expression of a gradient is not run"#
      ),
      (
        #""BezierPath","value":\#(path)"#,
        #"{"a":0,"k":{"v":[[0,1],[2,3]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"c":false}}"#
      ),
      (
        #"""
        "BezierPath","value":{"vertices":[[0,1]],"inTangents":[[1,2]],"outTangents":[[3,4]],"closed":true}
        """#, #"{"a":0,"k":{"v":[[0,1]],"i":[[1,2]],"o":[[3,4]],"c":true}}"#
      ),
      // Only the last part of a path counts, and sizes above 0.
      (
        #""Image","value":{"src":"x/y/c","width":0,"height":6.5}"#,
        #"{"u":"","e":1,"p":"c","h":6.5}"#
      ),
      (#""Image","value":{"src":"a/","width":3,"height":-4}"#, #"{"u":"","e":1,"p":"a","w":3}"#),
      (
        #""Image","value":{"src":"data:image/png;base64,AA/A"}"#,
        #"{"u":"","e":1,"p":"data:image/png;base64,AA/A"}"#
      ),
      (#""Image","src":"a.png""#, "!: the rule has no image (src) and is ignored"),
      (
        #""Image","value":{"src":"HTTPS://e.org/a"}"#,
        "!: images are not downloaded; the rule is ignored"
      ),
      (#""Scalar""#, "!: the rule has neither a value nor keyframes and is ignored"),
    ])
  func values(fields: String, wanted: String) throws {
    try expectEqual(slot(#""type":\#(fields)"#), wanted)
  }

  @Test(
    "a field of a text has its own name in a file, and is ignored if it is invalid",
    arguments: [
      (#""text":"a\nb""#, #""t":"a\u000ab""#), (#""text":3"#, ""),
      (#""fontName":"F""#, #""f":"F""#),
      (#""fontSize":9"#, #""s":9"#), (#""fontSize":"9""#, ""), (#""fillColor":"red""#, ""),
      (#""fillColor":[1,0,0,0.5,9]"#, #""fc":[1,0,0,0.5]"#),
      (#""strokeColor":[0,1,0,0.5,9]"#, #""sc":[0,1,0,0.5]"#), (#""strokeWidth":2"#, #""sw":2"#),
      (#""strokeOverFill":false"#, #""of":false"#), (#""strokeOverFill":1"#, ""),
      (#""lineHeight":11"#, #""lh":11"#), (#""tracking":-20"#, #""tr":-20"#),
      (#""justify":"Left""#, #""j":0"#), (#""justify":"Right""#, #""j":1"#),
      (#""justify":"JustifyLastFull""#, #""j":6"#), (#""justify":2"#, #""j":2"#),
      (#""justify":"x""#, ""), (#""textCaps":"AllCaps""#, #""ca":1"#),
      (#""textCaps":"SmallCaps""#, #""ca":2"#), (#""textCaps":1"#, #""ca":1"#),
      (#""baselineShift":4"#, #""ls":4"#), (#""wrapSize":[30,40,50]"#, #""sz":[30,40]"#),
      (#""wrapSize":{}"#, ""), (#""wrapPosition":[-3,4,5]"#, #""ps":[-3,4]"#),
    ])
  func texts(field: String, wanted: String) throws {
    try expectEqual(
      slot(#""type":"Text","value":{\#(field)}"#), #"{"k":[{"t":0,"s":{\#(wanted)}}]}"#)
  }

  @Test(
    "keyframes hold or are eased by the values at both their ends, and empty ones are ignored",
    arguments: [
      (#"{"frame":0,"value":1},{"frame":9.5,"value":2}"#, #"{"t":0,"s":1},{"t":9.5,"s":2}"#),
      (
        #"{"frame":0,"value":1,"outTangent":{"x":0.3,"y":[0,0.2]}},{"frame":1,"value":2}"#,
        #"{"t":0,"s":1,"o":{"x":0.3,"y":[0,0.2]},"i":{"x":1,"y":1}},{"t":1,"s":2}"#
      ),
      (
        #"{"frame":0,"value":1},{"frame":1,"value":2,"inTangent":{"x":0.6,"y":1}}"#,
        #"{"t":0,"s":1,"o":{"x":0,"y":0},"i":{"x":0.6,"y":1}},{"t":1,"s":2}"#
      ),
      (
        #"{"frame":0,"value":1,"hold":true,"outTangent":{"x":0,"y":1}},{"frame":1,"value":2,"hold":false}"#,
        #"{"t":0,"s":1,"h":1},{"t":1,"s":2}"#
      ),
      (
        #"{"frame":0,"value":1,"outTangent":{"x":0.3}},{"frame":1,"value":2,"inTangent":1}"#,
        #"{"t":0,"s":1,"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":1,"s":2}"#
      ),
    ])
  func easing(keyframes: String, wanted: String) throws {
    let left = #"{"value":1},{"frame":3},{"frame":4,"value":"x"}"#
    try expectEqual(
      slot(#""type":"Scalar","keyframes":[\#(keyframes)]"#), #"{"a":1,"k":[\#(wanted)]}"#)
    let found = try slot(#""type":"Scalar","keyframes":[\#(left),\#(keyframes)]"#)
    expectEqual(
      found,
      #"{"a":1,"k":[\#(wanted)]}"#
        + " !.keyframes[0]: a keyframe without a frame is ignored"
        + " !.keyframes[1]: a keyframe without a value is ignored"
        + " !.keyframes[2].value: a Scalar cannot have this value; it is ignored"
        + " !.keyframes[2]: a keyframe without a value is ignored")
  }

  @Test("the keyframes of a gradient all have as many stops as the first")
  func gradients() throws {
    let found = try slot(
      """
      "type":"Gradient","keyframes":[{"frame":0,"value":\(Self.two)},\
      {"frame":1,"value":\(Self.three)},{"frame":2,"value":\(Self.two)}]
      """)
    let stops = "[0,1,0.5,0,1,1,0.5,1,0,0.8,1,0.6]"
    expectEqual(
      found,
      #"{"p":2,"k":{"a":1,"k":[{"t":0,"s":\#(stops)},{"t":2,"s":\#(stops)}]}}"#
        + " !.keyframes[1]: a keyframe with a different number of stops is ignored")
  }

  @Test(
    "a theme is rejected if a rule has no slot or type, or a stop of a gradient is invalid")
  func refusals() {
    let stop = "a stop has an offset and a color of four numbers"
    for (rule, reason) in [
      (#"{"type":"Scalar","value":1}"#, ": the rule has no slot (id)"),
      ("3", ": the rule has no slot (id)"),
      (#"{"id":"s","value":1}"#, ": the rule has no type"),
      (#"{"id":"s","type":"Other","value":1}"#, ": unknown type of rule \"Other\""),
      (#"{"id":"s","type":"Gradient","value":[1]}"#, ".value[0]: \(stop)"),
      (
        #"{"id":"s","type":"Gradient","value":[{"offset":0,"color":[1,0,0]}]}"#,
        ".value[0]: \(stop)"
      ),
      (
        #"{"id":"s","type":"Gradient","value":[{"offset":0,"color":[1,0,0,1,1]}]}"#,
        ".value[0]: \(stop)"
      ),
    ] {
      do throws(LottieError) {
        _ = try ThemeReader.read(
          Array(#"{"rules":[\#(rule)]}"#.utf8), id: "t", path: "t.json", limits: LottieLimits())
        Issue.record("\(rule) is not refused")
      } catch {
        expectEqual("\(error)", "t.json.rules[0]\(reason); the theme is not applied")
      }
    }
  }

  @Test("a position leaves a keyframe by its own tangent, and enters the next by that one's")
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
      // The properties of each keyframe after its value.
      let value = try #require(theme.rules.first).value.replacing(".0", with: "")
      return value.split(separator: #""s":"#).dropFirst().map {
        String($0.drop { $0 != "]" }.dropFirst().prefix { $0 != "}" })
      }
    }
    let (out, `in`) = (#","valueOutTangent":"#, #","valueInTangent":"#)
    try expectEqual(
      motion([
        out + "[1,2]" + `in` + "[9,9]", `in` + "[3,4]" + out + "[7,8]",
        `in` + "[5,6]" + out + "[9,9]",
      ]), [#","to":[1,2],"ti":[3,4]"#, #","to":[7,8],"ti":[5,6]"#, ""])
    try expectEqual(motion([out + "[1,2]", "", ""]), [#","to":[1,2],"ti":[0,0]"#, "", ""])
    try expectEqual(motion(["", "", `in` + "[3,4]"]), ["", #","to":[0,0],"ti":[3,4]"#, ""])
    try expectEqual(motion([`in` + "[3,4]", "", out + "[1,2]"]), ["", "", ""])
  }
}
