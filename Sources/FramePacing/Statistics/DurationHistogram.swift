import Histogram

/// The distribution of spans of time, in memory that does not grow.
///
/// It gives percentiles instead of means: people see the one frame that took ten times as long, and
/// a mean hides it. A percentile is within 0.1 % of the true value, or within 128 ns if that is
/// more.
package struct DurationHistogram {
  /// 32 bits count the frames of two years at 60 Hz. Nil before the first span, so that neither an
  /// unused measure nor the first picture waits for memory to be cleared.
  private var histogram: Histogram<UInt32>?
  private let precision: SignificantDigits

  /// Longer spans are clamped to this many nanoseconds: a minute.
  private static let longest: Int64 = 60_000_000_000

  /// - Parameter precision: significant digits. Each makes a percentile ten times as slow.
  package init(precision: SignificantDigits = .three) { self.precision = precision }

  /// Adds a span in nanoseconds; negative ones count as zero. Allocates for the first span.
  package mutating func record(_ nanoseconds: Int64) {
    if histogram == nil {
      histogram = Histogram(
        lowestDiscernibleValue: 128, highestTrackableValue: UInt64(Self.longest),
        numberOfSignificantValueDigits: precision)
    }
    histogram?.record(UInt64(min(max(nanoseconds, 0), Self.longest)))
  }

  mutating func reset() { histogram?.reset() }

  /// The number of recorded spans.
  var count: UInt64 { histogram?.totalCount ?? 0 }

  /// The span in nanoseconds that `percent` (0 to 100) of all spans do not exceed: 0 gives the
  /// shortest and 100 the longest. Nil if nothing was recorded. Complexity: linear in the size of
  /// the histogram.
  package func percentile(_ percent: Double) -> Int64? {
    guard let histogram, count > 0 else { return nil }
    return Int64(clamping: histogram.valueAtPercentile(percent))
  }
}
