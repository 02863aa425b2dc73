import AnimCore
import TestSupport
import Testing

@testable import AnimLottie

/// Scenes of machines made at random, which play three animations with themes.
@Suite("Scenes of random machines")
struct RandomMachineSceneTests {
  private static let size = PixelSize(width: 50, height: 25)

  /// Returns a square that moves, and another one below it.
  private static func animation(_ color: String, frames: Int, _ fields: String) -> String {
    let items =
      rectangle(0, 0, 40, 40)
      + #",{"ty":"fl","c":{"sid":"ground","k":[\#(color),1]},"o":{"k":100}}"#
    let moving = """
      "ks":{"p":{"k":[{"t":0,"s":[0,0],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":\(frames),"s":[50,9]}]},\
      "o":{"sid":"fade","k":80}},"nm":"layer","op":\(frames)
      """
    let still = shapeLayer([items], #""ks":{"p":{"k":[10,8]}},"nm":"other","ip":0,"op":99"#)
    return """
      {"v":"5.7.0","fr":10,"ip":0,"op":\(frames),"w":100,"h":50,"layers":[\
      \(shapeLayer([items], moving)),\(still)]\(fields)}
      """
  }

  private static func archive() throws -> LottieFile {
    let manifest = """
      {"version":"2","animations":[{"id":"a"},{"id":"b"},{"id":"c","initialTheme":"u"}],\
      "themes":[{"id":"t"},{"id":"u"}]}
      """
    let markers =
      #","markers":[{"cm":"m0","tm":2,"dr":5},{"cm":"m0","tm":0,"dr":1},{"cm":"m1","tm":3}]"#
    return try LottieFile(
      Archives.zip([
        ("manifest.json", manifest),
        ("a/a.json", animation("1,0,0", frames: 30, markers)),
        ("a/b.json", animation("0,1,0", frames: 4, "").replacing(#""sid":"fade","#, with: "")),
        ("a/c.json", animation("0,0,1", frames: 12, markers)),
        ("t/t.json", "damaged"),
        ("t/u.json", #"{"rules":[{"id":"ground","type":"Color","value":[1,1,0]}]}"#),
      ]))
  }

  private static func rendering(_ scene: LottieMachineScene) -> DisplayList {
    var list = DisplayList(size: size, background: .clear)
    scene.layout(in: Size(width: 50, height: 25))
    scene.draw(into: &list)
    return list
  }

  private static func command(_ random: inout SeededGenerator) -> InteractionScript.Command {
    let number = Double(Int.random(in: 0...4, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      return .pointer(
        PointerAction.allCases.randomElement(using: &random) ?? .down,
        Point(x: Double.random(in: 0..<100, using: &random), y: 12))
    case 3: return .set("n\(Int(number) % 2)", .number(number * 0.7))
    case 4: return .set("b", .boolean(number > 2))
    case 5: return .start
    case 6: return number > 3 ? .stop : .expectValue("n0", .number(number * 0.7))
    default: return .fire("e\(Int(number) % 2)")
    }
  }

  private static func stage(
    _ random: inout SeededGenerator, _ file: LottieFile
  ) throws -> LottieMachineStage {
    let machine = try LottieStateMachine(json: Array(RandomMachine.text(&random).utf8))
    let id = ["a", "b", "c"].randomElement(using: &random)
    return LottieMachineStage(
      machine, in: file, animation: try file.animation(options: .init(animation: id)),
      options: .init(slots: ["fade": "50", "gone": "1"]))
  }

  @Test("show the same at a time as a new scene, in any order, and fail the same expectations")
  func seeking() throws {
    let file = try Self.archive()
    var random = SeededGenerator(seed: 0x5CE4E)
    var failures = 0
    for number in 0..<60 {
      let stage = try Self.stage(&random, file)
      var script = InteractionScript()
      var time = 0.0
      for _ in 0..<20 {
        time += Double.random(in: 0..<0.7, using: &random)
        script.append(Self.command(&random), at: Timestamp(seconds: time))
      }
      let seed = UInt64(number % 5)
      let scene = LottieMachineScene(stage, script: script, seed: seed)
      for step in 0..<16 {
        let instant = Double(step * 7 % 16) / 15 * time
        scene.update(to: instant)
        let fresh = LottieMachineScene(stage, script: script, seed: seed)
        fresh.update(to: instant)
        #expect(scene.run.state == fresh.run.state && scene.run.marker == fresh.run.marker)
        let isEqual = Self.rendering(scene) == Self.rendering(fresh)
        #expect(isEqual, "machine \(number) at \(instant)")
      }
      let unmet = stage.unmetExpectations(of: script, seed: seed)
      expectEqual(unmet, stage.unmetExpectations(of: script, seed: seed))
      failures += unmet.count
    }
    #expect(failures > 0)
  }

  @Test("follow a display, and sleep only while nothing changes", arguments: [false, true])
  func links(isScripted: Bool) throws {
    let file = try Self.archive()
    var random = SeededGenerator(seed: isScripted ? 0x11D5 : 0x11D4)
    for _ in 0..<25 {
      let stage = try Self.stage(&random, file)
      var script = InteractionScript()
      if isScripted {
        for time in [0.5, 1.25, 1.5, 2] {
          script.append(Self.command(&random), at: Timestamp(seconds: time))
        }
      }
      let scene = LottieMachineScene(stage, script: isScripted ? script : nil)
      let source = VirtualFrameSource(refreshRate: 30)
      scene.start(on: source)
      for step in 0..<12 {
        if step > 4 { scene.send(Self.command(&random)) }
        if step == 8 { scene.start(on: source) }
        source.advance(by: Double(Int.random(in: 1...20, using: &random)) / 30)
        let fresh = LottieMachineScene(stage, script: scene.script)
        fresh.update(to: source.currentTime.seconds)
        #expect(scene.run.state == fresh.run.state && scene.run.theme == fresh.run.theme)
        expectEqual(Self.rendering(scene), Self.rendering(fresh))
      }
    }
  }
}
