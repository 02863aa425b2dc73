/// An exact fraction: the number of a frame, or a time in seconds. Neither 1/24 nor 1001/30000 is a
/// finite binary or decimal number.
///
/// Sums, products and quotients are exact while both parts fit into 128 bits. Reasonable rates,
/// speeds and frame numbers stay far below. Larger values are rounded like a Double.
package struct Fraction: Hashable, Sendable {
  /// The numerator, in lowest terms.
  private let numerator: Int128
  /// The denominator, above zero.
  private let denominator: Int128

  package init(_ value: Int) {
    numerator = Int128(value)
    denominator = 1
  }

  /// Creates a fraction from a rate, in frames per second.
  package init(_ rate: RefreshRate) {
    self.init(Int128(rate.numerator), Int128(rate.denominator))
  }

  /// Creates a fraction from a timestamp, in seconds since the clock's zero.
  package init(_ time: Timestamp) {
    self.init(Int128(time.nanoseconds), 1_000_000_000)
  }

  /// Creates a fraction with exactly this value if both parts fit into 128 bits, or otherwise the
  /// nearest fraction with nine decimals. NaN becomes zero. Unlike ``init(decimal:)``, this creates
  /// no text.
  package init(_ value: Double) {
    guard value.isFinite, value.magnitude < 0x1p64, value == 0 || value.magnitude >= 0x1p-10 else {
      self.init(rounding: value)
      return
    }
    // 52 bits behind the point of a number that is at least 1/1024: fewer than 63 in all.
    var (scaled, denominator) = (value, Int128(1))
    while scaled != scaled.rounded(.towardZero) {
      scaled *= 2
      denominator *= 2
    }
    self.init(Int128(scaled), denominator)
  }

  /// Creates a fraction from the shortest decimal representation of `value`: a tenth for 0.1. NaN
  /// becomes zero, and a value that is too large becomes the nearest representable one.
  package init(decimal value: Double) {
    self = Fraction(decimal: "\(value)") ?? Fraction(rounding: value)
  }

  /// Creates the first convergent of the continued fraction of `value` that rounds to it: a
  /// thirtieth for the quotient 1 / 30. NaN becomes zero, and a value that is too large becomes the
  /// nearest representable one.
  package init(convergent value: Double) {
    self.init(value)
    guard value.magnitude < 0x1p53 else { return }
    var (numerator, denominator) = (numerator, denominator)
    var (before, last) = ((n: Int128(0), d: Int128(1)), (n: Int128(1), d: Int128(0)))
    while denominator != 0 {
      let whole = Fraction(lowestTerms: numerator, denominator).floor
      (numerator, denominator) = (denominator, numerator - Int128(whole) * denominator)
      (before, last) = (
        last, (Int128(whole) * last.n + before.n, Int128(whole) * last.d + before.d)
      )
      if Double(last.n) / Double(last.d) == value {
        self.init(lowestTerms: last.n, last.d)
        return
      }
    }
  }

  /// Parses a decimal number with an optional exponent. Returns `nil` for other text and for
  /// numbers with more digits than 128 bits can hold.
  package init?(decimal text: some StringProtocol) {
    var rest = Substring(text)
    var exponent = 0
    if let index = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      guard let value = Int(rest[rest.index(after: index)...]), (-30...30).contains(value) else {
        return nil
      }
      exponent = value
      rest = rest[..<index]
    }
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    var digits = rest
    if let point = rest.firstIndex(of: ".") {
      exponent -= rest[point...].utf8.count - 1
      digits.remove(at: point)
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int128(digits), (-36...36).contains(exponent)
    else { return nil }
    let power = (0..<abs(exponent)).reduce(Int128(1)) { power, _ in power * 10 }
    let (product, overflow) = value.multipliedReportingOverflow(by: exponent > 0 ? power : 1)
    guard !overflow else { return nil }
    self.init(isNegative ? -product : product, exponent < 0 ? power : 1)
  }

  /// Creates the nearest fraction with nine decimals, or with fewer if they don't fit.
  private init(rounding value: Double) {
    let value = value.isNaN ? 0 : min(max(value, -1e27), 1e27)
    self.init(Int128((value * 1e9).rounded()), 1_000_000_000)
  }

  private init(lowestTerms numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private init(_ numerator: Int128, _ denominator: Int128) {
    let divisor = Int128(Self.commonDivisor(numerator.magnitude, denominator.magnitude))
    (self.numerator, self.denominator) =
      divisor == 1 ? (numerator, denominator) : (numerator / divisor, denominator / divisor)
  }

  /// Returns the greatest common divisor. Most numbers soon fit into 64 bits, which are much faster
  /// to divide.
  private static func commonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (divisor, rest) = (a, b)
    while rest > UInt128(UInt64.max) || divisor > UInt128(UInt64.max), rest != 0 {
      (divisor, rest) = (rest, divisor % rest)
    }
    guard rest != 0 else { return divisor }
    var (low, lowRest) = (UInt64(divisor), UInt64(rest))
    while lowRest != 0 { (low, lowRest) = (lowRest, low % lowRest) }
    return UInt128(low)
  }

  /// Creates a fraction, or returns `nil` if a part doesn't fit.
  private init?(
    _ numerator: (partialValue: Int128, overflow: Bool),
    _ denominator: (partialValue: Int128, overflow: Bool)
  ) {
    // The least integer has no magnitude of the same type.
    guard !numerator.overflow, !denominator.overflow, numerator.partialValue != .min else {
      return nil
    }
    self.init(numerator.partialValue, denominator.partialValue)
  }
}

