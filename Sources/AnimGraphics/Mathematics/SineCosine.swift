// The elementary functions that images depend on, built from the operations that IEEE 754 defines
// to the last bit: + − × ÷ √. The C library has several versions of each and picks the fastest one
// for the processor, so the last bits of its results depend on the machine.
//
// Every result is within one unit in the last place of the exact one. This code must not use fused
// multiply-add, which rounds once instead of twice.

/// Returns the sine and the cosine of an angle, at little more than the cost of one of them. Both
/// are NaN if `radians` isn't finite.
package func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  // Below 2⁻²⁷, the next term of either series is less than half a unit in the last place.
  if radians.magnitude < 0x1p-27 { return (radians, 1) }
  let turned = QuarterTurns(radians)
  let pair = sineCosinePair(turned.rest, turned.correction)
  // A quarter turn maps the sine to the cosine, and the cosine to minus the sine. Avoid a branch,
  // which would be mispredicted half of the time.
  let swaps = SIMD2(repeating: 0 &- (turned.count & 1))
  let signs = SIMD2((turned.count & 2) << 62, ((turned.count &+ 1) & 2) << 62)
  let bits = unsafeBitCast(pair, to: SIMD2<UInt64>.self)
  let swapped = SIMD2(bits.y, bits.x)
  let turnedPair = unsafeBitCast(bits ^ ((bits ^ swapped) & swaps) ^ signs, to: SIMD2<Double>.self)
  return (turnedPair.x, turnedPair.y)
}

/// Returns the sine, or NaN if `radians` isn't finite.
func sine(_ radians: Double) -> Double { sineAndCosine(radians).sine }
/// Returns the cosine, or NaN if `radians` isn't finite.
package func cosine(_ radians: Double) -> Double { sineAndCosine(radians).cosine }

/// Returns the sine and the cosine of `x` + `correction`, for |x| ≤ π/4 and a correction of at most
/// half a unit in its last place.
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

/// An angle as the nearest integral number of quarter turns and the remainder, at most π/4.
struct QuarterTurns {
  /// The quarter turns, modulo 4 in its two lowest bits.
  var count: UInt64
  /// The remaining radians, rounded, and the rounding error.
  var rest: Double
  var correction: Double
}

extension QuarterTurns {
  /// The maximum angle that is reduced by a multiple of π/2 in Doubles. It contains fewer than 2²⁰
  /// quarter turns, so their products with parts of 33 bits are exact.
  private static let largestShort = 1_600_000.0

  @inline(__always)
  init(_ radians: Double) {
    if radians.magnitude <= Self.largestShort {
      self.init(short: radians)
    } else {
      self.init(long: radians)
    }
  }

  /// Creates the reduction by the method of Cody and Waite, which subtracts parts of π/2 one after
  /// another. All of these except the last are short. The rounding error of each difference is
  /// carried exactly into the next.
  @inline(__always)
  private init(short radians: Double) {
    // At this magnitude, a unit in the last place is 1, so the sum holds the nearest integer in its
    // low bits.
    let biased = radians * 0x1.45f306dc9c883p-1 + 0x1.8p52
    let turns = biased - 0x1.8p52

    let first = radians - turns * 0x1.921fb54400000p+0
    let secondPart = turns * 0x1.0b4611a600000p-34
    let second = first - secondPart
    let lost = (first - second) - secondPart
    if second.magnitude < 0x1p-36 {
      self.init(count: biased.bitPattern, nearZero: second, lost: lost, turns: turns)
      return
    }
    let tail = lost - turns * 0x1.3198a2e037073p-69
    let rest = second + tail
    self.init(count: biased.bitPattern, rest: rest, correction: (second - rest) + tail)
  }

  /// Creates the reduction of an angle that is very close to a multiple of π/2, such as half a turn
  /// as a Double. The third part is split as well.
  private init(count: UInt64, nearZero second: Double, lost: Double, turns: Double) {
    let thirdPart = turns * 0x1.3198a2e000000p-69
    let third = second - thirdPart
    let thirdLost = (second - third) - thirdPart
    let tail = (lost + thirdLost) - turns * 0x1.b839a252049c1p-104
    let rest = third + tail
    self.init(count: count, rest: rest, correction: (third - rest) + tail)
  }
}

// MARK: - Angles of any size

