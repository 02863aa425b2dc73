import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import AnimationFormats
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Every format in every command", .xServer)
struct FormatCommandTests {
  private let scratch: ScratchDirectory
  /// The same animation in each format: twelve frames of 240 by 48 pixels, 24 in a second.
  private let files: [String]

  private static let names = ["a.json", "frame.%04d.png", "a.y4m"]

  /// The folder of the files, from which each test copies them.
  private static let original = Result { () throws -> ScratchDirectory in
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12, rate: 24, height: 48).json, to: "a.json")
    for name in names.dropFirst() {
      let colors = name.hasSuffix(".y4m") ? ["--chroma", "444", "--depth", "10"] : []
      let run = try CommandRun(
        ["render", scratch / "a.json", "-o", scratch / name, "--background", "white"] + colors)
      try #require(run.end == .exit(0), "\(run.complaint)")
    }
    return scratch
  }

  init() throws {
    scratch = try ScratchDirectory()
    files = Self.names.map { [scratch] in scratch / $0 }
    let original = try Self.original.get()
    for name in original.allNames {
      try FileManager.default.copyItem(atPath: original / name, toPath: scratch / name)
    }
  }

  @Test("info reports the same size, rate and duration for each")
  func info() throws {
    for file in files {
      let run = try CommandRun(["info", "--brief", "--strict", file])
      expectEqual(run.end, .exit(0))
      #expect(run.text.hasPrefix("\(file): 240x48, 24 frames/s, 0.5 s, "), "\(run.text)")
      let json = try CommandRun(["info", "--json", "-", file])
      let object = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
      #expect(object?["frames"] as? Double == 12 && object?["duration"] as? Double == 0.5)
    }
  }

  @Test("compare finds a sequence equal to the animation from which it was rendered")
  func compare() throws {
    let transparent = scratch / "t.####.png"
    try expectEqual(CommandRun(["render", files[0], "-o", transparent]).end, .exit(0))
    let first = scratch / "t.0000.png"
    for arguments in [
      [files[0], transparent], [transparent, files[0]], [files[0], first, "--sequence"],
    ] {
      let run = try CommandRun(["compare"] + arguments)
      #expect(run.end == .exit(0) && run.text == "all 12 frames are the same\n", "\(run.complaint)")
    }
    let video = try CommandRun(["compare", files[1], files[2]])
    #expect([.exit(0), .exit(65)].contains(video.end))
    let near = try CommandRun(["compare", files[1], files[2], "--tolerance", "1;999999"])
    expectEqual(near.end, .exit(0), "\(near.text)")
    #expect(try CommandRun(["compare", files[0], first]).complained(.usage))
  }

  @Test("test creates goldens of each, and finds changes")
  func test() throws {
    for file in files {
      let update = try CommandRun(["test", file, "--update", "--goldens", scratch / "goldens"])
      expectEqual(update.end, .exit(0), "\(update.complaint)")
      try expectEqual(CommandRun(["test", file, "--goldens", scratch / "goldens"]).end, .exit(0))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch / "goldens")
    for name in ["a.0000.png", "a.y4m.0011.png", "frame.0003.png"] {
      #expect(names.contains(name), "\(names)")
    }
    try FileManager.default.removeItem(atPath: scratch / "frame.0000.png")
    try FileManager.default.copyItem(
      atPath: scratch / "frame.0011.png", toPath: scratch / "frame.0000.png")
    let changed = try CommandRun(["test", files[1], "--goldens", scratch / "goldens"])
    expectEqual(changed.end, .exit(65))
  }

  @Test("thumbnail draws a small image of each")
  func thumbnail() throws {
    for file in files {
      let run = try CommandRun(["thumbnail", file, "-", "60"])
      try expectEqual(run.image().size, PixelSize(width: 60, height: 12), "\(file)")
    }
    let first = try CommandRun(["thumbnail", "--sequence", scratch / "frame.0004.png", "-", "60"])
    expectEqual(first.end, .exit(0))
  }

  @Test("the window shows each, and its images are identical to those of render")
  func view() throws {
    let server = try XServer.shared()
    for file in files {
      let drawn = try CommandRun(
        ["render", file, "-o", "-", "--frame", "7", "--background", "white"])
      let shown = try CommandRun([file, "--screenshot", "-", "--frame", "7"], on: server)
      try expectEqual(shown.image(), drawn.image(), "\(file)")
      var configuration = FileConfiguration()
      configuration.hasSubframes = false
      let size = PixelSize(width: 240, height: 48)
      let stage = try LoopStage(files: [file], configuration, size: size) {
        $0.drawsOverlay = false
      }
      try stage.pass(0.3)
      try expectEqual(stage.renderer.image, drawn.image(), "\(file)")
    }
  }

  @Test(
    "options without an effect on a file cause a warning, and an invalid name an error with advice")
  func options() throws {
    let run = try CommandRun(["render", files[2], "--hash", "--theme", "dark", "--fps", "12"])
    expectEqual(run.end, .exit(0))
    expectEqual(run.complaint, "x11viewer: --theme: ignored because a.y4m is a Y4M video\n")
    try expectEqual(CommandRun(["render", files[1], "--hash", "--fps", "12"]).complaint, "")
    let rate = try CommandRun(["info", files[0], "--fps", "12"])
    expectEqual(rate.complaint, "x11viewer: --fps: ignored because a.json is a Lottie animation\n")
    #expect(try CommandRun(["info", "--sequence", scratch / "x.jpg"]).complained(.usage))
  }

  @Test("an unreadable image ends a render, and is reported by name")
  func damage() throws {
    try scratch.write("broken", to: "frame.0006.png")
    let run = try CommandRun(["render", files[1], "-o", scratch / "video.y4m"])
    #expect(run.complained(.differs))
    #expect(run.complaint.contains("frame.0006.png: invalid PNG"))
    #expect(!FileManager.default.fileExists(atPath: scratch / "video.y4m"))
    #expect(try CommandRun(["test", files[1], "--every-frame"]).end != .exit(0))
    #expect(try CommandRun(["compare", files[0], files[1]]).end != .exit(0))
  }

  @Test("a name with line breaks doesn't start a new line of a message")
  func lineBreaks() throws {
    let scratch = try ScratchDirectory()
    let name = "a" + ["\n", "\r", "\u{2028}", "\u{85}"].map { $0 + "::error::b" }.joined()
    try scratch.write("no animation", to: name + ".json")
    for arguments in [
      ["info", name + ".json"], ["info", name + ".missing"],
      ["render", name + ".json", "-o", "b.png"],
      ["test", name + ".json"], ["compare", name + ".json", name + ".png"],
      ["verify", name + ".json"],
      ["info", "--\(name)"], ["render", "a.json", "-o", name + "/b.png"],
    ] {
      let run = try CommandRun(arguments, in: scratch)
      #expect(run.end != .exit(0), "\(arguments)")
      for text in [run.text, run.complaint] {
        let lines = text.unicodeScalars.split { "\n\r\u{85}\u{2028}".unicodeScalars.contains($0) }
        #expect(!lines.contains { String($0).hasPrefix("::") }, "\(arguments): \(text)")
      }
    }
  }
}
