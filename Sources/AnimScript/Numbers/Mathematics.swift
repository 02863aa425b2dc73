import AnimGraphics

// The functions of Math, with the language's answers for zeros, infinities and NaN. All are made of
// the operations that IEEE 754 defines to the last bit.

func sineOf(_ x: Double) -> Double { x == 0 ? x : sineAndCosine(x).sine }

func cosineOf(_ x: Double) -> Double { sineAndCosine(x).cosine }

func tangentOf(_ x: Double) -> Double {
  if x == 0 { return x }
  let (sine, cosine) = sineAndCosine(x)
  return sine / cosine
}

func arctangent2(_ y: Double, _ x: Double) -> Double {
  if y == 0, !x.isNaN {
    guard x < 0 || (x == 0 && x.sign == .minus) else { return y }
    return Double(signOf: y, magnitudeOf: 0x1.921fb54442d18p+1)
  }
  return arctangent(y, over: x)
}

/// Returns the square root of 1 − x², and its rounding error.
private func complement(_ x: Double) -> (root: Double, lost: Double) {
  let rest = DoublePair(1) - DoublePair(product: x, x)
  let root = rest.value.squareRoot()
  guard root > 0 else { return (0, 0) }
  let difference = rest - DoublePair(product: root, root)
  return (root, difference.value / (2 * root))
}

func arcsine(_ x: Double) -> Double {
  guard x.magnitude <= 1 else { return .nan }
  if x == 0 { return x }
  let (root, lost) = complement(x)
  return arctangent(x, over: root) - x * lost
}

func arccosine(_ x: Double) -> Double {
  guard x.magnitude <= 1 else { return .nan }
  let (root, lost) = complement(x)
  return arctangent(root, over: x) + x * lost
}

func exponentialOf(_ x: Double) -> Double { exponential(x) }

func exponentialMinusOneOf(_ x: Double) -> Double { x == 0 ? x : exponentialMinusOne(x) }

func logarithm(_ x: Double) -> Double { naturalLogarithm(x) }

func binaryLogarithm(_ x: Double) -> Double {
  guard x > 0, x < .infinity else { return naturalLogarithm(x) }
  return (DoublePair(logarithmOf: x) * .log2e).value
}

func decimalLogarithm(_ x: Double) -> Double {
  guard x > 0, x < .infinity else { return naturalLogarithm(x) }
  return (DoublePair(logarithmOf: x) * .log10e).value
}

func logarithmOfOnePlus(_ x: Double) -> Double {
  if x == 0 { return x }
  if x < 0x1p-54, x > -0x1p-54 { return x }
  guard x > -1, x < 0x1p60 else { return naturalLogarithm(1 + x) }
  // ln(1 + x) = ln u + (rounding error of u = 1 + x)/u.
  let sum = DoublePair(sum: 1, x)
  let pair = DoublePair(logarithmOf: sum.high) + DoublePair(sum.low / sum.high)
  return pair.value
}

func power(_ x: Double, _ y: Double) -> Double {
  if y == 0 { return 1 }
  if y.isNaN { return .nan }
  if y == 1 { return x }
  if y == 2 { return x * x }
  if x.isNaN { return .nan }
  if y.isInfinite {
    let size = x.magnitude
    if size == 1 { return .nan }
    return (size > 1) == (y > 0) ? .infinity : 0
  }
  let isWhole = y.rounded(.towardZero) == y
  let isOdd = isWhole && y.magnitude < 0x1p53 && (y / 2).rounded(.towardZero) * 2 != y
  if x == 0 || x.isInfinite {
    let grows = (x == 0) == (y < 0)
    let size: Double = grows ? .infinity : 0
    return x.sign == .minus && isOdd ? -size : size
  }
  if x < 0, !isWhole { return .nan }
  let size = positivePower(x.magnitude, y)
  return x < 0 && isOdd ? -size : size
}

private func positivePower(_ x: Double, _ y: Double) -> Double {
  if x == 1 { return 1 }
  if y == 0.5 { return x.squareRoot() }
  if y == -1 { return 1 / x }
  let logarithm = DoublePair(logarithmOf: x)
  // The result is far out of range, and the product of pairs would overflow.
  let rough = logarithm.high * y
  if rough > 720 { return .infinity }
  if rough < -760 { return 0 }
  if y.magnitude > 0x1p500 || y.magnitude < 0x1p-500 { return 1 + rough }
  return (logarithm * DoublePair(y)).exponential()
}

