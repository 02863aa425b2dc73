/// Returns eˣ, which is infinite above 709.79 and zero below −745.14.
package func exponential(_ x: Double) -> Double {
  if x > 709.79 { return .infinity }
  if x < -745.14 { return 0 }
  let parts = PowerOfE(x)
  // Use two steps, because 2ᵏ alone may be out of range. If the result is subnormal, only the
  // second step rounds.
  let half = parts.twos / 2
  return parts.value * powerOfTwo(half) * powerOfTwo(parts.twos - half)
}

/// Returns eˣ − 1, exact to the last bits, even near zero.
package func exponentialMinusOne(_ x: Double) -> Double {
  // Below −38 the result rounds to −1, and for large x subtracting 1 makes no difference.
  if x < -38 { return -1 }
  if x > 45 { return exponential(x) }
  let parts = PowerOfE(x)
  if parts.twos == 0 { return parts.rest + parts.tail }
  // 2ᵏ·(1 + r) − 1 and its rounding error, with the larger of the two terms first.
  let scale = powerOfTwo(parts.twos)
  let lead = scale * parts.lead
  let difference = lead - 1
  let lost = lead > 1 ? (lead - difference) - 1 : lead - (difference + 1)
  return difference + (lost + scale * (parts.lost + parts.tail))
}

/// Returns the natural logarithm: −∞ at zero, NaN below.
package func naturalLogarithm(_ x: Double) -> Double {
  guard x > 0, x < .infinity else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
  // x = 2ᵏ·m with m from √½ to √2. Adding the difference between the bits of 1.0 and of √½ makes
  // the exponent carry.
  let isSubnormal = x < .leastNormalMagnitude
  let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern &+ (0x3FF0_0000_0000_0000 &- sqrtHalf)
  let exponent = Int(bits >> 52) - (isSubnormal ? 1023 + 54 : 1023)
  let significand = Double(bitPattern: bits & (1 << 52 - 1) &+ sqrtHalf)
  // With f = m − 1, which is exact, and s = f/(2 + f): ln m = 2s + s³·p(s²), and 2s = f − s·f.
  // Written with h = f²/2, and f·s = h − s·h, the largest term is exact.
  let f = significand - 1
  let s = f / (2 + f)
  let z = s * s
  let fourth = z * z
  let low = 0x1.5555555555558p-1 + z * 0x1.9999999995124p-2
  let middle = 0x1.2492492e229afp-2 + z * 0x1.c71c62a6b9f35p-3
  let high = 0x1.7462c67faaddbp-3 + z * 0x1.39fc10e987a8dp-3 + fourth * 0x1.2b74cb13a04dap-3
  let series = z * (low + fourth * (middle + fourth * high))
  let half = 0.5 * f * f
  let count = Double(exponent)
  // The first part of ln 2 has 40 bits, so that its product is exact.
  return count * 0x1.62e42fefa2000p-1
    - ((half - (s * (half + series) + count * 0x1.9ef35793c7673p-41)) - f)
}

/// x as k·ln 2 + r with |r| ≤ ln 2 / 2, so that eˣ = 2ᵏ·eʳ.
private struct PowerOfE {
  /// k.
  var twos: Int
  /// r, rounded.
  var rest: Double
  /// The term to add to 1 + r: the rest of the series and the rounding error of r.
  var tail: Double

  /// 1 + r, rounded, and its rounding error.
  var lead: Double { 1 + rest }
  var lost: Double { (1 - lead) + rest }
  /// eʳ.
  var value: Double { lead + (lost + tail) }

  @inline(__always)
  init(_ x: Double) {
    // At this magnitude, a unit in the last place is 1, so the sum is the nearest integer.
    let count = (x * 0x1.71547652b82fep+0 + 0x1.8p52) - 0x1.8p52
    twos = count.isNaN ? 0 : Int(count)
    // The first part of ln 2 has 40 bits, so that its product is exact.
    let high = x - count * 0x1.62e42fefa2000p-1
    let low = count * 0x1.9ef35793c7673p-41
    rest = high - low
    let correction = (high - rest) - low

    // eʳ = 1 + r + r²·p(r), interpolated at Chebyshev nodes; off by less than 2⁻⁶⁰.
    let square = rest * rest
    let p01 = 0.5 + rest * 0x1.5555555555557p-3
    let p23 = 0x1.5555555555556p-5 + rest * 0x1.11111111100bep-7
    let p45 = 0x1.6c16c16c162c3p-10 + rest * 0x1.a01a01abf85abp-13
    let p67 = 0x1.a01a01a6e1e2ap-16 + rest * 0x1.71de01fdbf9cap-19
    let p89 = 0x1.27e4db46cddd1p-22 + rest * 0x1.af4e554377204p-26
    let fourth = square * square
    let low4 = p01 + square * p23
    let high4 = p45 + square * p67 + fourth * (p89 + square * 0x1.1f7340dbc337ep-29)
    tail = square * (low4 + fourth * high4) + (correction + correction * rest)
  }
}

/// 2 to the power of `exponent`, from −1022 to 1023.
@inline(__always)
func powerOfTwo(_ exponent: Int) -> Double {
  Double(bitPattern: UInt64(exponent + 1023) << 52)
}

/// The bits of √½.
private let sqrtHalf: UInt64 = 0x3FE6_A09E_667F_3BCD
