/// The units of coverage, the part of a pixel's area that a shape covers.
///
/// Coverage is summed as an integer and rounded to 0...255 once, at the end. A full pixel has an
/// odd number of units, so no sum is exactly half of it: if two shapes fill a pixel together, one
/// is rounded up by as much as the other is rounded down, and the two add up to 255. Shapes that
/// share an edge have the same units along it, which one adds and the other subtracts.
enum Coverage {
  /// The units of a full pixel under an outline: 255 · 257.
  static let full: Int32 = 65535

  /// Returns the coverage in 0...255 for a sum of units, whose sign is the direction of the
  /// outline.
  @inline(__always) static func rounded(_ sum: Int32) -> UInt32 {
    let units = sum.magnitude
    // Most of the time this is a full pixel.
    if units >= UInt32(full) { return 255 }
    // Division by 257, exact below 2²⁴: 65281 = (2²⁴ + 1) / 257.
    return ((units &+ 128) &* 65281) >> 24
  }

  /// Returns ``rounded(_:)`` for four sums. No sum is near a tie, so the error of the quotient
  /// doesn't matter. This is exact for all 2¹⁶ numbers, and anything larger is a full pixel.
  @inline(__always) static func rounded(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let magnitudes = unsafeBitCast(SIMD4<Float>(sums), to: SIMD4<UInt32>.self) & 0x7FFF_FFFF
    let units = unsafeBitCast(magnitudes, to: SIMD4<Float>.self)
    let clamped = pointwiseMin(units, SIMD4(repeating: Float(full)))
    // 2²³ leaves the nearest integer in the low bits.
    return unsafeBitCast(clamped * (1 / 257) + 0x1p23, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Returns a length or area in pixels as units, rounded to nearest with ties to even.
  @inline(__always) static func units(_ pixels: Double) -> Int32 { nearest(pixels * 65535) }

  /// Rounds a value below 2³¹ to the nearest integer without the branches of a checked conversion:
  /// adding 1.5 · 2⁵² leaves it in the low bits.
  @inline(__always) static func nearest(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + integerBias).bitPattern)
  }

  private static let integerBias = 6_755_399_441_055_744.0

  /// Returns ``nearest(_:)`` for four values.
  @inline(__always) static func nearest(_ values: SIMD4<Double>) -> SIMD4<Int32> {
    let biased = unsafeBitCast(values + integerBias, to: SIMD8<Int32>.self)
    return biased.evenHalf
  }

  /// Returns four values below 2³¹, rounded to nearest.
  @inline(__always) static func whole(_ values: SIMD4<Double>) -> SIMD4<Double> {
    values + integerBias - integerBias
  }

  /// Returns four values below 2³¹, rounded down.
  @inline(__always) static func floor(_ values: SIMD4<Double>) -> SIMD4<Double> {
    let near = whole(values)
    return near - SIMD4<Double>.zero.replacing(with: 1, where: near .> values)
  }

  /// Returns a value below 2³¹ rounded down, in the same way.
  @inline(__always) static func floor(_ value: Double) -> Int {
    let near = nearest(value)
    return Int(near) &- (Double(near) > value ? 1 : 0)
  }
}

/// Coverage along one axis, for rectangles: a pixel is 4095 units long, and the area of a full
/// pixel is 4095² units, odd again.
enum AxisCoverage {
  static let full = 4095

  /// Returns the units that begin before `raw`, 0...4096, in 1/4096 of a pixel from its start: one
  /// less than `raw` in the second half. The shift avoids an unpredictable branch.
  @inline(__always) static func units(fraction raw: Int) -> Int { raw &+ (2048 &- raw) >> 12 }

  /// 255 / 4095².
  static let scale: Float = 255 / (4095 * 4095)
  /// 1.5 · 2²³: added to a small number it leaves the nearest integer in the low bits.
  private static let roundingBias: Float = 12_582_912

  /// Returns the coverage in 0...255 of a part of a pixel: its width times its height in units. The
  /// rounding errors (3·10⁻⁵) are smaller than the distance (1.2·10⁻⁴) of any width at full height,
  /// or height at full width, from a tie, so these still add up to 255.
  @inline(__always) static func rounded(_ width: Int, _ height: Int) -> UInt32 {
    (Float(width) * scale * Float(height) + roundingBias).bitPattern & 0xFF
  }

  /// ``rounded(_:_:)`` of four pixels; the widths are already multiplied by ``scale``.
  @inline(__always)
  static func rounded(_ widths: SIMD4<Float>, _ heights: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(widths * heights + roundingBias, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Returns the units of four neighbouring pixels between two coordinates, in 1/4096 pixel from
  /// the first of them.
  @inline(__always) static func four(_ start: Int32, _ end: Int32) -> SIMD4<Float> {
    let edges = SIMD4<Int32>(0, 4096, 8192, 12288)
    return SIMD4<Float>(
      units(SIMD4(repeating: end) &- edges) &- units(SIMD4(repeating: start) &- edges))
  }

  /// Returns ``units(fraction:)`` for four distances from the start of a pixel, which may be
  /// outside it.
  @inline(__always) private static func units(_ raw: SIMD4<Int32>) -> SIMD4<Int32> {
    let clamped = pointwiseMin(pointwiseMax(raw, .zero), SIMD4(repeating: 4096))
    return clamped &+ (2048 &- clamped) &>> 12
  }
}
