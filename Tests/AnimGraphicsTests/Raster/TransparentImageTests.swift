import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Transparent images")
struct TransparentImageTests {
  private static let size = PixelSize(width: 24, height: 16)

  private func paint(
    _ background: Color, threads: Int = 1, _ draw: (inout DisplayList) -> Void
  ) -> PixelImage {
    var list = DisplayList(size: Self.size, background: background)
    draw(&list)
    let image = PixelImage(size: Self.size, isOpaque: false)
    Rasterizer(threads: threads).paint(list, into: image)
    return image
  }

  @Test("a clear background stays clear where nothing is painted")
  func clear() {
    let rendering = paint(.clear) { _ in }
    expectEqual(rendering, PixelImage(size: Self.size, isOpaque: false))
  }

  @Test("a translucent background is premultiplied")
  func translucentBackground() {
    let rendering = paint(Color(argb: 0x8040_80FF)) { _ in }
    expectEqual(rendering[3, 3], 0x8020_4080)
  }

  @Test("a colour on a clear background keeps its alpha, and an edge has that of its coverage")
  func colors() {
    let rendering = paint(.clear) {
      $0.fill(Rect(x: 2, y: 2, width: 4.5, height: 4), Color(argb: 0xFFFF_8000))
      $0.fill(Rect(x: 10, y: 2, width: 4, height: 4), Color(argb: 0x8000_FF00))
    }
    expectEqual(rendering[3, 3], 0xFFFF_8000)
    expectEqual(rendering[6, 3], 0x8080_4000)
    expectEqual(rendering[11, 3], 0x8000_8000)
    expectEqual(rendering[20, 3], 0)
  }

  @Test("translucent colours that overlap are composited in colour and alpha")
  func over() {
    let rendering = paint(.clear) {
      $0.fill(Rect(x: 2, y: 2, width: 8, height: 8), Color(argb: 0x80FF_0000))
      $0.fill(Rect(x: 2, y: 2, width: 8, height: 8), Color(argb: 0x8000_00FF))
    }
    // 128/255 blue over red. The red shows through by 127/255.
    expectEqual(rendering[4, 4], 0xC040_0080)
  }

  @Test("a clear image composited over a colour equals an isolated group over that colour")
  func isGroup() {
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let trees = (0..<4).map { _ in RandomTree.random(Self.size, &random) }
      let clear = paint(.clear) { list in for tree in trees { tree.append(&list) } }
      let ground = Color(rgb: 0x20_80C0)
      let grouped = paint(ground) {
        $0.withGroup(GroupStyle(isIsolated: true)) { list in
          for tree in trees { tree.append(&list) }
        }
      }
      let expected = clear.withPixels { $0.map { over($0, ground.argb) } }
      expectEqual(grouped.withPixels { Array($0) }, expected, "seed \(seed)")
    }
  }

  /// Returns a premultiplied word over an opaque one.
  private func over(_ word: UInt32, _ ground: UInt32) -> UInt32 {
    let rest = 255 - word >> 24
    return [0, 8, 16, 24].reduce(0) { sum, shift in
      sum | ((word >> shift & 0xFF) + ((ground >> shift & 0xFF) * rest * 2 + 255) / 510) << shift
    }
  }
}
