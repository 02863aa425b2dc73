import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

/// A debug build of the program takes most of a second to start, so that these start it rarely.
@Suite("Videos in parts")
struct FarmTests {
  private let scratch: ScratchDirectory

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL.path
  private static let examples = root + "/Examples/farm"
  /// The tools that scripts/setup installs from PyPI.
  private static let tools = root + "/.build/farm/bin"

  private static let animation = TestAnimation(frames: 30).json

  /// The manifest of the entire video, rendered in one run.
  private static let whole = Result { () throws -> String in
    let scratch = try ScratchDirectory()
    try scratch.write(animation, to: "a.json")
    let run = try Run(
      ["render", scratch / "a.json", "-o", scratch / "frame.%04d.png", "--size", "48x12"]
        + ["--manifest", scratch / "manifest.txt"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    return try scratch.read("manifest.txt")
  }

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(Self.animation, to: "a.json")
  }

  /// Returns the lines of a manifest after the record of the inputs.
  private func frameLines(_ manifest: String) -> [Substring] {
    manifest.split(separator: "\n").filter { !$0.hasPrefix("# ") }
  }

  /// Starts to render the video into frame.0000.png and so on.
  private func start(_ arguments: [String], into folder: String? = nil) throws -> ChildProcess {
    try ViewerProcess.start(
      [
        "render", scratch / "a.json", "-o", (folder ?? scratch.path) + "/frame.%04d.png", "--size",
        "48x12",
      ] + arguments)
  }

  /// Returns the verdicts of `verify` about the files in a folder.
  private func verdicts(_ manifest: String, in folder: String) throws -> [FrameVerifier.Verdict] {
    let lines = manifest.split(separator: "\n").compactMap { ManifestLine($0) }
    var verdicts: [FrameVerifier.Verdict] = []
    try FrameVerifier(
      lines: lines, paths: lines.map { FilePath.join(folder, $0.name ?? "") }, jobs: 1
    ).run { (_, verdict) throws(Failure) in verdicts.append(verdict) }
    return verdicts
  }

  @Test("a part can be killed at any moment and run again")
  func killed() throws {
    let whole = try Self.whole.get()
    var generator = SeededGenerator(seed: 15)
    // Once for new files, and then for existing ones.
    for more in [[], ["--skip-existing"]] {
      let process = try start(["--compression", "9", "--progress", "openjd"] + more)
      let percentage = Int.random(in: 1...70, using: &generator)
      _ = try process.waitForLine(on: 1, within: 60) { line in
        line.split(separator: " ").last.flatMap { Int($0) }.map { $0 >= percentage } ?? false
      }
      process.send(SIGKILL)
      try process.wait()
      let verdicts = try verdicts(whole, in: scratch.path)
      #expect(verdicts.contains(.right))
      #expect(verdicts.allSatisfy { [.right, .missing].contains($0) }, "\(verdicts)")
    }
    let process = try start(["--skip-existing", "--manifest", scratch / "m"])
    try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 2))")
    try expectEqual(scratch.read("m"), whole)
    #expect(try verdicts(whole, in: scratch.path).allSatisfy { $0 == .right })
  }

  @Test("a part that is ended by a signal leaves no hidden file, even without unnamed files")
  func hidden() throws {
    let disk = try FATFileSystem()
    let process = try ViewerProcess.start([
      "render", "-o", disk.path + "/%d.png", "--scene", "fan", "--frames", "1000000", "--size",
      "200x200", "--compression", "0", "--manifest", disk.path + "/manifest.txt",
    ])
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: disk.path)
    }
    try waitUntil("frames come") { try names().contains { $0.hasSuffix("2.png") } }
    #expect(try names().contains { $0.hasPrefix(".x11viewer-") })
    process.send(SIGTERM)
    try expectEqual(process.wait(), .signal(SIGTERM))
    let left = try names().filter { !$0.hasSuffix(".png") }
    #expect(left.isEmpty, "\(left)")
  }

  @Test("two processes that write the same frames at the same time leave complete ones")
  func overlapping() throws {
    let whole = try Self.whole.get()
    let both = try ["0-19", "10-29"].map { frames in
      try start(["--frames", frames, "--manifest", scratch / frames])
    }
    for process in both {
      try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 2))")
    }
    let lines = frameLines(whole)
    try expectEqual(frameLines(scratch.read("0-19")), Array(lines[..<20]))
    try expectEqual(frameLines(scratch.read("10-29")), Array(lines[10...]))
    #expect(try verdicts(whole, in: scratch.path).allSatisfy { $0 == .right })
  }

  @Test("a folder that vanishes is reported in a sentence, with status 73 or 74")
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
    // Move the folder away, regardless of the files that are still written.
    try FileManager.default.moveItem(atPath: folder, toPath: scratch / "moved")
    // The result depends on the position of a frame at that moment.
    let end = try process.wait()
    #expect([ExitStatus.cannotCreate, .writingFailed].map { .exit($0.rawValue) }.contains(end))
    #expect(process.text(of: 2).contains("No such file or directory"), "\(process.text(of: 2))")
  }

  @Test("GNU parallel renders a video in parts")
  func parallel() throws {
    try requireTools("parallel")
    let process = try ChildProcess(
      [
        Self.examples + "/video.parallel", scratch / "out", "30", scratch / "a.json", "--size",
        "48x12",
      ],
      environment: ["X11VIEWER": try ViewerProcess.path, "CHUNK": "20", "HOME": scratch.path])
    try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 2))")
    try expectEqual(scratch.read("out/manifest.txt"), Self.whole.get())
  }

  @Test("a worker of Open Job Description renders a video in parts, whose names fileseq reads")
  func openJobDescription() throws {
    try requireTools(Self.tools + "/openjd")
    let process = try ChildProcess(
      [
        Self.tools + "/openjd", "run", Self.examples + "/video.openjd.yaml", "--step", "Verify",
        "--run-dependencies", "-p", "Render=\(scratch / "a.json") --size 48x12",
        "-p", "Frames=0-31", "-p", "FramesPerTask=16", "-p", "Output=\(scratch / "out")",
        "-p", "Viewer=\(try ViewerProcess.path)",
      ],
      // Its sessions are in a folder there, which it leaves behind.
      environment: ["TMPDIR": scratch.path])
    try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 1))")
    try expectEqual(scratch.read("out/manifest.txt"), Self.whole.get())
    let script = """
      import fileseq, sys
      sequence = fileseq.findSequenceOnDisk(sys.argv[1])
      print(sequence.start(), sequence.end(), len(sequence))
      """
    let reader = try ChildProcess([
      Self.tools + "/python", "-c", script, scratch / "out/frame.@@@@.png",
    ])
    try expectEqual(reader.wait(), .exit(0), "\(reader.text(of: 2))")
    expectEqual(reader.text(of: 1), "0 29 30\n")
  }

  @Test("the command of the Job of Kubernetes renders the part of its index")
  func kubernetes() throws {
    // The YAML parser is installed with the other tools.
    try requireTools(Self.tools + "/openjd")
    try FileManager.default.createSymbolicLink(
      atPath: scratch / "x11viewer", withDestinationPath: try ViewerProcess.path)
    let script = """
      import os, sys, yaml
      job = yaml.safe_load(open(sys.argv[1]))
      container = job["spec"]["template"]["spec"]["containers"][0]
      os.execvp(container["command"][0], container["command"] + sys.argv[2:])
      """
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let process = try ChildProcess(
      [
        Self.tools + "/python", "-c", script, Self.examples + "/video.kubernetes.yaml",
        scratch / "a.json", "--size", "48x12",
      ],
      environment: [
        "JOB_COMPLETION_INDEX": "1", "CHUNK": "20", "OUTPUT": scratch / "out",
        "PATH": scratch.path + ":" + path,
      ])
    try expectEqual(process.wait(within: 60), .exit(0), "\(process.text(of: 2))")
    try expectEqual(
      frameLines(scratch.read("out/manifest.20-39.txt")),
      Array(frameLines(Self.whole.get())[20...]))
  }
}
