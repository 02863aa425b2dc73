import AnimGraphics

@testable import XWindow

extension PixelImage {
  /// Returns the image as a format with fewer bits can show it.
  package func reduced(to format: PixelFormat) -> PixelImage {
    let packer = PixelPacker(format)
    let image = PixelImage(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { image[x, y] = packer.color(packer.pixel(self[x, y])) }
    }
    return image
  }
}
