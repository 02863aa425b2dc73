import AnimCodecs
import AnimRaster
import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem

@Suite("JPEG files")
struct JPEGTests {
  /// Returns the largest difference of a channel between an image and the image read from its file.
  private func loss(_ image: PixelImage) throws -> Int {
    let animation = try RasterAnimation(BytesInMemory(JPEG.encode(image)))
    expectEqual(animation.index.size, image.size)
    let read = try animation.pixels(of: 0)
    return image.withPixels { words in
      var largest = 0
      for (a, b) in zip(words, read) {
        for shift: UInt32 in [0, 8, 16] {
          largest = max(largest, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
        }
      }
      return largest
    }
  }

  @Test("soft colours, and coloured lines a pixel wide, are nearly unchanged")
  func colors() throws {
    let soft = PixelImage(size: PixelSize(width: 37, height: 21))
    for y in 0..<21 {
      for x in 0..<37 {
        soft[x, y] = 0xFF00_0000 | UInt32(x * 6) << 16 | UInt32(y * 12) << 8 | UInt32(200 - x * 2)
      }
    }
    let softLoss = try loss(soft)
    #expect(softLoss <= 8, "\(softLoss)")
    // With colours at half of the resolution, a third of the red would be lost.
    let line = PixelImage(size: PixelSize(width: 33, height: 16))
    for y in 0..<16 { for x in 0..<33 { line[x, y] = x == 13 ? 0xFFFF_0000 : 0xFFFF_FFFF } }
    let lineLoss = try loss(line)
    #expect(lineLoss <= 40, "\(lineLoss)")
  }

  @Test("an image without pixels, or with too many, is an error")
  func sizes() throws {
    for size in [PixelSize(width: 0, height: 5), PixelSize(width: 65_501, height: 1)] {
      do throws(Failure) {
        _ = try JPEG.encode(PixelImage(size: size))
        Issue.record("\(size)")
      } catch {
        expectEqual(error.status, .writingFailed)
        #expect(error.message.hasPrefix("image: cannot be saved as JPEG: "), "\(error)")
      }
    }
  }

  @Test("are recognized by their names")
  func names() {
    for name in ["a.jpg", "a.JPEG", "b/c.%04d.jpg"] { #expect(JPEG.isName(name), "\(name)") }
    for name in ["jpg", ".jpg", "a.jpg/b", "a.jpg.part", "-", "a.png"] {
      #expect(!JPEG.isName(name), "\(name)")
    }
  }
}
