import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Verifying manifests")
struct VerifyTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12).json, to: "a.json")
  }

  private func render(_ arguments: String...) throws -> CommandRun {
    try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "f.%02d.png", "--size", "48x12"] + arguments)
  }

  private func verify(_ arguments: String...) throws -> CommandRun {
    try CommandRun(["verify"] + arguments)
  }

  @Test(
    "the names in a manifest are relative to it, wherever the frames are",
    arguments: [
      ("f", "m", "f/f.0.png"), ("f", "f/m", "f.0.png"), ("f", "n/m", "../f/f.0.png"),
      (".", "n/m", "../f.0.png"),
    ])
  func elsewhere(frames: String, manifest: String, name: String) throws {
    for name in ["f", "n"] {
      try FileManager.default.createDirectory(
        atPath: scratch / name, withIntermediateDirectories: false)
    }
    let run = try CommandRun(
      "render a.json -o \(frames)/f.%d.png --size 48x12 --manifest \(manifest)", in: scratch)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let elsewhere = try ScratchDirectory()
    for checked in [
      try CommandRun("verify \(manifest)", in: scratch),
      try CommandRun(["verify", scratch / manifest], in: elsewhere),
    ] { expectEqual(checked.text, "12 frames are correct\n", "\(checked.complaint)") }
    #expect(try scratch.read(manifest).contains(" 48x12 \(name)\n"))
    // Frames that have been moved are found in the given folder.
    let moved = try verify(scratch / manifest, "--folder", scratch / frames)
    expectEqual(moved.end, .exit(0), "\(moved.text)")
  }

  @Test(
    "the parts of a video have the same manifest as the complete video, with any number of threads")
  func parts() throws {
    _ = try render("--manifest", scratch / "m", "--jobs", "1")
    let whole = try scratch.read("m")
    var parts = ""
    for (index, frames) in ["0-4", "5..9", "9-20"].enumerated() {
      let run = try render(
        "--frames", frames, "--past-end", "clip", "--manifest", scratch / "m\(index)", "--jobs", "3"
      )
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      parts += try scratch.read("m\(index)")
    }
    let isRecord = { (line: Substring) in line.hasPrefix("# ") }
    expectEqual(
      parts.split(separator: "\n").filter { !isRecord($0) },
      whole.split(separator: "\n").filter { !isRecord($0) })
    try scratch.write(parts, to: "joined")
    try expectEqual(verify(scratch / "joined").text, "12 frames are correct\n")
    let run = try verify(scratch / "m0", scratch / "m1", scratch / "m2", "--frames", "12")
    expectEqual(run.end, .exit(0), "\(run.text)")
  }

  @Test("missing, partly written and different files are reported, with status 65")
  func problems() throws {
    _ = try render("--manifest", scratch / "m")
    try scratch.remove("f.01.png")
    let whole = try scratch.bytes("f.02.png")
    try OutputFile.write(Array(whole.dropLast(20)), to: scratch / "f.02.png")
    try OutputFile.write(try scratch.bytes("f.04.png"), to: scratch / "f.03.png")
    let small = PixelImage(size: PixelSize(width: 9, height: 9))
    try OutputFile.write(PNG.encode(small), to: scratch / "f.05.png")
    try OutputFile.write([], to: scratch / "f.06.png")
    let run = try verify(scratch / "m", "--frames", "0-13")
    #expect(run.complained(.differs), "\(run.end) \(run.complaint)")
    let lines = run.text.split(separator: "\n").map(String.init)
    expectEqual(lines.count, 6)
    for (line, words) in zip(
      lines,
      [
        "frames 12-13: not in any manifest", "f.01.png: missing", "f.02.png: incomplete",
        "f.03.png: the pixels differ", "f.05.png: 9x9", "f.06.png: incomplete",
      ])
    { #expect(line.contains(words), "\(line)") }
    let quiet = try verify(scratch / "m", "--quiet")
    #expect(quiet.end == .exit(65) && quiet.output.isEmpty && quiet.complaint.isEmpty)
  }

  @Test("the inputs of frames that differ from the manifest are named")
  func inputs() throws {
    _ = try render("--manifest", scratch / "m")
    _ = try render(
      "--manifest", scratch / "n", "--frames", "3", "--frame-offset", "2", "--background", "red")
    let background = "inputs: background #ff0000 instead of #00000000"
    let run = try verify(scratch / "m")
    expectEqual(
      run.text.split(separator: "\n").map { $0.replacing(scratch.path + "/", with: "") },
      (2...4).map { "f.0\($0).png: the pixels differ from frame \($0); \(background)" })
    // Also where parts contradict each other.
    let both = try verify(scratch / "m", scratch / "n")
    #expect(
      both.text.contains("frame 2: listed with different pixels; \(background)\n"),
      "\(both.text)")
    // Images without a record, and manifests without one, have no reasons.
    _ = try render("--frames", "3", "--frame-offset", "2", "--background", "red")
    try expectEqual(
      verify(scratch / "m").text.components(separatedBy: ";").count, 1)
  }

  @Test("--verify-existing trusts no file, and leaves correct ones unchanged")
  func verifyExisting() throws {
    _ = try render("--compression", "0")
    let stored = try scratch.bytes("f.00.png")
    try OutputFile.write(Array(stored.dropLast(9)), to: scratch / "f.03.png")
    try scratch.remove("f.04.png")
    try OutputFile.write(stored, to: scratch / "f.05.png")
    let run = try render("--verify-existing", "--compression", "9", "--manifest", scratch / "m")
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    try expectEqual(verify(scratch / "m").end, .exit(0))
    try expectEqual(scratch.bytes("f.00.png"), stored)
    #expect(try scratch.bytes("f.05.png").count < stored.count)
  }

  @Test(
    "a missing manifest exits with 66, and an invalid or contradictory one with 65")
  func several() throws {
    #expect(try verify(scratch / "none").complained(.noInput))
    try scratch.write("none\n", to: "none")
    #expect(try verify(scratch / "none").complained(.differs))
    _ = try render("--manifest", scratch / "m", "--frames", "0-1")
    let lines = try scratch.read("m").split(separator: "\n").filter { !$0.hasPrefix("# ") }
    // The pixels of the second frame under the number of the first.
    try scratch.write("0" + lines[1].dropFirst() + "\n", to: "n")
    let run = try verify(scratch / "m", scratch / "n")
    #expect(run.complained(.differs))
    #expect(run.text.contains("frame 0: listed with different pixels"), "\(run.text)")
  }

  @Test("a frame that several manifests list counts once, and so do its errors")
  func repeated() throws {
    _ = try render("--manifest", scratch / "m")
    let run = try verify(scratch / "m", scratch / "m")
    expectEqual(run.text, "12 frames are correct\n")
    try scratch.remove("f.01.png")
    let missing = try verify(scratch / "m", scratch / "m")
    expectEqual(missing.text, "\(scratch / "f.01.png"): missing\n")
    #expect(missing.complaint.hasSuffix(": 1 problem in 12 frames\n"), "\(missing.complaint)")
  }

  @Test("a path that isn't a regular file is reported once, with its kind")
  func noFiles() throws {
    _ = try render("--manifest", scratch / "m")
    for name in ["f.01.png", "f.02.png"] { try scratch.remove(name) }
    mkdir(scratch / "f.01.png", 0o777)
    mkfifo(scratch / "f.02.png", 0o666)
    let run = try verify(scratch / "m")
    #expect(run.complained(.differs))
    expectEqual(
      run.text,
      """
      \(scratch / "f.01.png"): a folder, not a file
      \(scratch / "f.02.png"): a pipe or a device, not a file

      """)
  }
}
