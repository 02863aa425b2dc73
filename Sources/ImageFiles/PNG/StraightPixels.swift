import AnimCore

/// An image in the form that files and other programs use: red, green, blue and straight alpha, a
/// byte each, in row order. Fully transparent pixels are black.
package struct StraightPixels: Hashable, Sendable {
  package var size: PixelSize
  /// Whether every alpha is 255.
  package var isOpaque: Bool
  package var bytes: [UInt8]

  /// - Parameter bytes: The pixels, with four bytes each.
  package init(size: PixelSize, isOpaque: Bool, bytes: [UInt8]) {
    self.size = size
    self.isOpaque = isOpaque
    self.bytes = bytes
  }

  package init(_ image: PixelImage) {
    size = image.size
    isOpaque = image.isOpaque
    let count = size.width * size.height * 4
    // Don't zero the memory first, because all bytes are set.
    bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      if let base = buffer.baseAddress {
        image.withPixels { words in
          Unpremultiplication.convert(
            words, isOpaque: image.isOpaque, into: UnsafeMutableRawPointer(base))
        }
      }
      initialized = count
    }
  }

  /// Creates pixels from words 0xAARRGGBB with straight alpha, row by row. The number of words must
  /// be the number of pixels.
  package init(size: PixelSize, straight words: [UInt32]) {
    self.size = size
    isOpaque = words.reduce(.max, &) >> 24 == 255
    bytes = [UInt8](unsafeUninitializedCapacity: words.count * 4) { buffer, initialized in
      let pixels = UnsafeMutableRawBufferPointer(buffer)
      for (index, word) in words.enumerated() {
        let rgba = word >> 24 == 0 ? 0 : (word << 8 | word >> 24).bigEndian
        pixels.storeBytes(of: rgba, toByteOffset: index * 4, as: UInt32.self)
      }
      initialized = words.count * 4
    }
  }

  /// The same pixels, with black instead of invisible colours, which files may contain.
  package var withoutHiddenColors: StraightPixels {
    var pixels = self
    for index in stride(from: 0, to: bytes.count, by: 4) where bytes[index + 3] == 0 {
      for channel in 0..<3 { pixels.bytes[index + channel] = 0 }
    }
    return pixels
  }

  /// The image in the rasteriser's premultiplied form.
  package var image: PixelImage {
    let image = PixelImage(size: size, isOpaque: isOpaque)
    bytes.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      image.withMutablePixels { words in
        for index in words.indices {
          let rgba = UInt32(bigEndian: pixels[index])
          words[index] = Color(argb: rgba >> 8 | rgba << 24).premultipliedARGB
        }
      }
    }
    return image
  }
}

/// Turns premultiplied words 0xAARRGGBB into bytes of red, green, blue and straight alpha.
///
/// The colours are those of ``Color/init(premultipliedARGB:)``, which divides three times per pixel
/// and is therefore slower than drawing most frames.
enum Unpremultiplication {
  /// Writes four bytes for each word.
  ///
  /// - Parameter isOpaque: Whether every alpha counts as 255.
  static func convert(
    _ words: UnsafeBufferPointer<UInt32>, isOpaque: Bool, into bytes: UnsafeMutableRawPointer
  ) {
    guard let source = UnsafeRawPointer(words.baseAddress) else { return }
    let opaque = SIMD4<UInt32>(repeating: isOpaque ? alphas : 0)
    let end = words.count &* 4
    var offset = 0
    // Most pixels are opaque or transparent, like their neighbours.
    while offset &+ 64 <= end {
      let a = load(source, offset) | opaque
      let b = load(source, offset &+ 16) | opaque
      let c = load(source, offset &+ 32) | opaque
      let d = load(source, offset &+ 48) | opaque
      if isZero(a | b | (c | d)) {
        for part in 0..<4 { store(.zero, bytes, offset &+ part &* 16) }
      } else if areOpaque(a & b & (c & d)) {
        store(swapped(a), bytes, offset)
        store(swapped(b), bytes, offset &+ 16)
        store(swapped(c), bytes, offset &+ 32)
        store(swapped(d), bytes, offset &+ 48)
      } else {
        store(rgba(a), bytes, offset)
        store(rgba(b), bytes, offset &+ 16)
        store(rgba(c), bytes, offset &+ 32)
        store(rgba(d), bytes, offset &+ 48)
      }
      offset &+= 64
    }
    while offset < end {
      let word = source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let converted = rgba(SIMD4(repeating: word) | opaque)
      bytes.storeBytes(of: converted.x, toByteOffset: offset, as: UInt32.self)
      offset &+= 4
    }
  }

