import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer
@testable import XWindow

@Suite("Images that are too large, by the program", .xServer)
struct ImageSizeTests {
  /// Commands that create images: one, several, a video, hashes, goldens, and a window.
  private static let commands = [
    ["render", "-o", "a.png"], ["render", "-o", "%d.png", "--frames", "1-1"],
    ["render", "-o", "a.y4m", "--frames", "1-1"], ["render", "--hash", "--frames", "1-1"],
    ["test", "--frames", "1"], ["--screenshot", "a.png"],
  ]

  private static let limit = "at most 65535 pixels per side and 134217728 in total"
  private static let windowLimit = "at most 32767 pixels per side and 134217728 in total"

  private func run(_ command: [String], _ scratch: ScratchDirectory) throws -> Run {
    let server = command[0] == "--screenshot" ? try XServer.shared() : nil
    return try Run(
      script: "cd '\(scratch.path)' && exec \"$0\" \(command.joined(separator: " "))", on: server)
  }

  @Test("are rejected with status 64 and the limit by every command", arguments: commands)
  func option(command: [String]) throws {
    let scratch = try ScratchDirectory()
    let run = try run(command + ["--scene", "fan", "--size", "20000x10000"], scratch)
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(Self.limit), "\(run.complaint)")
    #expect(scratch.allNames.isEmpty)
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