func cubeRoot(_ x: Double) -> Double {
  guard x != 0, x.isFinite else { return x }
  let size = x.magnitude
  // Scale to between 1 and 8, times a power of eight.
  let exponent = Int(size.exponent)
  let third = exponent >= 0 ? exponent / 3 : -((2 - exponent) / 3)
  let m = Double(sign: .plus, exponent: exponent - 3 * third, significand: size.significand)
  var root = 0.7 + m * (0.33 - m * 0.018)
  for _ in 0..<4 { root -= (root * root * root - m) / (3 * root * root) }
  let square = DoublePair(product: root, root)
  let rest = square * DoublePair(root) - DoublePair(m)
  root -= rest.value / (3 * root * root)
  return Double(
    sign: x.sign, exponent: root.exponent + Double.Exponent(third), significand: root.significand)
}

func hypotenuseOf(_ values: [Double]) -> Double {
  var largest = 0.0
  var hasNaN = false
  for value in values {
    if value.isInfinite { return .infinity }
    if value.isNaN { hasNaN = true }
    if value > largest { largest = value }
  }
  if hasNaN { return .nan }
  if largest == 0 { return 0 }
  // Scaled by a power of two, which is exact, so that squares stay in range.
  let exponent = largest.exponent
  var sum = DoublePair(0)
  for value in values {
    let scaled = Double(sign: .plus, exponent: -exponent, significand: value)
    sum = sum + DoublePair(product: scaled, scaled)
  }
  let root = sum.value.squareRoot()
  let lost = (sum - DoublePair(product: root, root)).value / (2 * root)
  return Double(sign: .plus, exponent: exponent, significand: root + lost)
}

// MARK: - Hyperbolic functions

func hyperbolicSine(_ x: Double) -> Double {
  let size = x.magnitude
  guard size > 0x1p-28 else { return x }
  let result: Double
  if size < 22 {
    let grown = exponentialMinusOne(size)
    result = (grown + grown / (grown + 1)) / 2
  } else if size < 709 {
    result = exponential(size) / 2
  } else {
    let half = exponential(size / 2)
    result = half / 2 * half
  }
  return x < 0 ? -result : result
}

func hyperbolicCosine(_ x: Double) -> Double {
  let size = x.magnitude
  if size < 22 {
    let grown = exponential(size)
    return grown / 2 + 0.5 / grown
  }
  if size < 709 { return exponential(size) / 2 }
  let half = exponential(size / 2)
  return half / 2 * half
}

func hyperbolicTangent(_ x: Double) -> Double {
  let size = x.magnitude
  guard size > 0x1p-28 else { return x }
  if x.isNaN { return x }
  let result: Double
  if size > 22 {
    result = 1
  } else if size >= 1 {
    result = 1 - 2 / (exponentialMinusOne(2 * size) + 2)
  } else {
    let shrunk = exponentialMinusOne(-2 * size)
    result = -shrunk / (shrunk + 2)
  }
  return x < 0 ? -result : result
}

func areaSine(_ x: Double) -> Double {
  let size = x.magnitude
  guard size > 0x1p-28, x.isFinite else { return x }
  let result: Double
  if size > 0x1p28 {
    result = naturalLogarithm(size) + 0x1.62e42fefa39efp-1
  } else {
    let square = size * size
    result = logarithmOfOnePlus(size + square / (1 + (square + 1).squareRoot()))
  }
  return x < 0 ? -result : result
}

func areaCosine(_ x: Double) -> Double {
  guard x >= 1 else { return .nan }
  if x == .infinity { return x }
  if x > 0x1p28 { return naturalLogarithm(x) + 0x1.62e42fefa39efp-1 }
  let t = x - 1
  return logarithmOfOnePlus(t + (2 * t + t * t).squareRoot())
}

func areaTangent(_ x: Double) -> Double {
  let size = x.magnitude
  guard size <= 1 else { return .nan }
  guard size > 0x1p-28 else { return x }
  let result = 0.5 * logarithmOfOnePlus(2 * size / (1 - size))
  return x < 0 ? -result : result
}

// MARK: - Remainder

/// Returns the exact remainder of a division, with the sign of the dividend.
func remainder(_ a: Double, _ b: Double) -> Double {
  if a.magnitude < 0x1p53, b.magnitude < 0x1p53, a > 0, b > 0 {
    let (whole, divisor) = (Int64(a), Int64(b))
    if Double(whole) == a, Double(divisor) == b { return Double(whole % divisor) }
  }
  return a.truncatingRemainder(dividingBy: b)
}
