import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import OfflineRendering
@testable import X11Viewer

/// Tests what `scripts/run` starts, with stand-ins for the build and the package manager, and mostly
/// for the program and the server.
@Suite("Running from the sources", .xServer)
struct RunTests {
  private let scratch: ScratchDirectory

  /// The system tools that the scripts use. Other programs are missing.
  private static let tools = [
    "cat", "clang", "dirname", "env", "find", "getconf", "grep", "id", "ln", "ls", "mkdir",
    "mkfifo", "mktemp", "nice", "pkg-config", "rm", "sed", "setsid", "sh", "uname",
  ]

  init() throws {
    scratch = try ScratchDirectory()
    try requireTools("Xvfb", "pkg-config")
    for folder in ["bin", "source/.build"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL.path
    try FileManager.default.copyItem(
      atPath: "\(root)/scripts", toPath: scratch / "source/scripts")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let folders = path.split(separator: ":").map(String.init)
    func tool(_ name: String) -> String? {
      folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    for name in Self.tools {
      if let tool = tool(name) { symlink(tool, scratch / "bin/\(name)") }
    }
    // Prints its arguments and its display.
    try script(
      "x11viewer",
      """
      for argument; do printf '%s\\n' "$argument"; done
      echo "on ${DISPLAY-}"
      """)
    try script(
      "swift",
      """
      case "$*" in
      --version) echo "Swift version 6.3.1" ;;
      *--show-bin-path*) echo '\(scratch / "bin")' ;;
      *"-c release"*) echo release >>'\(scratch / "builds")' ;;
      *) echo quick >>'\(scratch / "builds")' ;;
      esac
      """)
    try script("apt-get", "echo installs >>'\(scratch / "log")'; exit 1")
    // This display has no server.
    try script("Xvfb", "echo starts >>'\(scratch / "log")'; echo 98765 >&3")
    try scratch.write(TestAnimation(frames: 50, width: 200, height: 32).json, to: "cat.json")
  }

  private func script(_ name: String, _ text: String) throws {
    try scratch.writeProgram("#!/bin/sh\n\(text)\n", to: "bin/\(name)")
  }

  /// Uses the program and Xvfb in place of their stand-ins.
  private func useProgram() throws {
    try scratch.remove("bin/x11viewer")
    symlink(try ViewerProcess.path, scratch / "bin/x11viewer")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    try script(
      "Xvfb",
      "echo starts >>'\(scratch / "log")'; PATH='\(path)'; exec /usr/bin/env Xvfb \"$@\"")
  }

  @discardableResult
  private func run(_ arguments: [String], display: String? = nil) throws -> ChildProcess {
    let process = try ChildProcess(
      ["env", "-C", scratch.path, scratch / "source/scripts/run"] + arguments,
      environment: ["PATH": scratch / "bin", "DISPLAY": display])
    try expectEqual(process.wait(within: 60), .exit(0), "\(arguments): \(process.text(of: 2))")
    return process
  }

  /// The packages installed and the processes started.
  private var log: String { (try? scratch.read("log")) ?? "" }

  /// The builds, in order.
  private var builds: String { (try? scratch.read("builds")) ?? "" }

  private static let image = "source/.build/screenshot.png"

  @Test(
    "a window without a display opens on a server, its only requirement, and an image is saved",
    arguments: [
      (["cat.json"], PixelSize(width: 200, height: 32)),
      (["--fullscreen"], PixelSize(width: 1280, height: 800)),
    ])
  func window(arguments: [String], size: PixelSize) throws {
    try useProgram()
    let process = try run(arguments)
    expectEqual(log, "starts\n")
    let image = try PNG.decode(scratch.bytes(Self.image))
    expectEqual(image.size, size)
    #expect(image.withPixels { Set($0).count } > 1)
    #expect(process.text(of: 2).hasSuffix("the image is in \(scratch / Self.image)\n"))
  }

  @Test(
    "the arguments of a window without a display make it end with an image",
    arguments: [
      ([], false), (["cat.json"], false), (["view", "cat.json"], false),
      (["cat.json", "--frame", "10"], false), (["--at", "3", "--size", "80x60"], false),
      (["--duration", "0.3"], false), (["--scene", "clock", "--stop-after", "3"], false),
      (["--rate", "max", "--duration", "0.3"], true), (["--fullscreen"], true),
      (["-fullscreen", "--stop-after", "2"], true), (["cat.json", "--speed", "2"], true),
      (["--stop-after=3", "--show-fps"], true),
      (["--title", "--help", "--stop-after", "2"], false), (["--overview"], true),
    ])
  func arguments(given: [String], plays: Bool) throws {
    var lines = try run(given).text(of: 1).split(separator: "\n").map(String.init)
    expectEqual(log, "starts\n")
    expectEqual(lines.popLast(), "on :98765")
    // The program accepts them. A single image in virtual time needs no time to play.
    let arguments = try Program.expanded(lines) { Issue.record("\($0)") }
    let view = try #require(Program.checked(arguments) as? ViewCommand).configuration
    expectEqual(view.screenshot, scratch / Self.image)
    expectEqual(view.plays, plays)
    if plays { #expect(view.frames != nil || view.duration != nil) }
    expectEqual(view.files, given.filter { $0 == "cat.json" })
    #expect(given.allSatisfy(lines.contains))
  }

  @Test("the image is saved where the arguments specify")
  func ownImage() throws {
    for arguments in [
      ["--screenshot", "a.png"], ["cat.json", "--screenshot=b.png", "--stop-after", "2"],
    ] {
      let process = try run(arguments)
      expectEqual(process.text(of: 1), arguments.map { $0 + "\n" }.joined() + "on :98765\n")
      #expect(!process.text(of: 2).contains(Self.image))
    }
  }

  @Test("the server ends with the window, even if nothing reads the output any more")
  func closedPipe() throws {
    try useProgram()
    // A pipe that was open to read only until it was opened to write.
    let process = try ChildProcess(
      [
        "env", "-C", scratch.path, "sh", "-c",
        "mkfifo a; exec 3<>a 4>a 3<&-; exec source/scripts/run --stop-after 2 2>&4",
      ],
      environment: ["PATH": scratch / "bin", "DISPLAY": nil])
    // A server that runs on would keep this from being over.
    try expectEqual(process.wait(), .exit(141))
    expectEqual(log, "starts\n")
  }

  @Test("commands without a window start no server and install nothing")
  func withoutWindow() throws {
    let commands = Program.configuration.subcommands.compactMap { $0.configuration.commandName }
    for arguments in [
      ["--help"], ["-h"], ["-help"], ["--help-scenes"], ["--version"], ["--list-scenes"],
      ["--list-keys"], ["--scene", "clock", "--help"], ["help", "view"], ["cat.json", "--help"],
      ["render", "cat.json", "-o", "a.png"], ["info", "cat.json"],
    ] + commands.map({ [$0, "--help"] })
      + commands.filter({ $0 != "view" }).map({ [$0] })
    {
      let process = try run(arguments)
      expectEqual(log, "", "\(arguments)")
      expectEqual(process.text(of: 1), arguments.map { $0 + "\n" }.joined() + "on \n")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch / Self.image))
  }

  @Test("on a display, the window opens there, with unchanged arguments")
  func display() throws {
    for (arguments, display) in [
      (["--stop-after", "2"], ":7"), (["--display", ":8", "--stop-after", "2"], nil),
    ] {
      let text = try run(arguments, display: display).text(of: 1)
      expectEqual(text, arguments.map { $0 + "\n" }.joined() + "on \(display ?? "")\n")
    }
    expectEqual(log, "")
    #expect(!FileManager.default.fileExists(atPath: scratch / Self.image))
  }

  @Test(
    "the first window, image or help uses a quick build, but slow commands don't",
    arguments: [
      (["--stop-after", "2"], "quick\n"), (["--help"], "quick\n"), (["cat.json"], "quick\n"),
      (["info", "cat.json"], "release\n"), (["--stats", "--stop-after", "2"], "release\n"),
      (["--rate=max", "--stop-after", "2"], "release\n"),
    ])
  func quickBuild(arguments: [String], builds: String) throws {
    try run(arguments)
    expectEqual(self.builds, builds)
    // From this point on, there is a better one.
    try FileManager.default.createDirectory(
      atPath: scratch / "source/.build/release", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch / "source/.build/release/x11viewer",
      withDestinationPath: scratch / "bin/x11viewer")
    try run(arguments)
    expectEqual(self.builds, builds + "release\n")
  }

  @Test("while the first window is open on a display, the program is built for release")
  func laterBuild() throws {
    let process = try run(["--stop-after", "2"], display: ":7")
    expectEqual(builds, "quick\nrelease\n")
    #expect(process.text(of: 2).contains("not optimised"))
  }
}
