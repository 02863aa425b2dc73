/// A paint at one coverage, for columns and rows of many pixels.
///
/// Its pixels are those of ``SolidPaint/paint(_:coverage:)``, to the bit. Most are painted over the
/// same colour, often the background, so it remembers the last result.
struct CachedBlend {
  private let word: UInt32
  /// 0...255.
  private let alpha: UInt32
  /// The last pixel painted over, and the result.
  private var ground: UInt32
  private var mixed: UInt32

  @inline(__always) init(_ paint: SolidPaint, coverage: UInt32) {
    word = paint.word
    alpha = paint.alpha(coverage: coverage)
    ground = paint.word
    mixed = paint.word
  }

  /// Paints one pixel.
  @inline(__always) mutating func paint(_ pixel: UnsafeMutablePointer<UInt32>) {
    if pixel.pointee != ground {
      ground = pixel.pointee
      mixed = Blend.mix(word, over: ground, alpha)
    }
    pixel.pointee = mixed
  }

  /// Paints a run of pixels.
  @inline(__always)
  mutating func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    if alpha == 255 {
      Blend.fill(pixels, word, count)
    } else if alpha != 0 {
      mix(pixels, count)
    }
  }

  private mutating func mix(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
    let memory = UnsafeMutableRawPointer(pixels)
    var index = 0
    while index &+ 4 <= count {
      let grounds = UInt64(ground) << 32 | UInt64(ground)
      let four = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      if (four.x ^ grounds) | (four.y ^ grounds) == 0 {
        let both = UInt64(mixed) << 32 | UInt64(mixed)
        memory.storeBytes(of: SIMD2(both, both), toByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      } else {
        for place in index..<index &+ 4 { paint(pixels + place) }
      }
      index &+= 4
    }
    while index < count {
      paint(pixels + index)
      index &+= 1
    }
  }
}
