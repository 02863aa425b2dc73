import TestSupport
import Testing

@testable import AnimGraphics
@testable import LinuxSystem
@testable import Viewer
@testable import X11Viewer

@Suite("Default output and size of render")
struct OutputFolderTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12).json, to: "50%.json")
  }

  @Test(
    "a size is in pixels, a width, or a percentage of the file's 240x60",
    arguments: [
      ("120", PixelSize(width: 120, height: 30)), ("50%", PixelSize(width: 120, height: 30)),
      ("12.5%", PixelSize(width: 30, height: 8)), ("200%", PixelSize(width: 480, height: 120)),
      ("100x70", PixelSize(width: 100, height: 70)), ("1", PixelSize(width: 1, height: 1)),
    ])
  func sizes(size: String, pixels: PixelSize) throws {
    try expectEqual(
      CommandRun("render 50%.json -o - --size \(size)", in: scratch).image().size, pixels)
  }

  @Test(
    "other sizes are rejected",
    arguments: ["0", "-1", "0%", "x", "10x", "%", "nan%", "1e9%", "40000"])
  func noSizes(size: String) throws {
    #expect(try CommandRun("render 50%.json -o - --size=\(size)", in: scratch).complained(.usage))
  }

  @Test(
    "the output is named after the file, in a folder that is created",
    arguments: [
      ("50%.json -o a/b/ --frames 10-", "a/b", ["50%.0010.png", "50%.0011.png"]),
      ("50%.json -o a/b/ --format mp4", "a/b", ["50%.mp4"]),
      ("--scene clock -o .", ".", ["50%.json", "clock.png"]),
    ])
  func folders(arguments: String, folder: String, names: [String]) throws {
    if names == ["50%.mp4"] { try requireTools("ffmpeg") }
    let run = try CommandRun("render \(arguments)", in: scratch)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    try expectEqual(Folder.names(in: scratch / folder), names)
  }

  @Test(
    "several files require a folder in which each output has its own name",
    arguments: [
      ("a.json b/a.json -o out/", "a.json, b/a.json: would both be written to 'a'"),
      ("a.json - -o out/", "-: standard input is not supported"),
    ])
  func severalOutputs(arguments: String, reason: String) throws {
    let run = try CommandRun("render \(arguments)", in: scratch)
    #expect(run.complained(.usage) && run.complaint.contains(reason), "\(run.complaint)")
    expectEqual(scratch.allNames, ["50%.json"])
  }

  @Test(
    "no folder is left behind if nothing can be drawn",
    arguments: ["none.json -o a/b/", "none.json -o a/ --format webp", "50%.json -o a/ --frame 99"])
  func noFolders(arguments: String) throws {
    if arguments.contains("webp") { try requireTools("ffmpeg") }
    try #expect(CommandRun("render \(arguments)", in: scratch).end != .exit(0))
    expectEqual(scratch.allNames, ["50%.json"])
  }

  @Test("standard output has the requested format")
  func formats() throws {
    for (format, start) in [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("jpg", [0xFF, 0xD8, 0xFF]), ("gif", Array("GIF89a".utf8)),
    ] as [(String, [UInt8])] {
      let run = try CommandRun("render 50%.json -o - --format \(format)", in: scratch)
      #expect(run.end == .exit(0) && run.output.starts(with: start), "\(run.complaint)")
    }
  }
}
