import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimationFormats
@testable import ImageFiles
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("Videos")
struct VideoTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(frames: 10, width: 64, height: 32).json, to: "a.json")
  }

  /// Returns frames as straight RGBA, one after the other.
  private func raw(_ more: String...) throws -> [UInt8] {
    let run = try CommandRun(["render", scratch / "a.json", "-o", "-", "--format", "rgba"] + more)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    return run.output
  }

  /// The bytes of a frame.
  private static let frameSize = 64 * 32 * 4

  @Test("raw pixels are straight and in the order of the frames")
  func rgba() throws {
    let video = try raw("--jobs", "4")
    expectEqual(video.count, 10 * Self.frameSize)
    try expectEqual(video.suffix(Self.frameSize), raw("--frames", "9-9")[...])
    expectEqual(video.prefix(4), [0, 0, 0, 0])
    let middle = 16 * 64 * 4
    expectEqual(video[middle..<middle + 4], [255, 0, 0, 255])
  }

  @Test("an animated PNG contains every frame exactly, with its alpha")
  func apng() throws {
    try requireTools("ffmpeg")
    let run = try CommandRun(["render", scratch / "a.json", "-o", scratch / "a.apng"])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let video = try raw()
    for number in [0, 9] {
      let expected = video[(number * Self.frameSize)...].prefix(Self.frameSize)
      try expectEqual(videoFrame(number, of: scratch / "a.apng")[...], expected, "frame \(number)")
    }
    expectEqual(scratch.allNames, ["a.apng", "a.json"])
  }

  @Test("a GIF with different frame durations keeps its frames and times as apng and as gif")
  func frameTimes() throws {
    let hundredths = [3, 7, 100, 2, 11]
    let hashes = try writeTimedGIF(hundredths)
    expectEqual(hashes.count, 5)
    for name in ["out.apng", "out.gif"] {
      let run = try CommandRun(["render", scratch / "in.gif", "-o", scratch / name, "--hash"])
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      expectEqual(Self.hashes(run), hashes)
      expectEqual(
        Self.hashes(try CommandRun(["render", scratch / name, "--hash", "--frames", "all"])), hashes
      )
      try expectEqual(durations(of: name), hundredths.map { $0 * 10 })
    }
  }

  @Test(
    "the frames selected by --frames are those of the file, in images, hashes, sheets and videos, each with its own duration"
  )
  func ownFrames() throws {
    let hundredths = [10, 30, 10, 20, 5]
    let hashes = try writeTimedGIF(hundredths)
    expectEqual(Self.hashes(try CommandRun(["render", scratch / "in.gif", "--hash"])), hashes)
    let chosen = [scratch / "in.gif", "--frames", "1-3", "-o"]
    for (name, number) in [("f1.png", 1), ("f3.png", 3)] {
      try expectEqual(CommandRun(["render"] + chosen + [scratch / "f%d.png"]).end, .exit(0))
      let alone = try CommandRun(["render", scratch / "in.gif", "-o", "-", "--frame", "\(number)"])
      try expectEqual(scratch.bytes(name), alone.output)
    }
    try expectEqual(CommandRun(["render"] + chosen + [scratch / "out.gif"]).end, .exit(0))
    try expectEqual(durations(of: "out.gif"), [300, 100, 200])
    // A video at a rate shows each as often as that takes, at 20 frames per second.
    let video = try CommandRun(["render"] + chosen + [scratch / "out.rgba", "--hash"])
    expectEqual(
      Self.hashes(video),
      [6, 2, 4].enumerated().flatMap { Array(repeating: hashes[$0 + 1], count: $1) })
    let sheet = chosen + [scratch / "s.png", "--sheet", "3x1", "--sheet-json", scratch / "s.json"]
    try expectEqual(CommandRun(["render"] + sheet).end, .exit(0))
    let list = String(decoding: try scratch.bytes("s.json"), as: UTF8.self)
    for text in ["\"filename\": \"3\"", "\"duration\": 300", "\"duration\": 200"] {
      #expect(list.contains(text), "\(list)")
    }
  }

  @Test(
    "a video of frames with different durations has them in playback order",
    arguments: [("reverse", [4, 3, 2, 1, 0]), ("bounce", [0, 1, 2, 3, 4, 3, 2, 1])])
  func playedOrder(mode: String, order: [Int]) throws {
    let hundredths = [3, 7, 100, 2, 11]
    let hashes = try writeTimedGIF(hundredths)
    let run = try CommandRun(
      ["render", scratch / "in.gif", "-o", scratch / "out.apng", "--mode", mode, "--hash"])
    expectEqual(Self.hashes(run), order.map { hashes[$0] }, "\(run.complaint)")
    try expectEqual(durations(of: "out.apng"), order.map { hundredths[$0] * 10 })
  }

  @Test("at another speed, a video has the same frames with other durations")
  func speed() throws {
    for (hundredths, speed, expected) in [
      ([4, 8, 100], "2", [20, 40, 500]), ([6, 6, 6], "0.5", [120, 120, 120]),
    ] {
      let hashes = try writeTimedGIF(hundredths)
      let run = try CommandRun(
        ["render", scratch / "in.gif", "-o", scratch / "out.apng", "--speed", speed, "--hash"])
      expectEqual(Self.hashes(run), hashes, "\(run.complaint)")
      try expectEqual(durations(of: "out.apng"), expected)
    }
  }

  @Test("no frame is so short that browsers would show it for a tenth of a second")
  func shortestFrames() throws {
    _ = try writeTimedGIF([2, 2, 2, 2, 8])
    let run = try CommandRun([
      "render", scratch / "in.gif", "-o", scratch / "out.apng", "--speed", "2",
    ])
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    let times = try durations(of: "out.apng")
    #expect(times.reduce(0, +) == 80 && times.allSatisfy { $0 > 10 }, "\(times)")
  }

  /// Returns the playback of a video, with its own loop count.
  private func playback(of name: String) throws -> Playback {
    var configuration = FileConfiguration()
    configuration.obeysLoopCount = true
    return try #require(
      AnimationFile(scratch / name, configuration).scenes().make().playback)
  }

  /// Returns the durations of a file's frames in milliseconds.
  private func durations(of name: String) throws -> [Int] {
    let times = try playback(of: name).times
    return (0..<times.exactCount.floor).map {
      ((times.begin(of: Fraction($0 + 1)) - times.begin(of: Fraction($0))) * 1000).rounded
    }
  }

  @Test("a video has the loop count of the file on request, and otherwise loops forever")
  func plays() throws {
    _ = try writeTimedGIF([3, 7])
    func plays(_ name: String, _ options: String...) throws -> Int? {
      let run = try CommandRun(["render", scratch / name, "-o", scratch / "out.apng"] + options)
      expectEqual(run.end, .exit(0), "\(run.complaint)")
      return try playback(of: "out.apng").repetitions
    }
    try expectEqual(
      CommandRun(["render", scratch / "in.gif", "-o", scratch / "thrice.gif", "--loops", "3"]).end,
      .exit(0))
    try expectEqual(plays("thrice.gif"), nil)
    try expectEqual(plays("thrice.gif", "--file-loops"), 3)
    try expectEqual(plays("thrice.gif", "--no-loop"), 1)
    // A file without a loop count loops forever, and the option has no effect.
    try scratch.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"><animate \
      attributeName="x" to="8" dur="0.1s"/></rect></svg>
      """, to: "in.svg")
    try expectEqual(plays("in.svg", "--file-loops"), nil)
  }

  /// Writes a GIF whose frames differ, and returns their hashes.
  private func writeTimedGIF(_ hundredths: [Int]) throws -> [Substring] {
    var encoder = GIFEncoder(size: PixelSize(width: 8, height: 4), plays: nil)
    var bytes: [UInt8] = []
    for (number, duration) in hundredths.enumerated() {
      let pixels = (0..<32).flatMap { [UInt8($0 * 8), UInt8(number * 50), 7, 255] as [UInt8] }
      bytes += encoder.add(pixels, lasting: Fraction(duration) / 100)
    }
    bytes += encoder.finish().bytes
    try Data(bytes).write(to: URL(fileURLWithPath: scratch / "in.gif"))
    return Self.hashes(try CommandRun(["render", scratch / "in.gif", "--hash", "--frames", "all"]))
  }

  /// Returns the hashes of frames, without their numbers.
  private static func hashes(_ run: CommandRun) -> [Substring] {
    run.text.split(separator: "\n").compactMap { line in
      line.split(separator: " ").max { $0.count < $1.count }
    }
  }
}
