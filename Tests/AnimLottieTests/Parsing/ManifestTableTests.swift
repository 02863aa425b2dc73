import TestSupport
import Testing

@testable import AnimLottie

@Suite("Manifests made at random")
struct ManifestTableTests {
  private static func manifest(_ random: inout SeededGenerator) -> String {
    func some(_ choices: [(key: String, values: [String])], of count: Int) -> String {
      let chosen = choices.filter { _ in Int.random(in: 0..<count, using: &random) > 0 }
      let fields = chosen.map { #""\#($0.key)":\#($0.values.randomElement(using: &random) ?? "")"# }
      return "{\(fields.joined(separator: ","))}"
    }
    func list(_ count: Int, _ element: () -> String) -> String {
      "[\((0..<Int.random(in: 0...count, using: &random)).map { _ in element() }.joined(separator: ","))]"
    }
    let id = ("id", [#""x""#, #""y""#, #""z""#, "1", #""""#])
    let animations = list(3) {
      some(
        [
          id, ("name", [#""N""#, "2"]), ("initialTheme", [#""t""#, #""""#, "null"]),
          ("themes", [#"["t"]"#, "[]", #"["u",3]"#, "null", "5"]),
          (
            "background",
            [
              ##""#123""##, ##""#102030""##, ##""#10203040""##, ##""#102030+f""##, ##""#1020304""##,
              #""red""#, #""""#, ##""#GG203040""##,
            ]
          ),
          ("loop", ["true", "false", "0", "1", "1.5", "2", "2.75", "-1", "1e7", #""x""#, "null"]),
          ("speed", ["2", "0.0005", "1000", "1001", "0", "null", #""2""#]),
          (
            "playMode",
            [#""normal""#, #""bounce""#, #""Reverse""#, #""ReverseBounce""#, #""x""#, "1"]
          ),
          ("direction", ["1", "-1", "null", "true"]), ("autoplay", ["true", "false", "null", "1"]),
        ], of: 3)
    }
    func entries() -> String {
      list(3) { some([id, ("name", [#""N""#, "false"])], of: 6) }
    }
    let initial = some(
      [
        ("animation", [#""y""#, #""""#, "5", #""q""#]),
        ("stateMachine", [#""x""#, #""""#, #""q""#, "[]"]),
      ],
      of: 4)
    return some(
      [
        ("animations", [animations, animations, animations, "7"]), ("themes", [entries(), "null"]),
        ("stateMachines", [entries(), "{}"]), ("initial", [initial, initial, "null", #""x""#]),
        ("activeAnimationId", [#""z""#, #""""#, "3"]),
      ], of: 5)
  }

  @Test("say what they did, with a diagnostic for each field of the wrong type")
  func kept() throws {
    var random = SeededGenerator(seed: 0x3A41F)
    var text = ""
    for _ in 0..<140 {
      let json = Self.manifest(&random)
      var reader = ManifestReader(limits: LottieLimits())
      let tape = try JSONParser.parse(Array(json.utf8), name: "m", limits: LottieLimits())
      let manifest = tape.withRoot { reader.read($0) }
      text += "\(json)\n"
      for animation in manifest.animations {
        text += "  \(animation.id) \"\(animation.name)\" \(animation.initialTheme ?? "-")"
        text += " \(animation.themes.map { "\($0)" } ?? "-")"
        text += " \(animation.background.map { "\($0)" } ?? "-")"
        text += " \(animation.loops.map { "\($0)" } ?? "-") \(animation.loopCount ?? -1)"
        text += " \(animation.speed ?? -1) \(animation.mode?.rawValue ?? "-")"
        text += " \(animation.autoplay.map { "\($0)" } ?? "-")\n"
      }
      text += "  \(manifest.initialAnimation ?? "-") \(manifest.initialStateMachine ?? "-")"
      text += " \(manifest.firstAnimation ?? "-")"
      text += " \((manifest.themes + manifest.stateMachines).map { "\($0.id) \($0.name)" })"
      text += " \(["t", "u", "x", "y"].filter { manifest.allows(theme: $0) })"
      text += " \(manifest[animation: "x"] != nil)\n"
      for diagnostic in reader.diagnostics.complete { text += "  \(diagnostic)\n" }
    }
    try Kept.compare(text, with: "manifests.txt")
  }
}
