import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Resumed videos")
struct ResumeTests {
  private let scratch: ScratchDirectory
  private static let count = 12

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: Self.count).json, to: "a.json")
  }

  private func render(_ arguments: String...) throws {
    let run = try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "f.%02d.png", "--size", "48x12"] + arguments)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
  }

  private func name(_ number: Int) -> String { "f.\(number < 10 ? "0" : "")\(number).png" }

  /// Returns the file number of each frame, which identifies updated frames.
  private func files() throws -> [UInt64] {
    try (0..<Self.count).map { number in
      var status = stat()
      try #require(stat(scratch / name(number), &status) == 0)
      return UInt64(status.st_ino)
    }
  }

  /// Puts other pixels into a file, with its notes.
  private func paint(_ number: Int) throws {
    let path = scratch / name(number)
    let note = try #require(PNGNote(at: path))
    let texts = ["x11viewer:key", "x11viewer:pixels"].compactMap { keyword in
      note[keyword].map { PNG.Text(keyword: keyword, text: $0) }
    }
    #expect(!texts.isEmpty)
    try OutputFile.write(
      try PNG.encode(PixelImage(size: note.size, isOpaque: true), texts: texts), to: path)
  }

  /// Returns the frames whose files differ from the manifest.
  private func wrongFrames() throws -> [Int] {
    let lines = try Manifest(reading: scratch / "m").lines
    var wrong: [Int] = []
    try FrameVerifier(lines: lines, paths: lines.map { scratch / ($0.name ?? "") }, jobs: 1)
      .run { (index, verdict) throws(Failure) in
        if verdict != .right { wrong.append(lines[index].number) }
      }
    return wrong
  }

  @Test("only missing, truncated or different frames are drawn", arguments: [false, true])
  func missing(hasManifest: Bool) throws {
    let manifest = hasManifest ? ["--manifest", scratch / "m"] : []
    let resumed = ["--skip-existing"] + (hasManifest ? ["--manifest", scratch / "n"] : [])
    func render(_ arguments: [String]) throws {
      let run = try CommandRun(
        ["render", scratch / "a.json", "-o", scratch / "f.%02d.png", "--size", "48x12"] + arguments)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
    }
    try render(["--skip-existing"] + manifest)
    // Left alone, since it isn't drawn.
    try paint(1)
    try scratch.remove(name(4))
    try OutputFile.write(Array(try scratch.bytes(name(5)).dropLast(9)), to: scratch / name(5))
    try OutputFile.write(try scratch.bytes(name(7)), to: scratch / name(6))
    try OutputFile.write(try scratch.bytes(name(8)), to: scratch / name(4))
    let before = try files()
    try render(resumed)
    let changed = zip(try files(), before).enumerated().filter { $0.element.0 != $0.element.1 }
    expectEqual(changed.map(\.offset), [4, 5, 6])
    if hasManifest {
      try expectEqual(scratch.read("n"), scratch.read("m"))
      try expectEqual(wrongFrames(), [1])
    }
    try render(["--verify-existing", "--manifest", scratch / "m"])
    try expectEqual(wrongFrames(), [])
    expectEqual(
      zip(try files(), before).enumerated().filter { $0.element.0 != $0.element.1 }
        .map(\.offset), [1, 4, 5, 6])
  }

  @Test("frames drawn without the option equal a single image byte for byte, and are drawn again")
  func plain() throws {
    try render()
    let before = try files()
    let single = try CommandRun(
      ["render", scratch / "a.json", "-o", "-", "--size", "48x12", "--frame", "3"])
    try expectEqual(scratch.bytes(name(3)), single.output)
    try render("--skip-existing")
    let noted = try files()
    #expect(zip(before, noted).allSatisfy(!=))
    try render("--skip-existing")
    try expectEqual(files(), noted)
  }

  @Test(
    "frames from another file, or with other options, are drawn again",
    arguments: [
      ["--background", "red"], ["--size", "49x12"], ["--speed", "2", "--duration", "0.48"],
      ["--mode", "reverse"], ["--start", "0.04", "--duration", "0.48"], ["--fit", "none"],
      ["--fps", "50", "--frames", "12"], ["edit"], ["manifest"],
    ])
  func changed(options: [String]) throws {
    try render("--skip-existing")
    var options = options
    if options == ["edit"] {
      options = []
      let text = try scratch.read("a.json").replacingOccurrences(of: "\"ip\":0", with: "\"ip\":0 ")
      try scratch.write(text + "\n", to: "a.json")
    }
    // Without a hash in the note, the hash in a line is computed from the pixels.
    if options == ["manifest"] { options = ["--hash"] }
    let before = try files()
    let arguments = [scratch / "a.json", "-o", scratch / "f.%02d.png", "--size", "48x12"]
    func run(_ more: String...) throws -> CommandRun {
      // A later option replaces an earlier one.
      let size = options.contains("--size") ? Array(arguments.dropLast(2)) : arguments
      return try CommandRun(["render"] + size + options.filter { $0 != "--hash" } + more)
    }
    let lines = try run("--hash", "--skip-existing")
    expectEqual(lines.end, .exit(0), "\(lines.complaint)")
    try expectEqual(run("--hash", "--verify-existing").text, lines.text)
    let isSame = options == ["--hash"]
    #expect(try files() == before || !isSame)
    for (number, line) in lines.text.split(separator: "\n").enumerated() {
      let pixels = try PNGFile.pixels(at: scratch / name(number))
      #expect(line.contains("\(PixelHash(pixels))"), "\(options) \(number)")
    }
  }
}
