import AnimCodecs
import AnimCore
import TestSupport
import Testing

@testable import AnimationFormats

@Suite("An SVG in a file of another format") struct EmbeddedDrawingTests {
  private func image(
    _ svg: String, _ size: Size = Size(width: 0, height: 0), limit: Int = 10_000
  ) -> PixelSize? {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' \(svg)</svg>"
    return EmbeddedDrawing.image(
      Array(svg.utf8), shownAs: size, EmbeddedImages(), limit: limit)?.size
  }

  @Test("has twice the pixels of the displayed size, up to the limit")
  func sharpness() {
    expectEqual(image("width='20' height='10'>"), PixelSize(width: 40, height: 20))
    let shown = Size(width: 40, height: 10)
    expectEqual(image("width='20' height='10'>", shown), PixelSize(width: 80, height: 40))
    let least = image("width='20' height='10'>", shown, limit: 200)
    expectEqual(least, PixelSize(width: 20, height: 10))
  }

  @Test(
    "there is no image if the data is too long, too large or not an image, whatever its fields contain"
  )
  func refused() {
    for size in [
      "width='1e308' height='1e308'>", "width='1e300' height='1e-300'>", "width='1e9' height='1'>",
      "width='0' height='5'>", "width='1e-200' height='1e-200'>", "width='9' height='9'><g>",
    ] { #expect(image(size) == nil, "\(size)") }
    #expect(image("width='20' height='10'>", limit: 0) == nil)
    let none = EmbeddedDrawing.image(
      [1, 2, 3], shownAs: Size(width: 9, height: 9), EmbeddedImages(), limit: 9)
    #expect(none == nil)
  }
}
