/// The statistics of a run.
package struct StatisticsSummary: Hashable, Sendable {
  package var status: TimingStatus
  package var frames: Int
  /// How many slots passed in which a frame was wanted but missed.
  package var missed: Int
  /// A row for each measure, in the order of ``Measure``.
  package var rows: [Row]

  /// The distribution of one measure.
  package struct Row: Hashable, Sendable {
    package var measure: Measure
    /// The number of frames for which the measure is known.
    package var count: UInt64
    /// The values of ``percentiles``, in nanoseconds; empty if there are none.
    package var values: [Int64]
  }

  /// The reported percentiles, including the shortest and the longest.
  package static let percentiles = [0, 50, 75, 90, 95, 99, 99.9, 99.99, 100]
}

extension StatisticsSummary.Row {
  init(measure: Measure, _ histogram: DurationHistogram) {
    self.measure = measure
    count = histogram.count
    values = StatisticsSummary.percentiles.compactMap { histogram.percentile($0) }
  }

  /// The value of one of ``StatisticsSummary/percentiles``, in nanoseconds.
  func value(at percentile: Double) -> Int64? {
    StatisticsSummary.percentiles.firstIndex(of: percentile).flatMap {
      $0 < values.count ? values[$0] : nil
    }
  }
}

extension StatisticsSummary: CustomStringConvertible {
  /// A table for people, with a line feed at its end.
  package var description: String {
    let columns: [(title: String, percentile: Double)] = [
      ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("longest", 100),
    ]
    let known = rows.filter { $0.count > 0 }
    var text = "\(frames) frames, \(missed) slots missed; \(status); \(status.renderer)\n"
    if known.isEmpty { return text }
    text += "milliseconds".padded(after: Self.firstWidth)
    for column in columns { text += column.title.padded(before: Self.width) }
    for row in known {
      text += "\n" + row.measure.title.padded(after: Self.firstWidth)
      for column in columns {
        let value = row.value(at: column.percentile).map {
          decimalText(Double($0) / 1e6, places: 3)
        }
        text += (value ?? "-").padded(before: Self.width)
      }
    }
    return text + "\n"
  }

  private static let firstWidth = 18
  private static let width = 11
}