extension QuarterTurns {
  /// Creates the reduction by the method of Payne and Hanek: the digits of 2/π that yield only full
  /// turns of this angle are skipped, and the product with the next 192 bits is exact except for
  /// its last 53 bits. No Double is closer to a multiple of π/2 than about 2⁻⁶¹, so more than 70
  /// good bits remain.
  @inline(never)
  private init(long radians: Double) {
    guard radians.isFinite else {
      self.init(short: .nan)
      return
    }
    let significand = radians.significandBitPattern | 1 << 52
    let exponent = Int(radians.exponentBitPattern) - 1023 - 52

    // The significand times this, a fixed-point number with two bits before the point, modulo 4.
    let digits = Self.digits(from: 64 + exponent - 2)
    let (highLow, low) = significand.multipliedFullWidth(by: digits.2)
    let (highMiddle, lowMiddle) = significand.multipliedFullWidth(by: digits.1)
    let (middle, carry) = lowMiddle.addingReportingOverflow(highLow)
    let high = significand &* digits.0 &+ highMiddle &+ (carry ? 1 : 0)

    // The nearest integer, and the distance to it with a separate sign.
    let nearest = (high &+ 1 << 61) >> 62
    var top = high &- nearest << 62
    var rest = UInt128(middle) << 64 | UInt128(low)
    let isBelow = top >> 63 != 0
    if isBelow {
      rest = 0 &- rest
      top = ~top &+ (rest == 0 ? 1 : 0)
    }
    // Its first 128 significant bits, times the first 128 bits of π/2.
    let zeros = top != 0 ? top.leadingZeroBitCount : 64 + rest.leadingZeroBitCount
    let distance = Self.firstBits(top, rest, shiftedBy: zeros)
    let product = distance.multipliedFullWidth(by: Self.halfPi).high

    // The upper 53 bits, and 64 of the bits below.
    let scale = powerOfTwo(-125 - zeros)
    let upper = Double(UInt64(truncatingIfNeeded: product >> 75)) * 0x1p75 * scale
    let lower = Double(UInt64(truncatingIfNeeded: product >> 11)) * 0x1p11 * scale
    let sum = upper + lower
    let lost = (upper - sum) + lower
    let isNegative = isBelow != (radians < 0)
    self.init(
      count: radians < 0 ? 0 &- nearest : nearest, rest: isNegative ? -sum : sum,
      correction: isNegative ? -lost : lost)
  }

  /// Returns the first 128 bits of `top` and `rest` after `count` zeros.
  private static func firstBits(_ top: UInt64, _ rest: UInt128, shiftedBy count: Int) -> UInt128 {
    if count >= 64 { return rest << (count - 64) }
    return UInt128(top) << (64 + count) | rest >> (64 - count)
  }

  /// Returns 192 bits of 2/π, starting at the bit `start` of a number that begins with 64 zeros.
  private static func digits(from start: Int) -> (UInt64, UInt64, UInt64) {
    let word = start >> 6
    let shift = UInt64(start & 63)
    func bits(_ index: Int) -> UInt64 {
      // Shift in two steps, because a shift by 64 isn't possible.
      twoOverPi[index] << shift | (twoOverPi[index + 1] >> 1) >> (63 - shift)
    }
    return (bits(word), bits(word + 1), bits(word + 2))
  }

  /// π/2 · 2¹²⁷.
  private static let halfPi: UInt128 = 0xC90F_DAA2_2168_C234_C4C6_628B_80DC_1CD1

  /// The binary digits of 2/π after the point: as many as the largest Double has before it, and 192
  /// more. The leading zeros serve the smallest angles.
  private static let twoOverPi: InlineArray<20, UInt64> = [
    0, 0xA2F9_836E_4E44_1529, 0xFC27_57D1_F534_DDC0, 0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561, 0xB724_6E3A_424D_D2E0, 0x0649_2EEA_09D1_921C, 0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484, 0xE99C_7026_B45F_7E41, 0x3991_D639_8353_39F4, 0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F, 0xEF2F_118B_5A0A_6D1F, 0x6D36_7ECF_27CB_09B7, 0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B, 0x3D07_39F7_8A52_92EA, 0x6BFB_5FB1_1F8D_5D08, 0x5603_3046_FC7B_6BAB,
  ]
}
