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

  /// Returns the effective alpha at `coverage`, 0...255.
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
    let alphas = Blend.doubled(alpha)
    var index = 0
    while index &+ 4 <= count {
      Blend.mix(word, over: pixels + index, alphas)
      index &+= 4
    }
    while index < count {
      pixels[index] = Blend.mix(word, over: pixels[index], alpha)
      index &+= 1
    }
  }

  /// Paints four neighbouring pixels, each with its own coverage of 0...255.
  ///
  /// - Parameter isOpaque: Whether ``alpha`` is 255.
  @inline(__always) func paintFour(
    _ pixels: UnsafeMutablePointer<UInt32>, coverage: SIMD4<UInt32>, isOpaque: Bool
  ) {
    Blend.mix(word, over: pixels, alphas(coverage: coverage, isOpaque: isOpaque))
  }

  /// Paints the first one to three of four pixels.
  @inline(__always) func paintRest(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: SIMD4<UInt32>, isOpaque: Bool
  ) {
    Blend.mixRest(word, over: pixels, count, alphas(coverage: coverage, isOpaque: isOpaque))
  }

  @inline(__always)
  private func alphas(coverage: SIMD4<UInt32>, isOpaque: Bool) -> SIMD4<UInt32> {
    let pairs = coverage | coverage &<< 16
    return isOpaque ? pairs : scaled(pairs, by: Blend.doubled(alpha))
  }

  /// ``alpha(coverage:)`` of four pixels, with the coverage of each in both halves of a word.
  @inline(__always)
  private func scaled(_ coverage: SIMD4<UInt32>, by alphas: SIMD4<UInt32>) -> SIMD4<UInt32> {
    Blend.divide(Blend.multiply(coverage, alphas))
  }

  /// Paints pixels one by one, each with its own coverage.
  @inline(never) private func paintEach(
    _ pixels: UnsafeMutablePointer<UInt32>, _ range: Range<Int>, coverage: UnsafePointer<UInt8>
  ) {
    for index in range { paint(pixels + index, coverage: UInt32(coverage[index])) }
  }

  /// Paints a run of pixels, each with its own coverage.
  @inline(__always) func paint(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UnsafePointer<UInt8>
  ) {
    if alpha == 255 {
      paint(pixels, count: count, coverage: coverage) { $0 }
    } else {
      let alphas = Blend.doubled(alpha)
      paint(pixels, count: count, coverage: coverage) { scaled($0, by: alphas) }
    }
  }

  /// - Parameter alphas: ``alpha(coverage:)`` of four pixels, with the coverage of each in both
  ///   halves of a word.
  @inline(__always) private func paint(
    _ pixels: UnsafeMutablePointer<UInt32>, count: Int, coverage: UnsafePointer<UInt8>,
    _ alphas: (SIMD4<UInt32>) -> SIMD4<UInt32>
  ) {
    let bytes = UnsafeRawPointer(coverage)
    var index = 0
    while index &+ 4 <= count {
      let four = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      Blend.mix(word, over: pixels + index, alphas(Blend.doubled(bytes: four)))
      index &+= 4
    }
    if index < count { paintEach(pixels, index..<count, coverage: coverage) }
  }
}

/// A paint at one coverage, for columns and rows of many pixels.
///
/// The resulting pixels are identical to those of ``SolidPaint/paint(_:coverage:)``. Most pixels
/// are painted over the same colour, often the background, so the last result is stored.
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

  /// Paints a column of pixels, which are `stride` words apart.
  @inline(__always)
  mutating func paintColumn(_ top: UnsafeMutablePointer<UInt32>, rows: Int, stride: Int) {
    var pixel = top
    for _ in 0..<rows {
      paint(pixel)
      pixel += stride
    }
  }

  /// Paints `count` pixels in each of several rows, which are `stride` words apart.
  @inline(__always)
  mutating func paint(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, rows: Int, stride: Int) {
    if alpha == 255 {
      Blend.fill(pixels, word, count, rows: rows, stride: stride)
    } else if alpha != 0 {
      var row = pixels
      for _ in 0..<rows {
        mix(row, count)
        row += stride
      }
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
        for pixel in index..<index &+ 4 { paint(pixels + pixel) }
      }
      index &+= 4
    }
    while index < count {
      paint(pixels + index)
      index &+= 1
    }
  }
}
