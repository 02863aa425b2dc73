import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer
@testable import XWindow

@Suite("Images that are too large", .xServer)
struct ImageSizeTests {
  /// Commands that create images: one, several, a video, hashes, goldens, and a window.
  private static let commands = [
    ["render", "-o", "a.png"], ["render", "-o", "%d.png", "--frames", "1-1"],
    ["render", "-o", "a.y4m", "--frames", "1-1"], ["render", "--hash", "--frames", "1-1"],
    ["test", "--frames", "1"], ["--screenshot", "a.png"],
  ]

  private static let limit = "at most 65535 pixels per side and 134217728 in total"
  private static let windowLimit = "at most 32767 pixels per side and 134217728 in total"

  private func run(_ command: [String], _ scratch: ScratchDirectory) throws -> CommandRun {
    try CommandRun(
      command, in: scratch, on: command[0] == "--screenshot" ? XServer.shared() : nil)
  }

  @Test("a window has a smaller limit, which it and its renderer report with the same sentence")
  func window() {
    let size = PixelSize(width: 1, height: 32_768)
    #expect(size.isDrawable)
    for failure in [
      Failure(RenderError.invalidSize(size)),
      Failure(WindowError.invalidSize(width: size.width, height: size.height)),
    ] {
      expectEqual(failure.status, .usage)
      expectEqual(
        failure.message,
        "window: 1×32768 pixels cannot be shown; use at most 32767 pixels per side and 134217728 "
          + "in total")
    }
  }

  @Test("are rejected with status 64 and the limit by every command", arguments: commands)
  func option(command: [String]) throws {
    let scratch = try ScratchDirectory()
    let run = try run(command + ["--scene", "fan", "--size", "20000x10000"], scratch)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(Self.limit), "\(run.complaint)")
    #expect(scratch.allNames.isEmpty)
  }

  @Test("a requested size of a window is rejected", arguments: ["20000x10000", "16384x8193"])
  func windowSize(size: String) throws {
    let run = try CommandRun(["--size", size])
    #expect(run.complained(.usage) && run.complaint.contains("134217728"), "\(run.complaint)")
  }

  @Test(
    "are rejected in the same way, in a sentence, if the file is too large",
    arguments: commands)
  func file(command: [String]) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 5, width: 20_000, height: 10_000).json, to: "a.json")
    let run = try run(command + ["a.json"], scratch)
    expectEqual(run.end, .exit(ExitStatus.usage.rawValue), "\(run.end) \(run.complaint)")
    let sentence =
      command[0] == "--screenshot"
      ? "window: 20000×10000 pixels cannot be shown; use \(Self.windowLimit)"
      : "20000×10000 pixels cannot be drawn; use \(Self.limit)"
    #expect((run.complaint + run.text).contains(sentence), "\(run.complaint) \(run.text)")
    expectEqual(scratch.allNames, ["a.json"])
  }
}
