import Foundation
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("What names an input")
struct InputPathTests {
  @Test(
    "paths stay as they are, and addresses of files become paths",
    arguments: [
      ("a.json", "a.json"), ("-", "-"), ("./file:x", "./file:x"), ("a:b", "a:b"), ("", ""),
      ("C:/x.json", "C:/x.json"), ("file:///a%20b.json", "/a b.json"), ("FILE:/a", "/a"),
      ("file://localhost/a", "/a"),
    ])
  func paths(argument: String, path: String) throws {
    #expect(try InputPath.resolve(argument) == path)
  }

  @Test(
    "other addresses say that they are not fetched",
    arguments: [
      "https://example.org/a.json", "ftp://x", "file://elsewhere.example/a", "svn+ssh://x/a",
      "x-1.y://a",
    ])
  func addresses(address: String) {
    let failure = #expect(throws: Failure.self) { try InputPath.resolve(address) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.hasPrefix("\(address): ") == true)
  }

  @Test("a PNG picture is animated if it says so, wherever in its beginning")
  func portableNetworkGraphics() throws {
    let scratch = try ScratchDirectory()
    let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (rest, kind) in [("IDAT", "a PNG picture"), ("acTL", "an animated PNG picture")] {
      let bytes = start + [UInt8](repeating: 0, count: 5000) + Array(rest.utf8) + [0]
      try Data(bytes).write(to: URL(fileURLWithPath: scratch / "a.json"))
      let failure = #expect(throws: Failure.self) {
        try AnimationFile(scratch / "a.json", FileConfiguration())
      }
      #expect(failure?.message.contains(": \(kind), which is not played") == true)
    }
  }

  @Test("what an animation refers to is beside it, and nowhere else")
  func resources() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "a/b", withIntermediateDirectories: true)
    for name in ["x", "a/x", "a/b/x"] { try scratch.write(name, to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: scratch / "a/link", withDestinationPath: scratch / "x")
    let folder = ResourceFolder(of: scratch / "a/film.json")
    for (path, text) in [
      ("x", "a/x"), ("./x", "a/x"), ("b/x", "a/b/x"), ("b//./x", "a/b/x"), ("/x", nil),
      ("../x", nil), ("b/../x", nil), ("link", nil), ("b", nil), ("x\0", nil), ("", nil),
    ] {
      let bytes = folder.bytes(at: path, limit: 5)
      #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == text, "\(path)")
    }
    #expect(folder.bytes(at: "b/x", limit: 4) == nil)
  }

  @Test(
    "a picture says what it is, and what is played",
    arguments: [
      ("GIF89a\u{0}", "a GIF picture"), ("RIFF\u{0}\u{0}\u{0}\u{0}WEBP", "a WebP picture"),
      ("<?xml version=\"1.0\"?>\n<svg xmlns=\"\">", "an SVG drawing"),
    ])
  func pictures(text: String, kind: String) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(text, to: "a.json")
    let failure = #expect(throws: Failure.self) {
      try AnimationFile(scratch / "a.json", FileConfiguration())
    }
    #expect(
      failure?.message.contains("\(kind), which is not played; give a Lottie animation") == true)
    #expect(failure?.status == .differs)
  }
}
