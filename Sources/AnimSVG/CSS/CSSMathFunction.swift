import AnimGraphics

/// The rounding strategy of `round()`, which selects one of the two nearest multiples.
enum RoundingStrategy: String, Sendable {
  case nearest, up, down
  case toZero = "to-zero"
}

/// A math function of CSS Values 4.
enum CSSMathFunction: String, Sendable {
  case calc, min, max, clamp
  case sin, cos, tan, asin, acos, atan, atan2
  case pow, sqrt, hypot, log, exp
  case abs, sign, round, mod, rem

  private static let vendorsCalc = "-webkit-calc"
  /// The length of the longest name in bytes.
  static let longestName = vendorsCalc.utf8.count

  /// Creates the function with a case-insensitive name, or returns `nil` if it is unknown.
  init?(_ name: String) {
    guard name.utf8.count <= Self.longestName else { return nil }
    let name = name.lowercased()
    self.init(rawValue: name == Self.vendorsCalc ? "calc" : name)
  }
}

extension CSSMathFunction {
  /// Returns the result and its unit for numbers in a common unit, where lengths relative to fonts
  /// and views count as units. Returns `nil` for invalid arguments.
  func result(
    _ values: [Double], unit: String, _ strategy: RoundingStrategy
  ) -> (value: Double, unit: String)? {
    let a = values[0]
    let b = values.count > 1 ? values[1] : nil
    switch (self, values.count) {
    case (.sin, 1), (.cos, 1), (.tan, 1):
      guard unit.isEmpty || unit == "deg" else { return nil }
      let (sine, cosine) = unit.isEmpty ? sineAndCosine(a) : Self.circle(degrees: a)
      return (self == .sin ? sine : self == .cos ? cosine : sine / cosine, "")
    case (.asin, 1) where unit.isEmpty:
      return Self.angle(a, over: ((1 - a) * (1 + a)).squareRoot())
    case (.acos, 1) where unit.isEmpty:
      return Self.angle(((1 - a) * (1 + a)).squareRoot(), over: a)
    case (.atan, 1) where unit.isEmpty: return Self.angle(a, over: 1)
    case (.atan2, 2): return b.map { Self.angle(a, over: $0) }
    case (.pow, 2) where unit.isEmpty: return b.map { (Self.power(a, $0), "") }
    case (.sqrt, 1) where unit.isEmpty: return (a.squareRoot(), "")
    case (.hypot, _): return (Self.hypotenuse(values), unit)
    case (.log, 1) where unit.isEmpty: return (naturalLogarithm(a), "")
    case (.log, 2) where unit.isEmpty:
      return b.map { (naturalLogarithm(a) / naturalLogarithm($0), "") }
    case (.exp, 1) where unit.isEmpty: return (exponential(a), "")
    case (.sign, 1): return (a > 0 ? 1 : a < 0 ? -1 : a, "")
    case (.round, 1) where unit.isEmpty: return (Self.rounded(a, to: 1, strategy), "")
    case (.round, 2): return b.map { (Self.rounded(a, to: $0, strategy), unit) }
    case (.mod, 2): return b.map { (Self.modulus(a, $0), unit) }
    case (.rem, 2): return b.map { (a.truncatingRemainder(dividingBy: $0), unit) }
    default: return nil
    }
  }

  /// Returns the sine and the cosine of an angle, which are exact for quarter turns.
  private static func circle(degrees: Double) -> (sine: Double, cosine: Double) {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    switch rest {
    case 0: return (0, 1)
    case 90, -270: return (1, 0)
    case 180, -180: return (0, -1)
    case 270, -90: return (-1, 0)
    default: return sineAndCosine(rest * (.pi / 180))
    }
  }

  private static func angle(_ y: Double, over x: Double) -> (value: Double, unit: String) {
    (arctangent(y, over: x) * (180 / .pi), "deg")
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    guard exponent != exponent.rounded() || exponent.magnitude > 1024 else {
      // Products are exact, unlike logarithms.
      var (result, factor, count) = (1.0, base, Int(exponent.magnitude))
      while count > 0 {
        if count & 1 == 1 { result *= factor }
        factor *= factor
        count >>= 1
      }
      return exponent < 0 ? 1 / result : result
    }
    return exponential(exponent * naturalLogarithm(base))
  }

  private static func hypotenuse(_ values: [Double]) -> Double {
    let greatest = values.reduce(0) { Swift.max($0, $1.magnitude) }
    guard greatest > 0, greatest.isFinite else { return greatest }
    // Without the division, squares of large numbers would overflow.
    let squares = values.reduce(0) { $0 + ($1 / greatest) * ($1 / greatest) }
    return squares.squareRoot() * greatest
  }

  private static func rounded(
    _ value: Double, to step: Double, _ strategy: RoundingStrategy
  ) -> Double {
    if step == 0 || value.isNaN || step.isNaN || value.isInfinite && step.isInfinite { return .nan }
    if value.isInfinite { return value }
    let step = step.magnitude
    if step.isInfinite {
      switch strategy {
      case .up: return value > 0 ? .infinity : 0
      case .down: return value < 0 ? -.infinity : 0
      case .nearest, .toZero: return 0
      }
    }
    let count = value / step
    switch strategy {
    // Halves are rounded up.
    case .nearest:
      let lower = count.rounded(.down)
      return (count - lower < 0.5 ? lower : lower + 1) * step
    case .up: return count.rounded(.up) * step
    case .down: return count.rounded(.down) * step
    case .toZero: return count.rounded(.towardZero) * step
    }
  }

  /// Returns the remainder of a division, with the sign of the divisor.
  private static func modulus(_ value: Double, _ divisor: Double) -> Double {
    if divisor.isInfinite, value != 0, (value < 0) != (divisor < 0) { return .nan }
    let rest = value.truncatingRemainder(dividingBy: divisor)
    return rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest
  }
}
