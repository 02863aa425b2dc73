import Foundation
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("Names of input files")
struct InputPathTests {
  @Test(
    "paths are unchanged, and file URLs are converted to paths",
    arguments: [
      ("a.json", "a.json"), ("-", "-"), ("./file:x", "./file:x"), ("a:b", "a:b"),
      ("C:/x.json", "C:/x.json"), ("file:///a%20b.json", "/a b.json"), ("FILE:/a", "/a"),
      ("file://localhost/a", "/a"),
    ])
  func paths(argument: String, path: String) throws {
    try expectEqual(InputPath.resolve(argument), path)
  }

  @Test(
    "other URLs are reported as not downloaded",
    arguments: [
      "https://example.org/a.json", "ftp://x", "file://elsewhere.example/a", "svn+ssh://x/a",
      "x-1.y://a",
    ])
  func addresses(address: String) {
    let failure = #expect(throws: Failure.self) { try InputPath.resolve(address) }
    expectEqual(failure?.status, .usage)
    expectEqual(failure?.message.hasPrefix("\(address): "), true)
  }

  @Test("an empty name, as from an unset variable, is rejected with this reason")
  func empty() {
    let failure = #expect(throws: Failure.self) { try InputPath.resolve("") }
    #expect(
      failure?.status == .usage && failure?.message.contains("the file name is empty") == true)
  }

  @Test("resources of an animation are in its folder, below it, or in a given parent folder")
  func resources() throws {
    let scratch = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: scratch / "a/b", withIntermediateDirectories: true)
    for name in ["x", "a/x", "a/b/x"] { try scratch.write(name, to: name) }
    for (link, target) in [("a/link", scratch / "x"), ("a/up", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch / link, withDestinationPath: target)
    }
    expectEqual(mkfifo(scratch / "a/pipe", 0o600), 0)
    let video = scratch / "a/video.json"
    let beside = ResourceFolder(of: video)
    let around = ResourceFolder(of: video, within: scratch.path)
    // A folder that the video isn't in is no reason to read more.
    let elsewhere = ResourceFolder(of: video, within: scratch / "a/b")
    for (path, text, textAround) in [
      ("x", "a/x", "a/x"), ("./x", "a/x", "a/x"), ("b/x", "a/b/x", "a/b/x"),
      ("b//./x", "a/b/x", "a/b/x"), ("b/../x", "a/x", "a/x"), ("../x", nil, "x"),
      ("../a/b/x", nil, "a/b/x"), ("b/../../x", nil, "x"), ("../../x", nil, nil),
      (scratch / "x", nil, "x"), (scratch / "a/x", "a/x", "a/x"), ("link", nil, nil),
      ("up/x", nil, nil), ("b", nil, nil),
      ("..", nil, nil), (".", nil, nil), ("pipe", nil, nil), ("missing", nil, nil),
      ("x/y", nil, nil), ("x\0", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)] {
      for (folder, text) in [(beside, text), (elsewhere, text), (around, textAround)] {
        expectEqual(Self.text(folder.read(path, limit: 5)), text, "\(path)")
      }
    }
    #expect(Self.text(beside.read("b/x", limit: 4)) == nil)
  }

  private static func text(_ reading: ResourceFolder.Reading) -> String? {
    guard case .bytes(let bytes) = reading else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "unsupported files are described, with advice",
    arguments: [
      ("\0\0\0\u{20}ftypheic", "an HEIF image", "convert it to PNG"),
      ("\0\0\0\u{C}JXL \r\n", "a JPEG XL image", "convert it to PNG"),
      ("\0\0\0\u{20}ftypisom", "an MP4 video", "pipe it: ffmpeg -i FILE -f"),
      ("BM\u{40}\u{1}\0\0\0\0\0\0\u{36}\0\0\0\u{28}", "a BMP image", "convert it to PNG"),
      ("II*\0", "a TIFF image", "convert it to PNG"),
      ("MM\0*", "a TIFF image", "convert it to PNG"),
      ("8BPS", "a Photoshop document", "convert it to PNG"),
    ])
  func others(text: String, kind: String, advice: String) throws {
    try expectOther(Array(text.utf8), kind, advice)
  }

  @Test("a file that begins with binary data is described, too")
  func binaryOthers() throws {
    try expectOther([0xFF, 0x0A, 1], "a JPEG XL image", "convert it to PNG")
    try expectOther(
      [0x1A, 0x45, 0xDF, 0xA3, 1], "a WebM or Matroska video",
      "pipe it: ffmpeg -i FILE -f")
  }

  private func expectOther(_ bytes: [UInt8], _ kind: String, _ advice: String) throws {
    let source = AnimationSource("a.json", bytes: bytes) { _, _ in nil }
    let failure = #expect(throws: Failure.self) {
      try AnimationFile(source, FileConfiguration())
    }
    expectEqual(
      failure?.message.hasPrefix("a.json: \(kind), which is not supported; \(advice)"), true)
    expectEqual(failure?.status, .differs)
  }
}
