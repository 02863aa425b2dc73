/// A span of time in seconds.
public typealias Seconds = Double

/// An instant of a monotonic clock, in integral nanoseconds since that clock's own zero.
///
/// For a real display the clock is CLOCK_MONOTONIC, which timerfd and the Present extension also
/// use; a virtual source starts at zero. Nanoseconds are kept as an integer so that deadlines stay
/// exact however long a session lasts.
public struct Timestamp: Hashable, Sendable {
  /// Nanoseconds since the clock's zero.
  public var nanoseconds: Int64

  /// Creates the instant `nanoseconds` after the clock's zero.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates a timestamp, rounded to the nearest nanosecond. Values are clamped to the range of 64
  /// bits (292 years), and NaN becomes zero.
  public init(seconds: Seconds) {
    nanoseconds = Self.nanoseconds(of: seconds)
  }

  /// The clock's zero.
  public static let zero = Timestamp(nanoseconds: 0)

  /// Returns the instant `value` seconds after the clock's zero.
  public static func seconds(_ value: Seconds) -> Timestamp { Timestamp(seconds: value) }

  /// Seconds since the clock's zero, rounded to a Double.
  public var seconds: Seconds { Double(nanoseconds) / 1e9 }

  package static func nanoseconds(of seconds: Seconds) -> Int64 {
    if seconds.isNaN { return 0 }
    return Int64(exactly: (seconds * 1e9).rounded()) ?? (seconds < 0 ? .min : .max)
  }
}

extension Timestamp: Comparable {
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension Timestamp {
  /// Returns the span from `b` to `a`, exact to the nanosecond up to 104 days.
  public static func - (a: Timestamp, b: Timestamp) -> Seconds {
    Double(a.nanoseconds(since: b)) / 1e9
  }

  /// Returns the instant `span` seconds later, clamped to 64 bits of nanoseconds.
  public static func + (instant: Timestamp, span: Seconds) -> Timestamp {
    instant.advanced(byNanoseconds: nanoseconds(of: span))
  }

  /// Returns the instant `span` seconds earlier, clamped to 64 bits of nanoseconds.
  public static func - (instant: Timestamp, span: Seconds) -> Timestamp { instant + -span }

  /// Moves an instant to `span` seconds later.
  public static func += (instant: inout Timestamp, span: Seconds) { instant = instant + span }

  /// Moves an instant to `span` seconds earlier.
  public static func -= (instant: inout Timestamp, span: Seconds) { instant = instant - span }

  /// Returns the span from `other`, clamped to 64 bits.
  package func nanoseconds(since other: Timestamp) -> Int64 {
    let (span, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return overflow ? (self < other ? .min : .max) : span
  }

  /// Returns the instant a span later, clamped to 64 bits.
  package func advanced(byNanoseconds span: Int64) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(span)
    return Timestamp(nanoseconds: overflow ? (span < 0 ? .min : .max) : sum)
  }
}
