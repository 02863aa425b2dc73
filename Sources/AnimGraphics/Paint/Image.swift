#if os(Linux)
  import Synchronization
#endif

/// An immutable image to paint with.
public final class Image: Sendable {
  /// The size in pixels; neither side is zero.
  public let size: PixelSize
  // These change only where ``FrameImages`` has the only reference to the image.
  /// The pixels row by row, as premultiplied 0xAARRGGBB.
  nonisolated(unsafe) private(set) var pixels: [UInt32]
  /// Whether every pixel is opaque.
  nonisolated(unsafe) package private(set) var isOpaque: Bool
  nonisolated(unsafe) private var identity: Identity
  /// The image at a half, a quarter and so on of its size, each made when first needed.
  private let reductions = Mutex(Reductions())

  private struct Reductions {
    var levels: [ImageLevel] = []
    /// How many of them are of the present pixels. The others are memory for more.
    var count = 0
  }

  /// By what an image is told from others.
  private enum Identity {
    /// A digest of its pixels.
    case digest(Int)
    /// A number in a series.
    case frame(Int, ImageSeries)
  }

  /// An image of `size` from words 0xAARRGGBB with straight alpha, row by row; nil if it is empty
  /// or the number of words is wrong.
  public convenience init?(size: PixelSize, straight words: consuming [UInt32]) {
    self.init(size: size, straight: words) { pixels in .digest(Self.digest(of: pixels)) }
  }

  /// An image of a picture as it is now; nil if that is empty.
  public convenience init?(_ picture: PixelImage) {
    let opaque: UInt32 = picture.isOpaque ? 0xFF00_0000 : 0
    let words = picture.withPixels { $0.map { $0 | opaque } }
    self.init(size: picture.size, premultiplied: words)
  }

  private static func digest(of pixels: [UInt32]) -> Int {
    var hasher = Hasher()
    // As bytes, which is several times as fast as word by word.
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// A frame of a series, which is told from others by its number: to compare the pixels of each frame of
  /// a film takes longer than many take to decode.
  ///
  /// - Parameters:
  ///   - words: as in ``init(size:straight:)``.
  ///   - number: the frame's; frames of the same number have the same pixels.
  package convenience init?(
    size: PixelSize, straight words: consuming [UInt32], frame number: Int, of series: ImageSeries
  ) {
    self.init(size: size, straight: words) { _ in .frame(number, series) }
  }

  /// Becomes another frame of its series, of the same size.
  fileprivate func change(to number: Int, straight words: UnsafeBufferPointer<UInt32>) {
    guard case .frame(_, let series) = identity, words.count == pixels.count else { return }
    identity = .frame(number, series)
    reductions.withLock { $0.count = 0 }
    isOpaque = pixels.withUnsafeMutableBufferPointer { Premultiplied.copy(words, into: $0) }
  }

  private init?(
    size: PixelSize, straight words: consuming [UInt32], identity: ([UInt32]) -> Identity
  ) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, count == words.count else { return nil }
    self.size = size
    // In place if the caller no longer needs the words, since an image can be large.
    var pixels = words
    isOpaque = pixels.reduce(.max, &) >> 24 == 255
    if !isOpaque {
      for index in pixels.indices { pixels[index] = Premultiplied.word(straight: pixels[index]) }
    }
    self.pixels = pixels
    self.identity = identity(pixels)
  }

  /// An image of `size` from premultiplied words 0xAARRGGBB, as they are painted; nil if it is empty or
  /// the number of words is wrong.
  package init?(size: PixelSize, premultiplied words: [UInt32]) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, count == words.count else { return nil }
    self.size = size
    isOpaque = words.reduce(.max, &) >> 24 == 255
    pixels = words
    identity = .digest(Self.digest(of: words))
  }
}

/// The frames of a film, whose images are told apart by their numbers.
package final class ImageSeries: Sendable {
  fileprivate let difference: @Sendable (_ first: Int, _ second: Int) -> PixelRect

  /// - Parameter difference: the pixels in which two frames may differ, whichever is the first.
  package init(difference: @escaping @Sendable (_ first: Int, _ second: Int) -> PixelRect) {
    self.difference = difference
  }
}

extension Image: Hashable {
  public static func == (a: Image, b: Image) -> Bool {
    if a === b { return true }
    switch (a.identity, b.identity) {
    case (.digest(let first), .digest(let second)):
      return first == second && a.size == b.size && a.pixels == b.pixels
    case (.frame(let first, let series), .frame(let second, let series2)):
      return first == second && series === series2
    default: return false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch identity {
    case .digest(let digest): hasher.combine(digest)
    case .frame(let number, let series):
      hasher.combine(number)
      hasher.combine(ObjectIdentifier(series))
    }
  }
}

extension Image {
  /// The pixels in which another image may differ; nil if nothing is known about that.
  func difference(from other: Image) -> PixelRect? {
    guard size == other.size, case .frame(let number, let series) = identity,
      case .frame(let number2, let series2) = other.identity, series === series2
    else { return nil }
    return series.difference(number, number2).intersection(size.bounds)
  }

