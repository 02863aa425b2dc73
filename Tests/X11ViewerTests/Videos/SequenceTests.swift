import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimCore
@testable import DemoScenes
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Sequences")
struct SequenceTests {
  private static let small = ["--size", "96x40"]

  @Test("a sequence has the requested frames, each at its own time")
  func whole() throws {
    let scratch = try ScratchDirectory()
    let run = try CommandRun(
      ["render", "-o", scratch / "f.%03d.png", "--frames", "10", "--fps", "30"] + Self.small)
    expectEqual(run.end, .exit(0))
    #expect(run.output.isEmpty)
    expectEqual(run.complaint, "")
    expectEqual(scratch.allNames, (0..<10).map { "f.00\($0).png" })
    for number in [4, 9] {
      let single = try CommandRun(
        ["render", "-o", "-", "--at", "\(Double(number) / 30)"] + Self.small)
      try expectEqual(scratch.bytes("f.00\(number).png"), single.output, "frame \(number)")
    }
  }

  @Test("a part of a sequence has the same bytes as in the complete sequence")
  func part() throws {
    let (whole, part) = (try ScratchDirectory(), try ScratchDirectory())
    for (scratch, frames) in [(whole, "10"), (part, "3..<6")] {
      let run = try CommandRun(
        ["render", "-o", scratch / "f.%03d.png", "--frames", frames, "--fps", "30000/1001"]
          + Self.small)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
    }
    expectEqual(part.allNames, ["f.003.png", "f.004.png", "f.005.png"])
    for name in part.allNames { try expectEqual(part.bytes(name), whole.bytes(name), "\(name)") }
  }

  @Test("at double speed a frame shows twice the time")
  func speed() throws {
    let scratch = try ScratchDirectory()
    let run = try CommandRun(
      ["render", "-o", scratch / "%d.png", "--frames", "3-3", "--fps", "10", "--speed", "2"]
        + ["--start", "1"] + Self.small)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let single = try CommandRun(["render", "-o", "-", "--at", "1.6"] + Self.small)
    try expectEqual(scratch.bytes("3.png"), single.output)
  }

  @Test("an image without --at shows something in every scene")
  func defaultTime() throws {
    let run = try CommandRun(
      ["render", "-o", "-", "--scene", SceneCatalog.entries[0].name] + Self.small)
    let image = try StraightPixels(run.image())
    for (index, scene) in SceneCatalog.entries.enumerated() {
      var configuration = SceneConfiguration()
      configuration.index = index
      let source = try RenderSource(
        size: image.size, background: configuration.background,
        makeScene: configuration.virtualScene)
      let frame = try FrameRenderer(source).render(.time(defaultImageTime))
      var colors: Set<UInt32> = []
      for y in 0..<image.size.height {
        for x in 0..<image.size.width { colors.insert(frame.image[x, y]) }
      }
      #expect(colors.count > 1, "\(scene.name)")
      if index == 0 { expectEqual(frame.pixels, image) }
    }
  }

  @Test("the duration of a sequence determines its number of frames")
  func duration() throws {
    let scratch = try ScratchDirectory()
    let run = try CommandRun(
      ["render", "-o", scratch / "%d.png", "--duration", "0.5", "--fps", "10", "--start", "1"]
        + Self.small)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    expectEqual(scratch.allNames, ["0.png", "1.png", "2.png", "3.png", "4.png"])
    let single = try CommandRun(["render", "-o", "-", "--at", "1.2"] + Self.small)
    try expectEqual(scratch.bytes("2.png"), single.output)
  }

