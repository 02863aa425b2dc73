import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Masks")
struct MaskPlaneTests {
  @Test("each mode is its formula in 255ths, rounded once, for all pairs of bytes")
  func modes() {
    func nearest(_ product: Int) -> Int { (2 * product + 255) / 510 }
    let formulas: [(Mask.Mode, (Int, Int) -> Int)] = [
      (.add, { $0 + $1 - nearest($0 * $1) }),
      (.subtract, { nearest($0 * (255 - $1)) }),
      (.intersect, { nearest($0 * $1) }),
      (.difference, { nearest($0 * (255 - $1) + $1 * (255 - $0)) }),
      (.lighten, { max($0, $1) }),
      (.darken, { min($0, $1) }),
    ]
    for (mode, formula) in formulas {
      for shown in 0...255 {
        for first in stride(from: 0, through: 255, by: 8) {
          var own = SIMD8<UInt16>()
          for lane in 0..<8 { own[lane] = UInt16(first + lane) }
          let result = mode.combine(SIMD8(repeating: UInt16(shown)), own)
          for lane in 0..<8 { expectEqual(Int(result[lane]), formula(shown, first + lane)) }
        }
      }
    }
  }

  @Test("a mask of any width changes all of its pixels, and none beyond", arguments: 1...40)
  func widths(width: Int) {
    // Two translucent masks, for a mask that covers everything and one that ends inside.
    let size = PixelSize(width: width, height: 3)
    var list = DisplayList(size: PixelSize(width: width + 9, height: 3), background: .black)
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: Double(width), height: 3))
    list.withGroup { list in
      list.mask(path, opacity: 0.5)
      list.mask(path, Mask(.intersect), opacity: 0.5)
      list.fill(Rect(x: 0, y: 0, width: Double(width + 9), height: 3), .white)
    }
    let image = list.painted()
    for y in 0..<size.height {
      for x in 0..<width + 9 {
        // 128 of 255 twice: 64 of 255.
        expectEqual(image[x, y] & 0xFF, x < width ? 64 : 0)
      }
    }
  }
}
