import AnimGraphics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Runtime
#endif

/// Reusable memory that grows on demand. Growing discards its contents.
final class DecodingScratch {
  private(set) var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { free(bytes.baseAddress) }

  /// Returns at least `count` bytes, which aren't zeroed, or `nil` if there isn't enough memory.
  func reserve(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    if bytes.count < count || bytes.baseAddress == nil {
      free(bytes.baseAddress)
      bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
      guard let start = malloc(max(count, 1)) else { return nil }
      bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }
    return UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
  }
}

/// The pixels that frames are drawn onto: words 0xAARRGGBB with straight alpha, row by row.
package final class FrameCanvas {
  package let size: PixelSize
  package let words: UnsafeMutableBufferPointer<UInt32>
  /// Whether the canvas owns its words.
  private let isOwner: Bool

  /// Creates a transparent canvas, or returns `nil` if there isn't enough memory.
  package init?(_ size: PixelSize) {
    let count = size.width * size.height
    // `calloc` reserves zeroed pages, which use no memory until they are written.
    guard let start = calloc(count, MemoryLayout<UInt32>.stride) else { return nil }
    self.size = size
    words = UnsafeMutableBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: count), count: count)
    isOwner = true
  }

  /// Creates a canvas in memory that outlives it.
  ///
  /// - Parameter words: The memory, with a word for each pixel.
  package init(_ size: PixelSize, in words: UnsafeMutableBufferPointer<UInt32>) {
    (self.size, self.words, isOwner) = (size, words, false)
  }

  deinit { if isOwner { free(words.baseAddress) } }

  /// Copies the pixels of another canvas of the same size.
  package func copy(_ other: FrameCanvas) { _ = words.update(fromContentsOf: other.words) }

  package func clear() { words.update(repeating: 0) }

  /// Makes a rectangle transparent, clipped to the canvas.
  package func clear(_ area: RasterArea) {
    let columns = visibleColumns(area)
    for y in visibleRows(area) { self[row: y, columns].update(repeating: 0) }
  }

  /// Returns the rows of a rectangle that are on the canvas.
  func visibleRows(_ area: RasterArea) -> Range<Int> {
    let end = min(area.y + area.height, size.height)
    return min(area.y, end)..<end
  }

  /// Returns the columns of a rectangle that are on the canvas.
  func visibleColumns(_ area: RasterArea) -> Range<Int> {
    let end = min(area.x + area.width, size.width)
    return min(area.x, end)..<end
  }

  /// Accesses a part of a row, which must be on the canvas.
  subscript(row y: Int, columns: Range<Int>) -> UnsafeMutableBufferPointer<UInt32> {
    let start = y * size.width
    return UnsafeMutableBufferPointer(
      rebasing: words[start + columns.lowerBound..<start + columns.upperBound])
  }
}
