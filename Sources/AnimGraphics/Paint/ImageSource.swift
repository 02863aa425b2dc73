extension ImagePaint {
  /// Returns the pixels of the image that are shown in a rectangle.
  ///
  /// - Parameter toPixels: The transform from the space of the paint to pixels.
  func part(shownIn pixels: PixelRect, toPixels: Transform) -> PixelRect {
    let transform = transform.followed(by: toPixels)
    guard sampling == .nearest, !isRepeated, transform.a == 1, transform.b == 0,
      transform.c == 0, transform.d == 1, transform.tx.magnitude < 0x1p30,
      transform.ty.magnitude < 0x1p30
    else { return image.size.bounds }
    // One more pixel on every side, since painting rounds. Those at the edges of the image are repeated.
    func range(_ start: Int, _ end: Int, _ shift: Double, _ count: Int) -> Range<Int> {
      let first = min(max(start - 1 - Int(shift.rounded(.up)), 0), count - 1)
      return first..<max(min(end + 1 - Int(shift.rounded(.down)), count), first + 1)
    }
    let x = range(pixels.x0, pixels.x1, transform.tx, image.size.width)
    let y = range(pixels.y0, pixels.y1, transform.ty, image.size.height)
    return PixelRect(x0: x.lowerBound, y0: y.lowerBound, x1: x.upperBound, y1: y.upperBound)
  }

  /// Returns the pixels that can show a part of the image, or `nil` for any pixels.
  ///
  /// - Parameter toPixels: The transform from the space of the paint to pixels.
  func extent(of part: PixelRect, toPixels: Transform) -> PixelRect? {
    guard !part.isEmpty else { return .empty }
    let transform = transform.followed(by: toPixels)
    guard let inverse = transform.inverse, transform.isFinite else { return nil }
    // In addition to the pixel at a point, its neighbours may be visible there, and may be larger
    // than the canvas's pixels.
    let reach =
      sampling == .nearest ? 1 : powerOfTwo(ImageSource.reductions(inverse) + 1)
    let far = 0x1p20
    // Pixels at the edge are repeated beyond it.
    let left = Double(part.x0) - (part.x0 <= Int(reach) ? far : reach)
    let top = Double(part.y0) - (part.y0 <= Int(reach) ? far : reach)
    let right = Double(part.x1) + (part.x1 >= image.size.width - Int(reach) ? far : reach)
    let bottom = Double(part.y1) + (part.y1 >= image.size.height - Int(reach) ? far : reach)
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for index in 0..<4 {
      let corner = transform.apply(
        to: Point(x: index & 1 == 0 ? left : right, y: index & 2 == 0 ? top : bottom))
      low = pointwiseMin(low, SIMD2(corner.x, corner.y))
      high = pointwiseMax(high, SIMD2(corner.x, corner.y))
    }
    // One more pixel on every side, since painting rounds.
    let limit = SIMD2<Double>(repeating: 0x1p30)
    low = pointwiseMin(pointwiseMax(low.rounded(.down) - 1, -limit), limit)
    high = pointwiseMin(pointwiseMax(high.rounded(.up) + 1, -limit), limit)
    return PixelRect(x0: Int(low.x), y0: Int(low.y), x1: Int(high.x), y1: Int(high.y))
  }
}

/// An image as a paint: the centre of the painted pixel (x, y) is at (a·x + (c·y + tx), b·x + (d·y
/// + ty)) in the image.
struct ImageSource: RowSource {
  let isOpaque: Bool
  private let level: ImageLevel
  private let sampling: ImagePaint.Sampling
  private let isRepeated: Bool
  private let inverse: Transform
  /// The column and row of the image at pixel (0, 0), if the image is aligned with the pixels.
  private let shift: (x: Int, y: Int)?

