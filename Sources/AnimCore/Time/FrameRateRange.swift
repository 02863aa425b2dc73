/// The frame rates, in hertz, that a listener prefers.
///
/// A display can't show a frame between two refreshes, so the actual rate is the display's divided
/// by a whole number; see ``divisor(atRefreshInterval:)``.
public struct FrameRateRange: Hashable, Sendable {
  /// The lowest acceptable rate, from 0.
  public let minimum: Double
  /// The highest acceptable rate; infinite for "as fast as the display".
  public let maximum: Double
  /// The preferred rate, from ``minimum`` to ``maximum``.
  public let preferred: Double

  /// Every refresh of the display.
  public static let `default` = FrameRateRange()

  /// Creates a range. A minimum or a maximum outside its range is clamped to it, a preferred rate
  /// is clamped to between the two, and NaN is replaced by the default.
  /// - Parameters:
  ///   - minimum: See ``minimum``.
  ///   - maximum: See ``maximum``.
  ///   - preferred: See ``preferred``; the maximum if not given.
  public init(minimum: Double = 0, maximum: Double = .infinity, preferred: Double? = nil) {
    let least = minimum.isNaN ? 0 : min(max(minimum, 0), .greatestFiniteMagnitude)
    let greatest = maximum.isNaN ? .infinity : max(maximum, least, Self.lowestRate)
    let wanted = preferred.flatMap { $0.isNaN ? nil : $0 } ?? greatest
    self.minimum = least
    self.maximum = greatest
    self.preferred = min(max(wanted, least, Self.lowestRate), greatest)
  }

  /// The lowest rate of a display, in hertz.
  private static let lowestRate = 0.001

  /// Creates a range from untrusted rates.
  /// - Parameters:
  ///   - minimum: See ``minimum``.
  ///   - maximum: See ``maximum``.
  ///   - preferred: See ``preferred``; the maximum if not given.
  /// - Throws: ``FrameRateRangeError`` with the invalid value.
  public init(
    validatingMinimum minimum: Double, maximum: Double = .infinity, preferred: Double? = nil
  ) throws(FrameRateRangeError) {
    let preferred = preferred ?? maximum
    guard minimum >= 0, minimum.isFinite else { throw .minimum(minimum) }
    guard maximum > 0, maximum >= minimum else { throw .maximum(maximum, minimum: minimum) }
    guard preferred > 0, preferred >= minimum, preferred <= maximum else {
      throw .preferred(preferred, minimum: minimum, maximum: maximum)
    }
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }
}

extension FrameRateRange {
  /// The difference up to which rates are treated as equal. A 60 Hz display measures anything from
  /// 59.94 to 60.05 Hz, which must neither exceed "at most 60" nor flicker between two divisors on
  /// a tie.
  private static let tolerance = 0.01

  /// Returns the divisor of the refresh rate: 1 to use every refresh, 2 for every second refresh,
  /// and so on.
  ///
  /// It is the divisor with a rate in the range that is closest to the preferred rate, or the
  /// faster one on a tie. If no rate is in the range, it is the closest one.
  /// - Parameter refreshInterval: The refresh interval of the display in seconds. If it isn't
  ///   positive, the result is 1.
  public func divisor(atRefreshInterval refreshInterval: Seconds) -> Int {
    let display = 1 / refreshInterval
    guard display.isFinite, display > 0 else { return 1 }

    let faster = max(Self.whole(display / preferred), 1)
    let above = display / Double(faster) - preferred
    let below = preferred - display / Double(faster + 1)
    let nearest = above > below * (1 + Self.tolerance) ? faster + 1 : faster

    let smallest = max(-Self.whole(-display / (maximum * (1 + Self.tolerance))), 1)
    let largest = Self.whole(display / (minimum * (1 - Self.tolerance)))
    return smallest <= largest ? min(max(nearest, smallest), largest) : nearest
  }

  /// Returns `x` rounded down and clamped to the range of 32 bits.
  private static func whole(_ x: Double) -> Int {
    Int(min(max(x.rounded(.down), Double(Int32.min)), Double(Int32.max)))
  }
}

/// The reason why a ``FrameRateRange`` is invalid.
public enum FrameRateRangeError: Error, Hashable, Sendable {
  /// The minimum is negative, infinite or NaN.
  case minimum(Double)
  /// The maximum isn't positive, NaN or below the minimum.
  case maximum(Double, minimum: Double)
  /// The preferred rate isn't positive, NaN or outside the range.
  case preferred(Double, minimum: Double, maximum: Double)
}

