import AnimCore

/// A picture in the form that files and other programs use: red, green, blue and straight alpha, a
/// byte each, in row order. Fully transparent pixels are black.
struct StraightPixels: Hashable, Sendable {
  var size: PixelSize
  /// Whether every alpha is 255.
  var isOpaque: Bool
  var bytes: [UInt8]

  /// - Parameter bytes: four bytes for each pixel.
  init(size: PixelSize, isOpaque: Bool, bytes: [UInt8]) {
    self.size = size
    self.isOpaque = isOpaque
    self.bytes = bytes
  }

  init(_ picture: PixelImage) {
    size = picture.size
    isOpaque = picture.isOpaque
    let count = max(0, size.width) * max(0, size.height) * 4
    // Not zeroed first, since all of them are set.
    bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      picture.withPixels { words in
        Unpremultiplication.convert(
          words, isOpaque: picture.isOpaque, into: UnsafeMutableRawBufferPointer(buffer))
      }
      initialized = count
    }
  }

  /// The picture in the rasteriser's premultiplied form.
  var picture: PixelImage {
    let picture = PixelImage(size: size, isOpaque: isOpaque)
    bytes.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      picture.withMutablePixels { words in
        for index in words.indices {
          let rgba = UInt32(bigEndian: pixels[index])
          words[index] = Color(argb: rgba >> 8 | rgba << 24).premultipliedARGB
        }
      }
    }
    return picture
  }
}

/// Turns premultiplied words 0xAARRGGBB into bytes of red, green, blue and straight alpha.
///
/// The colours are those of ``Color/init(premultipliedARGB:)``, which divides three times per pixel
/// and so takes longer than drawing most frames.
private enum Unpremultiplication {
  /// ⌈2²⁴ / alpha⌉; 0 for an alpha of 0, so that transparent pixels are black. A product with one
  /// of these, without its lower 24 bits, is the exact quotient for every dividend below 2²⁴ / 255;
  /// the largest is 255 · 255 + 127.
  private static let reciprocals: [UInt64] =
    [0] + (1...255).map { (1 << 24 + $0 - 1) / $0 }

  /// - Parameters:
  ///   - isOpaque: whether every alpha counts as 255.
  ///   - bytes: four bytes for each word.
  static func convert(
    _ words: UnsafeBufferPointer<UInt32>, isOpaque: Bool, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= words.count * 4, "there must be four bytes for each word")
    guard let source = UnsafeRawPointer(words.baseAddress), let target = bytes.baseAddress
    else { return }
    let opaque: UInt32 = isOpaque ? 0xFF00_0000 : 0
    let whole = words.count & ~3
    reciprocals.withUnsafeBufferPointer { reciprocals in
      // Most pixels of most pictures are opaque or transparent, and so are their neighbours.
      for index in stride(from: 0, to: whole &* 4, by: 16) {
        let four =
          source.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt32>.self)
          | SIMD4(repeating: opaque)
        let converted: SIMD4<UInt32>
        if four &>> 24 == SIMD4(repeating: 255) {
          converted = swapped(four)
        } else if four == .zero {
          converted = .zero
        } else {
          converted = SIMD4(
            rgba(four[0], reciprocals), rgba(four[1], reciprocals), rgba(four[2], reciprocals),
            rgba(four[3], reciprocals))
        }
        target.storeBytes(of: converted, toByteOffset: index, as: SIMD4<UInt32>.self)
      }
      for index in whole..<words.count {
        let converted = rgba(words[index] | opaque, reciprocals)
        target.storeBytes(of: converted, toByteOffset: index &* 4, as: UInt32.self)
      }
    }
  }

  /// Words 0xAABBGGRR, which are bytes of red, green, blue and alpha in little-endian memory.
  @inline(__always)
  private static func swapped(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
    (words & 0xFF00_FF00) | (words & 0xFF) &<< 16 | (words &>> 16) & 0xFF
  }

  @inline(__always)
  private static func rgba(_ word: UInt32, _ reciprocals: UnsafeBufferPointer<UInt64>) -> UInt32 {
    let alpha = word >> 24
    let reciprocal = reciprocals[Int(alpha)]
    func straight(_ shift: UInt32) -> UInt32 {
      let dividend = (word &>> shift & 0xFF) &* 255 &+ alpha / 2
      // A channel above its alpha is invalid, and counts as the brightest.
      return min(UInt32(truncatingIfNeeded: (UInt64(dividend) &* reciprocal) &>> 24), 255)
    }
    return alpha << 24 | straight(0) << 16 | straight(8) << 8 | straight(16)
  }
}
