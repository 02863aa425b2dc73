import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import OfflineRendering
@testable import X11Viewer

@Suite("Arguments and standard output", .xServer)
struct ArgumentTests {
  @Test("arguments are those of the process, including empty ones")
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
    "output that can't be written is a failure",
    arguments: [
      "--list-scenes", "info", "--print-window-id --stop-after 3",
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

  @Test(
    "an old name of an option has its effect, with a warning",
    arguments: [
      ("--frames", "2", "renamed to --stop-after"),
      ("--at", "1", "only for a screenshot of one instant; use --start"),
    ])
  func oldNames(name: String, value: String, advice: String) throws {
    let run = try Run([name, value, "--stop-after", "2"], on: XServer())
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "x11viewer: \(name): \(advice)\n")
  }

  @Test("flags for files without a file cause a warning each")
  func unusedFlags() throws {
    let flags = ["--recursive", "--no-loop", "--sequence", "--overview"]
    let arguments = flags + ["--sort", "time", "--fps", "3", "--stop-after", "1"]
    let complaint = try Run(arguments, on: XServer()).complaint
    for flag in flags + ["--sort", "--fps"] {
      #expect(complaint.contains("x11viewer: \(flag): ignored without a file\n"), "\(complaint)")
    }
  }

  @Test(
    "for a scene name that isn't a file, --scene is suggested", arguments: ["", "view ", "render "])
  func sceneName(command: String) throws {
    let directory = try ScratchDirectory()
    let arguments = command == "render " ? "-o a.png" : ""
    let run = try Run(script: "cd '\(directory.path)'; \"$0\" \(command)clock \(arguments)")
    #expect(run.complained(.noInput), "\(run.end) \(run.complaint)")
    expectEqual(
      run.complaint,
      "x11viewer: clock: file not found; for the built-in scene, use --scene clock\n")
    try directory.write(TestAnimation().json, to: "clock")
    let file = try Run(
      script: "cd '\(directory.path)'; \"$0\" render clock -o '\(directory / "a.png")'")
    expectEqual(file.end, .exit(0), "\(file.complaint)")
  }

  @Test("statistics require a run")
  func screenshotStatistics() throws {
    for option in ["--show-fps", "--stats", "--stats-json=a.json", "--stats-csv=a.csv"] {
      let name = option.prefix { $0 != "=" }
      let run = try Run(["--screenshot", "-", "--stop-after", "2", option])
      #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
      expectEqual(
        run.complaint,
        "x11viewer: \(name): requires a run, but --screenshot shows one instant; add --real-time, "
          + "and --stop-after or --duration\n")
    }
  }

  @Test("the help with scene options lists them with and without a command")
  func sceneHelp() throws {
    for arguments in [["--help-scenes"], ["view", "--help-scenes"], ["render", "--help-scenes"]] {
      let help = try String(decoding: Run(arguments).output, as: UTF8.self)
      #expect(help.contains("--fan-duration"), "\(arguments)")
    }
  }

  @Test("X's abbreviation of --background is accepted")
  func background() throws {
    let long = try Run(["render", "-o", "-", "--size", "9x9", "--background", "red"]).output
    for name in ["-bg", "-background"] {
      try expectEqual(Run(["render", "-o", "-", "--size", "9x9", name, "red"]).output, long)
    }
  }

  @Test("folders without animations are skipped and reported")
  func emptyFolders() throws {
    let directory = try ScratchDirectory()
    for name in ["a", "b", "c"] {
      try FileManager.default.createDirectory(
        atPath: directory / name, withIntermediateDirectories: true)
    }
    try directory.write(TestAnimation().json, to: "b/b.json")
    for command in ["info --brief", "--screenshot a.png"] {
      let run = try Run(
        script: "cd '\(directory.path)'; \"$0\" \(command) a missing/ b c", on: XServer())
      let lines = run.complaint.split(separator: "\n").map { $0.prefix { $0 != ";" } }
      expectEqual(
        lines,
        [
          "x11viewer: a: no animations in this folder",
          "x11viewer: missing/: cannot be read: No such file or directory",
          "x11viewer: c: no animations in this folder",
        ], "\(command)")
      expectEqual(run.end, .exit(command.hasPrefix("info") ? 66 : 0))
    }
    let none = try Run(script: "cd '\(directory.path)'; \"$0\" a c", on: XServer())
    #expect(none.complained(.noInput) && none.complaint.hasPrefix("x11viewer: a: no animations"))
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
