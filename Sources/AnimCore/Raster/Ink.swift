/// A colour made ready for painting, and the painting of single pixels with it.
///
/// Source over, in sRGB as it is stored: a channel becomes (s·a + d·(255 − a)) / 255, rounded to
/// nearest, with a the coverage times the colour's own alpha, itself divided by 255 and rounded.
struct Ink {
  /// 0xFFRRGGBB.
  let word: UInt32
  /// 0...255.
  let alpha: UInt32

  @inline(__always) init(argb: UInt32) {
    word = argb | 0xFF00_0000
    alpha = argb >> 24
  }

  init(_ color: Color) { self.init(argb: color.argb) }

  /// The alpha that covers a pixel covered by `coverage`, 0...255.
  @inline(__always) func alpha(coverage: UInt32) -> UInt32 {
    alpha == 255 ? coverage : Self.divide(coverage &* alpha)
  }

  /// Paints one pixel.
  @inline(__always) func paint(_ pixel: UnsafeMutablePointer<UInt32>, coverage: UInt32) {
    let a = alpha(coverage: coverage)
    if a == 255 {
      pixel.pointee = word
    } else if a != 0 {
      pixel.pointee = Self.mix(word, over: pixel.pointee, a)
    }
  }

  /// Paints a run of pixels that are all covered the same.
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32) {
    let a = alpha(coverage: coverage)
    if a == 255 {
      pixels.update(repeating: word, count: count)
    } else if a != 0 {
      for index in 0..<count { pixels[index] = Self.mix(word, over: pixels[index], a) }
    }
  }

  /// `source` over `base` with an alpha of 0...255, two channels at a time, each in 16 bits.
  @inline(__always) static func mix(
    _ source: UInt32, over base: UInt32, _ alpha: UInt32
  ) -> UInt32 {
    let rest = 255 &- alpha
    let low = (source & 0xFF_00FF) &* alpha &+ (base & 0xFF_00FF) &* rest
    let high = (source >> 8 & 0xFF_00FF) &* alpha &+ (base >> 8 & 0xFF_00FF) &* rest
    return dividePair(low) | dividePair(high) << 8
  }

  /// v / 255, rounded to nearest, exact for 0...65535.
  @inline(__always) static func divide(_ v: UInt32) -> UInt32 {
    let biased = v &+ 128
    return (biased &+ biased >> 8) >> 8
  }

  /// ``divide(_:)`` for both halves of a word.
  @inline(__always) private static func dividePair(_ v: UInt32) -> UInt32 {
    let biased = v &+ 0x80_0080
    return (biased &+ (biased >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
  }
}
