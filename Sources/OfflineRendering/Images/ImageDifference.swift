import AnimCore
import ImageFiles

/// The difference between two images of the same size, as in web-platform-tests: the largest
/// difference of any channel, and the number of pixels that differ. Channels are premultiplied, and
/// alpha counts as a channel.
package struct ImageDifference: Hashable {
  /// The maximum difference of any channel of any pixel, from 0 to 255.
  package let maximum: Int
  package let pixels: Int
  /// The bounding box of all different pixels, which is empty if the images are equal.
  package let bounds: PixelRect

  /// Compares two images. Returns `nil` if their sizes differ.
  package init?(_ a: PixelImage, _ b: PixelImage) {
    guard a.size == b.size else { return nil }
    var (maximum, pixels) = (0, 0)
    var (x0, x1, y0, y1) = (a.size.width, 0, a.size.height, 0)
    for y in 0..<(a == b ? 0 : a.size.height) {
      for x in 0..<a.size.width where a[x, y] != b[x, y] {
        (x0, x1) = (min(x0, x), max(x1, x + 1))
        (y0, y1) = (min(y0, y), y + 1)
        pixels += 1
        maximum = max(maximum, Self.farthest(a[x, y], b[x, y]))
      }
    }
    self.maximum = maximum
    self.pixels = pixels
    bounds =
      pixels == 0
      ? PixelRect(x0: 0, y0: 0, x1: 0, y1: 0) : PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
  }

  package var isNone: Bool { pixels == 0 }

  /// Returns an image of the differences between two images of the same size. It is black where
  /// they are equal. Otherwise, it shows the difference of each channel, or of alpha if it is
  /// larger, amplified so that the smallest difference is visible.
  package static func image(of a: PixelImage, _ b: PixelImage) -> PixelImage {
    let image = PixelImage(size: a.size)
    for y in 0..<a.size.height {
      for x in 0..<a.size.width where a[x, y] != b[x, y] {
        var word: UInt32 = 0xFF00_0000
        let alpha = channelDifference(a[x, y], b[x, y], 24)
        for shift in [16, 8, 0] as [UInt32] {
          let difference = max(alpha, channelDifference(a[x, y], b[x, y], shift))
          if difference > 0 { word |= UInt32(64 + difference * 191 / 255) << shift }
        }
        image[x, y] = word
      }
    }
    return image
  }

  private static func farthest(_ a: UInt32, _ b: UInt32) -> Int {
    max(
      channelDifference(a, b, 24), channelDifference(a, b, 16), channelDifference(a, b, 8),
      channelDifference(a, b, 0))
  }

  private static func channelDifference(_ a: UInt32, _ b: UInt32, _ shift: UInt32) -> Int {
    abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
  }
}

extension ImageDifference: CustomStringConvertible {
  package var description: String { "maxDifference=\(maximum);differingPixels=\(pixels)" }

  /// Returns a message about two images with different sizes.
  package static func description(ofSizes a: PixelSize, _ b: PixelSize) -> String {
    "\(a.width)x\(a.height) pixels in one, \(b.width)x\(b.height) in the other"
  }
}

/// The maximum difference between images that count as equal, measured as in ``ImageDifference``.
/// The default allows no difference.
package struct ImageTolerance: Hashable, Sendable {
  /// The maximum accepted difference of any channel of any pixel, from 0 to 255.
  package var maximum = 0
  package var pixels = 0

  package init(maximum: Int = 0, pixels: Int = 0) {
    self.maximum = maximum
    self.pixels = pixels
  }

  /// Parses `MAXDIFF,PIXELS`, such as `2,100`. A semicolon is also accepted, but shells require quotes for it.
  ///
  /// Returns `nil` for any other text.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
    guard parts.count == 2, let maximum = Int(parts[0]), (0...255).contains(maximum),
      let pixels = Int(parts[1]), (0...PNG.largestArea).contains(pixels)
    else { return nil }
    self.init(maximum: maximum, pixels: pixels)
  }

  package func allows(_ difference: ImageDifference) -> Bool {
    difference.maximum <= maximum && difference.pixels <= pixels
  }
}
