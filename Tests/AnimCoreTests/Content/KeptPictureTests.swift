import PictureCases
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

/// The pictures and numbers that are compared between machines stay the same on this one, too.
@Suite("Pictures of everything that a display list can have")
struct KeptPictureTests {
  @Test("stay the same to the last bit, and so do numbers")
  func kept() throws {
    var items = NumberSheet.all.map {
      (name: "numbers \($0.name)", hash: Kept.hash($0.bytes.lazy.map(UInt64.init)))
    }
    for seed in UInt64(1)...240 {
      let list = RandomPicture.list(seed: seed)
      let image = PixelImage(size: list.size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      items.append((name: "picture \(seed)", hash: Kept.hash(image)))
    }
    try Kept.compare(items, with: "pictures.json")
  }
}