  /// The image halved `count` times, or as many times as it can be before it is a single pixel, and
  /// that number.
  func reduced(_ count: Int) -> (level: ImageLevel, count: Int) {
    let whole = ImageLevel(width: size.width, height: size.height, pixels: pixels)
    guard count > 0 else { return (whole, 0) }
    return reductions.withLock { reductions in
      while reductions.count < count {
        let last = reductions.count > 0 ? reductions.levels[reductions.count - 1] : whole
        if last.width == 1 && last.height == 1 { break }
        if reductions.count == reductions.levels.count {
          reductions.levels.append(last.halved)
        } else {
          reductions.levels[reductions.count].halve(last)
        }
        reductions.count += 1
      }
      let count = min(count, reductions.count)
      return (count > 0 ? reductions.levels[count - 1] : whole, count)
    }
  }
}

/// The images of a series' frames. Their memory is used again when nobody else has them any more, so that
/// a film which plays allocates none.
package struct FrameImages: ~Copyable {
  private let series: ImageSeries
  private let limit: Int
  private var images: [Image] = []

  /// - Parameter limit: the most images that are kept.
  package init(of series: ImageSeries, limit: Int) {
    (self.series, self.limit) = (series, limit)
    images.reserveCapacity(limit)
  }

  /// The image of a frame; nil if it is empty or the number of words is wrong.
  ///
  /// - Parameters:
  ///   - size: that of all frames.
  ///   - words: as in ``Image/init(size:straight:)``.
  package mutating func image(
    of number: Int, size: PixelSize, straight words: UnsafeBufferPointer<UInt32>
  ) -> Image? {
    for index in images.indices where isKnownUniquelyReferenced(&images[index]) {
      images[index].change(to: number, straight: words)
      return images[index]
    }
    let image = Image(size: size, straight: Array(words), frame: number, of: series)
    if let image, images.count < limit { images.append(image) }
    return image
  }
}

/// An image as a paint. Beyond its edges, the pixels at the edge are repeated, or the whole image.
public struct ImagePaint: Hashable, Sendable {
  /// How the image is sampled between the centres of its pixels.
  public enum Sampling: Hashable, Sendable {
    /// The pixel that contains the point.
    case nearest
    /// The four pixels around the point, weighted by area. An image that is drawn much smaller than
    /// its own size is sampled from a copy reduced by a power of two.
    case bilinear
  }

  /// The image to paint with.
  public var image: Image
  /// How the image is sampled between the centres of its pixels. Bilinear by default.
  public var sampling: Sampling
  /// From the image's space, in pixels from its upper left corner, to that of the shape.
  public var transform: Transform
  /// Whether the plane is tiled with the image. It is then sampled at its own size, however small it is
  /// drawn.
  public var isRepeated: Bool

  /// A paint with an image, whose pixel (0, 0) is at the origin unless it is transformed.
  public init(
    _ image: Image, sampling: Sampling = .bilinear, transform: Transform = .identity,
    isRepeated: Bool = false
  ) {
    self.image = image
    self.sampling = sampling
    self.transform = transform
    self.isRepeated = isRepeated
  }
}

/// An image at its own size, or reduced by a power of two.
struct ImageLevel: Sendable {
  let width: Int
  let height: Int
  /// The pixels row by row, as premultiplied 0xAARRGGBB.
  private(set) var pixels: [UInt32]

  /// The image at half the width and height, rounded up. Each pixel is the mean of four, rounded to
  /// nearest; pixels at an odd edge count twice.
  var halved: ImageLevel {
    let (newWidth, newHeight) = ((width + 1) / 2, (height + 1) / 2)
    var level = ImageLevel(
      width: newWidth, height: newHeight,
      pixels: Array(repeating: 0, count: newWidth * newHeight))
    level.halve(self)
    return level
  }

  /// Takes the pixels of one twice as large; see ``halved``.
  mutating func halve(_ level: ImageLevel) {
    let (newWidth, newHeight) = (width, height)
    pixels.withUnsafeMutableBufferPointer { words in
      level.pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<newHeight {
          let upper = 2 * y * level.width
          let lower = min(2 * y + 1, level.height - 1) * level.width
          for x in 0..<newWidth {
            let right = min(2 * x + 1, level.width - 1)
            words[y * newWidth + x] = Self.mean(
              pixels[upper + 2 * x], pixels[upper + right], pixels[lower + 2 * x],
              pixels[lower + right])
          }
        }
      }
    }
  }

  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    // Two channels at a time, 16 bits apart.
    func sum(_ shift: UInt32) -> UInt32 {
      let mask: UInt32 = 0xFF_00FF
      let sum =
        (a >> shift & mask) + (b >> shift & mask) + (c >> shift & mask) + (d >> shift & mask)
      return (sum + 0x2_0002) >> 2 & mask
    }
    return sum(0) | sum(8) << 8
  }
}
