import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Options of view")
struct ViewFlagValueTests {
  private func configuration(_ text: String) throws -> ViewConfiguration {
    try ViewCommand.parse(text.split(separator: " ").map(String.init)).configuration
  }

  @Test("flags for files set how files are played")
  func files() throws {
    let all = try configuration(
      "a.json --background #ff0000 --speed 2.5 --no-loop --no-subframes --marker m --slot a=1")
    expectEqual(all.files, ["a.json"])
    expectEqual(all.file.background, Color(rgb: 0xFF_0000))
    expectEqual(all.speed, 2.5)
    expectEqual(all.file.loops, false)
    #expect(!all.file.hasSubframes)
    expectEqual(all.file.marker, "m")
    expectEqual(all.file.slots, ["a": "1"])
    // If a slot is set twice, the last value counts.
    let slots = try configuration("a.json --slot a=1 --slot b=2 --slot a=3").file.slots
    expectEqual(slots, ["a": "3", "b": "2"])
    expectEqual(all.start, .time(.zero))
  }

  @Test("flags for the run set its start and end, and its output")
  func run() throws {
    let run = try configuration(
      "--start 3 --stop-after 7 --duration 2 --timeout 9 --print-window-id --rate 30 --timing timer "
        + "--renderer core --scale 2 --fullscreen --name n")
    expectEqual(run.start, .time(.seconds(3)))
    expectEqual(run.frames, 7)
    expectEqual(run.duration, 2)
    expectEqual(run.timeout, 9)
    #expect(run.printsWindowID)
    expectEqual(run.timing.rate, .fixed(RefreshRate(hertz: 30)))
    expectEqual(run.timing.source, .timer)
    expectEqual(run.renderer, .core)
    expectEqual(run.window.scale, 2)
    #expect(run.window.isFullscreen)
    expectEqual(run.window.name, "n")
    #expect(!run.keepsTitle)
    #expect(try configuration("--title t").keepsTitle)
    try expectEqual(configuration("--screenshot a.png").start, .time(defaultImageTime))
    try expectEqual(configuration("a.json --screenshot a.png").start, .time(.zero))
  }
}
