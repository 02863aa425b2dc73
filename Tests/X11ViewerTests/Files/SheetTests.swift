import Foundation
import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Sheets of frames")
struct SheetTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation.small(), to: "a.json")
  }

  private func render(_ arguments: String) throws -> CommandRun {
    try CommandRun("render a.json " + arguments, in: scratch)
  }

  @Test("each frame is identical to one rendered alone, and the list contains its position")
  func frames() throws {
    let run = try render("-o s.png --sheet 2x2 --sheet-json s.json")
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let sheet = try PNG.decode(scratch.bytes("s.png"))
    expectEqual(sheet.size, PixelSize(width: 48, height: 32))
    let json = try JSONSerialization.jsonObject(with: Data(scratch.bytes("s.json")))
    let frames = try #require((json as? [String: Any])?["frames"] as? [[String: Any]])
    expectEqual(frames.compactMap { $0["filename"] as? String }, ["0", "3", "6", "9"])
    expectEqual(frames.compactMap { $0["duration"] as? Double }, [300, 300, 300, 100])
    for frame in frames {
      let name = try #require(frame["filename"] as? String)
      let place = try #require(frame["frame"] as? [String: Int])
      let alone = try PNG.decode(render("-o - --frame \(name)").output)
      for y in 0..<16 {
        for x in 0..<24 {
          let (left, top) = (place["x"] ?? 0, place["y"] ?? 0)
          expectEqual(sheet[left + x, top + y], alone[x, y], "\(name): \(x), \(y)")
        }
      }
    }
  }

  @Test(
    "the still image at the end of an SVG file doesn't extend it",
    arguments: ["1x1", "2x1", "3x1", "7x1", "61x1"])
  func stillEnd(layout: String) throws {
    try scratch.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="1" height="4">
      <animate attributeName="x" values="0;3" dur="1s"/></rect></svg>
      """, to: "a.svg")
    let run = try CommandRun(
      "render a.svg -o s.png --sheet-json s.json --sheet \(layout)", in: scratch)
    expectEqual(run.end, .exit(0))
    let json = try JSONSerialization.jsonObject(with: Data(scratch.bytes("s.json")))
    let frames = try #require((json as? [String: Any])?["frames"] as? [[String: Any]])
    let durations = frames.compactMap { $0["duration"] as? Double }
    expectEqual(durations.reduce(0, +), 1000)
    #expect(durations.allSatisfy { $0 > 0 })
  }

  @Test("numbers are drawn in the corners, and nothing else changes")
  func numbers() throws {
    _ = try render("-o s.png --sheet 2x1 --frames 2,5")
    _ = try render("-o n.png --sheet 2x1 --frames 2,5 --sheet-numbers")
    let (plain, numbered) = (
      try PNG.decode(scratch.bytes("s.png")),
      try PNG.decode(scratch.bytes("n.png"))
    )
    var drawn = ["", "", "", "", "", "", ""]
    for y in 0..<16 {
      for x in 0..<48 {
        if y < 7, x % 24 < 5 {
          drawn[y] += numbered[x, y] == 0xFFFF_FFFF ? "#" : "."
        } else {
          expectEqual(plain[x, y], numbered[x, y])
        }
      }
    }
    expectEqual(
      drawn,
      [
        "..........", ".###..###.", "...#..#...", ".###..###.", ".#......#.", ".###..###.",
        "..........",
      ])
  }

  @Test("numbers are twice as large in frames of at least 64 by 64 pixels")
  func largeNumbers() throws {
    for (size, scale) in [("63x64", 1), ("64x63", 1), ("64x64", 2), ("200x20", 1)] {
      let images = try ["", "--sheet-numbers"].map { numbers in
        _ = try render("-o s.png --sheet 1x1 --frames 2 --size \(size) \(numbers)")
        return try PNG.decode(scratch.bytes("s.png"))
      }
      let bounds = try #require(ImageDifference(images[0], images[1])).bounds
      #expect(bounds.x1 == 5 * scale && bounds.y1 == 7 * scale, "\(size)")
    }
  }

  @Test("cells without a frame have the background")
  func free() throws {
    for (background, word) in [("", 0), ("white", 0xFFFF_FFFF), ("#ffffff80", 0x8080_8080)]
      as [(_, UInt32)]
    {
      let option = background.isEmpty ? "" : "--background \(background)"
      _ = try render("-o s.png --sheet 3x1 --frames 2 \(option)")
      let sheet = try PNG.decode(scratch.bytes("s.png"))
      #expect(
        sheet.isOpaque == (word >> 24 == 255) && sheet[24 * 2 + 5, 5] == word, "\(background)")
    }
  }

  @Test("an image without a file extension is rejected, and two percent signs represent one")
  func names() throws {
    let run = try render("-o image")
    #expect(run.complained(.usage))
    #expect(run.complaint.contains("'image' has no known file extension; use .png"))
    try expectEqual(render("-o a%%b.png --frame 3").end, .exit(0))
    try expectEqual(render("-o /dev/null").end, .exit(0))
    expectEqual(scratch.allNames, ["a%b.png", "a.json"])
  }
}
