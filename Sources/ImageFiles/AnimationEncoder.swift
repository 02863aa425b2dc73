import AnimCore
import Glibc
import LinuxSystem

/// Encodes an animation in a single file, frame by frame. The memory that it needs doesn't grow
/// with the number of frames.
package protocol AnimationEncoder {
  /// Adds a frame. A frame that equals the previous one extends its duration.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and straight alpha in row order, with one byte each.
  ///   - duration: The duration of the frame in seconds, which must be positive.
  /// - Returns: The next bytes of the file, which can be empty.
  mutating func add(_ pixels: [UInt8], lasting duration: Fraction) throws(Failure) -> [UInt8]

  /// Ends the file. Call it once, after the last frame.
  mutating func finish() throws(Failure) -> EncodedEnding
}

/// The end of a file that an ``AnimationEncoder`` has created.
package struct EncodedEnding {
  /// The last bytes of the file.
  package var bytes: [UInt8]
  /// Bytes that replace earlier bytes that weren't known when they were written.
  package var correction: Correction?

  package struct Correction {
    /// The offset of the replaced bytes in the file.
    package var offset: Int
    package var bytes: [UInt8]
  }
}

/// The bounding box of pixels.
struct PixelBounds {
  private(set) var left = Int.max
  private(set) var top = Int.max
  private(set) var right = 0
  private(set) var bottom = 0

  /// Creates the bounding box of the pixels in which two images differ. The images are words in row
  /// order.
  init(of a: UnsafePointer<UInt32>, differingFrom b: UnsafePointer<UInt32>, in size: PixelSize) {
    for y in 0..<size.height {
      let (row, other) = (a + y * size.width, b + y * size.width)
      guard memcmp(row, other, size.width * 4) != 0 else { continue }
      // Bytes that are already checked don't have to be checked again.
      var first = 0
      while first < left, first < size.width, row[first] == other[first] { first += 1 }
      var last = size.width
      while last > right, row[last - 1] == other[last - 1] { last -= 1 }
      if first < size.width { left = min(left, first) }
      right = max(right, last)
      (top, bottom) = (min(top, y), y + 1)
    }
  }

  init() {}

  mutating func include(_ other: PixelBounds) {
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  /// Adds the pixels of a row from `start` to before `end`.
  mutating func include(y: Int, from start: Int, to end: Int) {
    (left, top) = (min(left, start), min(top, y))
    (right, bottom) = (max(right, end), max(bottom, y + 1))
  }

  /// The rectangle. Files can't have empty rectangles, so the first pixel represents an empty one.
  var rect: PixelRect {
    isEmpty
      ? PixelRect(x0: 0, y0: 0, x1: 1, y1: 1)
      : PixelRect(x0: left, y0: top, x1: right, y1: bottom)
  }

  var isEmpty: Bool { bottom == 0 }
}

/// Calls `body` with pixels of four bytes each as words: alpha is the highest byte, then blue, green, red.
func withWords<Result>(
  _ pixels: [UInt8], _ body: (UnsafeBufferPointer<UInt32>) -> Result
) -> Result {
  pixels.withUnsafeBytes { body($0.bindMemory(to: UInt32.self)) }
}
