import AnimCore
import Glibc

/// A picture in the rasteriser's format, in memory of our own.
final class NativePicture {
  let size: PixelSize
  /// The pixels in row order, without gaps.
  let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Nil if there is not enough memory.
  init?(size: PixelSize) {
    let count = size.width * size.height
    guard let memory = calloc(count, MemoryLayout<UInt32>.stride) else { return nil }
    self.size = size
    pixels = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt32.self, capacity: count), count: count)
  }

  deinit { free(pixels.baseAddress) }
}
