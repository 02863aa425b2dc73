import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import X11Viewer

@Suite("Onion skins")
struct OnionTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write(TestAnimation(first: 0, frames: 10).json, to: "a.json")
  }

  private func image(_ arguments: String) throws -> StraightPixels {
    let run = try CommandRun("render a.json -o - " + arguments, in: scratch)
    expectEqual(run.end, .exit(0), "\(run.complaint)")
    return StraightPixels(try PNG.decode(run.output))
  }

  @Test(
    "are the mean of the frame and its neighbours, whose weights decrease",
    arguments: [
      (5, 2, [1, 2, 6, 2, 1]), (0, 1, [1, 1]), (9, 3, [1, 2, 3, 6]), (4, 1, [1, 2, 1]),
    ])
  func weights(center: Int, depth: Int, weights: [Int]) throws {
    let skin = OnionSkin(around: center, depth: depth, in: 0...9)
    expectEqual(skin.numbers.map { Int(skin.weight(of: $0)) }, weights)
    let frames = try skin.numbers.map { try image("--frame \($0)").bytes }
    let result = try image("--frame \(center) --onion \(depth)").bytes
    let total = weights.reduce(0, +)
    let alphas = stride(from: 3, to: result.count, by: 4).map { index in
      (zip(frames, weights).reduce(total / 2) { $0 + $1.1 * Int($1.0[index]) }) / total
    }
    let found = stride(from: 3, to: result.count, by: 4).map { Int(result[$0]) }
    #expect(found == alphas)
    // The square is opaque in the frame, and covers at least half of what is laid over it.
    let side = TestAnimation.speed * center + TestAnimation.side / 2
    let offset = (30 * 240 + side) * 4
    #expect(result[offset + 3] >= 127 && result[offset] == 255)
  }

  @Test("keep everything that doesn't move, also where it is translucent")
  func still() throws {
    try scratch.write(TestAnimation.small(color: "#80c020"), to: "a.json")
    let json = try scratch.read("a.json").replacing("\"s\": [12, 4]", with: "\"s\": [2, 4]")
      .replacing("\"ks\": {", with: "\"ks\": {\"o\": {\"a\": 0, \"k\": 40}, ")
    try scratch.write(json, to: "a.json")
    try expectEqual(image("--frame 5 --onion 100").bytes, image("--frame 5").bytes)
    try expectEqual(
      image("--onion 3 --background #336699").bytes, image("--background #336699").bytes)
  }

  @Test("are only drawn for a single image, of a size that fits into memory")
  func refusals() throws {
    for arguments in [
      "-o f.%d.png", "-o a.mp4", "--hash", "--hash --frame 1", "-o a.png --sheet 2x2",
    ] {
      let run = try CommandRun("render a.json --onion 2 " + arguments, in: scratch)
      #expect(
        run.complained(.usage) && run.complaint.contains("--onion: only supported for a single"),
        "\(arguments): \(run.complaint)")
    }
    let large = try CommandRun("render a.json --onion 2 -o a.png --size 10000x9000", in: scratch)
    #expect(large.complained(.usage) && large.complaint.contains("--onion: 10000×9000"))
  }
}
