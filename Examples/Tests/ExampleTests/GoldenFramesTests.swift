import AnimCore
import AnimPNG
import Foundation
import Testing

@testable import GoldenFrames

@Suite("The example of golden frames")
struct GoldenFramesTests {
  /// Written with `swift run GoldenFrames Tests/ExampleTests/Goldens` and checked by eye.
  private static let goldens = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens")

  @Test("a toggle has the same pixels on every machine")
  func frames() throws {
    for (name, image) in Toggle().frames(at: Program.times) {
      let file = try Data(contentsOf: Self.goldens.appending(path: name))
      #expect(try PixelImage(png: Array(file)) == image, "\(name)")
    }
  }
}