// MARK: - Rounding

extension Fraction {
  /// The nearest Double.
  package var double: Double { Double(numerator) / Double(denominator) }

  /// The value as an integer, or `nil` if it isn't a representable integer.
  package var integer: Int? { denominator == 1 ? Int(exactly: numerator) : nil }

  /// The greatest integer that isn't greater, clamped to 64 bits.
  package var floor: Int {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int(clamping: rest < 0 ? quotient - 1 : quotient)
  }

  /// The least integer that isn't less, clamped to 64 bits.
  package var ceiling: Int {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int(clamping: rest > 0 ? quotient + 1 : quotient)
  }

  /// The nearest integer. Halves are rounded up.
  package var rounded: Int { (self + Fraction(1, 2)).floor }

  /// The nearest instant, for a number of seconds.
  package var timestamp: Timestamp {
    Timestamp(nanoseconds: Int64((self * Fraction(1_000_000_000)).rounded))
  }
}

// MARK: - Arithmetic

extension Fraction: Comparable {
  static package func < (a: Fraction, b: Fraction) -> Bool {
    let left = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let right = b.numerator.multipliedReportingOverflow(by: a.denominator)
    guard !left.overflow, !right.overflow else { return (a - b).numerator < 0 }
    return left.partialValue < right.partialValue
  }

  static package prefix func - (a: Fraction) -> Fraction {
    Fraction(lowestTerms: -a.numerator, a.denominator)
  }

  static package func + (a: Fraction, b: Fraction) -> Fraction {
    let left = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let right = b.numerator.multipliedReportingOverflow(by: a.denominator)
    let sum = left.partialValue.addingReportingOverflow(right.partialValue)
    return Fraction(
      (sum.partialValue, left.overflow || right.overflow || sum.overflow),
      a.denominator.multipliedReportingOverflow(by: b.denominator))
      ?? Fraction(rounding: a.double + b.double)
  }

  static package func - (a: Fraction, b: Fraction) -> Fraction { a + -b }

  static package func * (a: Fraction, b: Fraction) -> Fraction {
    Fraction(
      a.numerator.multipliedReportingOverflow(by: b.numerator),
      a.denominator.multipliedReportingOverflow(by: b.denominator))
      ?? Fraction(rounding: a.double * b.double)
  }

  /// - Precondition: `b` is above zero.
  static package func / (a: Fraction, b: Fraction) -> Fraction {
    Fraction(
      a.numerator.multipliedReportingOverflow(by: b.denominator),
      a.denominator.multipliedReportingOverflow(by: b.numerator))
      ?? Fraction(rounding: a.double / b.double)
  }
}

extension Fraction {
  /// The fraction as a rate in hertz, or `nil` if it isn't positive or outside the range of rates.
  var rate: RefreshRate? {
    guard let numerator = Int(exactly: numerator), let denominator = Int(exactly: denominator)
    else { return nil }
    return RefreshRate(numerator: numerator, denominator: denominator)
  }
}

extension Fraction: ExpressibleByIntegerLiteral, CustomStringConvertible {
  package init(integerLiteral value: Int) { self.init(value) }

  /// The fraction as a decimal number, rounded if necessary.
  package var description: String { integer.map(String.init) ?? "\(double)" }
}
