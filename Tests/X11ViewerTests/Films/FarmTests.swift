import Foundation
import Testing

@testable import X11Viewer

@Suite("Films in parts")
struct FarmTests {
  private let scratch: ScratchDirectory
  private let farm = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Examples/farm").standardizedFileURL.path

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 30).json, to: "a.json")
  }

  private func require(_ tool: String) throws {
    guard try ChildProcess(["sh", "-c", "command -v \(tool)"]).wait() == .exit(0) else {
      try Test.cancel("\(tool) is not installed")
    }
  }

  /// The manifest of the whole film, rendered in one go.
  private func whole() throws -> String {
    let run = try Run([
      "render", scratch / "a.json", "-o", scratch / "whole.%04d.png", "--size", "48x12",
      "--manifest", scratch / "whole",
    ])
    #expect(run.end == .exit(0), "\(run.complaint)")
    return try scratch.read("whole")
  }

  @Test("a part that is killed at any moment is simply run again")
  func killed() throws {
    let whole = try whole()
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<8 {
      let process = try ViewerProcess.start([
        "render", scratch / "a.json", "-o", scratch / "whole.%04d.png", "--size", "48x12",
        "--manifest", scratch / "parts", "--compression", "9", "--progress", "openjd",
      ])
      let percentage = Int.random(in: 1...70, using: &generator)
      _ = try process.waitForLine(on: 1) { line in
        line.split(separator: " ").last.flatMap { Int($0) }.map { $0 >= percentage } ?? false
      }
      process.send(SIGKILL)
      try process.wait()
      // Whatever there is is whole: old or new, it has the right pixels.
      #expect(try Run(["verify", scratch / "whole", "--frames", "30"]).end == .exit(0))
    }
    let run = try Run([
      "render", scratch / "a.json", "-o", scratch / "whole.%04d.png", "--size", "48x12",
      "--manifest", scratch / "parts", "--skip-existing",
    ])
    #expect(run.end == .exit(0), "\(run.complaint)")
    #expect(try scratch.read("parts") == whole)
  }

  @Test("two processes that write the same frames leave whole ones")
  func overlapping() throws {
    let whole = try whole()
    let arguments = [
      "render", scratch / "a.json", "-o", scratch / "f.%04d.png", "--size", "48x12",
    ]
    let both = try (0..<2).map { number in
      try ViewerProcess.start(arguments + ["--manifest", scratch / "m\(number)"])
    }
    for process in both { #expect(try process.wait() == .exit(0), "\(process.text(of: 2))") }
    #expect(try scratch.read("m0") == scratch.read("m1"))
    #expect(try scratch.read("m0") == whole.replacing("whole.", with: "f."))
    #expect(try Run(["verify", scratch / "m0"]).end == .exit(0))
  }

  @Test("a full disk is a sentence, with status 74 and without half a file")
  func fullDisk() throws {
    let script = """
      mkdir '\(scratch.path)/small' &&
      mount -t tmpfs -o size=600k none '\(scratch.path)/small' || exit 99
      cd '\(scratch.path)/small'
      "$0" render ../a.json -o f.%04d.png --size 480x120 --compression 0 2>../complaint
      status=$?
      ls -A >../names
      for file in f.*; do "$0" compare --quiet "$file" "$file" || exit 98; done
      exit $status
      """
    let process = try ChildProcess(["unshare", "-m", "sh", "-c", script, try ViewerProcess.path])
    let end = try process.wait()
    guard end != .exit(99), end != .exit(1) else {
      try Test.cancel("this process may not mount: \(process.text(of: 2))")
    }
    #expect(end == .exit(ExitStatus.writingFailed.rawValue))
    let complaint = try scratch.read("complaint")
    #expect(complaint.hasPrefix("x11viewer: f.") && complaint.contains("No space left"))
    #expect(try scratch.read("names").split(separator: "\n").allSatisfy { $0.hasPrefix("f.") })
  }

  @Test("a folder that vanishes is a sentence, with status 73 or 74")
  func vanished() throws {
    let folder = scratch / "gone"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = try ViewerProcess.start([
      "render", "-o", folder + "/f.%04d.png", "--scene", "fan", "--frames", "1000000", "--size",
      "32x32",
    ])
    try waitUntil("frames come") {
      try !FileManager.default.contentsOfDirectory(atPath: folder).isEmpty
    }
    // Out of the way at once, however many files come meanwhile.
    try FileManager.default.moveItem(atPath: folder, toPath: scratch / "moved")
    // It depends on where a frame is at that moment.
    let end = try process.wait()
    #expect([ExitStatus.cannotCreate, .writingFailed].map { .exit($0.rawValue) }.contains(end))
    #expect(process.text(of: 2).contains("No such file or directory"), "\(process.text(of: 2))")
  }

  @Test("GNU parallel renders a film in parts")
  func parallel() throws {
    try require("parallel")
    let whole = try whole()
    let process = try ChildProcess(
      [farm + "/film.parallel", scratch / "out", "30", scratch / "a.json", "--size", "48x12"],
      environment: ["X11VIEWER": try ViewerProcess.path, "CHUNK": "8", "HOME": scratch.path])
    #expect(try process.wait(within: 60) == .exit(0), "\(process.text(of: 2))")
    #expect(try scratch.read("out/manifest.txt") == whole.replacing("whole.", with: "frame."))
  }

  @Test("a worker of Open Job Description renders a film in parts")
  func openJobDescription() throws {
    try require("openjd")
    let whole = try whole()
    for step in ["Render", "Verify"] {
      let process = try ChildProcess(
        [
          "openjd", "run", farm + "/film.openjd.yaml", "--step", step,
          "-p", "Render=\(scratch / "a.json") --size 48x12", "-p", "Frames=0-31",
          "-p", "FramesPerTask=16", "-p", "Output=\(scratch / "out")",
          "-p", "Viewer=\(try ViewerProcess.path)",
        ],
        // Where it has its sessions, in a folder that it leaves behind.
        environment: ["TMPDIR": scratch.path])
      #expect(try process.wait(within: 60) == .exit(0), "\(process.text(of: 1))")
    }
    #expect(try scratch.read("out/manifest.txt") == whole.replacing("whole.", with: "frame."))
  }
}
