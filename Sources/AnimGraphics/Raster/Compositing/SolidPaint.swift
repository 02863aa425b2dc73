/// A colour prepared for painting.
///
/// Source over, on sRGB values as they are stored: a channel becomes (s·a + d·(255 − a)) / 255,
/// rounded to nearest, where a is the coverage times the colour's own alpha, divided by 255 and
/// rounded.
struct SolidPaint {
  /// 0xFFRRGGBB.
  let word: UInt32
  /// 0...255.
  let alpha: UInt32

  @inline(__always) init(argb: UInt32) {
    word = argb | 0xFF00_0000
    alpha = argb >> 24
  }

  init(_ color: Color) { self.init(argb: color.argb) }

  /// The effective alpha at `coverage`, 0...255.
  @inline(__always) func alpha(coverage: UInt32) -> UInt32 {
    alpha == 255 ? coverage : Blend.divide(coverage &* alpha)
  }

  /// Paints one pixel.
  @inline(__always) func paint(_ pixel: UnsafeMutablePointer<UInt32>, coverage: UInt32) {
    pixel.pointee = Blend.mix(word, over: pixel.pointee, alpha(coverage: coverage))
  }

  /// Paints a run of pixels that all have the same coverage.
  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UInt32) {
    let a = alpha(coverage: coverage)
    if a == 255 {
      Blend.fill(pixels, word, count)
    } else if a != 0 {
      mix(pixels, count: count, a)
    }
  }

  private func mix(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ alpha: UInt32) {
    var index = 0
    while index &+ 4 <= count {
      Blend.mix(word, over: pixels + index, SIMD4(repeating: alpha))
      index &+= 4
    }
    while index < count {
      pixels[index] = Blend.mix(word, over: pixels[index], alpha)
      index &+= 1
    }
  }

  /// Paints four neighbouring pixels, each with its own coverage of 0...255.
  @inline(__always)
  func paintFour(_ pixels: UnsafeMutablePointer<UInt32>, coverage: SIMD4<UInt32>) {
    Blend.mix(word, over: pixels, alpha(coverage: coverage))
  }

  /// ``alpha(coverage:)`` of four pixels.
  @inline(__always) private func alpha(coverage: SIMD4<UInt32>) -> SIMD4<UInt32> {
    if alpha == 255 { return coverage }
    // Products of eight bits, for which multiplication in 16 bits is enough.
    let product = Blend.multiply(coverage, SIMD4(repeating: alpha)) &+ 128
    return (product &+ (product &>> 8)) &>> 8
  }
}
