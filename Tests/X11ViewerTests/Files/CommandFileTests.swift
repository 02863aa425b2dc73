import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Files of every command")
struct CommandFileTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
  }

  @Test("a frame past the end is rejected with the same message by all commands")
  func pastEnd() throws {
    try scratch.write(TestAnimation(frames: 50).json, to: "short.json")
    let sentence = "frame 500 does not exist; the last is 49"
    for arguments in [
      ["render", "-o", scratch / "a.png", "--frame", "500"],
      ["render", "-o", scratch / "a.%d.png", "--frames", "500-500"],
      ["test", "--frames", "500"],
    ] {
      let run = try CommandRun(arguments + [scratch / "short.json"])
      expectEqual(run.end, .exit(64), "\(arguments)")
      #expect((run.text + run.complaint).contains(sentence), "\(run.text) \(run.complaint)")
    }
  }

  @Test("the exit status is 65 if a file can't be drawn, and 66 if it can't be read")
  func failures() throws {
    try scratch.write("{\"v\": 1, ", to: "broken.json")
    try scratch.write("hello", to: "text.json")
    try scratch.write("", to: "empty.json")
    for (name, status) in [
      ("broken.json", ExitStatus.differs), ("text.json", .differs), ("empty.json", .differs),
      ("missing.json", .noInput), (".", .noInput),
    ] {
      // If a folder is given, info describes all its files.
      let commands = [["render", scratch / name, "-o", "-"], ["info", scratch / name]]
      for arguments in name == "." ? [commands[0]] : commands {
        let run = try CommandRun(arguments)
        #expect(run.complained(status), "\(arguments): \(run.end) \(run.complaint)")
        #expect(run.complaint.contains(name))
        #expect(run.output.isEmpty)
      }
    }
  }

  @Test("flags that have no effect are reported by name")
  func unusedFlags() throws {
    let file = try CommandRun(
      ["render", scratch / "a.json", "-o", "-", "--scene", "fan", "--clock-offset", "3"])
    expectEqual(file.end, .exit(0))
    expectEqual(
      file.complaint,
      """
      x11viewer: --scene: ignored for files
      x11viewer: --clock-offset: ignored for files

      """)
    let scene = try CommandRun([
      "render", "-o", "-", "--size", "40x40", "--marker", "x", "--no-loop",
    ])
    expectEqual(scene.end, .exit(0))
    expectEqual(
      scene.complaint,
      """
      x11viewer: --marker: ignored without a file
      x11viewer: --no-loop: ignored without a file

      """)
  }

  @Test("images that differ only in their alpha are different")
  func compare() throws {
    for (name, arguments) in [
      ("a.png", []), ("b.png", ["--background", "transparent"]),
      ("c.png", ["--background", "black"]),
    ] {
      try expectEqual(
        CommandRun(["render", scratch / "a.json", "-o", scratch / name] + arguments).end, .exit(0))
    }
    try expectEqual(CommandRun(["compare", scratch / "a.png", scratch / "b.png"]).end, .exit(0))
    let run = try CommandRun(["compare", scratch / "a.png", scratch / "c.png"])
    #expect(run.complained(.differs))
    expectEqual(
      String(decoding: run.output, as: UTF8.self), "maxDifference=255;differingPixels=14000\n")
  }
}
