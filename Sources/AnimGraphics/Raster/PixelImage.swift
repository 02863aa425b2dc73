/// An image in memory: 32-bit words 0xAARRGGBB, row by row without gaps.
///
/// If the image may be transparent, colours are premultiplied. Otherwise alpha has no meaning;
/// painting sets it to 255.
///
/// An image may be passed from thread to thread. Like plain memory, it has no lock: while one
/// thread writes pixels, no other thread may read or write them.
public final class PixelImage: @unchecked Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// A Boolean value that indicates whether the image hides everything below it, whatever its
  /// alphas.
  public let isOpaque: Bool
  private let words: UnsafeMutableBufferPointer<UInt32>

  /// Creates a black image, or a clear one if it may be transparent. A negative width or height is
  /// treated as zero.
  /// - Precondition: The pixels, of four bytes each, fit in memory.
  public init(size: PixelSize, isOpaque: Bool = true) {
    self.isOpaque = isOpaque
    self.size = PixelSize(width: max(0, size.width), height: max(0, size.height))
    let (count, overflow) = self.size.width.multipliedReportingOverflow(by: self.size.height)
    precondition(!overflow && count < .max >> 3, "the pixels must fit in memory")
    words = UnsafeMutableBufferPointer(start: .allocateLines(capacity: count), count: count)
    words.initialize(repeating: isOpaque ? 0xFF00_0000 : 0)
  }

  deinit { words.deallocate() }

  /// The pixel in column `x` of row `y`, which must be inside the image.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { words[index(x, y)] }
    set { words[index(x, y)] = newValue }
  }

  /// Calls `body` with all pixels, row by row. They are valid only during the call.
  public func withPixels<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(words))
  }

  /// Calls `body` with all pixels, row by row. They are valid only during the call.
  public func withMutablePixels<Result, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(words)
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    precondition(
      x >= 0 && x < size.width && y >= 0 && y < size.height, "the pixel must be in the image")
    return y * size.width + x
  }
}

extension PixelImage: Equatable {
  public static func == (a: PixelImage, b: PixelImage) -> Bool {
    a.size == b.size && a.words.elementsEqual(b.words)
  }
}

/// The largest image that can be drawn.
package enum ImageLimit {
  /// The maximum width and height in pixels, as in GIF and JPEG.
  package static let side = 65_535
  /// The maximum number of pixels, slightly more than sixteen displays of 3840×2160 pixels. Each of
  /// the two buffers then takes 512 MiB, and painting all of it takes seconds. A larger image could
  /// exhaust the machine without ever being animated.
  package static let area = 1 << 27

  /// The limit in words, for messages.
  package static let description = "at most \(side) pixels per side and \(area) in total"
}

extension PixelSize {
  /// Whether an image of this size can be drawn.
  package var isDrawable: Bool {
    let sides = 1...ImageLimit.side
    return sides.contains(width) && sides.contains(height) && width * height <= ImageLimit.area
  }

  /// Throws an error if an image of this size can't be drawn.
  package func checkDrawable() throws(ImageSizeError) {
    if !isDrawable { throw ImageSizeError(size: self) }
  }
}

/// A size that an image can't have, because it is empty or exceeds ``ImageLimit``.
package struct ImageSizeError: Error, Hashable, CustomStringConvertible {
  package let size: PixelSize

  package init(size: PixelSize) { self.size = size }

  package var description: String {
    "\(size.width)×\(size.height) pixels cannot be drawn; use \(ImageLimit.description)"
  }
}
