import TestSupport
import Testing

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem

@Suite("Images in files")
struct ImageFileTests {
  @Test("a file holds an image if it has its size and its pixels")
  func holding() throws {
    let scratch = try ScratchDirectory()
    let bytes = [UInt8](repeating: 255, count: 64)
    let square = StraightPixels(
      size: PixelSize(width: 4, height: 4), isOpaque: true, bytes: bytes)
    try OutputFile.write(try PNG.encode(square.image, compression: 1), to: scratch / "a.png")
    #expect(PNGFile.holds(square, at: scratch / "a.png"))
    var wide = square
    wide.size = PixelSize(width: 8, height: 2)
    #expect(!PNGFile.holds(wide, at: scratch / "a.png"))
    var other = square
    other.bytes[20] = 254
    #expect(!PNGFile.holds(other, at: scratch / "a.png"))
    #expect(!PNGFile.holds(square, at: scratch / "b.png"))
  }
}
