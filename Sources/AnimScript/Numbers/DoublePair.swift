/// A number as the sum of two, the second below the rounding of the first: about 105 bits. Only the
/// operations of IEEE 754 are used, so that results are the same on every machine.
struct DoublePair {
  var high: Double
  var low: Double

  init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  /// Creates a pair from two numbers. The first must be larger.
  @inline(__always)
  private init(larger high: Double, adding low: Double) {
    self.high = high + low
    self.low = low - (self.high - high)
  }

  /// Creates the exact sum of two numbers.
  @inline(__always)
  init(sum a: Double, _ b: Double) {
    high = a + b
    let part = high - a
    low = (a - (high - part)) + (b - part)
  }

  /// Creates the exact product (Veltkamp and Dekker), of numbers far from overflow.
  @inline(__always)
  init(product a: Double, _ b: Double) {
    let product = a * b
    let (a1, a2) = DoublePair.halves(a)
    let (b1, b2) = DoublePair.halves(b)
    high = product
    low = ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2
  }

  @inline(__always)
  private static func halves(_ x: Double) -> (Double, Double) {
    let shifted = 0x1.0000002p27 * x
    let upper = shifted - (shifted - x)
    return (upper, x - upper)
  }

  @inline(__always)
  static func + (a: DoublePair, b: DoublePair) -> DoublePair {
    let sum = DoublePair(sum: a.high, b.high)
    return DoublePair(larger: sum.high, adding: sum.low + (a.low + b.low))
  }

  @inline(__always)
  static func - (a: DoublePair, b: DoublePair) -> DoublePair {
    a + DoublePair(-b.high, -b.low)
  }

  @inline(__always)
  static func * (a: DoublePair, b: DoublePair) -> DoublePair {
    let product = DoublePair(product: a.high, b.high)
    return DoublePair(
      larger: product.high, adding: product.low + (a.high * b.low + a.low * b.high))
  }

  @inline(__always)
  static func / (a: DoublePair, b: DoublePair) -> DoublePair {
    let quotient = a.high / b.high
    let rest = a - DoublePair(quotient) * b
    return DoublePair(larger: quotient, adding: (rest.high + rest.low) / b.high)
  }

  var value: Double { high + low }
}

extension DoublePair {
  static let ln2 = DoublePair(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
  static let log2e = DoublePair(0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56)
  static let log10e = DoublePair(0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57)

  /// 1/3, 1/5, … 1/33.
  private static let oddReciprocals: [DoublePair] = (1...16).map {
    DoublePair(1) / DoublePair(Double(2 * $0 + 1))
  }

  /// Creates the natural logarithm of a finite positive number.
  init(logarithmOf x: Double) {
    let isSubnormal = x < .leastNormalMagnitude
    let scaled = isSubnormal ? x * 0x1p54 : x
    var exponent = Int(scaled.exponentBitPattern) - 1023
    var m = Double(bitPattern: scaled.significandBitPattern | 0x3FF0_0000_0000_0000)
    if m > 0x1.6a09e667f3bcdp+0 {
      m /= 2
      exponent += 1
    }
    if isSubnormal { exponent -= 54 }
    // ln m = 2·(s + s³/3 + s⁵/5 + …) with s = (m − 1)/(m + 1), at most 0.172.
    let s = DoublePair(m - 1) / DoublePair(sum: m, 1)
    let square = s * s
    let z = square.high
    // The later terms need no second part.
    var tail = 0.0
    for index in stride(from: 15, through: 5, by: -1) {
      tail = tail * z + 1 / Double(2 * index + 3)
    }
    var series = DoublePair(tail)
    for index in stride(from: 4, through: 0, by: -1) {
      series = series * square + DoublePair.oddReciprocals[index]
    }
    let half = s + s * square * series
    self = DoublePair(Double(exponent)) * DoublePair.ln2 + DoublePair(2 * half.high, 2 * half.low)
  }

  /// Returns e to the power of this number.
  func exponential() -> Double {
    if high > 709.79 { return .infinity }
    if high < -745.2 { return 0 }
    let count = (high * 0x1.71547652b82fep+0).rounded(.toNearestOrEven)
    let rest = self - DoublePair(count) * DoublePair.ln2
    // e^r = (e^(r/64))^64, and the exponential minus one keeps its digits while it is squared.
    let r = DoublePair(rest.high * 0x1p-6, rest.low * 0x1p-6)
    let x = r.high
    let tail =
      1 / 120.0 + x * (1 / 720.0 + x * (1 / 5040.0 + x * (1 / 40320.0 + x * (1 / 362880.0))))
    var series = DoublePair(tail)
    series = series * r + DoublePair(1) / DoublePair(24)
    series = series * r + DoublePair(1) / DoublePair(6)
    series = series * r + DoublePair(0.5)
    var minusOne = r + r * r * series
    for _ in 0..<6 {
      minusOne = DoublePair(2 * minusOne.high, 2 * minusOne.low) + minusOne * minusOne
    }
    let result = minusOne + DoublePair(1)
    let twos = Int(count)
    let value = result.value
    // Use two steps, because one power of two may be out of range.
    if twos > -1000 {
      let half = twos / 2
      return value * scale(half) * scale(twos - half)
    }
    // A subnormal result is rounded once, from both parts.
    return roundedSubnormal(result, twos)
  }

  private func roundedSubnormal(_ x: DoublePair, _ twos: Int) -> Double {
    let scaled = DoublePair(x.high, x.low)
    let unit = scale(-1022 - 52 - twos > 1023 ? 1023 : -1022 - 52 - twos)
    // In units of the smallest number: the sum with 2^52 units is rounded at the right position.
    let big = DoublePair(sum: unit * 0x1p52, scaled.high)
    let rounded = DoublePair(sum: big.high, big.low + scaled.low).high - unit * 0x1p52
    return rounded * scale(twos / 2) * scale(twos - twos / 2)
  }
}

/// 2 to the power of `exponent`, from −1022 to 1023.
@inline(__always)
private func scale(_ exponent: Int) -> Double {
  Double(bitPattern: UInt64(exponent + 1023) << 52)
}