  /// - Parameter inverse: The transform from pixels to the image's space.
  init(_ paint: ImagePaint, _ inverse: Transform) {
    isOpaque = paint.image.drawing.map { $0.drawnPixels?.isOpaque == true } ?? paint.image.isOpaque
    sampling = paint.sampling
    isRepeated = paint.isRepeated
    let (level, count) = paint.image.reduced(
      sampling == .bilinear && !isRepeated ? Self.reductions(inverse) : 0)
    self.level = level
    var inverse = inverse.followed(by: Transform(scale: powerOfTwo(-count)))
    // Transform the centre of a pixel to the image. Bilinear sampling counts from the centre of the
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

  /// Returns how many times to halve an image before sampling, so that its pixels are about as
  /// large as those of the canvas. Otherwise, sampling would skip pixels.
  static func reductions(_ inverse: Transform) -> Int {
    // The area of a painted pixel, in pixels of the image.
    var area = inverse.determinant.magnitude
    var count = 0
    while area >= 2, count < 16 {
      area /= 4
      count += 1
    }
    return count
  }

  func row(_ y: Int) -> Row { Row(source: self, y: y) }

  struct Row: PaintRow {
    fileprivate let source: ImageSource
    fileprivate let y: Int

    func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, count: Int) {
      source.fill(words, x: x, y: y, count: count)
    }
  }

  private func fill(_ words: UnsafeMutablePointer<UInt32>, x: Int, y: Int, count: Int) {
    level.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      if isRepeated {
        tile(words, pixels, x: x, y: y, count)
      } else if let shift {
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
    // Next to the image, its first or last pixel is repeated.
    let start = min(max(-x, 0), count)
    let end = max(start, min(level.width &- x, count))
    words.update(repeating: row[0], count: start)
    (words + start).update(from: row + (x &+ start), count: end &- start)
    (words + end).update(repeating: row[level.width &- 1], count: count &- end)
  }

  /// Samples the plane that is tiled with the image. Coordinates are rounded down to 1/256 pixel.
  private func tile(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int, y: Int,
    _ count: Int
  ) {
    let (width, height) = (level.width, level.height)
    for index in 0..<count {
      let position = inverse.apply(to: Point(x: Double(x &+ index), y: Double(y)))
      let u = Self.wrapped(position.x, width)
      let v = Self.wrapped(position.y, height)
      let (left, top) = (u >> 8, v >> 8)
      if sampling == .nearest {
        words[index] = pixels[top &* width &+ left]
        continue
      }
      let right = left &+ 1 == width ? 0 : left &+ 1
      let upper = pixels + top &* width
      let lower = pixels + (top &+ 1 == height ? 0 : top &+ 1) &* width
      words[index] = Self.mix(
        upper[left], upper[right], lower[left], lower[right], u & 0xFF, v & 0xFF)
    }
  }

  /// Returns a coordinate within its tile in 1/256 pixel, or 0 if it isn't finite.
  private static func wrapped(_ position: Double, _ count: Int) -> Int {
    let size = Double(count)
    let rest = (position - (position / size).rounded(.down) * size) * 256
    return rest >= 0 ? min(Int(min(rest, 1e15)), count &* 256 &- 1) : 0
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
    let shifted = shiftedRange(x: x, count, rowU, rowV)
    if shifted.isEmpty {
      sample(words, pixels, x: x, 0..<count, rowU, rowV)
    } else {
      sample(words, pixels, x: x, 0..<shifted.lowerBound, rowU, rowV)
      shift(words, pixels, x: x, shifted, rowU, rowV)
      sample(words, pixels, x: x, shifted.upperBound..<count, rowU, rowV)
    }
  }

  /// Fills a range of a row.
  private func sample(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int,
    _ range: Range<Int>, _ rowU: Double, _ rowV: Double
  ) {
    let lastU = Double((level.width &- 1) &* 256)
    let lastV = Double((level.height &- 1) &* 256)
    func place(_ index: Int) -> (u: Double, v: Double) {
      let column = Double(x &+ index)
      return ((inverse.a * column + rowU) * 256, (inverse.b * column + rowV) * 256)
    }
    /// Fills a pixel unless the four pixels that it mixes are inside the image.
    func fillEdge(_ index: Int) -> Bool {
      let (u, v) = place(index)
      if u >= 0, u < lastU, v >= 0, v < lastV { return false }
      words[index] = edge(pixels, u, v)
      return true
    }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, fillEdge(start) { start &+= 1 }
    while start < end, fillEdge(end &- 1) { end &-= 1 }
    guard start < end else { return }
    // Rounding keeps the order of the coordinates, so everything in between is inside, too.
    if inverse.b == 0, inverse.a > 0, inverse.a <= 1 {
      enlarge(words, pixels, x: x, start..<end, rowU, Int(rowV * 256))
      return
    }
    for index in start..<end {
      let (placeU, placeV) = place(index)
      let u = Int(placeU)
      let v = Int(placeV)
      let upper = pixels + ((v &>> 8) &* level.width &+ (u &>> 8))
      let lower = upper + level.width
      words[index] = Self.mix(upper[0], upper[1], lower[0], lower[1], u & 0xFF, v & 0xFF)
    }
  }

  /// Fills a range inside an image that is enlarged, but not rotated. Mixes the two rows of the
  /// image only once per column. As the sums are exact, their order makes no difference.
  private func enlarge(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int,
    _ range: Range<Int>, _ rowU: Double, _ v: Int
  ) {
    let upper = pixels + (v &>> 8) &* level.width
    let lower = upper + level.width
    let below = UInt16(truncatingIfNeeded: v & 0xFF)
    func place(_ index: Int) -> Int { Int((inverse.a * Double(x &+ index) + rowU) * 256) }
    // On the stack.
    withUnsafeTemporaryAllocation(of: SIMD4<UInt16>.self, capacity: Self.portion + 2) { columns in
      guard let columns = columns.baseAddress else { return }
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.portion) {
        let end = min(start &+ Self.portion, range.upperBound)
        let first = place(start) &>> 8
        let last = place(end &- 1) &>> 8 &+ 1
        Self.mix(upper + first, lower + first, below, into: columns, count: last &- first &+ 1)
        for index in start..<end {
          let u = place(index)
          let pair = UnsafeRawPointer(columns + (u &>> 8 &- first))
            .loadUnaligned(as: SIMD8<UInt16>.self)
          let right = UInt16(truncatingIfNeeded: u & 0xFF)
          let weights = SIMD8<UInt16>(
            lowHalf: SIMD4(repeating: 256 &- right), highHalf: SIMD4(repeating: right))
          let products =
            SIMD8<UInt32>(truncatingIfNeeded: pair) &* SIMD8<UInt32>(truncatingIfNeeded: weights)
          let sum = products.lowHalf &+ products.highHalf &+ 0x8000
          words[index] = unsafeBitCast(
            SIMD4<UInt8>(truncatingIfNeeded: sum &>> 16), to: UInt32.self)
        }
      }
    }
  }

