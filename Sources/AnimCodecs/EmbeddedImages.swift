import AnimGraphics

#if os(Linux)
  import Synchronization
#endif

/// A decoder for the images in a file of another format, such as SVG and Lottie: PNG, JPEG, GIF and WebP. Thread-safe.
package final class EmbeddedImages: Sendable {
  /// Whether to convert colours to sRGB, rather than show the stored values.
  private let convertsColors: Bool
  private let found = Mutex<Set<String>>([])

  package init(convertsColors: Bool = true) { self.convertsColors = convertsColors }

  /// Reads the size of an image.
  package func image(_ bytes: [UInt8]) throws(CodecError) -> EmbeddedImage {
    let bytes = BytesInMemory(bytes)
    let index = try RasterIndex(bytes)
    let messages = index.problems.filter { $0.severity == .approximated }.map { $0.message }
    if !messages.isEmpty { found.withLock { $0.formUnion(messages) } }
    return EmbeddedImage(index: index, bytes: bytes, convertsColors: convertsColors)
  }

  /// The reasons why images look different than specified, such as unsupported colour profiles, in alphabetical order.
  package var approximations: [String] { found.withLock { $0.sorted() } }
}

/// An image whose size is known, and whose pixels are decoded on demand.
package struct EmbeddedImage {
  fileprivate let index: RasterIndex
  fileprivate let bytes: BytesInMemory
  fileprivate let convertsColors: Bool

  /// The size in pixels, after the rotation in EXIF data.
  package var size: PixelSize { index.size }

  /// The size in the file, which differs from ``size`` if the image is too large for this program.
  package var storedSize: PixelSize { index.storedSize }

  /// Whether the file has more than one frame.
  package var isAnimated: Bool { index.frames.count > 1 }

  /// Decodes the first frame.
  package func decode() throws(CodecError) -> Image {
    var words: [UInt32] = []
    try FrameDecoder(index, bytes).drawFirst(into: &words)
    index.orientation.turn(&words, of: index.canvas)
    if convertsColors { index.colors?.conversion.apply(to: &words) }
    guard let image = Image(size: size, straight: words) else {
      throw .outOfMemory(width: size.width, height: size.height)
    }
    return image
  }
}
