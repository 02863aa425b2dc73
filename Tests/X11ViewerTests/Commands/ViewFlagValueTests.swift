import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import X11Viewer

@Suite("What the flags of view set")
struct ViewFlagValueTests {
  private func configuration(_ text: String) throws -> ViewConfiguration {
    try ViewCommand.parse(text.split(separator: " ").map(String.init)).configuration
  }

  @Test("flags for files set how files are played")
  func files() throws {
    let all = try configuration(
      "a.json --background #ff0000 --speed 2.5 --no-loop --no-subframes --marker m --slot a=1")
    #expect(all.files == ["a.json"])
    #expect(all.file.background == Color(rgb: 0xFF_0000))
    #expect(all.speed == 2.5)
    #expect(all.file.loops == false)
    #expect(!all.file.hasSubframes)
    #expect(all.file.marker == "m")
    #expect(all.file.slots == ["a": "1"])
    // Of a slot that is set twice, the last value counts.
    let slots = try configuration("a.json --slot a=1 --slot b=2 --slot a=3").file.slots
    #expect(slots == ["a": "3", "b": "2"])
    #expect(all.start == .time(.zero))
  }

  @Test("flags for the run set when it begins and ends, and what it writes")
  func run() throws {
    let run = try configuration(
      "--at 3 --frames 7 --duration 2 --timeout 9 --print-window-id --rate 30 --timing timer "
        + "--renderer core --scale 2 --fullscreen --name n")
    #expect(run.start == .time(.seconds(3)))
    #expect(run.frames == 7)
    #expect(run.duration == 2)
    #expect(run.timeout == 9)
    #expect(run.printsWindowID)
    #expect(run.timing.rate == .fixed(RefreshRate(hertz: 30)))
    #expect(run.timing.source == .timer)
    #expect(run.renderer == .core)
    #expect(run.window.scale == 2)
    #expect(run.window.isFullscreen)
    #expect(run.window.name == "n")
    #expect(!run.keepsTitle)
    #expect(try configuration("--title t").keepsTitle)
    #expect(try configuration("--screenshot a.png").start == .time(defaultPictureTime))
    #expect(try configuration("a.json --screenshot a.png").start == .time(.zero))
  }
}
