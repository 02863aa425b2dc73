/// An image in the pixels of the picture: the centre of a pixel is at (a·x + (c·y + tx), b·x + (d·y
/// + ty)) in the image.
struct ImageSource {
  let image: Image
  private let sampling: ImagePaint.Sampling
  private let inverse: Transform
  /// The column and row of the image at pixel (0, 0), if the image is aligned with the pixels.
  private let shift: (x: Int, y: Int)?

  /// - Parameter inverse: from pixels to the image's space.
  init(_ paint: ImagePaint, _ inverse: Transform) {
    image = paint.image
    sampling = paint.sampling
    // From the centre of a pixel to the image; bilinear sampling counts from the centre of the
    // image's first pixel.
    let offset = sampling == .bilinear ? 0.5 : 0
    var inverse = inverse
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

  func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    image.pixels.withUnsafeBufferPointer { pixels in
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
    let row = pixels + min(max(y, 0), image.size.height &- 1) &* image.size.width
    let last = image.size.width &- 1
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
      let u = Self.whole(inverse.a * column + rowU, below: image.size.width)
      let v = Self.whole(inverse.b * column + rowV, below: image.size.height)
      words[index] = pixels[v &* image.size.width &+ u]
    }
  }

  /// Coordinates are rounded down to 1/256 pixel.
  private func bilinear(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int, y: Int,
    _ count: Int
  ) {
    let width = image.size.width
    let height = image.size.height
    let rowU = inverse.c * Double(y) + inverse.tx
    let rowV = inverse.d * Double(y) + inverse.ty
    let lastU = (width &- 1) &* 256 &+ 1
    let lastV = (height &- 1) &* 256 &+ 1
    // Where the image is not turned, a row of the picture is one of the image.
    let isLevel = inverse.b == 0
    var v = Self.whole(rowV * 256, below: lastV)
    for index in 0..<count {
      let column = Double(x &+ index)
      let u = Self.whole((inverse.a * column + rowU) * 256, below: lastU)
      if !isLevel { v = Self.whole((inverse.b * column + rowV) * 256, below: lastV) }
      let left = u >> 8
      let right = min(left &+ 1, width &- 1)
      let upper = pixels + (v >> 8) &* width
      let lower = pixels + min((v >> 8) &+ 1, height &- 1) &* width
      words[index] = Self.mix(
        upper[left], upper[right], lower[left], lower[right], u & 0xFF, v & 0xFF)
    }
  }

  /// A coordinate rounded down and clamped to 0 ..< `count`; 0 for NaN.
  @inline(__always) private static func whole(_ place: Double, below count: Int) -> Int {
    place > 0 ? Int(min(place, Double(count &- 1))) : 0
  }

  /// Mixes four words by areas in units of 1/256 by 1/256 pixel, rounded to nearest once.
  @inline(__always) private static func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ x: Int, _ y: Int
  ) -> UInt32 {
    // Mixed with itself a word stays what it is, as in all transparent areas.
    if a == b, c == d, a == c { return a }
    // Both rows at once: no channel of them is more than 255 · 256.
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
