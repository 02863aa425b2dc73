import AnimCore
import Glibc

/// A buffer for frames, which keeps track of whether it is in use and up to date.
package final class Surface {
  package let image: ImageBuffer
  /// The tiles that may differ from the last drawn frame. May contain too many tiles, but never too
  /// few.
  package var stale = TileSet(TileGrid(size: .zero))
  /// The number of puts that the server hasn't completed yet.
  private var pending = 0
  /// The number of puts that were pending when the fence was set.
  private var beforeFence = 0

  package init(_ image: ImageBuffer) { self.image = image }

  /// Whether the server may still read the pixels.
  package var isBusy: Bool { pending > 0 }

  /// Records a put whose completion the server will report.
  package func put() { pending += 1 }

  /// Records a reported completion. They arrive in the order of the puts.
  package func complete() {
    pending = max(0, pending - 1)
    beforeFence = max(0, beforeFence - 1)
  }

  /// Records a fence after all puts so far.
  package func didSetFence() { beforeFence = pending }

  /// Records that the server has processed the fence, so only later puts can be pending.
  package func fencePassed() {
    pending -= beforeFence
    beforeFence = 0
  }

  /// Lays out the memory for images of `size`, which must fit, unless the layout is already
  /// correct.
  package func fit(to size: PixelSize) {
    guard image.size != size else { return }
    image.resize(to: size)
    stale = .all(of: size)
  }

  /// Returns the capacity for an image of `needed` bytes, given the `current` capacity. Memory
  /// grows by at least one half, so enlarging a window rarely needs a new segment. It shrinks once
  /// three quarters of it are unused.
  package static func capacity(needed: Int, current: Int) -> Int {
    if needed <= current, needed >= current / 4 { return current }
    return wholePages(needed > current ? max(needed, current + current / 2) : needed)
  }

  /// Returns the size of `count` bytes rounded up to complete pages.
  package static func wholePages(_ count: Int) -> Int { (count + 4095) / 4096 * 4096 }
}

/// An image in the rasteriser's format, in private memory.
final class NativeImage {
  let size: PixelSize
  /// The pixels in row order, without gaps.
  let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Allocates an image, or returns `nil` if there isn't enough memory.
  init?(size: PixelSize) {
    let count = size.width * size.height
    guard let memory = calloc(count, MemoryLayout<UInt32>.stride) else { return nil }
    self.size = size
    pixels = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt32.self, capacity: count), count: count)
  }

  deinit { free(pixels.baseAddress) }
}
