import AnimGraphics
import TestSupport
import Testing

@testable import AnimPNG

@Suite("Images as PNG files")
struct PNGTests {
  /// Returns an image of every alpha, or of none.
  private static func image(_ size: PixelSize, isOpaque: Bool) -> PixelImage {
    let image = PixelImage(size: size, isOpaque: isOpaque)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let color = Color(
          red8: UInt8(truncatingIfNeeded: x * 7), green8: UInt8(truncatingIfNeeded: y * 5),
          blue8: UInt8(truncatingIfNeeded: x ^ y),
          alpha8: isOpaque ? 255 : UInt8(truncatingIfNeeded: x + y))
        image[x, y] = color.premultipliedARGB
      }
    }
    return image
  }

  @Test("are unchanged after decoding, compressed or not")
  func roundTrip() throws {
    for isOpaque in [true, false] {
      // The largest image needs several blocks if it is stored.
      for size in [(1, 1), (3, 2), (300, 256)] {
        let image = Self.image(
          PixelSize(width: size.0, height: size.1), isOpaque: isOpaque)
        let files = [try image.png(), try StoredPNG.encode(image)]
        for file in files {
          let read = try PixelImage(png: file)
          #expect(read == image && read.isOpaque == isOpaque)
        }
        try expectEqual(image.png(), files[0])
      }
    }
  }

  @Test("are rejected with a reason, whatever the bytes are")
  func broken() throws {
    let file = try Self.image(PixelSize(width: 20, height: 20), isOpaque: false).png()
    for count in stride(from: 0, to: file.count - 24, by: 7) {
      #expect(throws: PNGError.self) { try PixelImage(png: Array(file[..<count])) }
    }
    // A width of 2³¹ − 1.
    var forged = file
    forged.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
    #expect(throws: PNGError.self) { try PixelImage(png: forged) }
    #expect(throws: PNGError.cannotEncode("it has 0 by 4 pixels")) {
      try PixelImage(size: PixelSize(width: 0, height: 4)).png()
    }
  }
}
