import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import OfflineRendering
@testable import X11Viewer

@Suite("What info says about a file")
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

  @Test("the text has its size, its length, its parts, and what is not drawn as intended")
  func text() throws {
    let run = try Run(["info", scratch / "a.json"])
    #expect(run.end == .exit(0), "\(run.complaint)")
    let text = String(decoding: run.output, as: UTF8.self)
    for line in [
      "name            moving square", "format          JSON, version 5.7.0",
      "size            240x60", "frame rate      25 frames/s", "frames          50",
      "duration        2 s", "layers          1", "images          photo (4x2, missing)",
      "features        fills, rectangles", "markers         pa?[31mrt (20 to 30)",
      "slots           tint", "not as intended 1",
    ] { #expect(text.contains(line + "\n"), "\(line) in \(text)") }
    #expect(!text.contains("\u{1B}"))
  }

  @Test("--json prints the same as JSON")
  func json() throws {
    let run = try Run(["info", "--json", scratch / "a.json"])
    #expect(run.end == .exit(0), "\(run.complaint)")
    let root = try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any]
    let object = try #require(root)
    #expect(object["width"] as? Double == 240)
    #expect(object["frames"] as? Double == 50)
    #expect(object["duration"] as? Double == 2)
    #expect(object["slots"] as? [String] == ["tint"])
    #expect(object["features"] as? [String] == ["fills", "rectangles"])
    let diagnostics = try #require(object["diagnostics"] as? [[String: String]])
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?["severity"] == "not drawn")
  }
}

@Suite("Files that an animation refers to")
struct ResourceFolderTests {
  @Test("images are found in a folder beside the file, but not above it")
  func images() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "project/images", withIntermediateDirectories: true)
    let picture = try PNG.encode(PixelImage(size: PixelSize(width: 4, height: 2)))
    for name in ["project/images/photo.png", "secret.png"] {
      try Data(picture).write(to: URL(fileURLWithPath: scratch / name))
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
      let run = try Run(["info", scratch / "project/a.json"])
      let output = String(decoding: run.output, as: UTF8.self)
      #expect(output.contains("images          \(text)\n"), "\(output)")
    }
  }

  @Test("only files in its own folder and those below it are read, whatever their paths say")
  func confinement() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "project/images", withIntermediateDirectories: true)
    try scratch.write("secret", to: "secret")
    try scratch.write("a", to: "project/a")
    try scratch.write("b", to: "project/images/b")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: scratch / "project/out", withDestinationPath: "../secret")
    try files.createSymbolicLink(atPath: scratch / "project/up", withDestinationPath: "..")
    #expect(mkfifo(scratch / "project/pipe", 0o600) == 0)

    let folder = ResourceFolder(of: scratch / "project/animation.json")
    func text(_ path: String, limit: Int = 100) -> String? {
      folder.bytes(at: path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(text("a") == "a")
    #expect(text("images/b") == "b")
    #expect(text("./images//b") == "b")
    for path in [
      "../secret", "images/../../secret", "images/../a", scratch / "secret", "/etc/passwd", "out",
      "up/secret", "pipe", "images", "", ".", "missing", "a\0", "a/b",
    ] { #expect(text(path) == nil, "\(path)") }
    #expect(text("images/b", limit: 0) == nil)
  }
}
