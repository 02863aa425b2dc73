import AnimCore
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Events in SVG files") struct SVGEventTests {
  private static let button = """
    <svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>
    <rect id='b' width='20' height='20' fill='red'>
    <set id='s' attributeName='fill' to='blue' begin='click; accessKey(s)' dur='1s'/>
    <set attributeName='x' to='20' begin='mouseenter' end='mouseleave'/></rect></svg>
    """

  private func file(_ configuration: FileConfiguration = FileConfiguration()) throws
    -> AnimationFile
  {
    try AnimationFile(
      AnimationSource("b.svg", bytes: Array(Self.button.utf8)) { _, _ in nil }, configuration)
  }

  private func list(_ scene: any Scene, at time: Double) -> DisplayList {
    scene.layout(in: Size(width: 40, height: 20))
    scene.update(to: time)
    var list = DisplayList(size: PixelSize(width: 40, height: 20), background: .clear)
    scene.draw(into: &list)
    return list
  }

  @Test("a pointer script triggers animations, and determines the duration")
  func script() throws {
    let scratch = try ScratchDirectory()
    let path = scratch / "b.script"
    try scratch.write("0.5 click 5 5\n0.5 expect s true\n2 expect s true\n3 end\n", to: "b.script")
    let scenes = try file().scenes(script: path)
    expectEqual(scenes.unmetExpectations, ["line 3: expect s true: s is false"])
    let scene = scenes.make()
    expectEqual(scene.playback?.times.count, 180)
    let (before, during, after) = (list(scene, at: 0), list(scene, at: 1), list(scene, at: 1.6))
    #expect(before != during)
    #expect(after != during)
    expectEqual(list(scenes.make(), at: 1), during)
  }

  @Test("a script that refers to missing parts of an SVG is rejected with its line") func refused()
    throws
  {
    let scratch = try ScratchDirectory()
    let rows: [(String, String)] = [
      ("0 fire b.keyup", "line 1: nothing waits for \"b.keyup\""),
      ("\n0 set a 1", "line 2: an SVG has no inputs; fire an event"),
      ("0 start", "line 1: an SVG starts automatically and is not stopped"),
      ("0 expect t true", "line 1: no animation has the id \"t\""),
      ("0 expect s 5", "line 1: an animation plays, or not: true or false"),
      (
        "0 expect state on",
        "line 1: an SVG has no states; expect whether an animation plays, by its id"
      ),
    ]
    for (text, expected) in rows {
      try scratch.write(text, to: "b.script")
      let failure = #expect(throws: Failure.self) {
        try file().scenes(script: scratch / "b.script")
      }
      expectEqual(failure?.message, "\(scratch / "b.script"): \(expected)")
    }
  }

  @Test("interactions in a window are shown, and recorded for playback")
  func window() throws {
    var configuration = FileConfiguration()
    configuration.stateMachine = .initial
    let file = try file(configuration)
    let make = try file.scenes().makeInteractive
    let scene = try #require(make?())
    expectEqual(
      scene.inputs.map(\.name), ["b.click", "accessKey(s)", "b.mouseenter", "b.mouseleave"])
    let idle = list(scene, at: 0.25)
    scene.send(.pointer(.enter, Point(x: 5, y: 5)))
    scene.send(.pointer(.move, Point(x: 6, y: 5)))
    let inside = list(scene, at: 0.25)
    #expect(inside != idle)
    scene.update(to: 0.5)
    scene.send(.key("s"))
    let pressed = list(scene, at: 0.5)
    #expect(pressed != inside)
    // The rectangle has gone from under the pointer, which the movement finds.
    expectEqual(
      scene.conversation,
      "0.25 pointerEnter 5 5\n0.25 pointerMove 6 5\n0.5 fire accessKey(s)\n1.5 end\n")
    let scratch = try ScratchDirectory()
    try scratch.write(scene.conversation, to: "b.script")
    let again = try file.scenes(script: scratch / "b.script").make()
    expectEqual(list(again, at: 0.5), pressed)
    expectEqual(list(again, at: 0.1), idle)
  }

  @Test("a file without events, or with interaction disabled, plays automatically") func plain()
    throws
  {
    let make = try file().scenes().makeInteractive
    #expect(make == nil)
    let info = try file().animation.info()
    #expect(info.rows.contains { $0 == ("duration", "has no automatic animation") })
    #expect(
      info.rows.contains {
        $0 == ("waits for", "b.click, accessKey(s), b.mouseenter, b.mouseleave")
      })
  }
}
