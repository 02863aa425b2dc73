import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import OfflineRendering
@testable import X11Viewer

/// Tests what `scripts/run` starts, with stand-ins for the build and the package manager.
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
    let programs = URL(fileURLWithPath: try ViewerProcess.path).deletingLastPathComponent().path
    try script(
      "swift",
      """
      case "$*" in
      --version) echo "Swift version 6.3.1" ;;
      *--show-bin-path*) echo '\(programs)' ;;
      *"-c release"*) echo release >>'\(scratch / "builds")' ;;
      *) echo quick >>'\(scratch / "builds")' ;;
      esac
      """)
    try script("apt-get", "echo installs >>'\(scratch / "log")'; exit 1")
    try script(
      "Xvfb", "echo starts >>'\(scratch / "log")'; exec '\(try #require(tool("Xvfb")))' \"$@\"")
    try scratch.write(TestAnimation(frames: 50, width: 200, height: 32).json, to: "cat.json")
  }

  private func script(_ name: String, _ text: String) throws {
    try scratch.writeProgram("#!/bin/sh\n\(text)\n", to: "bin/\(name)")
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
    "a window without a display opens on a server, its only requirement, and ends with an image",
    arguments: [
      ([], "960x400"), (["cat.json"], "200x32"), (["view", "cat.json"], "200x32"),
      (["cat.json", "--frame", "10"], "200x32"), (["--at", "3", "--size", "80x60"], "80x60"),
      (["--duration", "0.3"], "960x400"), (["--scene", "clock", "--stop-after", "3"], "960x400"),
      (["--rate", "max", "--duration", "0.3"], "960x400"), (["--fullscreen"], "1280x800"),
      (["-fullscreen", "--stop-after", "2"], "1280x800"), (["cat.json", "--speed", "2"], "200x32"),
      (["--stop-after=3", "--show-fps"], "960x400"),
      (["--title", "--help", "--stop-after", "2"], "960x400"),
    ])
  func window(arguments: [String], size: String) throws {
    let process = try run(arguments)
    expectEqual(log, "starts\n")
    let image = try PNG.decode(scratch.bytes(Self.image))
    expectEqual("\(image.size.width)x\(image.size.height)", size)
    #expect(image.withPixels { Set($0).count } > 1)
    #expect(process.text(of: 2).hasSuffix("the image is in \(scratch / Self.image)\n"))
  }

  @Test("the image is saved where the arguments specify")
  func ownImage() throws {
    for arguments in [
      ["--screenshot", "a.png"], ["cat.json", "--screenshot=b.png", "--stop-after", "2"],
    ] {
      let process = try run(arguments)
      #expect(!process.text(of: 2).contains(Self.image))
    }
    #expect(Set(scratch.allNames).isSuperset(of: ["a.png", "b.png"]))
    #expect(!FileManager.default.fileExists(atPath: scratch / Self.image))
  }

  @Test("the server ends with the window, even if nothing reads the output any more")
  func closedPipe() throws {
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

  @Test("statistics of a window are those of its playback")
  func statistics() throws {
    let process = try run(["cat.json", "--stats-json", "-"])
    #expect(process.text(of: 1).hasPrefix("{"), "\(process.text(of: 1))")
    #expect(FileManager.default.fileExists(atPath: scratch / Self.image))
  }

  @Test("commands without a window start no server and install nothing")
  func withoutWindow() throws {
    let commands = Program.configuration.subcommands.compactMap { $0.configuration.commandName }
    for arguments in [
      ["--help"], ["-h"], ["-help"], ["--help-scenes"], ["--version"], ["--list-scenes"],
      ["--list-keys"], ["--scene", "clock", "--help"], ["help", "view"], ["cat.json", "--help"],
      ["render", "cat.json", "-o", "a.png"], ["info", "cat.json"],
    ] + commands.map({ [$0, "--help"] }) {
      let process = try run(arguments)
      expectEqual(log, "", "\(arguments)")
      #expect(process.text(of: 1) != "" || arguments[0] == "render", "\(arguments)")
    }
    // Every command except the window's.
    for command in commands where command != "view" {
      let process = try ChildProcess(
        [scratch / "source/scripts/run", command],
        environment: ["PATH": scratch / "bin", "DISPLAY": nil])
      try process.wait()
      expectEqual(log, "", "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch / Self.image))
  }

  @Test("on a display, the window opens there, with unchanged arguments")
  func display() throws {
    let server = try XServer()
    try run(["--stop-after", "2"], display: server.display)
    try run(["--display", server.display, "--stop-after", "2"])
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
      withDestinationPath: try ViewerProcess.path)
    try run(arguments)
    expectEqual(self.builds, builds + "release\n")
  }

  @Test("while the first window is open on a display, the program is built for release")
  func laterBuild() throws {
    let server = try XServer()
    let process = try run(["--stop-after", "2"], display: server.display)
    expectEqual(builds, "quick\nrelease\n")
    #expect(process.text(of: 2).contains("not optimised"))
  }
}
