/// Ordered dithering of gradients: rounds the channels of a colour up or down by a fixed pattern of
/// pixels, so that slow changes of colour have no visible steps.
///
/// The thresholds are those of Bayer's 8 × 8 matrix ("An optimum method for two-level rendition of
/// continuous-tone images", 1973), in the order that browsers use, from Skia. All channels of a
/// pixel have the same threshold, so that no channel exceeds alpha. Integers aren't changed.
package enum OrderedDither {
  /// Colours in 256ths: 16 bits for each of blue, green, red and alpha, all premultiplied.
  typealias Colors = SIMD2<UInt64>
  /// The thresholds of four pixels next to each other, one for each channel.
  typealias Thresholds = (SIMD8<UInt16>, SIMD8<UInt16>)

  /// The part of a colour that is rounded. If it is zero, the colour is the same at every pixel.
  static let fractions: UInt64 = 0x00FF_00FF_00FF_00FF

  /// Rows of 16 pixels, so that four pixels are found from each column of the pattern on.
  private nonisolated(unsafe) static let pattern: UnsafePointer<UInt16> = {
    let pattern = UnsafeMutablePointer<UInt16>.allocate(capacity: 8 * rowLength)
    for y in 0..<8 {
      for x in 0..<16 {
        let threshold = threshold(x, y)
        for channel in 0..<4 { pattern[y * rowLength + x * 4 + channel] = threshold }
      }
    }
    return UnsafePointer(pattern)
  }()
  private static let rowLength = 16 * 4

  /// Returns the threshold of a pixel in 256ths, of 2 ... 254.
  package static func threshold(_ x: Int, _ y: Int) -> UInt16 {
    // Bits of the column, and of the exclusive or of column and row, by turns, the lowest first.
    let (a, b) = (UInt16(x & 7), UInt16((x ^ y) & 7))
    let high = (b & 1) << 5 | (a & 1) << 4
    let middle = (b & 2) << 2 | (a & 2) << 1
    let low = (b & 4) >> 1 | (a & 4) >> 2
    return (high | middle | low) * 4 + 2
  }

  /// Returns the thresholds of a row of pixels, for ``thresholds(_:at:)``.
  static func row(_ y: Int) -> UnsafePointer<UInt16> { pattern + (y & 7) * rowLength }

  @inline(__always)
  static func thresholds(_ row: UnsafePointer<UInt16>, at x: Int) -> Thresholds {
    let first = UnsafeRawPointer(row + (x & 7) &* 4)
    return (
      first.loadUnaligned(as: SIMD8<UInt16>.self),
      first.loadUnaligned(fromByteOffset: 16, as: SIMD8<UInt16>.self)
    )
  }

  /// Returns the words of four pixels.
  @inline(__always)
  static func words(_ left: Colors, _ right: Colors, _ thresholds: Thresholds) -> SIMD4<UInt32> {
    let left = (unsafeBitCast(left, to: SIMD8<UInt16>.self) &+ thresholds.0) &>> 8
    let right = (unsafeBitCast(right, to: SIMD8<UInt16>.self) &+ thresholds.1) &>> 8
    let channels = SIMD16<UInt16>(lowHalf: left, highHalf: right)
    return unsafeBitCast(SIMD16<UInt8>(truncatingIfNeeded: channels), to: SIMD4<UInt32>.self)
  }
}
