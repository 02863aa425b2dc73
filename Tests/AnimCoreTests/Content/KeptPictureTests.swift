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
    var pictures = PictureHashes()
    for sheet in NumberSheet.all {
      pictures.add(
        Kept.hash(sheet.bytes.lazy.map(UInt64.init)), to: "numbers of \(sheet.name)",
        name: sheet.name)
    }
    for seed in UInt64(1)...240 {
      let list = RandomPicture.list(seed: seed)
      let image = PixelImage(size: list.size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      pictures.add(
        Kept.hash(image), to: "display lists of the seeds from \((seed - 1) / 12 * 12 + 1) on",
        name: "\(seed)")
    }
    try pictures.compare(with: "Pictures.json")
  }
}
