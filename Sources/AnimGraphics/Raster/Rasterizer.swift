/// Paints display lists into memory.
///
/// A pixel's colour is a function of the list alone: it is identical whether painted at once or
/// tile by tile, on one thread or many, with or without earlier frames. A rasteriser keeps its
/// scratch memory and its threads from frame to frame, and allocates only while frames grow.
public final class Rasterizer {
  private let pool: WorkerPool
  private let scheduler: TileScheduler
  private let drawings: DrawingPainter

  /// - Parameter threads: The number of threads that may paint at the same time, including the
  ///   caller's; by default one per processor, but at most eight. Small frames are painted by the
  ///   caller alone.
  public init(threads: Int? = nil) {
    pool = WorkerPool(workers: threads ?? min(availableProcessors(), 8))
    scheduler = TileScheduler(workers: pool.workers)
    drawings = DrawingPainter(pool: pool)
  }

  /// Paints the marked tiles: the background first, then the commands in the order of the list.
  ///
  /// - Parameters:
  ///   - list: The frame.
  ///   - tiles: The tiles to paint, of a grid of the list's size.
  ///   - pixels: The image as words 0xAARRGGBB, premultiplied. Alpha is 255 if the background is
  ///     opaque. Other tiles are unchanged.
  ///   - stride: The number of words from the start of one row to the start of the next.
  public func paint(
    _ list: DisplayList, tiles: TileSet, into pixels: UnsafeMutableBufferPointer<UInt32>,
    stride: Int
  ) {
    paint(list, changes: Damage(tiles), into: pixels, stride: stride)
  }

  /// Paints at least all changes, and at most their tiles. See ``paint(_:tiles:into:stride:)``.
  package func paint(
    _ list: DisplayList, changes: Damage, into pixels: UnsafeMutableBufferPointer<UInt32>,
    stride: Int
  ) {
    let tiles = changes.tiles
    let size = tiles.grid.size
    precondition(
      tiles.grid == TileGrid(size: list.size), "the tiles' grid must have the list's size")
    guard let base = pixels.baseAddress, size.width > 0, size.height > 0 else { return }
    precondition(
      stride >= size.width && pixels.count >= (size.height - 1) * stride + size.width,
      "the memory must hold every row of the image")
    drawings.drawImages(of: list, in: tiles)
    scheduler.paint(list, changes, into: base, stride: stride, with: pool)
  }

  /// Paints a display list into an image of the same size.
  ///
  /// - Parameters:
  ///   - list: The frame.
  ///   - image: The image. It must support transparency to keep transparent areas of the list.
  public func paint(_ list: DisplayList, into image: PixelImage) {
    var tiles = TileSet(TileGrid(size: list.size))
    tiles.markAll()
    image.withMutablePixels { paint(list, tiles: tiles, into: $0, stride: image.size.width) }
  }
}
