import Foundation
import TestSupport
import Testing
import XServerSupport

@Suite("Arguments and standard output", .xServer)
struct ArgumentTests {
  @Test("arguments are those of the process, even with a preloaded library")
  func preloaded() throws {
    let environment: [String: String?] = ["LD_PRELOAD": try FakeTime.library, "FAKETIME": "+1d"]
    let run = try Run(["help", "render"], environment: environment)
    expectEqual(run.end, .exit(0))
    #expect(run.text.contains("USAGE: x11viewer render ") && run.text.contains("--version"))
    let wrong = try Run(["render", "-o", "-", "--bogus"], environment: environment)
    #expect(wrong.complained(.usage), "\(wrong.end) \(wrong.complaint)")
    #expect(wrong.complaint.contains("--bogus"))
  }

  @Test("help omits the options of the built-in scenes, unless they are requested")
  func sceneHelp() throws {
    let brief = try Run(["render", "--help"])
    let full = try Run(["render", "--help-scenes"])
    #expect(brief.end == .exit(0) && full.end == .exit(0))
    #expect(!brief.text.contains("--fan-duration") && full.text.contains("--fan-duration"))
    #expect(brief.text.contains("--help-scenes") && brief.text.contains("--scene"))
  }

  @Test(
    "output that can't be written is a failure",
    arguments: [
      ("--list-scenes >/dev/full", "No space left on device"),
      ("--list-scenes >&-", "Bad file descriptor"), ("--version >&-", "Bad file descriptor"),
      ("info >/dev/full", "No space left on device"),
      ("--print-window-id --stop-after 3 >/dev/full", "No space left on device"),
      ("--print-window-id --screenshot a.png >&-", "Bad file descriptor"),
    ])
  func unwritten(arguments: String, reason: String) throws {
    let directory = try ScratchDirectory()
    let run = try Run(script: "cd '\(directory.path)'; \"$0\" \(arguments)", on: .shared())
    #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(reason), "\(run.complaint)")
  }

  @Test("a closed pipe on standard output isn't an error")
  func unread() throws {
    let directory = try ScratchDirectory()
    let pipe = directory / "pipe"
    let run = try Run(
      script: "mkfifo '\(pipe)'; exec 3<>'\(pipe)' 4>'\(pipe)' 3<&-; \"$0\" --list-scenes >&4")
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "")
  }
}
