import TestSupport
import Testing
import ViewerSupport

@testable import AnimCore
@testable import FramePacing
@testable import Viewer

@Suite("A slide show")
struct SlideshowTests {
  private var bench: ViewerBench

  /// The item shown, and the effects besides requests for files.
  private struct Drawn: Equatable {
    let name: String
    let effects: [Effect]
  }

  init() throws { bench = try ViewerBench(["/x/a.json", "/x/b.json"]) }

  /// Begins a slide show of videos of ten seconds.
  private mutating func begin(_ interval: Seconds?, times: Int? = nil) {
    var slideshow = Slideshow()
    (slideshow.interval, slideshow.repetitions) = (interval, times)
    bench.viewer = Viewer(
      bench.viewer.item, of: .files(bench.source.playlist), slideshow: slideshow)
  }

  /// Draws a frame some seconds later.
  private mutating func draw(
    after span: Seconds, scene: Seconds? = nil
  ) -> Drawn {
    bench.situation.now = bench.situation.now + span
    bench.situation.sceneTime = scene.map { .seconds($0) } ?? bench.situation.sceneTime + span
    let effects = bench.carryOut(bench.viewer.effects(of: .drawn([]), in: bench.situation))
    return Drawn(name: bench.viewer.item.name, effects: effects)
  }

  @Test("pages after the interval, requests a wake-up for that, and wraps around")
  mutating func interval() {
    begin(3)
    expectEqual(draw(after: 0).effects, [.redrawLater(at: bench.situation.now + 3)])
    expectEqual(draw(after: 2).effects, [.redrawLater(at: bench.situation.now + 1)])
    expectEqual(draw(after: 1).name, "b.json")
    expectEqual(draw(after: 0, scene: 0).name, "b.json")
    expectEqual(draw(after: 3).name, "a.json")
  }

  @Test("stops while the animation is paused, a dialog is open, or all files are shown")
  mutating func pause() {
    begin(3)
    _ = draw(after: 0)
    bench.situation.isPaused = true
    expectEqual(draw(after: 60), Drawn(name: "a.json", effects: []))
    bench.situation.isPaused = false
    expectEqual(draw(after: 1).effects, [.redrawLater(at: bench.situation.now + 3)])
    bench.perform(.askForPath)
    expectEqual(draw(after: 60), Drawn(name: "a.json", effects: []))
  }

  @Test("shows each file for its number of loops, at any speed, but not less than its time")
  mutating func repetitions() {
    begin(nil, times: 2)
    expectEqual(draw(after: 0).effects, [.redrawLater(at: bench.situation.now + 20)])
    _ = bench.viewer.effects(
      of: .timeChanged(.multiplySpeed(2), isPaused: false, speed: 2), in: bench.situation)
    expectEqual(draw(after: 5, scene: 10).effects, [.redrawLater(at: bench.situation.now + 5)])
    expectEqual(draw(after: 5, scene: 20).name, "b.json")
    begin(30, times: 2)
    _ = draw(after: 0, scene: 0)
    expectEqual(draw(after: 25, scene: 25).effects, [.redrawLater(at: bench.situation.now + 5)])
  }

  @Test("starts and stops with a key")
  mutating func key() {
    bench.perform(.toggleSlideshow)
    #expect(bench.viewer.playlist.hasSlideshow && bench.toast == "slide show: 5 s")
    _ = draw(after: 0)
    expectEqual(draw(after: 5).name, "b.json")
    bench.perform(.toggleSlideshow)
    #expect(!bench.viewer.playlist.hasSlideshow && bench.toast == "slide show off")
    expectEqual(draw(after: 50).name, "b.json")
    begin(30, times: 2)
    bench.perform(.toggleSlideshow)
    bench.perform(.toggleSlideshow)
    expectEqual(bench.toast, "slide show: 30 s, 2 loops")
  }

  @Test("shows no message without another file, and shows endless scenes for a while")
  mutating func alone() throws {
    bench = try ViewerBench(["/x/a.json"]) {
      $0.items = ["/x/a.json": { OpenedItem(scene: BenchScene()) }]
    }
    begin(nil, times: 1)
    expectEqual(draw(after: 0).effects, [.redrawLater(at: bench.situation.now + 5)])
    expectEqual(draw(after: 5), Drawn(name: "a.json", effects: []))
    #expect(bench.toast == nil)
    bench.perform(.turn(1))
    expectEqual(bench.toast, "no other animation here")
  }
}
