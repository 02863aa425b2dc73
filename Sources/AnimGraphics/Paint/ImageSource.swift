/// An image in the pixels of the picture: the centre of a pixel is at (a·x + (c·y + tx), b·x + (d·y
/// + ty)) in the image.
struct ImageSource {
  let isOpaque: Bool
  private let level: ImageLevel
  private let sampling: ImagePaint.Sampling
  private let inverse: Transform
  /// The column and row of the image at pixel (0, 0), if the image is aligned with the pixels.
  private let shift: (x: Int, y: Int)?

  /// - Parameter inverse: from pixels to the image's space.
  init(_ paint: ImagePaint, _ inverse: Transform) {
    isOpaque = paint.image.isOpaque
    sampling = paint.sampling
    let (level, count) = paint.image.reduced(
      sampling == .bilinear ? Self.reductions(inverse) : 0)
    self.level = level
    var inverse = inverse.followed(by: Transform(scale: powerOfTwo(-count)))
    // From the centre of a pixel to the image; bilinear sampling counts from the centre of the
    // image's first pixel.
    let offset = sampling == .bilinear ? 0.5 : 0
    inverse.tx += (inverse.a + inverse.c) / 2 - offset
    inverse.ty += (inverse.b + inverse.d) / 2 - offset
    self.inverse = inverse
    let isStraight = inverse.a == 1 && inverse.b == 0 && inverse.c == 0 && inverse.d == 1
    let x = inverse.tx.rounded(.down)
    let y = inverse.ty.rounded(.down)
    let isWhole = sampling == .nearest || x == inverse.tx && y == inverse.ty
    let isNear = x.magnitude < 1e9 && y.magnitude < 1e9
    shift = isStraight && isWhole && isNear ? (Int(x), Int(y)) : nil
  }

  /// How many times to halve an image before it is sampled, so that its pixels are about as large
  /// as those of the picture. Otherwise sampling would skip some of them.
  private static func reductions(_ inverse: Transform) -> Int {
    // The area of a pixel of the picture, in pixels of the image.
    var area = inverse.determinant.magnitude
    var count = 0
    while area >= 2, count < 16 {
      area /= 4
      count += 1
    }
    return count
  }

  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    level.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      if let shift {
        copy(words, pixels, x: x &+ shift.x, y: y &+ shift.y, count)
      } else if sampling == .nearest {
        nearest(words, pixels, x: x, y: y, count)
      } else {
        bilinear(words, pixels, x: x, y: y, count)
      }
    }
  }

  private func copy(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int, y: Int,
    _ count: Int
  ) {
    let row = pixels + min(max(y, 0), level.height &- 1) &* level.width
    let last = level.width &- 1
    for index in 0..<count { words[index] = row[min(max(x &+ index, 0), last)] }
  }

  private func nearest(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int, y: Int,
    _ count: Int
  ) {
    let rowU = inverse.c * Double(y) + inverse.tx
    let rowV = inverse.d * Double(y) + inverse.ty
    for index in 0..<count {
      let column = Double(x &+ index)
      let u = Self.whole(inverse.a * column + rowU, below: level.width)
      let v = Self.whole(inverse.b * column + rowV, below: level.height)
      words[index] = pixels[v &* level.width &+ u]
    }
  }

  /// Coordinates are rounded down to 1/256 pixel.
  private func bilinear(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int, y: Int,
    _ count: Int
  ) {
    let rowU = inverse.c * Double(y) + inverse.tx
    let rowV = inverse.d * Double(y) + inverse.ty
    let lastU = Double((level.width &- 1) &* 256)
    let lastV = Double((level.height &- 1) &* 256)
    for index in 0..<count {
      let column = Double(x &+ index)
      let placeU = (inverse.a * column + rowU) * 256
      let placeV = (inverse.b * column + rowV) * 256
      if placeU >= 0, placeU < lastU, placeV >= 0, placeV < lastV {
        // All four pixels are inside the image.
        let u = Int(placeU)
        let v = Int(placeV)
        let upper = pixels + ((v &>> 8) &* level.width &+ (u &>> 8))
        let lower = upper + level.width
        words[index] = Self.mix(upper[0], upper[1], lower[0], lower[1], u & 0xFF, v & 0xFF)
      } else {
        words[index] = edge(pixels, placeU, placeV)
      }
    }
  }

  /// The word at a point, in 1/256 pixel, that may lie outside the image.
  private func edge(_ pixels: UnsafePointer<UInt32>, _ u: Double, _ v: Double) -> UInt32 {
    let u = Self.whole(u, below: (level.width &- 1) &* 256 &+ 1)
    let v = Self.whole(v, below: (level.height &- 1) &* 256 &+ 1)
    let left = u >> 8
    let right = min(left &+ 1, level.width &- 1)
    let upper = pixels + (v >> 8) &* level.width
    let lower = pixels + min((v >> 8) &+ 1, level.height &- 1) &* level.width
    return Self.mix(upper[left], upper[right], lower[left], lower[right], u & 0xFF, v & 0xFF)
  }

  /// A coordinate rounded down and clamped to 0 ..< `count`; 0 for NaN.
  @inline(__always) private static func whole(_ coordinate: Double, below count: Int) -> Int {
    coordinate > 0 ? Int(min(coordinate, Double(count &- 1))) : 0
  }

  /// Mixes four words by areas in units of 1/256 by 1/256 pixel, rounded to nearest once.
  @inline(__always) private static func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: Int, _ y: Int
  ) -> UInt32 {
    // A word mixed with itself stays the same, as in all transparent areas.
    if a == b, c == d, a == c { return a }
    // Both rows at once: no channel exceeds 255 · 256.
    let left = unsafeBitCast(UInt64(a) | UInt64(c) &<< 32, to: SIMD8<UInt8>.self)
    let right = unsafeBitCast(UInt64(b) | UInt64(d) &<< 32, to: SIMD8<UInt8>.self)
    let x = UInt16(truncatingIfNeeded: x)
    let rows =
      SIMD8<UInt16>(truncatingIfNeeded: left) &* (256 &- x)
      &+ SIMD8<UInt16>(truncatingIfNeeded: right) &* x
    let y = UInt32(truncatingIfNeeded: y & 0xFF)
    let sum =
      SIMD4<UInt32>(truncatingIfNeeded: rows.lowHalf) &* (256 &- y)
      &+ SIMD4<UInt32>(truncatingIfNeeded: rows.highHalf) &* y &+ 0x8000
    return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16), to: UInt32.self)
  }
}
