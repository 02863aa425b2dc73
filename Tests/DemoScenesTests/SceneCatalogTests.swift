import AnimCore
import AnimGraphics
import DemoScenes
import TestSupport
import Testing

@Suite("Every scene in the catalogue")
struct SceneCatalogTests {
  private static let size = PixelSize(width: 480, height: 200)

  private func list(_ scene: any Scene, at time: Seconds) -> DisplayList {
    scene.update(to: time)
    var list = DisplayList(size: Self.size)
    scene.draw(into: &list)
    return list
  }

  private func make(_ name: String) throws -> any Scene {
    let index = try #require(SceneCatalog.index(of: name))
    let scene = SceneCatalog.entries[index].make(SceneConfiguration())
    scene.layout(in: Size(width: 480, height: 200))
    return scene
  }

  @Test(
    "is a function of time: frames in shuffled order equal those of fresh scenes",
    arguments: SceneCatalog.entries.map(\.name))
  func isAFunctionOfTime(name: String) throws {
    var generator = SeededGenerator(seed: 11)
    let times = (0..<60).map { Double($0) * 0.37 }.shuffled(using: &generator)
    let scene = try make(name)
    for time in times {
      expectEqual(list(scene, at: time), list(try make(name), at: time), "at \(time) s")
    }
  }

  @Test(
    "shows the same with its display links as when set to the same time",
    arguments: SceneCatalog.entries.map(\.name))
  func followsItsLinks(name: String) throws {
    let scene = try make(name)
    let source = VirtualFrameSource(refreshRate: 60)
    scene.start(on: source)
    for frame in 0..<300 {
      source.pump(frames: 1)
      var list = DisplayList(size: Self.size)
      scene.draw(into: &list)
      let fresh = try make(name)
      expectEqual(list, self.list(fresh, at: source.currentTime.seconds), "frame \(frame)")
    }
  }

  @Test(
    "keeps the number of its commands, so that damage is found command by command",
    arguments: SceneCatalog.entries.map(\.name))
  func keepsItsCommands(name: String) throws {
    let scene = try make(name)
    let count = list(scene, at: 0).commands.count
    for time in [0.1, 1.5, 3, 60] { expectEqual(list(scene, at: time).commands.count, count) }
  }

  @Test("has a unique name and a one-line summary")
  func names() {
    expectEqual(Set(SceneCatalog.entries.map(\.name)).count, SceneCatalog.entries.count)
    #expect(SceneCatalog.entries.allSatisfy { !$0.summary.isEmpty })
    #expect(SceneCatalog.index(of: "no such scene") == nil)
  }
}
