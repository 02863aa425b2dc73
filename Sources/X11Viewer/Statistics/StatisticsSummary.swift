/// The statistics of a run.
struct StatisticsSummary: Hashable, Sendable {
  var status: TimingStatus
  var frames: Int
  /// How many slots passed in which a frame was wanted but missed.
  var missed: Int
  /// A row for each measure, in the order of ``Measure``.
  var rows: [Row]

  /// The distribution of one measure.
  struct Row: Hashable, Sendable {
    var measure: Measure
    /// The number of frames for which the measure is known.
    var count: UInt64
    /// The values of ``percentiles``, in nanoseconds; empty if there are none.
    var values: [Int64]
  }

  /// The reported percentiles, including the shortest and the longest.
  static let percentiles = [0, 50, 75, 90, 95, 99, 99.9, 99.99, 100]
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
  var description: String {
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

extension StatisticsSummary {
  /// The summary for programs. Spans are whole nanoseconds.
  ///
  /// - Parameter configuration: the run's configuration, as names and values.
  func json(configuration: [(String, JSON)]) -> JSON {
    .object([
      ("configuration", .object(configuration)),
      ("timing", .string(status.source.rawValue)),
      ("timingReason", status.reason.map { .string($0.rawValue) } ?? .null),
      ("locked", .bool(status.isLocked)),
      ("refreshRate", status.refreshRate.map(JSON.number) ?? .null),
      ("renderer", .string(status.renderer)),
      ("frames", .integer(frames)),
      ("missedSlots", .integer(missed)),
      ("nanoseconds", .object(rows.map { ($0.measure.key, $0.json) })),
    ])
  }
}

extension StatisticsSummary.Row {
  fileprivate var json: JSON {
    let percentiles = zip(StatisticsSummary.percentiles, values).map { percentile, value in
      (
        "p" + (Int(exactly: percentile).map(String.init) ?? "\(percentile)"),
        JSON.integer(Int(value))
      )
    }
    return .object([("count", .integer(Int(clamping: count)))] + percentiles)
  }
}
