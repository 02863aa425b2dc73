import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import GoldenTesting
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

/// A change of a file with a square that moves by a pixel in each of ten frames.
struct PlantedDifference: CustomTestStringConvertible, Sendable {
  let name: String
  /// The text to replace, and its replacement.
  let old: String
  let new: String
  /// The frames that then differ.
  let frames: ClosedRange<Int>

  var testDescription: String { name }
}

@Suite("Planted differences, in all modes of comparison")
struct PlantedDifferenceTests {
  private static let file = """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 24, "h": 16, "layers": [
      {"nm": "Top", "ind": 1, "ty": 1, "ip": 9, "op": 10, "st": 0, "sw": 2, "sh": 2, "sc": "#00ff00",
       "ks": {"o": {"a": 0, "k": 100}, "p": {"a": 0, "k": [20, 2]}}},
      {"nm": "Square", "ind": 2, "ty": 1, "ip": 0, "op": 10, "st": 0, "sw": 8, "sh": 8, "sc": "#804020",
       "ks": {"o": {"a": 0, "k": 50}, "r": {"a": 0, "k": 0},
        "p": {"a": 1, "k": [{"t": 0, "s": [2, 4], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}},
         {"t": 10, "s": [12, 4]}]}}}
    ]}
    """

  private static let changes = [
    PlantedDifference(name: "a level of blue", old: "#804020", new: "#804022", frames: 0...9),
    PlantedDifference(name: "opacity", old: "\"k\": 50", new: "\"k\": 50.5", frames: 0...9),
    PlantedDifference(
      name: "a position at the end", old: "[12, 4]", new: "[12.5, 4]", frames: 1...9),
    PlantedDifference(
      name: "a keyframe's time", old: "{\"t\": 10", new: "{\"t\": 9", frames: 1...9),
    PlantedDifference(name: "one frame alone", old: "#00ff00", new: "#00fe00", frames: 9...9),
    PlantedDifference(
      name: "a layer that begins early", old: "\"ip\": 9", new: "\"ip\": 6", frames: 6...8),
    PlantedDifference(
      name: "a layer that ends early", old: "\"ip\": 0, \"op\": 10, \"st\"",
      new: "\"ip\": 0, \"op\": 8, \"st\"", frames: 8...9),
    PlantedDifference(
      name: "a frame more", old: "\"ip\": 0, \"op\": 10, \"w\"",
      new: "\"ip\": 0, \"op\": 11, \"w\"", frames: 10...10),
    PlantedDifference(
      name: "a frame less", old: "\"ip\": 0, \"op\": 10, \"w\"", new: "\"ip\": 0, \"op\": 9, \"w\"",
      frames: 9...9),
    PlantedDifference(name: "another size", old: "\"h\": 16", new: "\"h\": 17", frames: 0...9),
  ]

  private func frames(_ summary: GoldenSummary) -> [Int] {
    guard summary.results.count == 1,
      case .differs(.frames(let changes)) = summary.results[0].outcome
    else { return [] }
    return changes.numbers
  }

  @Test(
    "hashes and files side by side find each change, and only in its frames", arguments: changes)
  func planted(change: PlantedDifference) throws {
    let folder = try TestFolder()
    try folder.directory.write(Self.file, to: "a.json")
    try folder.directory.write(Self.file, to: "old.txt")
    try expectEqual(folder.compare(".", updates: true) { $0.isEveryFrame = true }.status, .success)
    let place = try #require(Self.file.range(of: change.old))
    try folder.directory.write(
      Self.file.replacingCharacters(in: place, with: change.new), to: "a.json")
    let hashed = try folder.compare(".")
    expectEqual(frames(hashed.summary), Array(change.frames), "\(hashed.text)")
    // The images of one of them.
    let frame = min(change.frames.upperBound, 9)
    if change.name != "a frame more", change.name != "a frame less" {
      try folder.directory.remove("goldens/a.hashes")
      let now = try folder.directory.read("a.json")
      try folder.directory.write(Self.file, to: "a.json")
      _ = try folder.compare(".", frames: "\(frame)", updates: true)
      try folder.directory.write(now, to: "a.json")
      try expectEqual(folder.compare(".", frames: "\(frame)").status, .differs)
    }
    rename(folder.directory / "old.txt", folder.directory / "old.json")
    var comparison = FileComparison(GoldenConfiguration(), report: nil)
    let lines = try comparison.compareAnimations(
      folder.directory / "old.json", folder.directory / "a.json", name: "a")
    expectEqual(frames(comparison.summary), Array(change.frames), "\(lines)")
    #expect(lines.count > 1)
  }
}

@Suite("Goldens written by other programs")
struct ForeignGoldenTests {
  /// Returns a PNG file of this depth, all of one colour, without compression.
  private func png(_ size: (Int, Int), depth: Int, chunks: [(String, [UInt8])] = []) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { shift in UInt8(value >> shift & 255) }
    }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      var crc: UInt32 = 0xFFFF_FFFF
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      return word(data.count) + body + word(Int(~crc))
    }
    let row = [0] + Array(repeating: UInt8(128), count: size.0 * 4 * depth / 8)
    let raw = (0..<size.1).flatMap { _ in row }
    var (a, b) = (1, 0)
    for byte in raw {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    let length = [UInt8(raw.count & 255), UInt8(raw.count >> 8)]
    let data: [UInt8] = [0x78, 1, 1] + length + length.map { ~$0 } + raw + word(b << 16 | a)
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      + chunk("IHDR", word(size.0) + word(size.1) + [UInt8(depth), 6, 0, 0, 0])
      + chunks.flatMap { chunk($0.0, $0.1) } + chunk("IDAT", data) + chunk("IEND", [])
  }

  @Test(
    "a golden with 16 bits, a colour space, another size or a truncated end has a verdict, and no crash"
  )
  func verdicts() throws {
    let folder = try TestFolder()
    try folder.write("a.json")
    try folder.makeFolder("goldens")
    // The square root of two as a gamma.
    let gamma = [("gAMA", [0, 1, 0x14, 0xA5] as [UInt8])]
    let files: [(bytes: [UInt8], text: String, status: ExitStatus)] = [
      (png((24, 16), depth: 16), "maxDifference=", .differs),
      (png((24, 16), depth: 8), "maxDifference=", .differs),
      (png((24, 16), depth: 8, chunks: gamma), "maxDifference=", .differs),
      (png((25, 16), depth: 8), "24x16 pixels instead of 25x16", .differs),
      (Array(png((24, 16), depth: 8).dropLast(40)), "invalid PNG", .noInput),
      (Array(png((24, 16), depth: 8).prefix(30)), "invalid PNG", .noInput),
      ([], "invalid PNG", .noInput),
    ]
    for (bytes, text, status) in files {
      try OutputFile.write(bytes, to: folder.directory / "goldens/a.0000.png")
      let run = try folder.compare(".", frames: "0", report: "report")
      #expect(run.status == status && run.text.contains(text), "\(run.text)")
      _ = try folder.compare(".", frames: "0", updates: true)
      try expectEqual(folder.compare(".", frames: "0").status, .success)
    }
  }
}
