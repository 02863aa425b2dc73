/// How coverage, the part of a pixel's area that a shape covers, is counted.
///
/// Coverage is summed as an integer and rounded to 0...255 once, at the end. A full pixel counts
/// an odd number of units, so that no sum is exactly half of it: where two shapes fill a pixel
/// together, one rounds up by what the other rounds down and the two add up to 255. Shapes that
/// share an edge count the same units along it, one adding what the other takes away.
enum Coverage {
  /// The units of a full pixel under an outline: 255 · 257.
  static let full: Int32 = 65535

  /// Coverage in 0...255 of a sum of units, whose sign tells the direction of the outline.
  @inline(__always) static func rounded(_ sum: Int32) -> UInt32 {
    let units = UInt32(truncatingIfNeeded: min(abs(sum), full))
    // Division by 257, exact below 2²⁴: 65281 = (2²⁴ + 1) / 257.
    return ((units &+ 128) &* 65281) >> 24
  }

  /// ``rounded(_:)`` of four sums.
  @inline(__always) static func rounded(_ sums: SIMD4<Int32>) -> SIMD4<UInt32> {
    let sign = sums &>> 31
    let units = pointwiseMin((sums ^ sign) &- sign, SIMD4(repeating: full)) &+ 128
    // Division by 257, exact below 2¹⁷.
    return SIMD4(truncatingIfNeeded: (units &- units &>> 8) &>> 8)
  }

  /// The nearest whole number of units (to even from the middle) of a length or area in pixels.
  @inline(__always) static func units(_ pixels: Double) -> Int32 { nearest(pixels * 65535) }

  /// The integer nearest to a value below 2³¹, without the branches of a checked conversion:
  /// adding 1.5 · 2⁵² leaves it in the low bits.
  @inline(__always) static func nearest(_ value: Double) -> Int32 {
    Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744).bitPattern)
  }
}

/// Coverage along one axis, for rectangles: a pixel is 4095 units long, and the area of a full
/// pixel is 4095² units, odd again.
enum AxisCoverage {
  static let full = 4095

  /// The units that begin before `raw`, 1/4096 of a pixel from the pixel's start, 0...4095.
  @inline(__always) static func units(fraction raw: Int) -> Int { raw > 2048 ? raw - 1 : raw }

  /// Coverage in 0...255 of a part of a pixel: its width times its height in units.
  @inline(__always) static func rounded(_ width: Int, _ height: Int) -> UInt32 {
    // 255 · 2⁵⁶ / 4095², rounded. The product is off by less than 2²³ from the exact quotient,
    // which lies at least 2⁵⁶ / (2 · 4095²) = 2³¹ from a value where rounding turns.
    let scale: UInt64 = 1_095_751_630_144
    return UInt32(
      truncatingIfNeeded: (UInt64(truncatingIfNeeded: width &* height) &* scale &+ 1 << 55) >> 56)
  }
}
