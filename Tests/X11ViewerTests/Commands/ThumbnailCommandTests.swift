import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Thumbnail command")
struct ThumbnailCommandTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
  }

  @Test("it writes the same image every time, to a file or standard output, without a display")
  func output() throws {
    let arguments = ["thumbnail", scratch / "a.json"]
    let image = try CommandRun(arguments + ["-", "128"]).image()
    expectEqual(image.size, PixelSize(width: 128, height: 32))
    try expectEqual(CommandRun(arguments + [scratch / "a.png", "128"]).end, .exit(0))
    try expectEqual(PNG.decode(scratch.bytes("a.png")), image)
    try expectEqual(CommandRun(arguments + ["-", "128"]).output, scratch.bytes("a.png"))
    #expect(try scratch.bytes("a.png").firstRange(of: Array("Thumb::MTime".utf8)) != nil)
  }

  @Test("a file manager that has created the file reads the image from it")
  func existing() throws {
    try scratch.write(String(repeating: "x", count: 100_000), to: "made.png")
    let file = try #require(FileHandle(forReadingAtPath: scratch / "made.png"))
    try expectEqual(
      CommandRun(["thumbnail", scratch / "a.json", scratch / "made.png", "128"]).end, .exit(0))
    let bytes = try #require(try file.readToEnd())
    try expectEqual(PNG.decode([UInt8](bytes)).size, PixelSize(width: 128, height: 32))
    try expectEqual(bytes.count, scratch.bytes("made.png").count)
  }

  @Test("a sticker in gzip has a thumbnail, whatever its file name")
  func sticker() throws {
    try ChildProcess(["gzip", "-S", ".part", scratch / "a.json"]).wait()
    let run = try CommandRun(["thumbnail", scratch / "a.json.part", "-", "24"])
    try expectEqual(run.image().size, PixelSize(width: 24, height: 6))
  }

  @Test("an error is one line, and leaves no image")
  func failures() throws {
    try scratch.write("{\"name\": \"package\", \"version\": \"1.0.0\"}", to: "other.json")
    for (arguments, status) in [
      (["other.json", "t.png", "128"], ExitStatus.differs),
      (["none.json", "t.png", "128"], .noInput),
      (["a.json", "t.png", "0"], .usage), (["a.json", "t.png", "4097"], .usage),
      (["a.json", "t.jpg", "128"], .usage), (["a.json", "none/t.png", "128"], .cannotCreate),
    ] {
      let run = try CommandRun([
        "thumbnail", scratch / arguments[0], scratch / arguments[1], arguments[2],
      ])
      #expect(run.complained(status), "\(arguments): \(run.end) \(run.complaint)")
    }
    expectEqual(scratch.allNames, ["a.json", "other.json"])
  }
}
