import AnimCore
import ImageFiles
import LinuxSystem

/// The frames of an onion skin: one frame with its neighbours laid over it.
///
/// The image is the weighted mean of the frames. The weight of the central frame is the sum of all
/// others, whose weights decrease linearly with their distance. Parts that don't move therefore look
/// as in a single frame, and moving parts leave fading traces of their other positions.
package struct OnionSkin: Hashable, Sendable {
  /// The number of the central frame.
  package let center: Int
  /// The numbers of all frames.
  package let numbers: ClosedRange<Int>
  /// The number of frames before and after the central one, unless the animation has fewer.
  package let depth: Int

  /// The maximum depth, at which sums of pixels have 32 bits.
  package static let maximumDepth = 100

  /// - Parameter all: The numbers of the existing frames, or `nil` for a scene without an end.
  init(around center: Int, depth: Int, in all: ClosedRange<Int>?) {
    self.center = center
    self.depth = depth
    let first = max(center - depth, all?.lowerBound ?? 0)
    numbers = min(first, center)...max(center, min(center + depth, all?.upperBound ?? .max))
  }

  /// Returns the weight of a frame.
  func weight(of number: Int) -> UInt32 {
    guard number == center else { return UInt32(depth + 1 - abs(number - center)) }
    return max(numbers.reduce(0) { $1 == center ? $0 : $0 + weight(of: $1) }, 1)
  }
}

/// Writes an onion skin to a file.
package final class OnionSink: FrameSink {
  private let path: String
  private let format: ImageEncoding
  private let skin: OnionSkin
  private let size: PixelSize
  /// The weighted sums of red, green, blue, each multiplied by alpha, and of alpha, for each pixel.
  private var sums: [UInt32]
  private var weight: UInt32 = 0

  package init(path: String, _ skin: OnionSkin, _ size: PixelSize, as format: ImageEncoding) {
    self.path = path
    self.format = format
    self.skin = skin
    self.size = size
    sums = [UInt32](repeating: 0, count: size.width * size.height * 4)
  }

  package struct Product: Sendable {
    let number: Int
    let pixels: StraightPixels
  }

  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Product {
    { frame throws(Failure) in Product(number: frame.number, pixels: frame.pixels) }
  }

  package func take(_ product: Product) {
    let factor = skin.weight(of: product.number)
    weight += factor
    let bytes = product.pixels.bytes
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = factor * UInt32(bytes[start + 3])
      for channel in 0..<3 { sums[start + channel] += alpha * UInt32(bytes[start + channel]) }
      sums[start + 3] += alpha
    }
  }

  package func finish() throws(Failure) {
    var pixels = StraightPixels(PixelImage(size: size, isOpaque: false))
    for start in stride(from: 0, to: sums.count, by: 4) {
      let alpha = sums[start + 3]
      guard alpha > 0 else { continue }
      for channel in 0..<3 {
        pixels.bytes[start + channel] = UInt8((sums[start + channel] + alpha / 2) / alpha)
      }
      pixels.bytes[start + 3] = UInt8((alpha + weight / 2) / weight)
    }
    try write(try pixels.encoded(as: format), to: path)
  }
}
