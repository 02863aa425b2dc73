import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles

@Suite("Hashes of pixels")
struct PixelHashTests {
  @Test("a hash is the SHA-256 of the size and the straight pixels")
  func definition() {
    let image = PixelImage(size: PixelSize(width: 2, height: 1), isOpaque: false)
    image[0, 0] = 0xFF12_3456
    image[1, 0] = 0x8080_0000
    // By sha256sum: 00000002 00000001 123456ff ff000080.
    #expect(
      PixelHash(StraightPixels(image)).description
        == "dc8acee362abee55eea30cccbdc44e127cd2a2eeb7bd0cfa5db02488ec84ba20")
  }

  @Test("the hash depends on the size, but not on whether the format has alpha")
  func equality() {
    func hash(_ width: Int, _ height: Int, isOpaque: Bool) -> PixelHash {
      let image = PixelImage(size: PixelSize(width: width, height: height), isOpaque: isOpaque)
      image.withMutablePixels { for index in $0.indices { $0[index] = 0xFF00_00FF } }
      return PixelHash(StraightPixels(image))
    }
    expectEqual(hash(4, 2, isOpaque: true), hash(4, 2, isOpaque: false))
    #expect(hash(4, 2, isOpaque: true) != hash(2, 4, isOpaque: true))
  }

  @Test("a hash is read back from its text, and from no other text")
  func text() {
    let image = PixelImage(size: PixelSize(width: 1, height: 1))
    let hash = PixelHash(StraightPixels(image))
    expectEqual(PixelHash(hash.description), hash)
    for text in ["", "12", hash.description + "0", hash.description.uppercased() + " "] {
      #expect(PixelHash(text) == nil, "\(text)")
    }
  }

  @Test("a PNG file has the encoded pixels, at every compression level", arguments: 0...9)
  func compression(level: Int) throws {
    let image = PixelImage(size: PixelSize(width: 33, height: 9), isOpaque: false)
    for y in 0..<9 {
      for x in 0..<33 {
        image[x, y] =
          Color(argb: UInt32(x * 7919 + y * 65_537) &* 2_654_435_761).premultipliedARGB
      }
    }
    let pixels = StraightPixels(image)
    let bytes = try PNG.encode(image, compression: level)
    try expectEqual(StraightPixels(PNG.decode(bytes)), pixels)
  }
}
