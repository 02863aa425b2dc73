import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles

@Suite("Y4M videos")
struct Y4MTests {
  /// Returns the samples of an image of one colour, without the header of the frame.
  private func samples(
    _ color: Color, _ size: PixelSize, _ sampling: Y4MSampling = Y4MSampling()
  ) -> [UInt8] {
    let image = PixelImage(size: size)
    image.withMutablePixels { for index in $0.indices { $0[index] = color.premultipliedARGB } }
    let frame = Y4MEncoder(size: size, sampling: sampling).encode(StraightPixels(image))
    expectEqual(frame.prefix(6), Array("FRAME\n".utf8)[...])
    return Array(frame.dropFirst(6))
  }

  private static let pixel = PixelSize(width: 1, height: 1)

  @Test(
    "colours have the samples of ITU-R BT.601 in small videos",
    arguments: [
      (0x00_0000, [16, 128, 128]), (0xFF_FFFF, [235, 128, 128]), (0x80_8080, [126, 128, 128]),
      (0xFF_0000, [81, 90, 240]), (0x00_FF00, [145, 54, 34]), (0x00_00FF, [41, 240, 110]),
    ] as [(UInt32, [UInt8])])
  func limited(color: UInt32, expected: [UInt8]) {
    expectEqual(samples(Color(rgb: color), Self.pixel), expected)
  }

  @Test("high definition has the samples of ITU-R BT.709")
  func highDefinition() {
    let all = samples(
      Color(rgb: 0xFF_0000), PixelSize(width: 1280, height: 1), Y4MSampling(chroma: .full))
    expectEqual([all[0], all[1280], all[2560]], [63, 102, 240])
  }

  @Test("the full range is from 0 to all bits set, and grey has no chroma in any form")
  func full() {
    expectEqual(samples(.white, Self.pixel, Y4MSampling(range: .full)), [255, 128, 128])
    expectEqual(samples(.black, Self.pixel, Y4MSampling(range: .full)), [0, 128, 128])
    #expect(
      samples(.white, Self.pixel, Y4MSampling(depth: 10, range: .full))
        == [0xFF, 3, 0x00, 2, 0x00, 2])
    expectEqual(samples(.white, Self.pixel, Y4MSampling(depth: 10)), [0xAC, 3, 0x00, 2, 0x00, 2])
    expectEqual(
      samples(Color(rgb: 0x00_00FF), Self.pixel, Y4MSampling(range: .full))[1], 255,
      "half a step too far is clamped")
    for grey in 0..<256 as Range<UInt32> {
      let color = Color(rgb: grey << 16 | grey << 8 | grey)
      expectEqual(samples(color, Self.pixel).suffix(2), [128, 128])
    }
  }

  @Test("half of an odd size is rounded up for chroma samples")
  func oddSize() {
    expectEqual(samples(.black, PixelSize(width: 5, height: 3)).count, 15 + 2 * 6)
    #expect(
      samples(.black, PixelSize(width: 5, height: 3), Y4MSampling(chroma: .full, depth: 10)).count
        == 15 * 3 * 2)
  }
}
