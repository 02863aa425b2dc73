import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Blending")
struct BlendingTests {
  @Test("source over is exact for every alpha, colour and background", arguments: [1, 40])
  func sourceOver(width: Int) {
    for alpha in 0...255 {
      var random = SeededGenerator(seed: UInt64(alpha))
      let color = Color(argb: UInt32(alpha) << 24 | UInt32(truncatingIfNeeded: random.next()) >> 8)
      let back = Color(rgb: UInt32(truncatingIfNeeded: random.next()))
      var list = DisplayList(size: PixelSize(width: width, height: 1), background: back)
      list.fill(Rect(x: 0, y: 0, width: Double(width), height: 1), color)
      let image = list.painted()
      let expected =
        0xFF00_0000 | mix(color.red, back.red, alpha) << 16
        | mix(color.green, back.green, alpha) << 8 | mix(color.blue, back.blue, alpha)
      for x in 0..<width { expectEqual(image[x, 0], expected) }
    }
  }

  @Test("coverage times alpha is rounded once, then blended")
  func coverageTimesAlpha() {
    for level in 0...255 {
      // The height covers the pixel by exactly level/255, apart from the rounding to the grid.
      let height = Double(level) / 255
      var list = DisplayList(
        size: PixelSize(width: 1, height: 1), background: Color(rgb: 0x64_C81E))
      list.fill(Rect(x: 0, y: 0, width: 1, height: height), Color(argb: 0x9132_96FA))
      let alpha = Int((Double(level) * 0x91 / 255).rounded())
      let expected: UInt32 =
        0xFF00_0000 | mix(0x32, 0x64, alpha) << 16 | mix(0x96, 0xC8, alpha) << 8
        | mix(0xFA, 0x1E, alpha)
      expectEqual(list.painted()[0, 0], expected)
    }
  }

  @Test("eight sums of products are divided by 255 as if one by one")
  func division() {
    let wrong = (0...UInt32(255 * 255)).filter { sum in
      let both = Blend.divide(SIMD4(repeating: sum << 16 | sum)).x
      return both >> 16 != Blend.divide(sum) || both & 0xFFFF != Blend.divide(sum)
    }
    #expect(wrong.isEmpty)
  }

  private func mix(_ source: UInt8, _ base: UInt8, _ alpha: Int) -> UInt32 {
    UInt32((Double(Int(source) * alpha + Int(base) * (255 - alpha)) / 255).rounded())
  }
}
