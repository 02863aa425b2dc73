import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import LinuxSystem
@testable import X11Viewer

@Suite("Default output and size of render, by the program")
struct OutputFolderTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12).json, to: "50%.json")
  }

  private func run(_ arguments: String) throws -> Run {
    try Run(script: "cd '\(scratch.path)' && \"$0\" render \(arguments)")
  }

  @Test(
    "the output is named after the file, in a folder that is created",
    arguments: [
      ("50%.json -o a/b/ --frames 10-", "a/b", ["50%.0010.png", "50%.0011.png"]),
      ("- -o a/ < 50%.json", "a", ["animation.png"]),
    ])
  func folders(arguments: String, folder: String, names: [String]) throws {
    let run = try run(arguments)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    try expectEqual(Folder.names(in: scratch / folder), names)
  }

  @Test("several files are rendered into a folder, and a broken one doesn't stop the others")
  func severalFiles() throws {
    for name in ["a.json", "b.json"] { try scratch.write(TestAnimation(frames: 2).json, to: name) }
    try scratch.write("{", to: "broken.json")
    let run = try run("a.json broken.json b.json -o out/ --format gif")
    expectEqual(run.end, .exit(65))
    #expect(run.complaint.hasPrefix("x11viewer: broken.json: "))
    expectEqual(run.complaint.split(separator: "\n").count, 1)
    try expectEqual(Folder.names(in: scratch / "out"), ["a.gif", "b.gif"])
    try expectEqual(self.run("a.json b.json -o out/").end, .exit(0))
    try expectEqual(Folder.names(in: scratch / "out"), ["a.gif", "a.png", "b.gif", "b.png"])
  }

  @Test("images, webm and mkv can be written to a pipe")
  func pipes() throws {
    try requireTools("ffmpeg")
    for (format, start) in [
      ("png", [0x89, 0x50, 0x4E, 0x47]),
      ("webm", [0x1A, 0x45, 0xDF, 0xA3]), ("mkv", [0x1A, 0x45, 0xDF, 0xA3]),
    ] as [(String, [UInt8])] {
      let run = try run("50%.json -o - --format \(format) | cat")
      #expect(run.output.starts(with: start), "\(format): \(run.complaint)")
      expectEqual(run.complaint, "", "\(format)")
    }
    let video = try run("50%.json -o - --format mp4 | cat")
    expectEqual(
      video.complaint,
      "x11viewer: -: mp4 requires a file; y4m, rgba, webm, gif, mkv can be written to a pipe\n")
    try expectEqual(run("50%.json -o - --format webm | head -c 9").complaint, "")
  }
}