extension FrameRateRangeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .minimum(let minimum):
      "minimum frame rate: \(minimum) Hz is invalid; use a finite rate of at least 0 Hz"
    case .maximum(let maximum, let minimum):
      "maximum frame rate: \(maximum) Hz is invalid; "
        + "use a rate above 0 Hz and at least the minimum of \(minimum) Hz"
    case .preferred(let preferred, let minimum, let maximum):
      "preferred frame rate: \(preferred) Hz is invalid; "
        + "use a rate above 0 Hz and within \(minimum)–\(maximum) Hz"
    }
  }
}

/// The refresh rate of a display as an exact fraction of integers.
///
/// Neither 1/60 s nor 1001/60000 s is a whole number of nanoseconds. With a fraction, slot *n* is
/// computed from *n* and rounded once, so that no error accumulates over hours.
public struct RefreshRate: Hashable, Sendable {
  /// Refreshes in ``denominator`` seconds, in lowest terms.
  public let numerator: Int
  /// Seconds for ``numerator`` refreshes, in lowest terms.
  public let denominator: Int

  /// The default rate of 60 Hz, for example to count the frames of a ``Scene`` without a
  /// ``Scene/playback``.
  public static let assumed = RefreshRate(hertz: 60)

  /// Creates a rate in hertz, rounded to a millionth. Rates are clamped to 0.001…1,000 Hz, and NaN
  /// becomes 60.
  public init(hertz: Double) {
    let clamped = hertz.isNaN ? 60 : min(max(hertz, 0.001), 1_000)
    self.init(reducing: Int((clamped * 1e6).rounded()), 1_000_000)
  }

  /// Creates the rate `numerator / denominator` in hertz, such as 60000/1001, or the dot clock
  /// divided by the total number of pixels per refresh. Returns `nil` if either isn't positive or,
  /// in lowest terms, is above 10⁹, or if the rate is outside 0.001…1,000 Hz.
  public init?(numerator: Int, denominator: Int) {
    guard numerator > 0, denominator > 0 else { return nil }
    self.init(reducing: numerator, denominator)
    guard max(self.numerator, self.denominator) <= 1_000_000_000,
      (0.001...1_000).contains(hertz)
    else { return nil }
  }

  private init(reducing numerator: Int, _ denominator: Int) {
    var (divisor, rest) = (numerator, denominator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Refreshes per second, rounded to a Double.
  public var hertz: Double { Double(numerator) / Double(denominator) }

  /// Seconds between two refreshes.
  public var interval: Seconds { Double(denominator) / Double(numerator) }

  /// Returns an interval in seconds, clamped to the range of rates, or 1/60 for NaN.
  static func clamped(interval: Seconds) -> Seconds {
    interval.isNaN ? 1 / 60 : min(max(interval, 0.001), 1_000)
  }
}

extension RefreshRate {
  private static let nanosecondsPerSecond = 1_000_000_000

  /// Nanoseconds from slot 0 to slot `slot`, rounded to nearest and clamped to 64 bits.
  package func nanoseconds(toSlot slot: Int) -> Int64 {
    // slot = cycles·numerator + rest. A cycle lasts an integral number of seconds, and the product
    // for the rest (less than a cycle) fits, because both parts of the fraction are at most 10⁹.
    var (cycles, rest) = slot.quotientAndRemainder(dividingBy: numerator)
    if rest < 0 {
      cycles -= 1
      rest += numerator
    }
    let product = (rest * denominator).multipliedFullWidth(by: Self.nanosecondsPerSecond)
    let (part, left) = numerator.dividingFullWidth(product)
    let rounded = left >= numerator - left ? part + 1 : part
    let (whole, overflow) = cycles.multipliedReportingOverflow(
      by: denominator * Self.nanosecondsPerSecond)
    let (sum, carry) = whole.addingReportingOverflow(rounded)
    return overflow || carry ? (slot < 0 ? .min : .max) : Int64(sum)
  }

  /// Returns the last slot at or before `nanoseconds` after slot 0. Instants are clamped to 146
  /// years.
  package func slot(atOrBefore nanoseconds: Int64) -> Int {
    let nanoseconds = min(max(nanoseconds, .min / 2), .max / 2)
    // There are at most 5·10¹² slots, so the estimate is off by at most one or two.
    var slot = Int((Double(nanoseconds) / 1e9 * hertz).rounded(.down))
    while self.nanoseconds(toSlot: slot) > nanoseconds { slot -= 1 }
    while self.nanoseconds(toSlot: slot + 1) <= nanoseconds { slot += 1 }
    return slot
  }
}

extension RefreshRate: CustomStringConvertible {
  public var description: String { "\(hertz) Hz" }
}
