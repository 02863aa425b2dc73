#if os(Linux)
  import Synchronization
#endif

/// An immutable image to paint with.
public final class Image: Sendable {
  /// The size in pixels. Neither side is zero.
  public let size: PixelSize
  /// The pixels row by row, as premultiplied 0xAARRGGBB. Empty for a drawing.
  private let words: [UInt32]
  /// Whether all of ``words`` are opaque.
  private let hasOpaqueWords: Bool
  /// The image at a half, a quarter and so on of its size, each made when first needed.
  let reductions = Mutex<[ImageLevel]>([])
  private let identity: Identity

  /// The identity by which images are compared.
  private enum Identity {
    /// A digest of its pixels.
    case digest(Int)
    /// A number in a series.
    case frame(Int, ImageSeries)
    /// The content of the image.
    case drawing(ImageDrawing)
  }

  /// Creates an image from words 0xAARRGGBB with straight alpha, row by row, or returns `nil` if it
  /// is empty or the number of words doesn't match.
  public convenience init?(size: PixelSize, straight words: consuming [UInt32]) {
    self.init(size: size, straight: words) { pixels in .digest(Self.digest(of: pixels)) }
  }

  /// Creates an image from the current pixels of a pixel image, or returns `nil` if it is empty.
  public convenience init?(_ rendering: PixelImage) {
    let opaque: UInt32 = rendering.isOpaque ? 0xFF00_0000 : 0
    let words = rendering.withPixels { $0.map { $0 | opaque } }
    self.init(size: rendering.size, premultiplied: words)
  }

  private static func digest(of pixels: [UInt32]) -> Int {
    var hasher = Hasher()
    // As bytes, which is several times as fast as word by word.
    pixels.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// Creates a frame of a series, whose frames are compared by number: comparing their pixels would
  /// take longer than decoding many of them.
  ///
  /// - Parameters:
  ///   - words: The pixels, as in ``init(size:straight:)``.
  ///   - number: The number of the frame. Frames with the same number have the same pixels.
  package convenience init?(
    size: PixelSize, straight words: consuming [UInt32], frame number: Int, of series: ImageSeries
  ) {
    self.init(size: size, straight: words) { _ in .frame(number, series) }
  }

  private init?(
    size: PixelSize, straight words: consuming [UInt32], identity: ([UInt32]) -> Identity
  ) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, count == words.count else { return nil }
    self.size = size
    // Convert in place if the caller no longer needs the words, because an image can be large.
    var pixels = words
    hasOpaqueWords = pixels.reduce(.max, &) >> 24 == 255
    if !hasOpaqueWords {
      for index in pixels.indices { pixels[index] = Premultiplied.word(straight: pixels[index]) }
    }
    self.words = pixels
    self.identity = identity(pixels)
  }

  deinit {
    if case .frame(_, let series) = identity { series.give(words) }
  }

  /// Creates an image from premultiplied words 0xAARRGGBB, which are painted unchanged, or returns
  /// `nil` if it is empty or the number of words doesn't match.
  package init?(size: PixelSize, premultiplied words: [UInt32]) {
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !overflow, count == words.count else { return nil }
    self.size = size
    hasOpaqueWords = words.reduce(.max, &) >> 24 == 255
    self.words = words
    identity = .digest(Self.digest(of: words))
  }

  /// Creates an image from a display list and filters. It is drawn when its pixels are first
  /// needed. Returns `nil` if the list has no pixels.
  package init?(drawing list: DisplayList, filters: FilterGraph? = nil) {
    guard list.size.width > 0, list.size.height > 0 else { return nil }
    size = list.size
    hasOpaqueWords = false
    words = []
    identity = .drawing(ImageDrawing(list, filters: filters))
  }

  /// Whether the image consists of a drawing rather than of pixels.
  package var isDrawing: Bool { drawing != nil }

  /// The drawing that the image consists of, or `nil` if it has been created from pixels.
  var drawing: ImageDrawing? {
    if case .drawing(let drawing) = identity { drawing } else { nil }
  }

  /// The pixels row by row, as premultiplied 0xAARRGGBB.
  package var pixels: [UInt32] { drawing?.drawn().words ?? words }

  /// Whether every pixel is opaque.
  package var isOpaque: Bool { drawing?.drawn().isOpaque ?? hasOpaqueWords }
}

