import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Arguments", .xServer)
struct ArgumentTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test("arguments are those of the process, including empty ones")
  func arguments() throws {
    let text = try String(contentsOfFile: "/proc/self/cmdline", encoding: .utf8)
    let arguments = text.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
    expectEqual(ProcessArguments.all, arguments.map(String.init))
    #expect(!arguments.isEmpty)
  }

  @Test(
    "output that can't be written is a failure",
    arguments: ["help", "render --help", "--help-scenes", "--version", "compare a.png a.png"])
  func unwritten(text: String) throws {
    _ = try CommandRun("render -o a.png", in: scratch)
    let output = CommandOutput(
      write: { _ throws(OutputError) in throw .writingFailed(path: "-", code: ENOSPC) },
      complain: { Issue.record("\($0)") })
    let arguments = text.split(separator: " ").map(String.init)
    let failure = #expect(throws: Failure.self) {
      try withCurrentFolder(scratch.path) {
        do {
          let arguments = try Program.expanded(arguments, report: output.report)
          var command = try Program.checked(arguments)
          if let comparison = command as? CompareCommand {
            _ = try comparison.request.run(nil, output)
          } else {
            try command.run()
          }
        } catch {
          _ = try Program.end(with: error, output)
        }
      }
    }
    expectEqual(failure?.status, .writingFailed)
    expectEqual(failure?.message.hasSuffix("No space left on device"), true)
  }

  @Test(
    "an old name of an option has its effect, with a warning",
    arguments: [
      ("--frames", "2", "renamed to --stop-after"),
      ("--at", "1", "only for a screenshot of one instant; use --start"),
    ])
  func oldNames(name: String, value: String, advice: String) throws {
    let command = try #require(
      Program.checked([name, value, "--stop-after", "2"]) as? ViewCommand)
    var warnings: [String] = []
    command.warn { warnings.append($0) }
    expectEqual(warnings, ["\(name): \(advice)"])
    expectEqual(command.configuration.frames, 2)
    if name == "--at" { expectEqual(command.configuration.start, .time(.seconds(1))) }
  }

  @Test("flags for files without a file cause a warning each")
  func unusedFlags() throws {
    let flags = ["--recursive", "--no-loop", "--sequence", "--overview"]
    let arguments = flags + ["--sort", "time", "--fps", "3", "--stop-after", "1"]
    let command = try #require(Program.checked(arguments) as? ViewCommand)
    var warnings: [String] = []
    command.warn { warnings.append($0) }
    for flag in flags + ["--sort", "--fps"] {
      #expect(warnings.contains("\(flag): ignored without a file"), "\(warnings)")
    }
  }

  @Test(
    "for a scene name that isn't a file, --scene is suggested", arguments: ["", "view ", "render "])
  func sceneName(command: String) throws {
    let arguments = command == "render " ? "-o a.png" : ""
    let run = try CommandRun("\(command)clock \(arguments)", in: scratch)
    #expect(run.complained(.noInput), "\(run.end) \(run.complaint)")
    expectEqual(
      run.complaint,
      "x11viewer: clock: file not found; for the built-in scene, use --scene clock\n")
    try scratch.write(TestAnimation().json, to: "clock")
    let file = try CommandRun("render clock -o a.png", in: scratch)
    expectEqual(file.end, .exit(0), "\(file.complaint)")
  }

  @Test("statistics require a run")
  func screenshotStatistics() throws {
    for option in ["--show-fps", "--stats", "--stats-json=a.json", "--stats-csv=a.csv"] {
      let name = option.prefix { $0 != "=" }
      let run = try CommandRun(["--screenshot", "-", "--stop-after", "2", option])
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
      let help = try CommandRun(arguments)
      #expect(help.end == .exit(0) && help.text.contains("--fan-duration"), "\(arguments)")
    }
  }

  @Test(
    "help, the version and the list of scenes are printed on standard output",
    arguments: [["--help"], ["-V"], ["render", "--help"], ["--list-scenes"], ["--list-keys"]])
  func answers(arguments: [String]) throws {
    let run = try CommandRun(arguments)
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "")
    expectEqual(run.output.last, UInt8(ascii: "\n"))
  }

  @Test("X's abbreviation of --background is accepted")
  func background() throws {
    let long = try CommandRun(["render", "-o", "-", "--size", "9x9", "--background", "red"]).output
    for name in ["-bg", "-background"] {
      try expectEqual(CommandRun(["render", "-o", "-", "--size", "9x9", name, "red"]).output, long)
    }
  }

  @Test("folders without animations are skipped and reported")
  func emptyFolders() throws {
    for name in ["a", "b", "c"] {
      try FileManager.default.createDirectory(
        atPath: scratch / name, withIntermediateDirectories: true)
    }
    try scratch.write(TestAnimation().json, to: "b/b.json")
    for command in ["info --brief", "--screenshot a.png"] {
      let run = try CommandRun("\(command) a missing/ b c", in: scratch, on: .shared())
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
    let none = try CommandRun("--screenshot a.png a c", in: scratch, on: .shared())
    #expect(none.complained(.noInput) && none.complaint.hasPrefix("x11viewer: a: no animations"))
  }

  @Test("files that can't be drawn are reported, and the first one that can be drawn is shown")
  func undrawableFiles() throws {
    try scratch.write("{}", to: "0.json")
    try scratch.write(TestAnimation().json, to: "1.json")
    let run = try CommandRun(
      "--screenshot a.png 0.json missing.json 1.json", in: scratch, on: .shared())
    expectEqual(run.end, .exit(0))
    let lines = run.complaint.split(separator: "\n")
    expectEqual(lines.count, 2)
    #expect(lines[0].contains("0.json: ") && lines[1].contains("missing.json: "), "\(lines)")
    try expectEqual(PNG.decode(scratch.bytes("a.png")).size, PixelSize(width: 240, height: 60))
    for (name, status) in [("0.json", ExitStatus.differs), ("missing.json", .noInput)] {
      let run = try CommandRun("--screenshot b.png \(name)", in: scratch, on: .shared())
      #expect(run.complained(status), "\(run.end) \(run.complaint)")
    }
  }
}
