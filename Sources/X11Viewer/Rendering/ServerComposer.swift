import AnimCore
import XWindow

/// Paints content that the server can't draw, for ``ServerRenderer``.
final class ServerComposer {
  private let rasterizer = Rasterizer()
  private var canvas = PixelImage(size: .zero)
  private var image: ImageBuffer?

  /// Paints tiles of a list in the server's format.
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

/// The tiles of an image with content that the server can't draw, preserved between frames.
struct ComposedTiles {
  private(set) var tiles = TileSet(TileGrid(size: .zero))
  private var before = TileSet(TileGrid(size: .zero))

  /// Processes the next frame. Adds to `changed` the tiles that the server draws now but didn't
  /// before, and vice versa, because server and viewer paint edges differently.
  mutating func advance(
    to list: DisplayList, drawnBy painter: (some ServerPainter).Type, _ changed: inout TileSet
  ) {
    swap(&tiles, &before)
    if tiles.grid == changed.grid { tiles.clear() } else { tiles = TileSet(changed.grid) }
    list.forEachCommand(drawnBy: painter) { command, needsComposing in
      if needsComposing { tiles.mark(command.bounds) }
    }
    guard before.grid == tiles.grid else { return }
    before.formSymmetricDifference(tiles)
    changed.formUnion(before)
  }
}

extension TileSet {
  /// Replaces the tiles and the grid with those of `other`.
  mutating func replace(with other: TileSet) {
    if grid == other.grid { clear() } else { self = TileSet(other.grid) }
    formUnion(other)
  }
}