/// The frames of a video, which are compared by number. The memory of unused frames is reused.
package final class ImageSeries: Sendable {
  fileprivate let difference: @Sendable (_ first: Int, _ second: Int) -> PixelRect
  /// The pixels of an image that is no longer used.
  private let spare = Mutex<[UInt32]?>(nil)

  /// - Parameter difference: A closure that returns the pixels in which two frames may differ, in
  ///   either order.
  package init(difference: @escaping @Sendable (_ first: Int, _ second: Int) -> PixelRect) {
    self.difference = difference
  }

  /// Returns words with arbitrary values for the next image, or an empty array if all are in use.
  package func takeWords() -> [UInt32] {
    spare.withLock { spare in
      defer { spare = nil }
      return spare ?? []
    }
  }

  fileprivate func give(_ words: [UInt32]) { spare.withLock { $0 = words } }
}

extension Image: Hashable {
  public static func == (a: Image, b: Image) -> Bool {
    if a === b { return true }
    switch (a.identity, b.identity) {
    case (.digest(let first), .digest(let second)):
      return first == second && a.size == b.size && a.words == b.words
    case (.frame(let first, let series), .frame(let second, let series2)):
      return first == second && series === series2
    case (.drawing(let first), .drawing(let second)): return first == second
    default: return false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch identity {
    case .digest(let digest): hasher.combine(digest)
    case .frame(let number, let series):
      hasher.combine(number)
      hasher.combine(ObjectIdentifier(series))
    case .drawing(let drawing): hasher.combine(drawing)
    }
  }
}

extension Image {
  /// Returns the pixels in which another image can differ, or `nil` if this isn't known.
  func difference(from other: Image) -> PixelRect? {
    if let drawing, let other = other.drawing { return drawing.difference(from: other) }
    guard size == other.size, case .frame(let number, let series) = identity,
      case .frame(let number2, let series2) = other.identity, series === series2
    else { return nil }
    return series.difference(number, number2).intersection(size.bounds)
  }

  /// Returns the image halved `count` times, or until it is a single pixel, and the number of
  /// halvings. A drawing must have been drawn as far as it is shown.
  func reduced(_ count: Int) -> (level: ImageLevel, count: Int) {
    let pixels = drawing?.drawnPixels?.words ?? pixels
    let whole = ImageLevel(width: size.width, height: size.height, pixels: pixels)
    guard count > 0 else { return (whole, 0) }
    return reductions.withLock { levels in
      while levels.count < count {
        let last = levels.last ?? whole
        if last.width == 1 && last.height == 1 { break }
        levels.append(last.halved)
      }
      let count = min(count, levels.count)
      return (count > 0 ? levels[count - 1] : whole, count)
    }
  }
}

/// An image as a paint. Beyond its edges, the pixels at the edge or the entire image are repeated.
public struct ImagePaint: Hashable, Sendable {
  /// The sampling of an image between the centres of its pixels.
  public enum Sampling: Hashable, Sendable {
    /// The pixel that contains the point.
    case nearest
    /// The four pixels around the point, weighted by area. An image that is drawn much smaller than
    /// its own size is sampled from a copy reduced by a power of two.
    case bilinear
  }

  /// The image to paint with.
  public var image: Image
  /// The sampling of the image between the centres of its pixels. The default is bilinear.
  public var sampling: Sampling
  /// The transform from the image's space, in pixels from its upper left corner, to the space of
  /// the shape.
  public var transform: Transform
  /// A Boolean value that indicates whether the plane is tiled with the image. It is then sampled
  /// at its own size, however small it is drawn.
  public var isRepeated: Bool

  /// Creates a paint with an image, whose pixel (0, 0) is at the origin unless it is transformed.
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
  let pixels: [UInt32]

  /// The image at half the width and height, rounded up. Each pixel is the mean of four, rounded to
  /// nearest; pixels at an odd edge count twice.
  var halved: ImageLevel {
    let newWidth = (width + 1) / 2
    let newHeight = (height + 1) / 2
    var words: [UInt32] = []
    words.reserveCapacity(newWidth * newHeight)
    for y in 0..<newHeight {
      let upper = 2 * y * width
      let lower = min(2 * y + 1, height - 1) * width
      for x in 0..<newWidth {
        let right = min(2 * x + 1, width - 1)
        words.append(
          Self.mean(
            pixels[upper + 2 * x], pixels[upper + right], pixels[lower + 2 * x],
            pixels[lower + right]))
      }
    }
    return ImageLevel(width: newWidth, height: newHeight, pixels: words)
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
