// Blend modes in integer arithmetic, for cases in which it gives the same bytes as the
// floating-point arithmetic of ``BlendMode/mix(_:_:count:coverage:opacity:)``.
//
// With channels S and D and alphas A and B in 0...255, all of these modes are N / 255² with N =
// S·(255 − B) + D·(255 − A) + M, where M is an integer, too, as long as only the group's own alpha
// hides it. Because 255 is odd, N / 255 is never closer than 1/510 to the midpoint of two integers.
// The error of floating point stays below 1/5000, so both round to the same integer. If no channel
// exceeds its alpha, N is at most 255², which fits into 16 bits.
extension BlendMode {
  /// Blends as many premultiplied words with their background as possible, four at a time.
  ///
  /// - Parameter coverage: The coverage of each word, or `nil` if it is 255 everywhere.
  /// - Returns: The number of blended pixels, which is 0 for other modes.
  func mixPolynomially(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, count: Int,
    coverage: UnsafePointer<UInt8>?
  ) -> Int {
    switch self {
    case .multiply: return mixFours(pixels, words, count, coverage) { s, d, _, _ in s &* d }
    case .screen:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in d &* a &+ s &* b &- s &* d }
    case .overlay:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in Self.hardLight(s, d, a, b) }
    case .hardLight:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in Self.hardLight(d, s, b, a) }
    case .darken:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in Self.least(s &* b, d &* a) }
    case .lighten:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in
        let (x, y) = (s &* b, d &* a)
        return x &+ y &- Self.least(x, y)
      }
    case .difference:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in
        let (x, y) = (s &* b, d &* a)
        let difference = x &+ y &- 2 &* Self.least(x, y)
        return difference.replacing(with: a &* b, where: Self.isAlpha)
      }
    case .exclusion:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in
        let mixture = d &* a &+ s &* b &- 2 &* s &* d
        return mixture.replacing(with: a &* b, where: Self.isAlpha)
      }
    case .add:
      return mixFours(pixels, words, count, coverage) { s, d, a, b in
        // The sum may need 17 bits, so compare it with the remainder of the limit.
        let (x, limit) = (d &* a, a &* b)
        return x &+ Self.least(s &* b, limit &- x)
      }
    case .normal, .colorDodge, .colorBurn, .softLight, .hue, .saturation, .color, .luminosity,
      .plusLighter:
      return 0
    }
  }

  private typealias Channels = SIMD8<UInt16>

  /// Whether each channel is the alpha, for two pixels.
  private static var isAlpha: SIMDMask<SIMD8<Int16>> {
    var mask = SIMDMask<SIMD8<Int16>>(repeating: false)
    mask[3] = true
    mask[7] = true
    return mask
  }

  @inline(__always) private static func least(_ x: Channels, _ y: Channels) -> Channels {
    x.replacing(with: y, where: y .< x)
  }

  @inline(__always) private static func hardLight(
    _ d: Channels, _ s: Channels, _ b: Channels, _ a: Channels
  ) -> Channels {
    let low = 2 &* s &* d
    let high = a &* b &- 2 &* (b &- d) &* (a &- s)
    return high.replacing(with: low, where: 2 &* s .<= a)
  }

  /// - Parameter mixture: A closure that returns M for two pixels, from their channels and alphas.
  @inline(__always) private func mixFours(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, _ count: Int,
    _ coverage: UnsafePointer<UInt8>?,
    _ mixture: (_ s: Channels, _ d: Channels, _ a: Channels, _ b: Channels) -> Channels
  ) -> Int {
    let source = UnsafeRawPointer(words)
    let memory = UnsafeMutableRawPointer(pixels)
    // Flat areas are common, so the last mixture is kept.
    var (lastWords, lastPixels, last) = (SIMD2<UInt64>(), SIMD2<UInt64>(), SIMD2<UInt64>())
    var index = 0
    while index &+ 4 <= count {
      defer { index &+= 4 }
      let four = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      if (four.x | four.y) & 0xFF00_0000_FF00_0000 == 0 { continue }
      if let coverage {
        let bytes = UnsafeRawPointer(coverage).loadUnaligned(fromByteOffset: index, as: UInt32.self)
        if bytes == 0 { continue }
        guard bytes == .max else {
          mix(pixels + index, words + index, count: 4, coverages: coverage + index, opacity: 255)
          continue
        }
      }
      let below = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      if (four.x ^ lastWords.x) | (four.y ^ lastWords.y) | (below.x ^ lastPixels.x)
        | (below.y ^ lastPixels.y) != 0
      {
        guard let first = Self.mixTwo(four.x, below.x, mixture),
          let second = Self.mixTwo(four.y, below.y, mixture)
        else {
          mix(pixels + index, words + index, count: 4, coverages: nil, opacity: 255)
          continue
        }
        (lastWords, lastPixels, last) = (four, below, SIMD2(first, second))
      }
      memory.storeBytes(of: last, toByteOffset: index &* 4, as: SIMD2<UInt64>.self)
    }
    return index
  }

  /// Returns two words blended with two pixels, or `nil` if a channel exceeds its alpha.
  @inline(__always) private static func mixTwo(
    _ words: UInt64, _ pixels: UInt64,
    _ mixture: (Channels, Channels, Channels, Channels) -> Channels
  ) -> UInt64? {
    let (s, a) = (channels(words), alphas(words))
    let (d, b) = (channels(pixels), alphas(pixels))
    if any((s .> a) .| (d .> b)) { return nil }
    let sum = s &* (255 &- b) &+ d &* (255 &- a) &+ mixture(s, d, a, b) &+ 128
    return unsafeBitCast(
      SIMD8<UInt8>(truncatingIfNeeded: Blend.divideBiased(sum)), to: UInt64.self)
  }

  @inline(__always) private static func channels(_ two: UInt64) -> Channels {
    Channels(truncatingIfNeeded: unsafeBitCast(two, to: SIMD8<UInt8>.self))
  }

  /// Returns the alpha of each of two words, four times.
  @inline(__always) private static func alphas(_ two: UInt64) -> Channels {
    let ones: UInt64 = 0x0001_0001_0001_0001
    return unsafeBitCast(
      SIMD2<UInt64>((two >> 24 & 0xFF) &* ones, (two >> 56) &* ones), to: Channels.self)
  }
}
