import TestSupport
import Testing

@testable import AnimCore
@testable import Viewer
@testable import X11Viewer

@Suite("Configuration from the flags of the window")
struct ViewConfigurationTests {
  private func configuration(_ arguments: [String]) throws -> ViewConfiguration {
    try ViewCommand.parse(arguments).configuration
  }

  @Test(
    "flags for a window of another program are rejected",
    arguments: [
      "--geometry 640x480", "--size 640x480", "--name other", "--title other", "--fullscreen",
    ])
  func foreignWindow(words: String) throws {
    let arguments = words.split(separator: " ").map(String.init)
    for target in [["--root"], ["--window-id", "7"], ["--window-id", "7", "--root"]] {
      let error = try #require(throws: (any Error).self) {
        try Program.checked(target + arguments)
      }
      let message = Program.message(for: error)
      #expect(message.contains(arguments[0]) && message.contains(target[0]), "\(message)")
    }
    try expectEqual(configuration(["--window-id", "7", "--root"]).window.target, .existing(7))
  }

  @Test("without flags the configuration is the default")
  func nothing() throws {
    try expectEqual(configuration([]), ViewConfiguration())
  }

  @Test(
    "every flag changes the configuration",
    arguments: [
      "--display :7", "--geometry 640x480-0+20", "--size 640x480", "--name other",
      "--title other", "--fullscreen", "--root", "--window-id 0x1a00003", "--scale 2",
      "--renderer core", "--rate 30",
      "--timing timer", "--phase-offset 100", "--stop-after 3", "--duration 2",
      "--screenshot a.png",
      "--start 1.5", "--frame 3", "--fit cover", "--no-loop", "--marker a", "--slot a=1",
      "--no-subframes", "--animation a", "a.json", "--timeout 9", "--print-window-id", "--show-fps",
      "--stats", "--stats-json a",
      "--stats-csv a", "--scene clock", "--background black", "--seed 2", "--fan-duration 5",
      "--squares-count 59", "--clock-time now", "--clock-offset 60", "--clock-time-zone UTC",
      "--clock-motion sweep", "--no-clock-marks", "--shapes-corners 5", "--pacing-rate 50",
      "--pacing-step 3",
    ])
  func option(words: String) throws {
    let arguments = words.split(separator: " ").map(String.init)
    #expect(try configuration(arguments) != ViewConfiguration())
  }
}
