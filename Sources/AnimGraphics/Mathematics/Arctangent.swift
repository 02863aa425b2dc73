/// Returns the angle from the x axis to (x, y), from −π to π. It is zero for (0, 0), and NaN if x
/// or y is NaN.
package func arctangent(_ y: Double, over x: Double) -> Double {
  guard !x.isNaN, !y.isNaN else { return .nan }
  let (wide, high) = (x.magnitude, y.magnitude)
  // The angle within the first eighth of the circle. It is then mirrored at the diagonal and the
  // axes.
  let first = PreciseAngle(firstEighth: min(wide, high), over: max(wide, high))
  let quarter = high > wide ? first.taken(from: PreciseAngle.quarterTurn) : first
  let half = x < 0 ? quarter.taken(from: PreciseAngle.halfTurn) : quarter
  let radians = half.high + half.low
  return y < 0 ? -radians : radians
}

/// An angle as the sum of two numbers. The second number is smaller than the rounding error of the
/// first.
private struct PreciseAngle {
  var high: Double
  var low: Double

  static let quarterTurn = PreciseAngle(high: 0x1.921fb54442d18p+0, low: 0x1.1a62633145c07p-54)
  static let halfTurn = PreciseAngle(high: 0x1.921fb54442d18p+1, low: 0x1.1a62633145c07p-53)

  /// The arctangents of 0, ⅛, … 1.
  private static let eighths: InlineArray<9, PreciseAngle> = [
    PreciseAngle(high: 0, low: 0),
    PreciseAngle(high: 0x1.fd5ba9aac2f6ep-4, low: -0x1.cd37686760c17p-59),
    PreciseAngle(high: 0x1.f5b75f92c80ddp-3, low: 0x1.8ab6e3cf7afbdp-57),
    PreciseAngle(high: 0x1.6f61941e4def1p-2, low: -0x1.c63aae6f6e918p-56),
    PreciseAngle(high: 0x1.dac670561bb4fp-2, low: 0x1.a2b7f222f65e2p-56),
    PreciseAngle(high: 0x1.1e00babdefeb4p-1, low: -0x1.928df287a668fp-58),
    PreciseAngle(high: 0x1.4978fa3269ee1p-1, low: 0x1.2419a87f2a458p-56),
    PreciseAngle(high: 0x1.700a7c5784634p-1, low: -0x1.8c34d25aadef6p-56),
    PreciseAngle(high: 0x1.921fb54442d18p-1, low: 0x1.1a62633145c07p-55),
  ]

  /// Returns `whole` minus this angle, which is at most half of it.
  func taken(from whole: PreciseAngle) -> PreciseAngle {
    let high = whole.high - self.high
    return PreciseAngle(high: high, low: ((whole.high - high) - self.high) + (whole.low - low))
  }
}

extension PreciseAngle {
  init(high: Double, adding low: Double) {
    self.high = high + low
    self.low = (high - self.high) + low
  }

  /// Creates the arctangent of `small` / `large`, with 0 ≤ `small` ≤ `large`.
  ///
  /// With c as the nearest eighth, the result is arctan c + arctan t, where t = (small −
  /// c·large)/(large + c·small) is at most 1/16.
  init(firstEighth small: Double, over large: Double) {
    guard large < .infinity else {
      self = small < .infinity ? Self.eighths[0] : Self.eighths[8]
      return
    }
    // For smaller t, arctan t = t to the last bit.
    guard small > large * 0x1p-30 else {
      self.init(high: large > 0 ? small / large : 0, low: 0)
      return
    }
    // Without the scale, products of very large or very small numbers would leave the range.
    let scale = powerOfTwo((1023 - Int(large.bitPattern >> 52)) / 2)
    let (small, large) = (small * scale * scale, large * scale * scale)
    let nearest = (small / large * 8 + 0x1.8p52) - 0x1.8p52
    let eighth = nearest / 8
    let (part, partLost) = exactProduct(eighth, large)
    let (growth, growthLost) = exactProduct(eighth, small)
    let upper = PreciseAngle(high: small - part, adding: -partLost)
    let lower = PreciseAngle(high: large, adding: growth)
    let quotient = upper.high / lower.high
    let (back, backLost) = exactProduct(quotient, lower.high)
    let rest = (upper.high - back) - backLost + upper.low - quotient * (lower.low + growthLost)
    let correction = rest / lower.high

    // arctan t = t + t³·p(t²), interpolated at Chebyshev nodes, with an error of less than 2⁻⁶³.
    let square = quotient * quotient
    let p01 = -0x1.5555555555555p-2 + square * 0x1.9999999999909p-3
    let p23 = -0x1.2492492435810p-3 + square * 0x1.c71c6f0ed7aefp-4
    let p45 = -0x1.745879c234ca3p-4 + square * 0x1.37766fee1f3bcp-4
    let series = p01 + square * square * (p23 + square * square * p45)
    let tail = correction + square * quotient * series
    let whole = Self.eighths[Int(nearest)]
    let sum = PreciseAngle(high: whole.high, adding: quotient)
    // Without an eighth, the quotient itself is the larger part.
    self.init(high: nearest == 0 ? quotient : sum.high, adding: 0)
    low = (nearest == 0 ? 0 : sum.low) + (whole.low + tail)
  }
}

/// Returns a product and its rounding error (Veltkamp and Dekker): each factor is split into halves
/// of 26 bits, whose products are exact.
private func exactProduct(_ a: Double, _ b: Double) -> (product: Double, lost: Double) {
  let product = a * b
  let (a1, a2) = halves(a)
  let (b1, b2) = halves(b)
  return (product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
}

private func halves(_ x: Double) -> (Double, Double) {
  let shifted = 0x1.0000002p27 * x
  let upper = shifted - (shifted - x)
  return (upper, x - upper)
}
