import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import OfflineRendering

@Suite("Videos of loops") struct LoopingVideoTests {
  private func scene(
    _ animation: String, _ configuration: FileConfiguration = FileConfiguration()
  ) throws -> any Scene {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>"
      + "<rect width='9' height='9'>\(animation)</rect></svg>"
    let file = try AnimationFile(
      AnimationSource("a.svg", bytes: Array(text.utf8)) { _, _ in nil }, configuration)
    let scene = try file.scenes().make()
    scene.layout(in: Size(width: 40, height: 20))
    return scene
  }

  private func image(_ scene: any Scene, _ instant: SceneInstant) -> DisplayList {
    var list = DisplayList(size: PixelSize(width: 40, height: 20))
    scene.show(instant)
    scene.draw(into: &list)
    return list
  }

  /// Starts after 3 s and then repeats every 1.01 s.
  private static let introduced =
    "<animate attributeName='x' to='20' dur='1.01s' begin='3s' repeatCount='indefinite'/>"
    + "<animate attributeName='y' to='9' dur='3s'/>"

  @Test("the frame after the last one is the first one, at any frame rate and speed")
  func seamless() throws {
    let scene = try scene(Self.introduced)
    let loop = try #require(scene.loop)
    expectEqual(loop, SceneLoop(start: 3, period: Fraction(101) / 100))
    for (rate, speed, frames) in [(60.0, 1.0, 61), (24, 1, 24), (25, 2, 13), (7, 0.5, 14)] {
      let video = Video(of: loop, rate: RefreshRate(hertz: rate), speed: speed)
      expectEqual(video.count(of: scene, repetitions: 1), frames)
      expectEqual(video.count(of: scene, repetitions: 3), 3 * frames)
      expectEqual(video.instant(of: 0), .played(3))
      expectEqual(image(scene, video.instant(of: 0)), image(scene, video.instant(of: frames)))
      #expect(image(scene, video.instant(of: 0)) != image(scene, video.instant(of: frames - 1)))
      let last = loop.start + loop.period * Fraction(frames - 1) / Fraction(frames)
      expectEqual(video.instant(of: 2 * frames - 1), .played(last))
    }
  }

  @Test("a video with a start time contains the introduction once") func introduction() throws {
    let scene = try scene(Self.introduced)
    let loop = try #require(scene.loop)
    let video = Video(start: .zero, rate: RefreshRate(hertz: 100), loop: loop)
    expectEqual(video.count(of: scene, repetitions: 1), 401)
    expectEqual(video.instant(of: 400), .played(4))
    expectEqual(video.instant(of: 401), .played(3))
    expectEqual(video.instant(of: 502), .played(3))
  }

  @Test("loops of up to a day are played to the end, longer ones for a minute") func longLoops()
    throws
  {
    func loop(_ duration: String) -> String {
      "<animate attributeName='x' to='20' dur='\(duration)' repeatCount='indefinite'/>"
    }
    try expectEqual(scene(loop("82.1s")).playback?.times.count, 4926)
    try expectEqual(scene(loop("24h")).loop?.period, 86_400)
    try expectEqual(scene(loop("25h")).playback?.times.count, 3600)
    #expect(try scene(loop("25h")).loop == nil)
  }

  @Test("a scene that is played once or backwards has no loop") func noLoop() throws {
    var backwards = FileConfiguration()
    backwards.mode = .bounce
    #expect(try scene(Self.introduced, backwards).loop == nil)
    #expect(try scene(Self.introduced, FileConfiguration(loops: false)).loop == nil)
    #expect(try scene("<animate attributeName='x' to='20' dur='1s'/>").loop == nil)
  }
}
