/// How often a display shows a new picture, as an exact fraction of integers.
///
/// Neither 1/60 s nor 1001/60000 s is a whole number of nanoseconds. With a fraction, slot *n* is
/// computed from *n* and rounded once, so no error accumulates over hours.
public struct RefreshRate: Hashable, Sendable {
  /// Refreshes in ``denominator`` seconds, in lowest terms.
  public let numerator: Int
  /// Seconds for ``numerator`` refreshes, in lowest terms.
  public let denominator: Int

  /// A rate in hertz, rounded to a millionth. Rates are clamped to 0.001…1,000 Hz, and NaN becomes
  /// 60.
  public init(hertz: Double) {
    let clamped = hertz.isNaN ? 60 : min(max(hertz, 0.001), 1_000)
    self.init(reducing: Int((clamped * 1e6).rounded()), 1_000_000)
  }

  /// The rate `numerator / denominator` in hertz, such as 60000/1001, or the dot clock divided by
  /// the pixels of a whole refresh. `nil` if either is not positive or, in lowest terms, above 10⁹,
  /// or if the rate is outside 0.001…1,000 Hz.
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

  /// An interval in seconds, clamped to the range of rates; 1/60 for NaN.
  static func clamped(interval: Seconds) -> Seconds {
    interval.isNaN ? 1 / 60 : min(max(interval, 0.001), 1_000)
  }
}

extension RefreshRate {
  private static let nanosecondsPerSecond = 1_000_000_000

  /// Nanoseconds from slot 0 to slot `slot`, rounded to nearest and clamped to 64 bits.
  public func nanoseconds(toSlot slot: Int) -> Int64 {
    // slot = cycles·numerator + rest. Whole cycles last whole seconds, and the product for the rest
    // (less than a cycle) fits, since both parts of the fraction are at most 10⁹.
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

  /// The last slot at or before `nanoseconds` after slot 0. Instants are clamped to 146 years.
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
