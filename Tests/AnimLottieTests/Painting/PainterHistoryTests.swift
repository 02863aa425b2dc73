import AnimGraphics
import AnimLottie
import Foundation
import TestSupport
import Testing

/// A frame's image depends on the frame alone, whatever its painter has drawn before and kept.
@Suite("A painter with a history")
struct PainterHistoryTests {
  @Test(
    "draws each frame of our own animations like a new one, in any order",
    arguments: [
      ("Tests/X11ViewerTests/Goldens/Animations", 38), ("Examples/Animations", 12),
      ("Fuzzing/Corpus", 20),
    ])
  func animations(folder: String, count: Int) throws {
    let files = try Self.files(in: "\(Folder.root)/\(folder)")
    #expect(files.count >= count)
    for file in files { try check(file, frames: 5) }
  }

  @Test(
    "draws each frame of the conformance animations like a new one, in any order",
    .enabled(
      if: FileManager.default.fileExists(atPath: Folder.conformance),
      "the conformance animations are not there"))
  func conformance() throws {
    let files = try Self.files(in: Folder.conformance)
    #expect(!files.isEmpty)
    for file in files { try check(file, frames: 5) }
  }

  @Test(
    "draws each frame of animations with expressions like a new one, in any order",
    .enabled(
      if: FileManager.default.fileExists(atPath: Folder.expressions),
      "the animations with expressions are not there"))
  func expressions() throws {
    let files = try Self.files(in: Folder.expressions)
    #expect(!files.isEmpty)
    for file in files { try check(file, frames: 5) }
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      .filter { path in [".json", ".tgs", ".lottie"].contains { path.hasSuffix($0) } }
      .map { "\(folder)/\($0)" }
  }

  /// Draws the given number of frames, from the first to the last: forwards, backwards and
  /// shuffled.
  private func check(_ path: String, frames: Int) throws {
    let animation = try LottieAnimation([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    let step = animation.frameCount / Double(frames - 1)
    let fresh = (0..<frames).map { list(LottieRenderer(animation), frame: Double($0) * step) }
    let renderer = LottieRenderer(animation)
    var generator = SeededGenerator(seed: 0xF2A3E5)
    let shuffled = (0..<frames).shuffled(using: &generator)
    for index in Array(0..<frames) + (0..<frames - 1).reversed() + shuffled {
      let frame = Double(index) * step
      let isEqual = list(renderer, frame: frame) == fresh[index]
      #expect(isEqual, "\(path), frame \(frame)")
    }
  }

  private func list(_ renderer: LottieRenderer, frame: Double) -> DisplayList {
    let size = renderer.animation.size
    var list = DisplayList(
      size: PixelSize(
        width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up))),
      background: .clear)
    renderer.draw(frame: frame, into: &list)
    return list
  }
}

private enum Folder {
  /// The project.
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL.path
  /// Animations from other sources, which are next to the project on some machines.
  static let conformance = "\(root)/../shared/lottie/conformance"
  static let expressions = "\(root)/../shared/expressions"
}