  /// The number of pixels to enlarge at once.
  private static let portion = 64

  /// Mixes the channels of two rows, where the lower one has a weight of `below` of 256. The results
  /// are 256 times as large, and not rounded.
  private static func mix(
    _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ below: UInt16,
    into mixed: UnsafeMutablePointer<SIMD4<UInt16>>, count: Int
  ) {
    var column = 0
    while column &+ 4 <= count {
      UnsafeMutableRawPointer(mixed + column).storeBytes(
        of: mix(four(upper + column), four(lower + column), below), as: SIMD16<UInt16>.self)
      column &+= 4
    }
    while column < count {
      let (a, c) = (upper[column], lower[column])
      mixed[column] =
        SIMD4<UInt16>(truncatingIfNeeded: unsafeBitCast(a, to: SIMD4<UInt8>.self)) &* (256 &- below)
        &+ SIMD4<UInt16>(truncatingIfNeeded: unsafeBitCast(c, to: SIMD4<UInt8>.self)) &* below
      column &+= 1
    }
  }

  /// Returns the pixels of a row for which an unscaled, unrotated image is shifted by the same
  /// fraction of a pixel, and which see only the inside of the image. The range is empty if the
  /// fractions could be rounded differently.
  private func shiftedRange(
    x: Int, _ count: Int, _ rowU: Double, _ rowV: Double
  ) -> Range<Int> {
    guard inverse.a == 1, inverse.b == 0, rowU.magnitude < 0x1p20, x.magnitude < 1 << 20,
      rowV >= 0, rowV < Double(level.height &- 1)
    else { return 0..<0 }
    let whole = rowU.rounded(.down)
    let position = (rowU - whole) * 256
    let rest = position - position.rounded(.down)
    // A sum of the two is rounded by less than 2⁻³¹.
    let isExact = (rowU * 0x1p30).rounded(.down) == rowU * 0x1p30
    guard isExact || rest > 0x1p-20 && rest < 1 - 0x1p-20 else { return 0..<0 }
    let first = x &+ Int(whole)
    let start = min(max(0, 0 &- first), count)
    return start..<max(start, min(count, level.width &- 1 &- first))
  }