  @Test(
    "invalid options for a sequence are rejected with a sentence",
    arguments: [
      (["f.%d.png"], "--frames"),
      (["f.%d.png", "--frames", "2", "--loops", "2"], "--loops"),
      (["f.####.png", "--frames", "2", "--hash", "--manifest", "-"], "standard output"),
      (["f.%d.png", "--frames", "2", "--at", "1"], "--at"),
      (["f.png", "--frames", "2"], "%d"), (["-", "--duration", "2"], "%d"),
      (["f.png", "--fps", "25"], "%d"), (["f.png", "--start", "25"], "%d"),
      (["f.png", "--speed", "2"], "%d"), (["f.%d.jpe", "--frames", "2"], ".jpg"),
      (["f.%d.png", "--frames", "3..<3"], "A..B"),
    ])
  func invalid(arguments: [String], named: String) throws {
    let error = try #require(throws: (any Error).self) {
      try Program.checked(["render", "-o"] + arguments)
    }
    let sentence = Program.message(for: error)
    #expect(sentence.contains(named), "\(sentence)")
  }

  @Test(
    "invalid patterns and frames are rejected before anything is drawn",
    arguments: [
      (["f.%d.png", "--frames", "60-61", "--duration", "1"], "60"),
      (["f.%d.png", "--frames", "0-3", "--frame-offset", "1"], "0"),
      (["%d/f.png", "--frames", "2", "--manifest", "/nonexistent"], "--manifest"),
      (["f.%d-%d.png", "--frames", "2"], "%d"),
    ])
  func impossible(arguments: [String], named: String) throws {
    let scratch = try ScratchDirectory()
    let run = try CommandRun(["render", "-o", scratch / arguments[0]] + arguments.dropFirst())
    #expect(run.complained(.usage), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains(named), "\(run.complaint)")
    #expect(scratch.allNames.isEmpty)
  }

  @Test(
    "with an offset, frame numbers start there, and counts and percentages are unaffected",
    arguments: [
      ("3", 0...2), ("0%-50%", 0...5), ("50%-100%", 5...9), ("100%", 0...9), ("103-105", 3...5),
      ("108-120", 8...9),
    ] as [(String, ClosedRange<Int>)])
  func offset(frames: String, shown: ClosedRange<Int>) throws {
    func lines(_ arguments: [String]) throws -> [[Substring]] {
      let run = try CommandRun(
        ["render", "--duration", "1", "--fps", "10", "--size", "32x24", "--hash"] + arguments)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      return run.text.split(separator: "\n").map { $0.split(separator: " ") }
    }
    let all = try lines([])
    #expect(all.count == 10 && Set(all.map { $0[1] }).count == 10)
    let moved = try lines(
      ["--frames", frames, "--frame-offset", "100", "--past-end", "clip"])
    expectEqual(moved.map { $0[0] }, shown.map { "\(100 + $0)" })
    expectEqual(moved.map { $0[1] }, shown.map { all[$0][1] })
  }

  @Test("a sequence that can't be written fails at its first frame")
  func unwritable() throws {
    let run = try CommandRun(["render", "-o", "/nonexistent/%d.png", "--frames", "3"])
    #expect(run.complained(.cannotCreate), "\(run.end) \(run.complaint)")
    #expect(run.complaint.contains("/nonexistent/0.png"))
  }

  @Test("a full or read-only folder results in a sentence, status 74 or 73 and no partial file")
  func fullDisk() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 30).json, to: "a.json")
    let small = scratch / "small"
    try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: false)
    // With several jobs, a later frame may take the place of the first one.
    let arguments =
      ["render", scratch / "a.json", "-o", small + "/f.%04d.png", "--size", "480x120"]
      + ["--compression", "0", "--jobs", "1"]
    let (full, images, locked) = try withSmallDisk(at: small) { disk in
      try disk.resize(to: 150)
      let full = try CommandRun(arguments)
      let paths = try disk.names.map { disk.path + "/" + $0 }
      let images = paths.map { path in Result { try PNGFile.pixels(at: path) } }
      for path in paths { try FileManager.default.removeItem(atPath: path) }
      try disk.makeReadOnly()
      return (full, images, try CommandRun(arguments))
    }
    #expect(full.complained(.writingFailed) && full.complaint.contains("No space left"))
    #expect(!images.isEmpty)
    for image in images { #expect(throws: Never.self) { try image.get() } }
    expectEqual(locked.end, .exit(ExitStatus.cannotCreate.rawValue))
    expectEqual(
      locked.complaint,
      "x11viewer: \(small)/f.0000.png: cannot be created: Read-only file system\n")
  }
}
