import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import X11Viewer

/// The actions of a window for its user in spite of the sandbox. `SandboxTests` tests the actions
/// that the sandbox forbids.
@Suite("A sandboxed window", .serialized, .xServer)
struct LockedWindowTests {
  private let scratch: ScratchDirectory
  private let server: XServer

  init() throws {
    scratch = try ScratchDirectory()
    server = try XServer.shared()
    for folder in ["files", "pictures", "settings/x11viewer", "data"] {
      try FileManager.default.createDirectory(
        atPath: scratch / folder, withIntermediateDirectories: true)
    }
    try scratch.write(TestAnimation().json, to: "files/a.json")
    try scratch.write(TestAnimation(color: "[0,0,1]").json, to: "files/b.json")
  }

  private func viewer(keys: String = "", _ arguments: String...) throws -> RunningViewer {
    try scratch.write(keys, to: "settings/x11viewer/keys")
    return try RunningViewer(
      [scratch / "files/a.json"] + arguments, on: server, in: scratch / "pictures",
      environment: [
        "XDG_CONFIG_HOME": scratch / "settings", "XDG_DATA_HOME": scratch / "data",
        "HOME": scratch.path,
      ])
  }

  /// Returns the values of a field in the records of a process's threads.
  private func values(of field: String, in pid: pid_t) throws -> Set<String> {
    let tasks = "/proc/\(pid)/task"
    let values = try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { task in
      // A thread may have ended.
      (try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8))?
        .split(separator: "\n").first { $0.hasPrefix(field + ":") }?
        .split(whereSeparator: \.isWhitespace).last.map(String.init)
    }
    return Set(values)
  }

  /// Returns the processes that a process has started.
  private func children(of pid: pid_t) throws -> [pid_t] {
    try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
      .split(separator: " ").compactMap { pid_t($0) }
  }

  @Test("has all threads sandboxed when it is shown, and a helper that isn't")
  func locks() throws {
    let viewer = try viewer()
    let pid = viewer.process.pid
    expectEqual(try values(of: "Seccomp", in: pid), ["2"])
    expectEqual(try values(of: "NoNewPrivs", in: pid), ["1"])
    let helpers = try children(of: pid)
    expectEqual(helpers.count, 1)
    for helper in helpers { expectEqual(try values(of: "Seccomp", in: helper), ["0"]) }
    try viewer.press("q")
    try expectEqual(viewer.process.wait(), .exit(0))
    try waitUntil("the helper ends") { helpers.allSatisfy { kill($0, 0) != 0 } }
  }

  @Test("draws with RENDER over a network, as info reports")
  func network() throws {
    let server = try XServer(["-listen", "tcp"])
    let display = ["--display", "localhost" + server.display]
    let viewer = try RunningViewer(
      [scratch / "files/a.json", "--stop-after", "5", "--stats"] + display, on: server)
    try expectEqual(viewer.process.wait(within: 60), .exit(0))
    let line = viewer.process.text(of: 2).prefix { $0 != "\n" }
    #expect(line.hasSuffix("; xrender"), "\(line)")
    let info = try ChildProcess([ViewerProcess.path, "info"] + display)
    try expectEqual(info.wait(within: 60), .exit(0))
    #expect(info.text(of: 1).contains("renderer        xrender\n"))
  }

  @Test("works the same with --no-sandbox")
  func withoutLocks() throws {
    let viewer = try viewer(keys: "x exec echo \"$1\" > done", "--no-sandbox")
    expectEqual(try values(of: "Seccomp", in: viewer.process.pid), ["0"])
    expectEqual(try children(of: viewer.process.pid), [])
    try viewer.press("x")
    try waitUntil("the command has run") {
      (try? scratch.read("pictures/done")) == scratch / "files/a.json" + "\n"
    }
  }

  @Test("saves images, runs the commands of keys, opens other files and moves files to the trash")
  func tasks() throws {
    let viewer = try viewer(
      keys: "x exec cp \"$1\" copy.json\nz exec exit 3", "--frame", "5")
    for name in ["a-0005.png", "a-0005-2.png"] {
      try viewer.press("space", "Home", "s")
      _ = try viewer.process.waitForLine(on: 2) { $0.hasSuffix("/pictures/\(name)") }
    }
    try viewer.press("x")
    try waitUntil("the command has run") {
      (try? scratch.bytes("pictures/copy.json")) == (try scratch.bytes("files/a.json"))
    }
    try viewer.press("z")
    _ = try viewer.process.waitForLine(on: 2) {
      $0 == "x11viewer: warning: exit 3: ended with status 3"
    }
    // A file in another folder, and a change of it.
    let other = try ScratchDirectory()
    try other.write(TestAnimation().json, to: "c.json")
    try viewer.press("ctrl+o", "ctrl+u")
    try server.run("xdotool", "type", "--delay", "1", other / "c.json")
    try viewer.press("Return")
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("c.json") }
    try other.write(TestAnimation(color: "[0,0,1]").json, to: "c.json")
    try waitUntil("the change is noticed") {
      viewer.row(PixelRect(x0: 0, y0: 25, x1: 240, y1: 26))
        .flatMap { TestAnimation.frame(in: $0, color: 0xFF00_00FF) } != nil
    }
    try viewer.press("Delete", "y")
    try waitUntil("the file is moved to the trash") {
      FileManager.default.fileExists(atPath: scratch / "data/Trash/files/c.json")
    }
    #expect(!FileManager.default.fileExists(atPath: other / "c.json"))
  }

  @Test(
    "saves images in the folder of the settings, created below the home folder, and nowhere else"
  )
  func imageFolder() throws {
    try scratch.write("save-folder '~/My pictures/new'", to: "settings/x11viewer/config")
    let viewer = try viewer("--frame", "5")
    for name in ["a-0005.png", "a-0005-2.png"] {
      try viewer.press("space", "Home", "s")
      let path = scratch / "My pictures/new/\(name)"
      _ = try viewer.process.waitForLine(on: 2) { $0.hasSuffix("saved " + path) }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch / "My pictures/new")
    expectEqual(names.sorted(), ["a-0005-2.png", "a-0005.png"])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: scratch / "pictures"), [])
  }

  @Test("opens a hidden file of the home folder that was specified")
  func namedFile() throws {
    let home = try ScratchDirectory()
    for name in [".named", ".named/images"] {
      try FileManager.default.createDirectory(
        atPath: home / name, withIntermediateDirectories: true)
    }
    try home.write(TestAnimation().json, to: ".named/c.json")
    let viewer = try RunningViewer(
      [home / ".named/c.json"], on: server, in: home.path, environment: ["HOME": home.path])
    try viewer.waitForProperty("_NET_WM_NAME") { $0.contains("c.json") }
    try viewer.press("Delete", "y")
    try waitUntil("the file is moved to the trash") {
      !FileManager.default.fileExists(atPath: home / ".named/c.json")
    }
  }

  @Test("ends its helper if it is killed")
  func killed() throws {
    let viewer = try viewer()
    let helpers = try children(of: viewer.process.pid)
    expectEqual(helpers.count, 1)
    kill(viewer.process.pid, SIGKILL)
    try waitUntil("the helper ends") {
      helpers.allSatisfy { helper in
        // A helper is a zombie until its parent waits for it.
        let status = try? String(contentsOfFile: "/proc/\(helper)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
      }
    }
  }

  @Test("writes statistics and a screenshot to the requested files")
  func reports() throws {
    let viewer = try viewer(
      "--stop-after", "3", "--real-time", "--stats-json", scratch / "data/a.json", "--stats-csv",
      scratch / "data/a.csv", "--screenshot", scratch / "files/a.png")
    try expectEqual(viewer.process.wait(), .exit(0), "\(viewer.process.text(of: 2))")
    for name in ["data/a.json", "data/a.csv", "files/a.png"] {
      #expect(try !scratch.bytes(name).isEmpty)
    }
  }
}
