import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import AnimText
@testable import AnimationFormats
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Information about a file")
struct InfoFileTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(
      TestAnimation(
        more: """
          , "markers": [{"cm": "pa\\u001b[31mrt", "tm": 30, "dr": 10}],
          "slots": {"tint": {"p": {"a": 0, "k": [1, 0, 0]}}},
          "assets": [{"id": "photo", "w": 4, "h": 2, "u": "images/", "p": "photo.png"}]
          """
      ).json, to: "a.json")
  }

  @Test(
    "the text contains the size, duration and parts of the file, and features that aren't drawn as intended"
  )
  func text() throws {
    let run = try CommandRun(["info", scratch / "a.json"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let text = String(decoding: run.output, as: UTF8.self)
    for line in [
      "name            moving square", "format          JSON, version 5.7.0",
      "size            240x60", "frame rate      25 frames/s", "frames          50",
      "duration        2 s", "layers          1", "images          photo (4x2, missing)",
      "features        fills, rectangles", "markers         pa?[31mrt (20 to 30)",
      "slots           tint ([1, 0, 0])", "not as intended 1",
    ] { #expect(text.contains(line + "\n"), "\(line) in \(text)") }
    #expect(!text.contains("\u{1B}"))
  }

  @Test("--json prints a list for a folder, even with one file")
  func list() throws {
    let folder = try ScratchDirectory()
    try folder.write(TestAnimation().json, to: "a.json")
    for (path, isList) in [(folder.path, true), (folder / "a.json", false)] {
      let run = try CommandRun(["info", "--json", "-", path])
      let root = try JSONSerialization.jsonObject(with: Data(run.output))
      expectEqual((root as? [Any])?.count, (isList ? 1 : nil), "\(path)")
    }
  }

  @Test("--json writes to a file besides the text, but not over an animation")
  func jsonFile() throws {
    let folder = try ScratchDirectory()
    try folder.write(TestAnimation().json, to: "a.json")
    let arguments = ["info", folder / "a.json"]
    for _ in 0..<2 {
      let run = try CommandRun(arguments + ["--json", folder / "info.json"])
      try expectEqual(run.text, CommandRun(arguments).text)
    }
    try expectEqual(folder.bytes("info.json"), CommandRun(arguments + ["--json", "-"]).output)
    let refused = try CommandRun(["info", "--json=" + folder / "a.json", folder / "a.json"])
    #expect(refused.complained(.usage))
    #expect(refused.complaint.contains("--json - to write to standard output"))
  }

  @Test("--json without a value writes to standard output, with a warning")
  func oldJSON() throws {
    let folder = try ScratchDirectory()
    try folder.write(TestAnimation().json, to: "a.json")
    let (path, expected) = (
      folder / "a.json", try CommandRun(["info", "--json", "-", folder / "a.json"])
    )
    #expect(expected.complaint.isEmpty)
    for arguments in [["--json", path], [path, "--json"], ["--json", "--strict", path]] {
      let run = try CommandRun(["info"] + arguments)
      expectEqual(run.output, expected.output)
      expectEqual(
        run.complaint, "x11viewer: --json: now has a value; use --json - for standard output\n")
    }
    try expectEqual(folder.bytes("a.json"), Array(TestAnimation().json.utf8))
  }

  @Test("--json prints the same as JSON")
  func json() throws {
    let run = try CommandRun(["info", "--json", "-", scratch / "a.json"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let root = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let object = try #require(root)
    expectEqual(object["width"] as? Double, 240)
    expectEqual(object["frames"] as? Double, 50)
    expectEqual(object["duration"] as? Double, 2)
    expectEqual(object["slots"] as? [String], ["tint"])
    expectEqual(object["features"] as? [String], ["fills", "rectangles"])
    let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
    expectEqual(diagnostics.count, 1)
    expectEqual(diagnostics.first?["severity"] as? String, "not drawn")
    #expect(diagnostics.first?["layer"] is NSNull)
    #expect((diagnostics.first?["code"] as? String)?.hasPrefix("lottie.") == true)
    #expect(diagnostics.first?["line"] is NSNull)
  }
}

@Suite("Information about several files")
struct InfoFilesTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "whole.json")
    let sound = #"{"ty": 6, "nm": "music", "ip": 0, "op": 9, "refId": "s"}"#
    try scratch.write(
      TestAnimation().json.replacing(
        #""layers": ["#, with: #""layers": [\#(sound), {"ty": 6}, {"ty": 9, "nm": "eye"}, "#),
      to: "partly.json")
    try scratch.write("{}", to: "broken.json")
  }

  private func info(_ arguments: [String]) throws -> (run: CommandRun, text: String) {
    let run = try CommandRun(["info"] + arguments)
    return (run, String(decoding: run.output, as: UTF8.self))
  }

  @Test("equal diagnostics are counted together, with the layer of the first by its name")
  func groups() throws {
    let (run, text) = try info([scratch / "partly.json"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    for line in [
      "not as intended 3", #"  not drawn     layers[0] "music" and 1 more: sound is not played"#,
      #"  not drawn     layers[2] "eye": video is not drawn"#,
    ] { #expect(text.contains(line + "\n"), "\(line) in \(text)") }
    let object =
      try JSONSerialization.jsonObject(
        with: Data(try info(["--json", "-", scratch / "partly.json"]).run.output)) as? [String: Any]
    let diagnostics = try #require(object?["diagnostics"] as? [[String: Any]])
    expectEqual(diagnostics.map { $0["layer"] as? String }, ["music", nil, "eye"])
  }

  @Test("--brief prints one line for each file, and all files of a folder")
  func brief() throws {
    try scratch.remove("broken.json")
    // This isn't an animation, and isn't named on the command line.
    try scratch.write("{}", to: "package.json")
    let lines = [
      "\(scratch / "partly.json"): 240x60, 25 frames/s, 2 s, 4 layers, 3 not as intended",
      "\(scratch / "whole.json"): 240x60, 25 frames/s, 2 s, 1 layer, as intended",
    ]
    try expectEqual(info(["--brief", scratch.path]).text, lines.map { $0 + "\n" }.joined())
    let (run, text) = try info(["--brief", scratch / "whole.json", scratch / "partly.json"])
    #expect(run.end == .exit(0) && text == lines.reversed().map { $0 + "\n" }.joined())
    let whole = try info([scratch / "whole.json"]).text
    try expectEqual(
      info([scratch / "whole.json", scratch / "whole.json"]).text, whole + "\n" + whole)
  }

  @Test("an unreadable file is reported, and the others are described nevertheless")
  func broken() throws {
    let (run, text) = try info(
      ["--brief", scratch / "broken.json", scratch / "whole.json", scratch / "missing.json"])
    expectEqual(run.end, .exit(ExitStatus.noInput.rawValue))
    #expect(text.split(separator: "\n").count == 1 && text.contains("whole.json"))
    expectEqual(run.complaint.split(separator: "\n").count, 2)
    let (list, json) = try info(["--json", "-", scratch / "broken.json", scratch / "whole.json"])
    expectEqual(list.end, .exit(ExitStatus.differs.rawValue))
    let objects = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [Any]
    expectEqual(objects?.count, 1)
  }

  @Test("--strict exits with 65 if something isn't drawn as intended")
  func strict() throws {
    try expectEqual(info(["--strict", scratch / "whole.json"]).run.end, .exit(0))
    let (run, text) = try info(["--strict", scratch / "partly.json"])
    #expect(run.end == .exit(65) && run.complaint.isEmpty && text.contains("not as intended 3"))
    #expect(
      try info(["--strict", "--brief", scratch / "partly.json", scratch / "whole.json"]).run.end
        == .exit(65))
  }

  @Test(
    "the status of several files is that of the last unreadable one")
  func status() throws {
    let files = ["whole.json", "partly.json", "broken.json", "missing.json"]
    let unreadable: [String: ExitStatus] = ["broken.json": .differs, "missing.json": .noInput]
    for first in files {
      for second in files {
        let expected =
          unreadable[second] ?? unreadable[first]
          ?? ([first, second].contains("partly.json") ? .differs : .success)
        let run = try info(["--brief", "--strict", scratch / first, scratch / second]).run
        expectEqual(run.end, .exit(expected.rawValue), "\(first) \(second)")
      }
    }
  }

  @Test("flags for files require a file, and a folder must contain animations")
  func usage() throws {
    for flag in ["--json=-", "--brief", "--strict", "--system-fonts"] {
      #expect(try info([flag]).run.complained(.usage), "\(flag)")
    }
    #expect(try info(["--json", "-", "--brief", scratch / "whole.json"]).run.complained(.usage))
    try FileManager.default.createDirectory(
      atPath: scratch / "empty", withIntermediateDirectories: true)
    #expect(try info([scratch / "empty"]).run.complained(.noInput))
  }

  @Test("slots have their type and value")
  func slots() throws {
    try scratch.write(
      TestAnimation(
        color: #"[1,0,0], "sid": "tint""#,
        more: #", "slots": {"tint": {"p": {"k": [1, 0.5, 0]}}, "unused": {"p": {"k": 3}}}"#
      ).json, to: "slots.json")
    let text = try info([scratch / "slots.json"]).text
    #expect(text.contains("slots           tint (color #ff8000), unused (3)\n"), "\(text)")
  }

  @Test("fonts from files have their path and their SHA-256")
  func fonts() throws {
    try FileManager.default.createDirectory(
      atPath: scratch / "fonts", withIntermediateDirectories: true)
    let bytes = TinyFont.letters.bytes
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "fonts/tiny.ttf"))
    try scratch.write(
      """
      {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":40,"h":20,"layers":[{"ty":5,"nm":"title","ip":0,"op":10,
      "ks":{"p":{"k":[0,20]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":20,"t":"aw","fc":[1,0,0]}}]}}}],
      "fonts":{"list":[{"fName":"F","fFamily":"Tiny","fStyle":"Regular"}]}}
      """, to: "text.json")
    let without = try info(["--strict", scratch / "text.json"])
    expectEqual(without.run.end, .exit(65))
    #expect(without.text.contains(#"layers[0] "title": characters without outlines"#))
    let (run, text) = try info(
      ["--strict", "--font-dir", scratch / "fonts", scratch / "text.json"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let hash = try FontFace(bytes).sha256
    let line = "font files      Tiny Regular (\(scratch / "fonts/tiny.ttf"), SHA-256 \(hash))\n"
    #expect(text.contains(line), "\(text)")
    #expect(
      try info(["--font-dir", scratch / "none", scratch / "text.json"]).run.complained(.usage))
    let arguments = ["render", scratch / "text.json", "--frame", "0", "-o", "-"]
    let blank = try PNG.decode(CommandRun(arguments).output)
    let drawn = try CommandRun(arguments + ["--font-dir", scratch / "fonts"]).image()
    #expect(blank[2, 15] == 0 && drawn[2, 15] == 0xFFFF_0000)
  }
}

@Suite("Files that an animation refers to")
struct ResourceFolderTests {
  @Test("images are found in a folder next to the file, but not above it")
  func images() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "project/images", withIntermediateDirectories: true)
    let image = try PNG.encode(PixelImage(size: PixelSize(width: 4, height: 2)))
    for name in ["project/images/photo.png", "secret.png"] {
      try Data(image).write(to: URL(fileURLWithPath: scratch / name))
    }
    for (folder, name, text) in [
      ("images/", "photo.png", "photo (4x2)"), ("../", "secret.png", "photo (4x2, missing)"),
    ] {
      try scratch.write(
        TestAnimation(
          more: """
            , "assets": [{"id": "photo", "w": 4, "h": 2, "u": "\(folder)", "p": "\(name)"}]
            """
        ).json, to: "project/a.json")
      let run = try CommandRun(["info", scratch / "project/a.json"])
      let output = String(decoding: run.output, as: UTF8.self)
      #expect(output.contains("images          \(text)\n"), "\(output)")
    }
  }
}
