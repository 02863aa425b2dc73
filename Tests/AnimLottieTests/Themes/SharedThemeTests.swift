import AnimCore
import Foundation
import TestSupport
import Testing

@testable import AnimLottie

@Suite(
  "The shared cases of themes",
  .enabled(if: SharedFolder.exists, "the cases of dotLottie files are not there"))
struct SharedThemeTests {
  @Test(
    "a theme is accepted, and sets slots, as the case specifies",
    arguments: SharedFolder.cases("themes/cases.json"))
  func theme(_ sharedCase: SharedCase) throws {
    let fields = try sharedCase.fields
    let path = try #require(fields["file"] as? String)
    let file = try LottieFile(try SharedFolder.bytes("themes/\(path)"))
    let id = fields["animation"] as? String
    let choice = try choice(fields)
    guard fields["accepted"] as? Bool == true else {
      #expect(throws: LottieError.self) {
        try file.animation(options: .init(animation: id, theme: choice))
      }
      #expect(throws: Never.self) {
        try file.animation(options: .init(animation: id, theme: .none))
      }
      return
    }
    let animation = try file.animation(options: .init(animation: id, theme: choice))
    expectEqual(
      animation.theme, (fields["theme"] as? String ?? (fields["themeFile"] == nil ? nil : "")))
    let rules = try rules(fields, file).map { $0.rules(for: id) } ?? []
    try checkSlots(fields, rules, known: Set(animation.slots))
    for value in fields["values"] as? [[String: Any]] ?? [] {
      let slot = try #require(value["slot"] as? String)
      let rule = try #require(rules.first { $0.slot == slot }, "no rule for \(slot)")
      let frame = try #require(value["frame"] as? Double)
      let expected = (value["value"] as? [Double]) ?? (value["value"] as? Double).map { [$0] } ?? []
      let found = try numbers(rule, at: frame)
      let tolerance = rule.type == "Color" ? 0.004 : 0.001
      #expect(
        found.count == expected.count
          && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance },
        "\(slot) at \(frame): \(found) instead of \(expected)")
    }
    if fields["asInitial"] as? Bool == true {
      let initial = try file.animation(options: .init(animation: id))
      expectEqual(initial.theme, fields["theme"] as? String)
      let background = id.flatMap { file.manifest[animation: $0]?.background }
      expectEqual(background, Color(rgb: 0x203040))
    }
  }

  private func choice(_ fields: [String: Any]) throws -> LottieThemeChoice {
    if let id = fields["theme"] as? String { return .id(id) }
    guard let path = fields["themeFile"] as? String else { return .none }
    return .json(String(decoding: try SharedFolder.bytes("themes/\(path)"), as: UTF8.self))
  }

  private func rules(_ fields: [String: Any], _ file: LottieFile) throws -> LottieTheme? {
    switch try choice(fields) {
    case .id(let id): try file.theme(id)
    case .json(let text):
      try ThemeReader.read(Array(text.utf8), id: "", path: "theme", limits: LottieLimits())
    default: nil
    }
  }

  /// Compares the slots as JSON, except for how keyframes lead to each other, which values show.
  private func checkSlots(
    _ fields: [String: Any], _ rules: [LottieTheme.Rule], known: Set<String>
  ) throws {
    let expected = fields["slots"] as? [String: [String: Any]] ?? [:]
    let set = rules.filter { known.contains($0.slot) && $0.type != "Image" }
    expectEqual(Set(set.map(\.slot)), Set(expected.keys))
    for rule in set {
      let found = try #require(
        JSONSerialization.jsonObject(with: Data(rule.value.utf8)) as? [String: Any])
      let wanted = try #require(expected[rule.slot]?["p"] as? [String: Any])
      guard found["a"] as? Int != 1 else { continue }
      #expect(
        NSDictionary(dictionary: found).isEqual(to: wanted), "\(rule.slot): \(found), not \(wanted)"
      )
    }
    let images = fields["images"] as? [String: [String: Any]] ?? [:]
    for rule in rules where rule.type == "Image" {
      let found = try #require(
        JSONSerialization.jsonObject(with: Data(rule.value.utf8)) as? [String: Any])
      expectEqual(found["p"] as? String, images[rule.slot]?["src"] as? String)
    }
  }

  private func numbers(_ rule: LottieTheme.Rule, at frame: Double) throws -> [Double] {
    let limits = LottieLimits()
    let tape = try JSONParser.parse(Array(rule.value.utf8), limits: limits)
    return try tape.withRoot { try numbers(rule, $0, at: frame, limits) }
  }

  private func numbers(
    _ rule: LottieTheme.Rule, _ root: JSONValue, at frame: Double, _ limits: LottieLimits
  ) throws -> [Double] {
    let fields = FieldReader(
      version: FileVersion("5.7.0"), slots: try SlotTable(nil, overrides: [:], limits: limits),
      limits: limits)
    switch rule.type {
    case "Color":
      let color = try fields.animated(root, default: SIMD4<Double>.zero).value(at: frame)
      return [color.x, color.y, color.z]
    case "Scalar":
      return [try fields.animated(root, default: 0.0).value(at: frame)]
    case "Gradient":
      let stops = try #require(root["k"])
      return try fields.animated(stops, default: [Double]()).value ?? []
    default:
      let pair = try fields.animated(root, default: SIMD2<Double>.zero).value(at: frame)
      return [pair.x, pair.y]
    }
  }
}
