import ImageCases
import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

/// The images and numbers that are compared between machines also stay the same on this machine.
@Suite("Images of everything that a display list can contain")
struct KeptImageTests {
  @Test("stay identical")
  func kept() throws {
    try Kept.compare(
      (UInt64(1)..<241).map { seed in
        let list = RandomImage.list(seed: seed)
        let image = PixelImage(size: list.size, isOpaque: false)
        Rasterizer(threads: 1).paint(list, into: image)
        return KeptPicture("the display list of seed \(seed)", [image])
      }, with: "pictures.json")
  }

  @Test("numbers stay identical")
  func numbers() throws {
    try Kept.compare(
      NumberSheet.all.map { (name: $0.name, hash: Kept.hash($0.bytes.lazy.map(UInt64.init))) },
      with: "numbers.json")
  }
}
