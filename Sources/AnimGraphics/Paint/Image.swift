import Synchronization

/// An immutable image to paint with.
public final class Image: Sendable {
  /// The size in pixels; neither side is zero.
  public let size: PixelSize
  /// The pixels row by row, as premultiplied 0xAARRGGBB.
  let pixels: [UInt32]
  let isOpaque: Bool
  /// The image at a half, a quarter and so on of its size, each made when first needed.
  let reductions = Mutex<[ImageLevel]>([])
  private let digest: Int

  /// An image of `size` from words 0xAARRGGBB with straight alpha, row by row; nil if it is empty
  /// or the number of words is wrong.
  public init?(size: PixelSize, straight words: consuming [UInt32]) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, count == words.count else { return nil }
    self.size = size
    // In place if the caller no longer needs the words, since an image can be large.
    var pixels = words
    for index in pixels.indices { pixels[index] = Premultiplied.word(straight: pixels[index]) }
    self.pixels = pixels
    isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
    var hasher = Hasher()
    // As bytes, which is several times as fast as word by word.
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
    digest = hasher.finalize()
  }
}

extension Image: Hashable {
  public static func == (a: Image, b: Image) -> Bool {
    a === b || a.digest == b.digest && a.size == b.size && a.pixels == b.pixels
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
