import Testing

@testable import AnimGraphics
@testable import XWindow

@Suite("The mask of drawn pixels")
struct PixelMaskTests {
  /// Returns the mask of an image, in which a number sign is an opaque pixel and a point a half-transparent one.
  private func mask(_ rows: [String], threshold: UInt32 = 1) -> PixelMask {
    var mask = PixelMask(threshold: threshold)
    _ = update(&mask, rows)
    return mask
  }

  private func update(_ mask: inout PixelMask, _ rows: [String], _ area: PixelRect? = nil) -> Bool {
    let size = PixelSize(width: rows[0].count, height: rows.count)
    let isResized = mask.resize(to: size)
    let pixels = rows.joined().map { character -> UInt32 in
      switch character {
      case "#": 0xFF00_00FF
      case ".": 0x7F00_0000
      default: 0
      }
    }
    let hasChanged = pixels.withUnsafeBufferPointer {
      mask.update(area ?? size.bounds, from: $0, stride: size.width)
    }
    return isResized || hasChanged
  }

  private func rectangle(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> PixelRect {
    PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
  }

  @Test("equal rows form a band, and every run of pixels is a rectangle")
  func bands() {
    let image = ["##  #", "##  #", "     ", " ### "]
    #expect(
      mask(image).rectangles() == [
        rectangle(0, 0, 2, 2), rectangle(4, 0, 5, 2), rectangle(1, 3, 4, 4),
      ])
    #expect(mask(["   "]).rectangles().isEmpty)
  }

  @Test("pixels below the threshold are outside")
  func threshold() {
    #expect(mask([" .#. "]).rectangles() == [rectangle(1, 0, 4, 1)])
    #expect(mask([" .#. "], threshold: 128).rectangles() == [rectangle(2, 0, 3, 1)])
  }

  @Test("runs cross the boundaries of words", arguments: [63, 64, 65, 127, 128, 130])
  func words(width: Int) {
    let row = String(repeating: "#", count: width)
    #expect(mask([row]).rectangles() == [rectangle(0, 0, width, 1)])
    #expect(mask([" " + row + " "]).rectangles() == [rectangle(1, 0, width + 1, 1)])
  }

  @Test("an update changes only its area, and reports whether it has changed")
  func updates() {
    var mask = mask(["####", "####"])
    #expect(!update(&mask, ["####", "####"]))
    #expect(update(&mask, ["    ", "    "], rectangle(1, 0, 3, 1)))
    #expect(
      mask.rectangles() == [rectangle(0, 0, 1, 1), rectangle(3, 0, 4, 1), rectangle(0, 1, 4, 2)])
    #expect(!update(&mask, ["    ", "    "], rectangle(1, 0, 3, 1)))
  }
}
