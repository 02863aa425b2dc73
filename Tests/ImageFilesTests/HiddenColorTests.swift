import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles

@Suite("The colours of transparent pixels") struct HiddenColorTests {
  private func pixels(_ width: Int, _ rows: [UInt32]) -> StraightPixels {
    StraightPixels(
      size: PixelSize(width: width, height: rows.count / width), straight: rows)
  }

  private func word(_ pixels: StraightPixels, _ index: Int) -> UInt32 {
    pixels.bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test("are those of the nearest visible ones") func near() {
    var words = [UInt32](repeating: 0, count: 9 * 5)
    (words[18], words[26]) = (0xFFFF_0000, 0x0100_00FF)
    let extended = pixels(9, words).withExtendedColors
    #expect(word(extended, 18) == 0xFF00_00FF && word(extended, 26) == 0x0000_FF01)
    // Red next to the red pixel, blue next to the blue pixel, and all still transparent.
    let (red, blue) = (word(extended, 19), word(extended, 35))
    #expect(red >> 24 > 0xF0 && blue >> 8 & 0xFF > blue >> 24)
    #expect((0..<45).allSatisfy { [18, 26].contains($0) || extended.bytes[4 * $0 + 3] == 0 })
  }

  @Test(
    "are uniform if all visible colours are the same",
    arguments: [(1, 1), (1, 7), (6, 1), (13, 17)])
  func one(width: Int, height: Int) {
    for place in 0..<width * height {
      var words = [UInt32](repeating: 0, count: width * height)
      words[place] = 0x0714_28C8
      let extended = pixels(width, words).withExtendedColors
      #expect(
        words.indices.allSatisfy { word(extended, $0) == 0x1428_C800 + ($0 == place ? 7 : 0) })
    }
  }

  @Test("stay black if nothing is visible, and visible ones are unchanged") func same() {
    let clear = pixels(3, [0, 0, 0])
    expectEqual(clear.withExtendedColors, clear)
    let opaque = pixels(2, [0xFF01_0203, 0xFF04_0506])
    expectEqual(opaque.withExtendedColors, opaque)
    let translucent = pixels(2, [0x0101_0203, 0xFF04_0506])
    expectEqual(translucent.withExtendedColors, translucent)
  }
}
