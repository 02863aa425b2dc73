/// The natural logarithm: −∞ at zero, NaN below.
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

/// The bits of √½.
private let sqrtHalf: UInt64 = 0x3FE6_A09E_667F_3BCD
