import AnimCore
import AnimationFormats
import Foundation
import ImageFiles
import LinuxSystem
import PlainText
import TestSupport
import Testing

@testable import AnimLottie
@testable import FileChecks

@Suite("Checking files")
struct FileCheckTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func check(
    _ text: String, as name: String = "a.json", _ rules: Set<CheckRule>? = nil,
    players: Set<TargetPlayer> = [], _ limits: CheckLimits = CheckLimits()
  ) throws -> CheckResult {
    try scratch.write(text, to: name)
    var configuration = CheckConfiguration()
    configuration.rules = rules
    configuration.players = players
    configuration.limits = limits
    return FileCheck.result(scratch / name, configuration)
  }

  /// Returns an animation with these layers, each an object without braces.
  private func lottie(_ layers: [String], more: String = "") -> String {
    let list = layers.map { "{\"ip\":0,\"op\":20,\"st\":0,\($0)}" }.joined(separator: ",")
    return """
      {"v":"5.7.0","fr":20,"ip":0,"op":20,"w":100,"h":100,"layers":[\(list)]\(more)}
      """
  }

  private func solid(
    _ name: String, at position: String = "0,0", side: Int = 100, opacity: Int = 100,
    more: String = ""
  ) -> String {
    """
    "ty":1,"nm":"\(name)","sw":\(side),"sh":\(side),"sc":"#336699",\(more)
    "ks":{"p":{"a":0,"k":[\(position)]},"o":{"a":0,"k":\(opacity)}}
    """
  }

  /// Returns a square that moves to the right between positions.
  private func moving(from start: Int, to end: Int, until frame: Int = 20) -> String {
    """
    "ty":1,"nm":"square","sw":20,"sh":20,"sc":"#336699","ks":{"p":{"a":1,"k":[
      {"t":0,"s":[\(start),40],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":\(frame),"s":[\(end),40]}]}}
    """
  }

  @Test("a jump from the last frame to the first is a note, or a failure if the rule is named")
  func jump() throws {
    let text = lottie([moving(from: 0, to: 80)])
    let result = try check(text)
    #expect(result.findings.map(\.code) == [.loopJump])
    #expect(result.passes)
    expectEqual(result.findings.first?.frames, 0...19)
    #expect(try !check(text, [.loop]).passes)
  }

  @Test("a loop whose first frame continues the last one has no findings")
  func seamless() throws {
    let circle = """
      "ty":1,"nm":"wheel","sw":60,"sh":10,"sc":"#336699","ks":{"a":{"a":0,"k":[30,5]},
      "p":{"a":0,"k":[50,50]},"r":{"a":1,"k":[
      {"t":0,"s":[0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":20,"s":[360]}]}}
      """
    #expect(try check(lottie([circle])).findings.isEmpty)
  }

  @Test("a last frame that repeats the first is a note even if the rule is named")
  func repeatedFrame() throws {
    let text = lottie([
      """
      "ty":1,"nm":"square","sw":20,"sh":20,"sc":"#336699","ks":{"p":{"a":1,"k":[
        {"t":0,"s":[0,40],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},
        {"t":10,"s":[50,40],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":19,"s":[0,40]}]}}
      """
    ])
    let result = try check(text, [.loop])
    #expect(result.findings.map(\.code) == [.loopRepeatedFrame])
    #expect(result.passes)
  }

  @Test("an SVG that ends isn't judged as a loop")
  func ending() throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">
      <rect width="10" height="10"><animate attributeName="x" to="90" dur="1s" fill="freeze"/></rect>
      </svg>
      """
    #expect(try check(text, as: "a.svg", [.loop]).findings.isEmpty)
  }

  @Test(
    "layers that never change a pixel are found, with the reason",
    arguments: [
      (CheckCode.layersOutside, "at"), (.layersTransparent, "opacity"), (.layersEmpty, "side"),
      (.layersCovered, "below"), (.layersNotShown, "late"), (.layersNoEffect, "masked"),
    ])
  func layers(code: CheckCode, kind: String) throws {
    var unused = solid("unused", side: 50)
    switch kind {
    case "at": unused = solid("unused", at: "300,0", side: 50)
    case "opacity": unused = solid("unused", side: 50, opacity: 0)
    case "side": unused = solid("unused", side: 0)
    case "late": unused = solid("unused", side: 50).replacing("\"ty\"", with: "\"ip\":30,\"ty\"")
    case "masked":
      unused = solid(
        "unused", side: 50,
        more: """
          "hasMask":true,"masksProperties":[{"mode":"a","inv":false,"o":{"a":0,"k":0},
          "pt":{"a":0,"k":{"c":true,"v":[[0,0],[50,0],[50,50]],"i":[[0,0],[0,0],[0,0]],
          "o":[[0,0],[0,0],[0,0]]}},"x":{"a":0,"k":0}}],
          """)
    default: break
    }
    if kind == "late" { unused = unused.replacing("\"st\":0", with: "") }
    let above = kind == "below" ? solid("cover") : moving(from: 0, to: 70)
    let result = try check(lottie([above, unused]), [.layers])
    #expect(result.findings.map(\.code) == [code])
    expectEqual(result.findings.first?.layer, "unused")
    #expect(!result.passes)
  }

  @Test("layers that show something, and hidden layers and parents, have no findings")
  func usedLayers() throws {
    let parent = "\"ty\":3,\"ind\":1,\"nm\":\"null\",\"ks\":{}"
    let hidden = solid("hidden", at: "300,0", more: "\"hd\":true,")
    let background = solid("background").replacing("#336699", with: "#ffffff")
    let layers = [parent, hidden, moving(from: 0, to: 70), background]
    #expect(try check(lottie(layers), [.layers]).findings.isEmpty)
  }

  @Test(
    "an image that is much larger than it is shown is a note, wherever it is used",
    arguments: [(10, nil, true), (64, nil, true), (70, nil, false), (10, 100, false)])
  func largeImages(scale: Int, other: Int?, isFound: Bool) throws {
    let png = try PNG.encode(PixelImage(size: PixelSize(width: 40, height: 40)))
    let layers = [scale, other].compactMap(\.self).enumerated().map { index, scale in
      """
      "ty":2,"nm":"image \(index)","refId":"i","ks":{"p":{"a":0,"k":[\(index * 50),0]},
      "s":{"a":1,"k":[{"t":0,"s":[\(scale / 2),\(scale / 2)],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},
      {"t":19,"s":[\(scale),\(scale)]}]}}
      """
    }
    // The asset is shown at half the size of its pixels.
    let asset = """
      ,"assets":[{"id":"i","w":20,"h":20,"e":1,
      "p":"data:image/png;base64,\(Data(png).base64EncodedString())"}]
      """
    let result = try check(lottie(layers, more: asset), [.layers])
    let width = (20 * scale + 50) / 100
    expectEqual(
      result.findings.map(\.message),
      isFound
        ? ["layer \"image 0\" shows an image of 40x40 pixels at most at \(width)x\(width)"] : [])
    #expect(result.passes)
  }

  @Test("a layer that only one frame shows is used")
  func briefLayer() throws {
    let layers = [
      solid("cover").replacing("\"ks\"", with: "\"op\":19,\"ks\""), solid("brief", side: 50),
    ]
    let text = lottie(layers).replacing(
      "\"op\":20,\"st\":0,\"ty\":1,\"nm\":\"cover\"", with: "\"st\":0,\"ty\":1,\"nm\":\"cover\"")
    #expect(try check(text, [.layers]).findings.isEmpty)
  }

  @Test("a player that lacks a feature fails the file, with its source")
  func portability() throws {
    let merged = """
      "ty":4,"nm":"shape","ks":{},"shapes":[{"ty":"rc","p":{"a":0,"k":[50,50]},"s":{"a":0,"k":[50,50]},
      "r":{"a":0,"k":0}},{"ty":"el","p":{"a":0,"k":[60,60]},"s":{"a":0,"k":[20,20]}},
      {"ty":"mm","mm":3},{"ty":"fl","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}}]
      """
    let text = lottie([merged])
    let result = try check(text, [.portability], players: [.lottieIOS, .lottieAndroid])
    #expect(result.findings.map(\.player) == [.lottieIOS])
    expectEqual(result.findings.first?.feature, "merged paths")
    #expect(result.findings.first?.source?.contains("airbnb") == true)
    #expect(!result.passes)
    #expect(try check(text, [.portability]).findings.isEmpty)
  }

  @Test("a mask mode that Skottie doesn't draw fails, and others don't")
  func maskModes() throws {
    for (mode, features) in [("l", ["lighten masks"]), ("i", [])] {
      let corners = "[[0,0],[50,0],[50,50]]"
      let tangents = "[[0,0],[0,0],[0,0]]"
      let masks = ["a", mode].map {
        """
        {"mode":"\($0)","o":{"a":0,"k":100},"x":{"a":0,"k":0},"pt":{"a":0,"k":{"c":true,
        "v":\(corners),"i":\(tangents),"o":\(tangents)}}}
        """
      }
      let layer = solid("a", more: "\"masksProperties\":[\(masks.joined(separator: ","))],")
      let result = try check(lottie([layer]), [.portability], players: [.skottie])
      expectEqual(result.findings.compactMap(\.feature), features)
    }
  }

  @Test("a feature of a later version is a note")
  func versions() throws {
    let oriented = moving(from: 0, to: 70) + ",\"ao\":1"
    let result = try check(lottie([oriented]), [.portability], players: [.lottieAndroid])
    #expect(result.findings.map(\.code) == [.portabilityVersion])
    #expect(result.passes)
  }

  @Test("animated SVG files fail for renderers of still images, and others don't")
  func stillRenderers() throws {
    let animation = "<animate attributeName=\"x\" to=\"90\" dur=\"1s\"/>"
    func svg(_ content: String) -> String {
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect>\(content)</rect></svg>"
    }
    let players: Set<TargetPlayer> = [.librsvg, .resvg, .firefox]
    let result = try check(svg(animation), as: "a.svg", [.portability], players: players)
    #expect(Set(result.findings.compactMap(\.player)) == [.librsvg, .resvg])
    #expect(
      try check(svg(""), as: "b.svg", [.portability], players: players).findings.isEmpty)
  }

  @Test("text without outlines or a font fails, with the name of its layer")
  func text() throws {
    let text = """
      "ty":5,"nm":"title","ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"Hi","f":"F","s":20,"fc":[0,0,0]}}]},
      "a":[],"m":{"g":1,"a":{"a":0,"k":[0,0]}},"p":{}}
      """
    let fonts = """
      ,"fonts":{"list":[{"fName":"F","fFamily":"Nowhere","fStyle":"Regular","ascent":75}]}
      """
    let result = try check(lottie([text], more: fonts), [.text])
    #expect(result.findings.map(\.code) == [.textMissingGlyphs])
    expectEqual(result.findings.first?.layer, "title")
    #expect(try check(lottie([solid("a")]), [.text]).findings.isEmpty)
  }

  @Test("work, memory and file size are compared with their limits")
  func cost() throws {
    let text = lottie([moving(from: 0, to: 70)])
    #expect(try check(text, [.cost]).findings.isEmpty)
    var limits = CheckLimits()
    (limits.work, limits.fileSize) = (100, 100)
    let result = try check(text, [.cost], limits)
    #expect(result.findings.map(\.code) == [.costFileSize, .costWork])
  }

  @Test("a file that isn't an animation is unreadable")
  func unreadable() throws {
    let result = try check("[]")
    #expect(result.failure != nil)
    #expect(!result.passes)
    #expect(CheckReport([result]).text.hasPrefix("unreadable  "))
  }

  @Test("the report counts the verdicts, and its JSON has codes and severities")
  func report() throws {
    let results = [
      try check(lottie([moving(from: 0, to: 80)])),
      try check(lottie([moving(from: 0, to: 80)]), as: "b.json", [.loop]),
    ]
    let report = CheckReport(results)
    #expect(report.text.hasSuffix("2 files: 1 passes, 1 fails\n"))
    let json = report.json.text
    #expect(json.contains("\"code\": \"loop.jump\""))
    #expect(json.contains("\"severity\": \"note\""))
    #expect(json.contains("\"verdict\": \"fails\""))
    expectEqual(report.status, .differs)
  }
}

@Suite("Codes of findings")
struct CheckCodeTests {
  @Test("docs/checking.md lists every code once, in alphabetical order, and no other")
  func table() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/checking.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
      .filter { $0.contains(".") }
    expectEqual(listed, CheckCode.allCases.map(\.rawValue).sorted())
  }

  @Test("every player has a row, every row has a known feature, and no row is repeated")
  func players() {
    let known =
      Set(LottieFeature.allCases.map(\.rawValue))
      .union([
        "CSS animations", "SMIL animations", "animated AVIF", "animated PNG", "animated WebP",
        "discard elements", "scripts",
      ])
    let rows = PortabilityTable.rows
    #expect(Set(rows.map(\.player)) == Set(TargetPlayer.allCases))
    #expect(rows.allSatisfy { known.contains($0.feature) && !$0.source.isEmpty })
    #expect(Set(rows.map { "\($0.player) \($0.feature)" }).count == rows.count)
  }

  @Test("settings are parsed, and unknown or invalid ones are rejected")
  func settings() {
    expectEqual(CheckSetting(name: "rules", value: "loop,text"), .rules([.loop, .text]))
    expectEqual(CheckSetting(name: "rules", value: "none"), .rules([]))
    expectEqual(CheckSetting(name: "for", value: "lottie-ios"), .players([.lottieIOS]))
    expectEqual(CheckSetting(name: "work", value: "50"), .work(50_000_000))
    for (name, value) in [("rules", "loops"), ("for", ""), ("work", "0"), ("colour", "1")] {
      #expect(CheckSetting(name: name[...], value: value) == nil, "\(name)=\(value)")
    }
  }

  @Test("options take precedence over settings")
  func precedence() {
    var given = CheckConfiguration()
    given.rules = [.text]
    var configuration = given
    configuration.apply(.rules([.loop]), over: given)
    configuration.apply(.loopStep(2), over: given)
    #expect(configuration.rules == [.text])
    #expect(configuration.limits.loopStep == 2)
  }
}
