import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import OfflineRendering
@testable import X11Viewer

@Suite("The same picture every time")
struct DeterminismTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Animations").path

  /// Those that are painted in parts, filtered, or keep something from one frame for the next.
  private static let names = [
    "blend-modes", "blur-edges", "gradient-stroke", "mask-modes", "merge", "text-path",
  ]

  @Test(
    "fresh processes with one job and with three, and one that draws frames in any order, agree",
    arguments: names)
  func processes(name: String) throws {
    let path = "\(Self.folder)/\(name).json"
    let size = PixelSize(width: 80, height: 80)
    let runs = try ["1", "3"].map {
      try Run(["render", path, "--hash", "--jobs", $0, "--size", "80x80"])
    }
    #expect(runs.allSatisfy { $0.end == .exit(0) })
    let hashes = try #require(runs.first).text.split(separator: "\n").map {
      $0.split(separator: " ")[1]
    }
    #expect(hashes.count == 10)
    #expect(runs.allSatisfy { $0.output == runs[0].output })
    let configuration = FileConfiguration()
    let source = try PictureSource(
      size: size, background: .clear,
      makeScene: AnimationFile(path, configuration).sceneMaker(configuration))
    var generator = SeededGenerator(seed: 17)
    for threads in [1, 3] {
      let renderer = FrameRenderer(source, threads: threads)
      for frame in (hashes.indices).shuffled(using: &generator) {
        let drawn = try renderer.render(.frame(Fraction(frame), rate: .assumed))
        #expect(
          drawn.hash.description == hashes[frame], "frame \(frame) with \(threads) threads")
      }
    }
  }
}
