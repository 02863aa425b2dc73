/// The arithmetic of source over. A word is split into two pairs of channels of 16 bits each, which
/// are multiplied without carrying into each other.
enum Blend {
  /// Stores `word` in a run of pixels. The last vector may store some of them again, which is
  /// cheaper than a loop over the rest, whose length branch predictors can't learn.
  @inline(__always)
  static func fill(_ pixels: UnsafeMutablePointer<UInt32>, _ word: UInt32, _ count: Int) {
    let memory = UnsafeMutableRawPointer(pixels)
    guard count >= 4 else {
      if count >= 2 {
        let two = UInt64(word) << 32 | UInt64(word)
        memory.storeBytes(of: two, as: UInt64.self)
        memory.storeBytes(of: two, toByteOffset: (count &- 2) &* 4, as: UInt64.self)
      } else if count == 1 {
        pixels.pointee = word
      }
      return
    }
    let four = SIMD4(repeating: word)
    let last = count &- 4
    var index = 0
    if last > 28 {
      let end = last &- 28
      repeat {
        for vector in 0..<8 {
          memory.storeBytes(
            of: four, toByteOffset: index &* 4 &+ vector &* 16, as: SIMD4<UInt32>.self)
        }
        index &+= 32
      } while index < end
    }
    if index &+ 12 < last {
      for vector in 0..<4 {
        memory.storeBytes(
          of: four, toByteOffset: index &* 4 &+ vector &* 16, as: SIMD4<UInt32>.self)
      }
      index &+= 16
    }
    if index &+ 4 < last {
      memory.storeBytes(of: four, toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
      memory.storeBytes(of: four, toByteOffset: index &* 4 &+ 16, as: SIMD4<UInt32>.self)
      index &+= 8
    }
    if index < last {
      memory.storeBytes(of: four, toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
    }
    memory.storeBytes(of: four, toByteOffset: last &* 4, as: SIMD4<UInt32>.self)
  }

  /// Stores `word` in a block of pixels, whose rows are `stride` words apart.
  static func fill(
    _ pixels: UnsafeMutablePointer<UInt32>, _ word: UInt32, _ count: Int, rows: Int, stride: Int
  ) {
    // The rows of small shapes are so short that a loop over each would cost the most.
    switch (count &+ 3) >> 2 {
    case 2: fill(pixels, word, count, vectors: 2, rows: rows, stride: stride)
    case 3: fill(pixels, word, count, vectors: 3, rows: rows, stride: stride)
    case 4: fill(pixels, word, count, vectors: 4, rows: rows, stride: stride)
    case 5: fill(pixels, word, count, vectors: 5, rows: rows, stride: stride)
    case 6: fill(pixels, word, count, vectors: 6, rows: rows, stride: stride)
    case 7: fill(pixels, word, count, vectors: 7, rows: rows, stride: stride)
    case 8: fill(pixels, word, count, vectors: 8, rows: rows, stride: stride)
    default:
      var row = pixels
      for _ in 0..<rows {
        fill(row, word, count)
        row += stride
      }
    }
  }

  /// Fills rows with a constant.
  /// - Parameter vectors: The number of vectors of four pixels per row, at least two. It must be
  ///   a constant.
  @inline(__always) private static func fill(
    _ pixels: UnsafeMutablePointer<UInt32>, _ word: UInt32, _ count: Int, vectors: Int, rows: Int,
    stride: Int
  ) {
    let four = SIMD4(repeating: word)
    var row = UnsafeMutableRawPointer(pixels)
    let last = (count &- 4) &* 4
    for _ in 0..<rows {
      for vector in 0..<vectors &- 1 {
        row.storeBytes(of: four, toByteOffset: vector &* 16, as: SIMD4<UInt32>.self)
      }
      // Up to three pixels of it are stored again.
      row.storeBytes(of: four, toByteOffset: last, as: SIMD4<UInt32>.self)
      row += stride &* 4
    }
  }

  /// Returns v / 255, rounded to nearest, exact for 0...65535.
  @inline(__always) static func divide(_ v: UInt32) -> UInt32 {
    let biased = v &+ 128
    return (biased &+ biased >> 8) >> 8
  }

  /// `source` over `base` with an alpha of 0...255.
  @inline(__always)
  static func mix(_ source: UInt32, over base: UInt32, _ alpha: UInt32) -> UInt32 {
    let rest = 255 &- alpha
    let low = (source & 0xFF_00FF) &* alpha &+ (base & 0xFF_00FF) &* rest &+ 0x80_0080
    let high = (source >> 8 & 0xFF_00FF) &* alpha &+ (base >> 8 & 0xFF_00FF) &* rest &+ 0x80_0080
    return (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ (high >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }

  /// Composites `source` over four neighbouring pixels.
  ///
  /// - Parameter alphas: 0...255 for each pixel, in both halves of a word.
  @inline(__always) static func mix(
    _ source: UInt32, over pixels: UnsafeMutablePointer<UInt32>, _ alphas: SIMD4<UInt32>
  ) {
    let memory = UnsafeMutableRawPointer(pixels)
    let base = memory.loadUnaligned(as: SIMD4<UInt32>.self)
    memory.storeBytes(of: mix(source, over: base, alphas), as: SIMD4<UInt32>.self)
  }

  /// Composites `source` over one to three neighbouring pixels at once.
  @inline(__always) static func mixRest(
    _ source: UInt32, over pixels: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ alphas: SIMD4<UInt32>
  ) {
    let mixed = mix(source, over: rest(pixels, count), alphas)
    pixels[0] = mixed.x
    if count > 1 { pixels[1] = mixed.y }
    if count > 2 { pixels[2] = mixed.z }
  }

  @inline(__always) private static func mix(
    _ source: UInt32, over base: SIMD4<UInt32>, _ alphas: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let mask = SIMD4<UInt32>(repeating: 0xFF_00FF)
    let source = SIMD4<UInt32>(repeating: source)
    let rest = mask &- alphas
    let low = multiply(source & mask, alphas) &+ multiply(base & mask, rest)
    let high = multiply(source &>> 8 & mask, alphas) &+ multiply(base &>> 8 & mask, rest)
    return divide(low) | divide(high) &<< 8
  }

  /// Returns the products of corresponding halves of words.
  @inline(__always)
  static func multiply(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let product =
      unsafeBitCast(a, to: SIMD8<UInt16>.self) &* unsafeBitCast(b, to: SIMD8<UInt16>.self)
    return unsafeBitCast(product, to: SIMD4<UInt32>.self)
  }

  /// Divides both halves of four words by 255, rounded to nearest. Exact for sums of products of
  /// bytes up to 255².
  @inline(__always) static func divide(_ products: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let halves = unsafeBitCast(products &+ 0x80_0080, to: SIMD8<UInt16>.self)
    return unsafeBitCast(divideBiased(halves), to: SIMD4<UInt32>.self)
  }

  /// Returns v / 255 for eight numbers, rounded to nearest, exact for 0...65407.
  @inline(__always) static func divide(_ v: SIMD8<UInt16>) -> SIMD8<UInt16> {
    divideBiased(v &+ 128)
  }

  /// Divides like ``divide(_:)``, for numbers to which 128 has already been added.
  @inline(__always) static func divideBiased(_ v: SIMD8<UInt16>) -> SIMD8<UInt16> {
    // (v + v / 2⁸) / 2⁸, as in ``divide(_:)`` of one number, is v · 257 / 2¹⁶.
    v.highProduct(257)
  }

  /// Returns the same byte in both halves of each of four words.
  @inline(__always) static func doubled(_ byte: UInt32) -> SIMD4<UInt32> {
    SIMD4(repeating: byte | byte &<< 16)
  }

  /// Returns the four bytes of a word, the lowest first, each in both halves of a word.
  @inline(__always) static func doubled(bytes: UInt32) -> SIMD4<UInt32> {
    let b = unsafeBitCast(SIMD4<UInt32>(bytes, 0, 0, 0), to: SIMD16<UInt8>.self)
    let repeated = SIMD16(
      b[0], b[0], b[0], b[0], b[1], b[1], b[1], b[1], b[2], b[2], b[2], b[2], b[3], b[3], b[3], b[3]
    )
    return unsafeBitCast(repeated, to: SIMD4<UInt32>.self) & 0xFF_00FF
  }
}

// MARK: - Source over

// Source over for premultiplied words: a channel becomes s·f / 255 + d·(255 − a·f / 255) / 255 with
// f the coverage, each quotient rounded to nearest. The error is below 1, and below ½ if f is 255.
extension Blend {
  /// The alphas of two words that hide what is below them.
  private static var opaque: UInt64 { 0xFF00_0000_FF00_0000 }

  /// Composites premultiplied words over pixels, all with the same `coverage`.
  static func over(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, count: Int,
    coverage: UInt32
  ) {
    guard coverage != 0 else { return }
    if coverage == 255 {
      over(pixels, words, count: count)
      return
    }
    let source = UnsafeRawPointer(words)
    let memory = UnsafeMutableRawPointer(pixels)
    let factors = doubled(coverage)
    var index = 0
    while index &+ 4 <= count {
      let pairs = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      if pairs.x | pairs.y != 0 {
        let four = unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
        let base = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
        memory.storeBytes(
          of: over(base, four, factors), toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
        index &+= 4
      } else {
        index = skipClear(source, from: index &+ 4, count)
      }
    }
    if index < count { overRest(pixels + index, words + index, count &- index, factors) }
  }

  /// Composites premultiplied words over pixels with full coverage.
  private static func over(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, count: Int
  ) {
    let source = UnsafeRawPointer(words)
    let memory = UnsafeMutableRawPointer(pixels)
    var index = 0
    while index &+ 4 <= count {
      let pairs = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      if pairs.x & pairs.y & opaque == opaque {
        memory.storeBytes(of: pairs, toByteOffset: index &* 4, as: SIMD2<UInt64>.self)
        index = copyOpaque(source, to: memory, from: index &+ 4, count)
      } else if pairs.x | pairs.y != 0 {
        let four = unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
        let base = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
        let mask = SIMD4<UInt32>(repeating: 0xFF_00FF)
        memory.storeBytes(
          of: over(base, low: four & mask, high: four &>> 8 & mask),
          toByteOffset: index &* 4, as: SIMD4<UInt32>.self)
        index &+= 4
      } else {
        index = skipClear(source, from: index &+ 4, count)
      }
    }
    if index < count { overRest(pixels + index, words + index, count &- index, doubled(255)) }
  }

  // Most of a group's image is clear or opaque, so these two pass over eight words at a time.

  /// Returns the index at or after `index` of the first word that may not be clear.
  @inline(__always)
  private static func skipClear(_ words: UnsafeRawPointer, from index: Int, _ count: Int) -> Int {
    var index = index
    while index &+ 8 <= count {
      let eight = words.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt64>.self)
      if eight.x | eight.y | eight.z | eight.w != 0 { break }
      index &+= 8
    }
    return index
  }

  /// Copies opaque words starting at `index`, and returns the index of the first word that may not
  /// be opaque.
  @inline(__always)
  private static func copyOpaque(
    _ words: UnsafeRawPointer, to pixels: UnsafeMutableRawPointer, from index: Int, _ count: Int
  ) -> Int {
    var index = index
    while index &+ 8 <= count {
      let eight = words.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt64>.self)
      if eight.x & eight.y & eight.z & eight.w & opaque != opaque { break }
      pixels.storeBytes(of: eight, toByteOffset: index &* 4, as: SIMD4<UInt64>.self)
      index &+= 8
    }
    return index
  }

  /// Composites premultiplied words over pixels, each with its own coverage.
  static func over(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, count: Int,
    coverage: UnsafePointer<UInt8>
  ) {
    let source = UnsafeRawPointer(words)
    let memory = UnsafeMutableRawPointer(pixels)
    var index = 0
    while index &+ 4 <= count {
      let bytes = UnsafeRawPointer(coverage).loadUnaligned(
        fromByteOffset: index, as: UInt32.self)
      let pairs = source.loadUnaligned(fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      if bytes == .max, pairs.x & pairs.y & opaque == opaque {
        memory.storeBytes(of: pairs, toByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      } else if bytes != 0, pairs.x | pairs.y != 0 {
        let four = unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
        let base = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt32>.self)
        memory.storeBytes(
          of: over(base, four, doubled(bytes: bytes)), toByteOffset: index &* 4,
          as: SIMD4<UInt32>.self)
      }
      index &+= 4
    }
    if index < count {
      var bytes: UInt32 = 0
      for last in (index..<count).reversed() { bytes = bytes &<< 8 | UInt32(coverage[last]) }
      overRest(pixels + index, words + index, count &- index, doubled(bytes: bytes))
    }
  }

  /// Returns the four bytes of a word, the lowest first.
  @inline(__always) static func widen(_ bytes: UInt32) -> SIMD4<UInt32> {
    SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(bytes, to: SIMD4<UInt8>.self))
  }

  /// Composites one to three words over pixels, all at once, which takes no longer than a single one.
  ///
  /// - Parameter factors: The coverage of each pixel in both halves of a word.
  @inline(__always) private static func overRest(
    _ pixels: UnsafeMutablePointer<UInt32>, _ words: UnsafePointer<UInt32>, _ count: Int,
    _ factors: SIMD4<UInt32>
  ) {
    let mixed = over(rest(pixels, count), rest(words, count), factors)
    pixels[0] = mixed.x
    if count > 1 { pixels[1] = mixed.y }
    if count > 2 { pixels[2] = mixed.z }
  }

  /// Returns one to three words, followed by zeros.
  @inline(__always)
  private static func rest(_ words: UnsafePointer<UInt32>, _ count: Int) -> SIMD4<UInt32> {
    SIMD4(words[0], count > 1 ? words[1] : 0, count > 2 ? words[2] : 0, 0)
  }

  /// - Parameter factors: The coverage of each pixel in both halves of a word.
  @inline(__always) private static func over(
    _ base: SIMD4<UInt32>, _ source: SIMD4<UInt32>, _ factors: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let mask = SIMD4<UInt32>(repeating: 0xFF_00FF)
    let low = divide(multiply(source & mask, factors))
    let high = divide(multiply(source &>> 8 & mask, factors))
    return over(base, low: low, high: high)
  }

  /// - Parameters:
  ///   - low, high: both pairs of channels of the words, times their coverage.
  @inline(__always) private static func over(
    _ base: SIMD4<UInt32>, low: SIMD4<UInt32>, high: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let mask = SIMD4<UInt32>(repeating: 0xFF_00FF)
    let alpha = high &>> 16
    let rest = 0xFF_00FF &- (alpha | alpha &<< 16)
    return (low &+ divide(multiply(base & mask, rest)))
      | (high &+ divide(multiply(base &>> 8 & mask, rest))) &<< 8
  }
}
