import Foundation
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics
@testable import AnimationFormats
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

@Suite("The same image every time")
struct DeterminismTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL.path

  /// Files that are painted in parts, use filters, keep data between frames, or have expressions.
  private static let files =
    [
      "blend-modes", "blur-edges", "gradient-stroke", "mask-modes", "merge", "text-path",
    ].map { "Tests/X11ViewerTests/Goldens/Animations/\($0).json" }
    + ["", "-rig", "-chain", "-old"].map { "Fuzzing/Corpus/expressions\($0).json" }

  @Test(
    "any number of jobs, and a renderer that draws frames in any order, agree", arguments: files)
  func orders(file: String) throws {
    let frames = try check("\(Self.root)/\(file)", PixelSize(width: 80, height: 80), [])
    #expect(frames >= 10)
  }

  private static let elsewhere = "\(root)/../shared/expressions"

  @Test(
    "they also agree for all animations with expressions next to the project",
    .enabled(
      if: FileManager.default.fileExists(atPath: elsewhere),
      "the animations with expressions are not there"))
  func expressions() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.elsewhere).sorted()
      .filter { $0.hasSuffix(".json") || $0.hasSuffix(".lottie") }
    #expect(files.count > 100)
    for file in files {
      _ = try check(
        "\(Self.elsewhere)/\(file)", PixelSize(width: 40, height: 40),
        ["--frames", "0%,40%,100%"]
      )
    }
  }

  /// Compares the frames' hashes, and returns how many frames there are.
  private func check(_ path: String, _ size: PixelSize, _ arguments: [String]) throws -> Int {
    let texts = try ["1", "3"].map {
      try CommandRun(
        ["render", path, "--hash", "--jobs", $0, "--size", "\(size.width)x\(size.height)"]
          + arguments
      ).text
    }
    let lines = texts[0].split(separator: "\n").map { $0.split(separator: " ") }
    #expect(!lines.isEmpty && texts[1] == texts[0], "\(path)")
    let source = try RenderSource(
      size: size, background: .clear,
      makeScene: AnimationFile(path, FileConfiguration()).scenes().make)
    var generator = SeededGenerator(seed: 17)
    for threads in [1, 3] {
      let renderer = FrameRenderer(source, threads: threads)
      for line in lines.reversed() + lines.shuffled(using: &generator) {
        let frame = try #require(Int(line[0]))
        let drawn = try renderer.render(.frame(Fraction(frame), rate: .assumed))
        #expect(
          drawn.hash.description == line[1], "\(path), frame \(frame) with \(threads) threads")
      }
    }
    return lines.count
  }
}
