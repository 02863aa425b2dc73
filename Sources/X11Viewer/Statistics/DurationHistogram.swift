import Histogram

/// How often which span of time was seen, in memory that does not grow.
///
/// Percentiles and not means: one frame that took ten times as long is what people see, and a mean
/// hides it. A percentile is within 0.1 % of the true value, or 128 ns where that is more.
struct DurationHistogram {
  /// 32 bits count the frames of two years at 60 Hz. Nil, and no memory, before the first span: what
  /// nobody counts, and the first picture, need not wait for it to be cleared.
  private var histogram: Histogram<UInt32>?
  private let precision: SignificantDigits

  /// Longer spans are clamped to this many nanoseconds: a minute.
  private static let longest: Int64 = 60_000_000_000

  /// - Parameter precision: significant digits; a percentile takes time that grows tenfold with each.
  init(precision: SignificantDigits = .three) { self.precision = precision }

  /// Adds a span in nanoseconds; a negative one is treated as zero. Allocates at the first.
  mutating func record(_ nanoseconds: Int64) {
    if histogram == nil {
      histogram = Histogram(
        lowestDiscernibleValue: 128, highestTrackableValue: UInt64(Self.longest),
        numberOfSignificantValueDigits: precision)
    }
    histogram?.record(UInt64(min(max(nanoseconds, 0), Self.longest)))
  }

  mutating func reset() { histogram?.reset() }

  /// How many spans were recorded.
  var count: UInt64 { histogram?.totalCount ?? 0 }

  /// The span in nanoseconds that `percent` (0 to 100) of all do not exceed: 0 is the shortest, 100
  /// the longest. Nil where nothing was recorded. Complexity: linear in the size of the histogram.
  func percentile(_ percent: Double) -> Int64? {
    guard let histogram, count > 0 else { return nil }
    return Int64(clamping: histogram.valueAtPercentile(percent))
  }
}