  /// Fills a range from ``shiftedRange(x:_:_:_:)``.
  private func shift(
    _ words: UnsafeMutablePointer<UInt32>, _ pixels: UnsafePointer<UInt32>, x: Int,
    _ range: Range<Int>, _ rowU: Double, _ rowV: Double
  ) {
    let u = Int((Double(x &+ range.lowerBound) + rowU) * 256)
    let v = Int(rowV * 256)
    var upper = pixels + ((v &>> 8) &* level.width &+ (u &>> 8))
    var words = words + range.lowerBound
    let end = words + range.count
    let right = UInt16(truncatingIfNeeded: u & 0xFF)
    let below = UInt32(truncatingIfNeeded: v & 0xFF)
    while end - words >= 4 {
      let lower = upper + level.width
      let (a, b) = (Self.four(upper), Self.four(upper + 1))
      let (c, d) = (Self.four(lower), Self.four(lower + 1))
      // As in all transparent areas.
      if a == b, c == d, a == c {
        UnsafeMutableRawPointer(words).storeBytes(of: a, as: SIMD4<UInt32>.self)
      } else {
        let rows = (Self.mix(a, b, right), Self.mix(c, d, right))
        let sum =
          SIMD16<UInt32>(truncatingIfNeeded: rows.0) &* (256 &- below)
          &+ SIMD16<UInt32>(truncatingIfNeeded: rows.1) &* below &+ 0x8000
        UnsafeMutableRawPointer(words).storeBytes(
          of: SIMD16<UInt8>(truncatingIfNeeded: sum &>> 16), as: SIMD16<UInt8>.self)
      }
      upper += 4
      words += 4
    }
    while words < end {
      let lower = upper + level.width
      words[0] = Self.mix(upper[0], upper[1], lower[0], lower[1], u & 0xFF, v & 0xFF)
      upper += 1
      words += 1
    }
  }

  @inline(__always)
  private static func four(_ words: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
    UnsafeRawPointer(words).loadUnaligned(as: SIMD4<UInt32>.self)
  }

  /// Mixes the channels of words, where the second words have a weight of `right` of 256. The
  /// results are 256 times as large, and not rounded.
  @inline(__always)
  private static func mix(
    _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ right: UInt16
  ) -> SIMD16<UInt16> {
    let a = unsafeBitCast(a, to: SIMD16<UInt8>.self)
    let b = unsafeBitCast(b, to: SIMD16<UInt8>.self)
    return SIMD16<UInt16>(truncatingIfNeeded: a) &* (256 &- right)
      &+ SIMD16<UInt16>(truncatingIfNeeded: b) &* right
  }

  /// Returns the word at a point, in 1/256 pixel, that may lie outside the image.
  private func edge(_ pixels: UnsafePointer<UInt32>, _ u: Double, _ v: Double) -> UInt32 {
    let u = Self.whole(u, below: (level.width &- 1) &* 256 &+ 1)
    let v = Self.whole(v, below: (level.height &- 1) &* 256 &+ 1)
    let left = u >> 8
    let right = min(left &+ 1, level.width &- 1)
    let upper = pixels + (v >> 8) &* level.width
    let lower = pixels + min((v >> 8) &+ 1, level.height &- 1) &* level.width
    return Self.mix(upper[left], upper[right], lower[left], lower[right], u & 0xFF, v & 0xFF)
  }

  /// Returns a coordinate rounded down and clamped to 0 ..< `count`, or 0 for NaN.
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
