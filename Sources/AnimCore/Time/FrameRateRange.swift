/// The frame rates, in hertz, that a listener prefers.
///
/// A display cannot show a frame between two refreshes, so the actual rate is the display's divided
/// by a whole number; see ``divisor(atRefreshInterval:)``.
public struct FrameRateRange: Hashable, Sendable {
  /// The lowest acceptable rate, from 0.
  public let minimum: Double
  /// The highest acceptable rate; infinite for "as fast as the display".
  public let maximum: Double
  /// The preferred rate, from ``minimum`` to ``maximum``.
  public let preferred: Double

  /// Every refresh of the display.
  public static let `default` = FrameRateRange(preferring: .infinity)

  /// - Parameter preferred: the maximum if not given.
  /// - Throws: ``FrameRateRangeError`` with the value that is wrong.
  public init(
    minimum: Double = 0, maximum: Double = .infinity, preferred: Double? = nil
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

  private init(preferring preferred: Double) {
    minimum = 0
    maximum = .infinity
    self.preferred = preferred
  }
}

extension FrameRateRange {
  /// The difference up to which rates are treated as equal. A 60 Hz display measures anything from
  /// 59.94 to 60.05 Hz, which must neither exceed "at most 60" nor flicker between two divisors on
  /// a tie.
  private static let tolerance = 0.01

  /// Which of the display's refreshes to use: every one, every second, every third, and so on.
  ///
  /// Of the divisors whose rate is in the range, this is the one whose rate is nearest to the
  /// preferred; on a tie, the faster one. If none is in the range, it is the one nearest to the
  /// preferred.
  /// - Parameter refreshInterval: the display's, in seconds. If not positive, the result is 1.
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

  /// `x` rounded down and clamped to the range of 32 bits.
  private static func whole(_ x: Double) -> Int {
    Int(min(max(x.rounded(.down), Double(Int32.min)), Double(Int32.max)))
  }
}

/// Why a ``FrameRateRange`` is not valid.
public enum FrameRateRangeError: Error, Hashable, Sendable {
  /// The minimum is negative, infinite or NaN.
  case minimum(Double)
  /// The maximum is not positive, NaN or below the minimum.
  case maximum(Double, minimum: Double)
  /// The preferred rate is not positive, NaN or outside the range.
  case preferred(Double, minimum: Double, maximum: Double)
}

extension FrameRateRangeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .minimum(let minimum):
      "minimum frame rate: \(minimum) Hz is not valid; use a finite rate from 0 Hz"
    case .maximum(let maximum, let minimum):
      "maximum frame rate: \(maximum) Hz is not valid; "
        + "use a rate above 0 Hz and not below the minimum of \(minimum) Hz"
    case .preferred(let preferred, let minimum, let maximum):
      "preferred frame rate: \(preferred) Hz is not valid; "
        + "use a rate above 0 Hz and within \(minimum)–\(maximum) Hz"
    }
  }
}
