import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Arguments and standard output")
struct ArgumentTests {
  @Test("arguments are kept even if a library changes the environment")
  func preloaded() throws {
    let environment: [String: String?] = ["LD_PRELOAD": try FakeTime.library, "FAKETIME": "+1d"]
    let run = try Run(["--list-scenes"], environment: environment)
    expectEqual(run.end, .exit(0))
    expectEqual(run.output, (try Run(["--list-scenes"]).output))
    let wrong = try Run(["render", "-o", "-", "--bogus"], environment: environment)
    #expect(wrong.complained(.usage), "\(wrong.end) \(wrong.complaint)")
    #expect(wrong.complaint.contains("--bogus"))
  }

  @Test("arguments are those of the process, including empty ones")
  func arguments() throws {
    let text = try String(contentsOfFile: "/proc/self/cmdline", encoding: .utf8)
    let arguments = text.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
    expectEqual(ProcessArguments.all, arguments.map(String.init))
    #expect(!arguments.isEmpty)
  }

  @Test(
    "output that cannot be written is a failure",
    arguments: [
      "--list-scenes", "info", "--print-window-id --frames 3",
      "--print-window-id --screenshot a.png", "compare a.png a.png", "help", "render --help",
      "--version",
    ])
  func unwritten(arguments: String) throws {
    let directory = try ScratchDirectory()
    let server = try XServer()
    _ = try Run(["render", "-o", directory / "a.png"])
    for (redirection, reason) in [
      (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
    ] {
      let run = try Run(
        script: "cd '\(directory.path)'; \"$0\" \(arguments) \(redirection)", on: server)
      #expect(run.complained(.writingFailed), "\(run.end) \(run.complaint)")
      #expect(run.complaint.contains(reason), "\(run.complaint)")
    }
  }

  @Test("flags for files without a file cause a warning each")
  func unusedFlags() throws {
    let flags = ["--recursive", "--no-loop", "--sequence", "--overview"]
    let arguments = flags + ["--sort", "time", "--fps", "3", "--frames", "1"]
    let complaint = try Run(arguments, on: XServer()).complaint
    for flag in flags + ["--sort", "--fps"] {
      #expect(complaint.contains("x11viewer: \(flag): ignored without a file\n"), "\(complaint)")
    }
  }

  @Test("a closed pipe on standard output is not an error")
  func unread() throws {
    let directory = try ScratchDirectory()
    let pipe = directory / "pipe"
    let run = try Run(
      script: "mkfifo '\(pipe)'; exec 3<>'\(pipe)' 4>'\(pipe)' 3<&-; \"$0\" --list-scenes >&4")
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "")
  }
}
