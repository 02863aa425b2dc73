import Foundation
import TestSupport
import Testing

@testable import AnimationFormats
@testable import LinuxSystem

@Suite("The list of formats")
struct FormatListTests {
  private func kind(_ bytes: [UInt8], at path: String) -> String? {
    let source = AnimationSource(path, bytes: bytes) { _, _ in nil }
    return try? AnimationFormats.format(of: source).kind
  }

  @Test("no two formats have the same file extension, and messages name each")
  func fileExtensions() {
    let shown = AnimationFormats.supportedExtensions
    expectEqual(Set(shown).count, shown.count)
    for format in AnimationFormats.all {
      #expect(AnimationFormats.example.contains(format.example))
      #expect(AnimationFormats.examples.contains(format.examples))
      for fileExtension in format.fileExtensions {
        #expect(format.example.contains(".\(fileExtension)"))
        #expect(AnimationFormats.isAnimation("a.\(fileExtension)"))
        #expect(!AnimationFormats.isAnimation(fileExtension))
      }
      for fileExtension in format.imageExtensions {
        #expect(format.example.contains(".\(fileExtension)"))
        #expect(AnimationFormats.format(ofPath: "a.\(fileExtension)") != nil)
        #expect(!AnimationFormats.isAnimation("a.\(fileExtension)"))
      }
    }
    #expect(
      AnimationFormats.supportedExtensions.contains("png") && !AnimationFormats.isAnimation("a"))
  }

  @Test("a format is detected from the first bytes of a file, and otherwise from its name")
  func recognition() {
    let video = Array("YUV4MPEG2 W1 H1 F1:1\n".utf8)
    for path in ["a.y4m", "a.json", "-", "a"] {
      expectEqual(kind(video, at: path), "a Y4M video", "\(path)")
      expectEqual(kind(Array(" {".utf8), at: path), "a Lottie animation", "\(path)")
      expectEqual(kind([0x1F, 0x8B, 8], at: path), "a Lottie animation", "\(path)")
      expectEqual(kind(Array("PK".utf8), at: path), "a Lottie animation", "\(path)")
    }
    for (start, kind) in [
      (Array("GIF89a".utf8), "a GIF"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG"),
      (Array("RIFF0000WEBP".utf8), "a WebP"), ([0xFF, 0xD8, 0xFF], "a JPEG"),
    ] {
      expectEqual(self.kind(start, at: "a.json"), kind)
    }
    expectEqual(kind(Array("damaged".utf8), at: "a.y4m"), "a Y4M video")
    expectEqual(kind(Array("damaged".utf8), at: "a.tgs"), "a Lottie animation")
    expectEqual(kind([], at: "a.%04d.png"), "a PNG image sequence")
    #expect(kind([], at: "a.txt") == nil && kind([], at: "-") == nil)
  }

  @Test("an unknown file is reported, with the known formats")
  func unknown() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("hello", to: "a.txt")
    let failure = #expect(throws: Failure.self) {
      try AnimationFile(scratch / "a.txt", FileConfiguration())
    }
    #expect(
      failure?.message
        == "\(scratch / "a.txt"): not an animation in a supported format; pass \(AnimationFormats.example)"
    )
    expectEqual(failure?.status, .differs)
  }

  @Test(
    "an HTML page is rejected as such, whatever its name",
    arguments: [
      "<!DOCTYPE html><html><body>Just a moment...</body></html>", "\u{FEFF}\n <HTML>", "<head>",
      "<!-- error --><html>", "<?xml version=\"1.0\"?><!DOCTYPE html>", "<script>",
    ])
  func pages(text: String) throws {
    for name in ["a.gif", "a.json", "a.lottie", "a.svg", "a.jpg", "a"] {
      let source = AnimationSource(name, bytes: Array(text.utf8)) { _, _ in nil }
      let failure = #expect(throws: Failure.self) { try AnimationFormats.format(of: source) }
      expectEqual(
        failure?.message,
        "\(name): an HTML page, which is not supported; it is probably an error page from a server; download the "
          + "file again")
    }
  }

  @Test("an empty file is reported as empty", arguments: ["a.json", "a.tgs", "a.y4m", "a.txt"])
  func empty(name: String) throws {
    let scratch = try ScratchDirectory()
    try scratch.write("", to: name)
    let failure = #expect(throws: Failure.self) {
      try AnimationFile(scratch / name, FileConfiguration())
    }
    #expect(
      failure?.message
        == "\(scratch / name): the file is empty")
    expectEqual(failure?.status, .differs)
  }

  @Test("options without an effect on a file are reported once")
  func options() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("YUV4MPEG2 W1 H1 F1:1 Cmono\nFRAME\nx", to: "a.y4m")
    var configuration = FileConfiguration(
      hasSubframes: false, marker: "m", theme: .id("t"), slots: ["a": "1", "b": "2"])
    configuration.mode = .bounce
    let file = try AnimationFile(scratch / "a.y4m", configuration)
    expectEqual(
      file.unusedOptionWarnings(hasScript: true, except: [.marker]),
      [
        "--theme: ignored because a.y4m is a Y4M video",
        "--script: ignored because a.y4m is a Y4M video",
        "--slot: ignored because a.y4m is a Y4M video",
      ])
    try expectEqual(
      AnimationFile(scratch / "a.y4m", FileConfiguration()).unusedOptionWarnings(), [])
    try scratch.write(TestAnimation().json, to: "a.json")
    for (folder, warnings) in [
      (scratch.path, []), ("/", []),
      ("/usr", ["--resources: ignored because a.json is not in /usr"]),
    ] {
      var configuration = FileConfiguration()
      configuration.resources = folder
      let file = try AnimationFile(scratch / "a.json", configuration)
      expectEqual(file.unusedOptionWarnings(), warnings)
    }
  }

  @Test("a file from a pipe is read like one on disk, up to the limit of its format")
  func pipes() throws {
    let scratch = try ScratchDirectory()
    let path = scratch / "pipe"
    expectEqual(mkfifo(path, 0o600), 0)
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: 200_000)
    let writer = Thread {
      FileHandle(forWritingAtPath: path)?.write(Data(bytes))
    }
    writer.start()
    let source = try AnimationSource(at: path)
    expectEqual(source.start.count, 1 << 16)
    try expectEqual(source.all(limit: 1 << 20), bytes)
    try expectEqual(source.all(limit: 10).count, 11)
    try expectEqual(source.bytes.read(at: 199_990, count: 100).count, 10)
  }

  @Test("a file is closed once nothing reads it, immediately or on another thread")
  func closing() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("0123456789", to: "a")
    func isOpen() throws -> Bool {
      let all = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: all).contains {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(all)/\($0)"))
          == scratch / "a"
      }
    }
    for closesLater in [false, true] {
      var configuration = FileConfiguration()
      configuration.closesLater = closesLater
      var source: AnimationSource? = try AnimationSource(naming: scratch / "a", configuration)
      #expect(try source?.bytes.count == 10 && isOpen())
      source = nil
      if closesLater {
        try waitUntil("the file is closed") { try !isOpen() }
      } else {
        try expectEqual(isOpen(), false)
      }
    }
  }

  @Test("any part of a file is read, and nothing beyond its end")
  func parts() throws {
    let scratch = try ScratchDirectory()
    try scratch.write("0123456789", to: "a")
    let file = try FileByteSource(scratch / "a")
    let memory = MemoryByteSource(bytes: Array("0123456789".utf8))
    for bytes in [file, memory] as [any ByteSource] {
      expectEqual(bytes.count, 10)
      for (offset, count, text) in [
        (0, 10, "0123456789"), (0, 99, "0123456789"), (3, 2, "34"), (8, 5, "89"), (10, 1, ""),
        (99, 1, ""), (0, 0, ""),
      ] {
        let part = try bytes.read(at: offset, count: count)
        expectEqual(String(decoding: part, as: UTF8.self), text, "\(offset), \(count)")
      }
    }
    #expect(throws: InputError.self) { try FileByteSource(scratch / "missing") }
    #expect(throws: InputError.self) { try AnimationSource(at: scratch.path) }
  }
}
