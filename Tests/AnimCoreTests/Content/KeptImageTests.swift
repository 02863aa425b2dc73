import ImageCases
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

/// The images and numbers that are compared between machines also stay the same on this machine.
@Suite("Images of everything that a display list can contain")
struct KeptImageTests {
  @Test("stay identical, and so do numbers")
  func kept() throws {
    var items = NumberSheet.all.map {
      (name: "numbers of \($0.name)", hash: Kept.hash($0.bytes.lazy.map(UInt64.init)))
    }
    for first in stride(from: UInt64(1), to: 241, by: 12) {
      let hashes = (first..<first + 12).map { seed in
        let list = RandomImage.list(seed: seed)
        let image = PixelImage(size: list.size, isOpaque: false)
        Rasterizer(threads: 1).paint(list, into: image)
        return Kept.hash(image)
      }
      items.append(
        (name: "display lists of the seeds \(first) to \(first + 11)", hash: Kept.hash(hashes)))
    }
    try Kept.compare(items, with: "pictures.json")
  }
}
