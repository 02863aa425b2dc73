import TestSupport
import Testing

@testable import AnimLottie

@Suite("Changes between two versions of a file")
struct LottieEditTests {
  private func file(_ layers: String, more: String = "") -> [UInt8] {
    Array(
      "{\"w\": 10, \"h\": 10, \"fr\": 30, \"ip\": 0, \"op\": 9\(more), \"layers\": [\(layers)]}"
        .utf8)
  }

  private func edits(_ old: [UInt8], _ new: [UInt8]) throws -> [String] {
    try LottieEdit.between(old, new).map { "\($0)" }
  }

  private static let dot =
    #"{"nm": "Dot", "ind": 1, "ks": {"o": {"k": 50}, "p": {"k": [1, 2, 0]}}}"#
  private static let bar =
    #"{"nm": "Bar", "ind": 2, "shapes": [{"nm": "Body", "it": [{"nm": "Fill", "c": {"k": [1, 0, 0]}}]}]}"#

  @Test("a change is reported with its layer, its location and its values")
  func values() throws {
    let old = file(Self.dot + "," + Self.bar)
    let dot = Self.dot.replacing("50", with: "60.5").replacing("[1, 2, 0]", with: "[1, 3, 0]")
    let bar = Self.bar.replacing("[1, 0, 0]", with: "[1, 0.5, 0]")
    try expectEqual(edits(old, old), [])
    try expectEqual(
      edits(old, file(dot + "," + bar)),
      [
        #"layer "Dot": ks.o.k: 50 → 60.5; ks.p.k: [1, 2, 0] → [1, 3, 0]"#,
        #"layer "Bar": shapes["Body"].it["Fill"].c.k: [1, 0, 0] → [1, 0.5, 0]"#,
      ])
  }

  @Test("new, removed, renamed and reordered layers are distinguished")
  func layers() throws {
    let old = file(Self.dot + "," + Self.bar)
    try expectEqual(edits(old, file(Self.dot)), [#"layer "Bar" is gone"#])
    try expectEqual(edits(file(Self.dot), old), [#"layer "Bar" is new"#])
    try expectEqual(
      edits(old, file(Self.bar + "," + Self.dot)), ["the order of the layers changed"])
    let renamed = Self.dot.replacing("Dot", with: "Spot")
    try expectEqual(
      edits(old, file(renamed + "," + Self.bar)), [#"layer "Dot": nm: "Dot" → "Spot""#])
    let less = Self.dot.replacing(#""o": {"k": 50}, "#, with: "")
    try expectEqual(edits(old, file(less + "," + Self.bar)), [#"layer "Dot": ks.o is gone"#])
    try expectEqual(edits(file(less + "," + Self.bar), old), [#"layer "Dot": ks.o is new"#])
    // White space and the order of members are irrelevant.
    let same = #"{ "ks": {"p": {"k": [1,2,0]}, "o": {"k": 50}}, "ind": 1, "nm": "Dot" }"#
    try expectEqual(edits(old, file(same + "," + Self.bar)), [])
  }

  @Test("changes of the file itself and of compositions are reported as such")
  func compositions() throws {
    func assets(_ text: String) -> String { ", \"assets\": [\(text)]" }
    let old = file(
      Self.dot, more: assets(#"{"id": "c", "nm": "Inner", "layers": [\#(Self.bar)]}"#))
    let new = file(
      Self.dot,
      more: assets(
        #"{"id": "c", "nm": "Inner", "layers": [\#(Self.bar.replacing("[1, 0, 0]", with: "[0, 0, 0]"))]},"#
          + #"{"id": "d", "w": 5}"#) + ", \"v\": \"6\"")
    try expectEqual(
      edits(old, new),
      [
        "v is new",
        #"layer "Bar" in composition "Inner": shapes["Body"].it["Fill"].c.k: [1, 0, 0] → [0, 0, 0]"#,
        #"composition "d" is new"#,
      ])
  }

  @Test("long lists of changes are shortened, and large objects are compared quickly")
  func many() throws {
    let members = { (value: Int) in
      (0..<50_000).map { "\"k\($0)\": \(value)" }.joined(separator: ", ")
    }
    let old = file("{\"nm\": \"A\", \(members(1))}")
    let found = try LottieEdit.between(old, file("{\"nm\": \"A\", \(members(2))}"))
    expectEqual(found.map(\.properties.count), [7])
    expectEqual(found.first?.properties.last, "…")
  }
}