  /// Writes three bytes for each word, without alpha, which counts as 255. The byte after the last of
  /// them may be changed.
  static func convertOpaque(
    _ words: UnsafeBufferPointer<UInt32>, into bytes: UnsafeMutableRawPointer
  ) {
    for index in words.indices {
      // The fourth byte is overwritten by the next pixel.
      bytes.storeBytes(
        of: words[index].byteSwapped &>> 8, toByteOffset: index &* 3, as: UInt32.self)
    }
  }

  private static let alphas: UInt32 = 0xFF00_0000

  @inline(__always)
  private static func load(_ source: UnsafeRawPointer, _ offset: Int) -> SIMD4<UInt32> {
    source.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
  }

  @inline(__always) private static func store(
    _ words: SIMD4<UInt32>, _ bytes: UnsafeMutableRawPointer, _ offset: Int
  ) {
    bytes.storeBytes(of: words, toByteOffset: offset, as: SIMD4<UInt32>.self)
  }

  @inline(__always) private static func isZero(_ words: SIMD4<UInt32>) -> Bool {
    let pairs = unsafeBitCast(words, to: SIMD2<UInt64>.self)
    return pairs.x | pairs.y == 0
  }

  @inline(__always) private static func areOpaque(_ words: SIMD4<UInt32>) -> Bool {
    let pairs = unsafeBitCast(words, to: SIMD2<UInt64>.self)
    let both = UInt64(alphas) << 32 | UInt64(alphas)
    return pairs.x & pairs.y & both == both
  }

  /// Words 0xAABBGGRR, which are bytes of red, green, blue and alpha in little-endian memory.
  @inline(__always)
  private static func swapped(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let outer = words & 0xFF_00FF
    return (words & 0xFF00_FF00) | outer &<< 16 | outer &>> 16
  }

  /// Returns four premultiplied words as straight ones, with red and blue swapped.
  ///
  /// A channel is c · 255 / a, rounded to nearest, and upwards from a tie. The factor is larger than
  /// 255 / a by 1 / 2¹⁹ of it. Of the quotients above ½, this moves ties up by at least 2⁻²⁰, which is
  /// more than the rounding of the products (up to 255 · 2⁻²³ in all, but only ½ · 2⁻²³ at ½) takes, and
  /// the quotients below a tie, which are at least 1 / 510 below it, by less than 255 / 2¹⁹.
  @inline(__always) private static func rgba(_ words: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let alpha = words &>> 24
    let factors = factor / number(alpha)
    // A channel above its alpha is invalid, and counts as the brightest.
    let outer = lesser(words & 0xFF_00FF, alpha | alpha &<< 16)
    let green = straight(lesser(words &>> 8 & 0xFF, alpha), factors)
    let red = straight(outer &>> 16, factors)
    let blue = straight(outer & 0xFF, factors)
    let straight = red | green &<< 8 | blue &<< 16 | alpha &<< 24
    // Without alpha, the factor is infinite.
    return straight.replacing(with: 0, where: alpha .== 0)
  }

  private static let factor: Float = 255 * (1 + 0x1p-19)
  /// 2²³: a small number in the low bits of it is added to it, and a sum of both leaves the nearest
  /// integer there.
  private static let bias: Float = 0x1p23

  @inline(__always) private static func number(_ word: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafeBitCast(word | bias.bitPattern, to: SIMD4<Float>.self) - bias
  }

  @inline(__always) private static func straight(
    _ channel: SIMD4<UInt32>, _ factors: SIMD4<Float>
  ) -> SIMD4<UInt32> {
    unsafeBitCast(number(channel) * factors + bias, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Returns the lesser of both halves of each word, which are below 2¹⁵.
  @inline(__always) private static func lesser(
    _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let halves = pointwiseMin(
      unsafeBitCast(a, to: SIMD8<Int16>.self), unsafeBitCast(b, to: SIMD8<Int16>.self))
    return unsafeBitCast(halves, to: SIMD4<UInt32>.self)
  }
}
