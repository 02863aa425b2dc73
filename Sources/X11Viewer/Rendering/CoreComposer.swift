import AnimCore
import XWindow

/// Paints what the server cannot draw, for ``CoreRenderer``.
final class CoreComposer {
  private let rasterizer = Rasterizer()
  private var canvas = PixelImage(size: .zero)
  private var image: ImageBuffer?

  /// Paints some tiles of a list, in the server's format.
  func paint(
    _ list: DisplayList, _ tiles: TileSet, _ format: PixelFormat, _ packer: PixelPacker
  ) throws(RenderError) -> ImageBuffer {
    let image = try image(for: list.size, format)
    if canvas.size != list.size { canvas = PixelImage(size: list.size) }
    canvas.withMutablePixels {
      rasterizer.paint(list, tiles: tiles, into: $0, stride: list.size.width)
    }
    canvas.withPixels { pixels in
      tiles.forEachRectangle { image.pack(pixels, $0, packer) }
    }
    return image
  }

  private func image(
    for size: PixelSize, _ format: PixelFormat
  ) throws(RenderError) -> ImageBuffer {
    if let image, image.size == size { return image }
    let capacity = format.bytesPerRow(width: size.width) * size.height
    guard let new = ImageBuffer(capacity: capacity, format) else { throw .noMemory(size) }
    new.resize(to: size)
    image = new
    return new
  }
}
