import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import GoldenTesting
@testable import LinuxSystem
@testable import OfflineRendering

/// The project's example animations, each for one feature.
private let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../../Examples/Animations").standardizedFileURL.path

/// A small change in an example.
struct PlantedChange: CustomTestStringConvertible, Sendable {
  let file: String
  let old: String
  let new: String

  var testDescription: String { "\(file): \(old) → \(new)" }
}

@Suite("Changes that golden tests detect")
struct GoldenDetectionTests {
  private static let changes = [
    // A level of blue, a position, a size.
    PlantedChange(file: "bounce", old: "[0.89, 0.34, 0.18, 1]", new: "[0.89, 0.34, 0.184, 1]"),
    PlantedChange(file: "bounce", old: "[60, 100]", new: "[60, 100.2]"),
    PlantedChange(
      file: "bounce", old: "\"s\": {\"a\": 0, \"k\": [28, 28]}",
      new: "\"s\": {\"a\": 0, \"k\": [28, 28.1]}"),
    PlantedChange(
      file: "dashes", old: "\"n\": \"g\", \"v\": {\"a\": 0, \"k\": 6}",
      new: "\"n\": \"g\", \"v\": {\"a\": 0, \"k\": 6.1}"),
    PlantedChange(file: "dashes", old: "\"lc\": 2", new: "\"lc\": 1"),
    PlantedChange(file: "gradient", old: "0.5, 0.12,", new: "0.51, 0.12,"),
    PlantedChange(file: "gradient", old: "\"s\": [45]", new: "\"s\": [44.8]"),
    PlantedChange(file: "mask", old: "\"mode\": \"a\"", new: "\"mode\": \"s\""),
    PlantedChange(file: "mask", old: "\"inv\": false", new: "\"inv\": true"),
    PlantedChange(file: "matte", old: "\"tt\": 1", new: "\"tt\": 2"),
    PlantedChange(file: "morph", old: "[30, 0]", new: "[30.5, 0]"),
    PlantedChange(file: "opacity", old: "\"bm\": 1", new: "\"bm\": 0"),
    PlantedChange(file: "opacity", old: "{\"a\": 0, \"k\": 60}", new: "{\"a\": 0, \"k\": 60.5}"),
    PlantedChange(file: "parent", old: "\"parent\": 1", new: "\"parent\": 3"),
    PlantedChange(file: "parent", old: "\"sw\": 30", new: "\"sw\": 31"),
    PlantedChange(file: "precomposition", old: "\"a\": 0, \"k\": 50", new: "\"a\": 0, \"k\": 50.5"),
    PlantedChange(
      file: "repeater", old: "\"so\": {\"a\": 0, \"k\": 100}", new: "\"so\": {\"a\": 0, \"k\": 99}"),
    PlantedChange(
      file: "repeater", old: "\"c\": {\"a\": 0, \"k\": 10}", new: "\"c\": {\"a\": 0, \"k\": 11}"),
    PlantedChange(file: "spinner", old: "\"s\": [70]", new: "\"s\": [70.5]"),
    PlantedChange(file: "star", old: "\"s\": [36]", new: "\"s\": [36.1]"),
  ]

  /// Tests an animation at one frame in the middle.
  private func test(_ path: String, _ goldens: String, updates: Bool) throws -> GoldenSummary {
    var search = GoldenSearch(goldens: goldens)
    try search.add(path)
    var configuration = GoldenConfiguration()
    configuration.frames = GoldenFrames("50%")
    configuration.updates = updates
    return try GoldenRun.run(search, configuration, report: nil)
  }

  @Test("goldens of scenes aren't mistaken for those of removed animations, in any folder")
  func scenes() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(TestAnimation().json, to: "a.json")
    try FileManager.default.createDirectory(
      atPath: scratch / "kept", withIntermediateDirectories: false)
    for name in ["fan.0000.png", "gone.0000.png"] { try scratch.write("", to: "kept/\(name)") }
    var search = GoldenSearch(goldens: scratch / "kept")
    try search.add(scratch.path)
    search.keepScenes(["fan"])
    expectEqual(search.foundGoldens().map(\.path), [scratch / "kept/gone.0000.png"])
  }

  @Test("a small change to a file is detected, for each feature", arguments: changes)
  func planted(change: PlantedChange) throws {
    let scratch = try ScratchDirectory()
    let text = try String(contentsOfFile: "\(examples)/\(change.file).json", encoding: .utf8)
    let name = "\(change.file).json"
    try scratch.write(text, to: name)
    try expectEqual(test(scratch / name, scratch.path, updates: true).created, 1)
    try expectEqual(test(scratch / name, scratch.path, updates: false).status, .success)
    let place = try #require(text.range(of: change.old))
    try scratch.write(text.replacingCharacters(in: place, with: change.new), to: name)
    let summary = try test(scratch / name, scratch.path, updates: false)
    expectEqual(summary.status, .differs)
    expectEqual(summary.differing, 1)
  }

  @Test("a golden that can't be read is replaced by an update, and a missing one is new")
  func damaged() throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      try String(contentsOfFile: "\(examples)/star.json", encoding: .utf8), to: "a.json")
    try expectEqual(test(scratch / "a.json", scratch.path, updates: true).created, 1)
    let golden = try #require(try Folder.names(in: scratch.path, fileExtensions: [".png"]).first)
    try scratch.write("no image", to: golden)
    try expectEqual(test(scratch / "a.json", scratch.path, updates: false).unreadable, 1)
    let summary = try test(scratch / "a.json", scratch.path, updates: true)
    #expect(summary.updated == 1 && summary.created == 0)
    try expectEqual(test(scratch / "a.json", scratch.path, updates: false).status, .success)
  }

  @Test("every example is among the changes")
  func complete() throws {
    let files = try Folder.names(in: examples, fileExtensions: [".json"])
    expectEqual(Set(files), Set(Self.changes.map { "\($0.file).json" }))
  }

  @Test("the examples match their goldens in twenty runs on all threads")
  func noFalseAlarms() throws {
    var search = GoldenSearch(goldens: nil)
    try search.add(examples)
    var configuration = GoldenConfiguration()
    configuration.frames = GoldenFrames("75%")
    for _ in 0..<20 {
      let summary = try GoldenRun.run(search, configuration, report: nil)
      expectEqual(summary.same, search.subjects.count, "\(summary.text(acceptingCommand: ""))")
    }
  }

  @Test("any change of one channel of one pixel by one level is a difference")
  func everyChannel() throws {
    var random = SeededGenerator(seed: 9)
    let size = PixelSize(width: 13, height: 7)
    for _ in 0..<200 {
      let (a, b) = (
        PixelImage(size: size, isOpaque: false), PixelImage(size: size, isOpaque: false)
      )
      for y in 0..<size.height {
        for x in 0..<size.width {
          a[x, y] = Color(argb: UInt32(truncatingIfNeeded: random.next())).premultipliedARGB
          b[x, y] = a[x, y]
        }
      }
      let (x, y) = (
        Int.random(in: 0..<size.width, using: &random),
        Int.random(in: 0..<size.height, using: &random)
      )
      let unit: UInt32 = 1 << ([0, 8, 16, 24].randomElement(using: &random) ?? 0)
      b[x, y] ^= unit
      let difference = try #require(ImageDifference(a, b))
      expectEqual(difference.pixels, 1)
      expectEqual(difference.maximum, 1)
      expectEqual(difference.bounds, PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1))
    }
  }
}
