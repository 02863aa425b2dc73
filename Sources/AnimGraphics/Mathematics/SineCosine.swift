// The elementary functions that pictures depend on, built from the operations that IEEE 754 defines
// to the last bit: + − × ÷ √. The C library has several versions of each and picks the fastest one
// for the processor, so the last bits of its results depend on the machine.
//
// Every result is within one unit in the last place of the exact one. Nothing here may use fused
// multiply-add, which rounds once instead of twice.

/// The sine and the cosine of an angle, for little more than the cost of one. NaN if `radians` is
/// not finite.
package func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  // Below 2⁻²⁷, the next term of either series is less than half a unit in the last place.
  if radians.magnitude < 0x1p-27 { return (radians, 1) }
  let turned = QuarterTurns(radians)
  let pair = sineCosinePair(turned.rest, turned.correction)
  // A quarter turn takes the sine to the cosine, and the cosine to minus the sine. Done without a
  // branch, which would be mispredicted half the time.
  let swaps = SIMD2(repeating: 0 &- (turned.count & 1))
  let signs = SIMD2((turned.count & 2) << 62, ((turned.count &+ 1) & 2) << 62)
  let bits = unsafeBitCast(pair, to: SIMD2<UInt64>.self)
  let swapped = SIMD2(bits.y, bits.x)
  let turnedPair = unsafeBitCast(bits ^ ((bits ^ swapped) & swaps) ^ signs, to: SIMD2<Double>.self)
  return (turnedPair.x, turnedPair.y)
}

/// NaN if `radians` is not finite.
func sine(_ radians: Double) -> Double { sineAndCosine(radians).sine }

/// NaN if `radians` is not finite.
package func cosine(_ radians: Double) -> Double { sineAndCosine(radians).cosine }

/// The sine and the cosine of `x` + `correction`, for |x| ≤ π/4 and a correction of at most half a
/// unit in its last place.
///
/// sin x = x + x³·p(x²) and cos x = 1 − x²/2 + x⁴·q(x²) side by side. The polynomials interpolate at
/// Chebyshev nodes; they are off by less than 2⁻⁵⁶ of the result.
@inline(__always)
private func sineCosinePair(_ x: Double, _ correction: Double) -> SIMD2<Double> {
  let square = x * x
  let fourth = square * square
  let low =
    SIMD2(-0x1.5555555555549p-3, 0x1.5555555555555p-5)
    + square * SIMD2(0x1.111111110f83ep-7, -0x1.6c16c16c16960p-10)
  let middle =
    SIMD2(-0x1.a01a019c09b65p-13, 0x1.a01a019f4d0edp-16)
    + square * SIMD2(0x1.71de3570a0718p-19, -0x1.27e4fa15bd814p-22)
  let high =
    SIMD2(-0x1.ae5e607ffca80p-26, 0x1.1eeb66b683027p-29)
    + square * SIMD2(0x1.5d914b412591cp-33, -0x1.907c0e63adb5ep-37)
  let tail = SIMD2(square * x, fourth) * ((low + fourth * middle) + fourth * fourth * high)

  let half = 0.5 * square
  let lead = SIMD2(x, 1 - half)
  // The rounding error of 1 − x²/2, and the correction times the slopes at x.
  let lost = SIMD2(0, (1 - lead.y) - half) + correction * SIMD2(lead.y, -x)
  return lead + (lost + tail)
}
