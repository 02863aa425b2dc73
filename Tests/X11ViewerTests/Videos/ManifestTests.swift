import Foundation
import PlainText
import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Manifests")
struct ManifestTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 12).json, to: "a.json")
  }

  private func render(_ arguments: String...) throws -> CommandRun {
    try CommandRun(
      ["render", scratch / "a.json", "-o", scratch / "f.%02d.png", "--size", "48x12"] + arguments)
  }

  @Test("a manifest has a line for every frame, with the hash that --hash prints")
  func lines() throws {
    let run = try render("--manifest", scratch / "m", "--hash")
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let lines = try scratch.read("m").split(separator: "\n").filter { !$0.hasPrefix("# ") }
    expectEqual(lines.count, 12)
    let hashes = try CommandRun(["render", scratch / "a.json", "--hash", "--size", "48x12"])
    expectEqual(hashes.output, run.output)
    for (number, (line, hash)) in zip(lines, run.text.split(separator: "\n")).enumerated() {
      let name = "f.\("\(number)".padded(before: 2, with: "0")).png"
      expectEqual(line, hash + " \(name)")
      expectEqual(ManifestLine(line)?.number, number)
    }
  }

  @Test(
    "an invalid line in a manifest is rejected",
    arguments: [
      "", "1", "1 00 2x2 a.png", "x \(String(repeating: "0", count: 64)) 2x2 a.png",
      "1 \(String(repeating: "0", count: 64)) 2x2", "-1 \(String(repeating: "0", count: 64)) 2x2 a",
      "1 \(String(repeating: "0", count: 64)) 2x2 /a.png",
      "1 \(String(repeating: "0", count: 64)) 2x2 a/../b.png",
      "1 \(String(repeating: "0", count: 64)) 2x2 a//b.png",
      "1 \(String(repeating: "0", count: 64)) 2x2 ..",
      "1 \(String(repeating: "0", count: 64)) 0x2 a",
      "1 \(String(repeating: "0", count: 64)) 2 a",
      "99999999999999999999 \(String(repeating: "0", count: 64)) 2x2 a",
    ])
  func invalid(line: String) throws {
    #expect(ManifestLine(line) == nil)
    try scratch.write("\(line)\n", to: "m")
    let path = scratch / "m"
    #expect(throws: Manifest.Problem.invalidLine(path: path, line: 1)) {
      try Manifest(reading: path)
    }
  }
}
