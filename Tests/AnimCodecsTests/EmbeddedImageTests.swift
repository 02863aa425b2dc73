import AnimGraphics
import TestSupport
import Testing

@testable import AnimCodecs

@Suite("Embedded images")
struct EmbeddedImageTests {
  @Test("have a size before they are decoded, and the pixels of their first frame")
  func formats() throws {
    for (bytes, isAnimated) in [
      (TestImages.png(width: 2, height: 1), false),
      (TestImages.gif(width: 2, height: 1, frames: 2), true),
    ] {
      let image = try EmbeddedImages().image(bytes)
      expectEqual(image.size, PixelSize(width: 2, height: 1))
      expectEqual(image.isAnimated, isAnimated)
      expectEqual(try image.decode().pixels[0], 0xFFFF_0000)
    }
  }

  @Test("are refused in other formats, and if they are corrupt")
  func refused() throws {
    #expect(throws: CodecError.unknownFormat) { try EmbeddedImages().image([]) }
    #expect(throws: CodecError.unknownFormat) { try EmbeddedImages().image(Array("<svg/>".utf8)) }
    let png = TestImages.png(width: 2, height: 1)
    #expect(throws: CodecError.damaged("a PNG without a header")) {
      try EmbeddedImages().image(Array(png.prefix(20)))
    }
    var changed = png
    changed[50] ^= 1
    let image = try EmbeddedImages().image(changed)
    #expect(throws: CodecError.damaged("it is corrupt: a checksum is wrong")) { try image.decode() }
  }
}
