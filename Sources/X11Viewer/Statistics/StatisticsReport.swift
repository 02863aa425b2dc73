import FramePacing
import LinuxSystem
import OfflineRendering
import Synchronization

/// Writes the statistics of a run when it ends.
///
/// Any thread may finish it: the loop's or, if that is stuck, another.
final class StatisticsReport: Sendable {
  /// What has not been written yet; nil once it has.
  private let pending: Mutex<Pending?>
  let statistics: FrameStatistics

  fileprivate struct Pending {
    /// Whether the table is printed on standard error.
    let printsSummary: Bool
    let json: OutputFile?
    let log: FrameLog?
  }

  /// Opens the files, so that a run does not start if its statistics cannot be saved.
  ///
  /// - Parameters:
  ///   - json: the path for all statistics; nil if they are not wanted.
  ///   - csv: the path for a row for each frame; nil if they are not wanted.
  init(
    status: TimingStatus, printsSummary: Bool = false, json: String? = nil, csv: String? = nil
  ) throws(OutputError) {
    let jsonFile = if let json { try OutputFile(path: json) } else { nil as OutputFile? }
    let log = if let csv { try FrameLog(path: csv) } else { nil as FrameLog? }
    pending = Mutex(Pending(printsSummary: printsSummary, json: jsonFile, log: log))
    statistics = FrameStatistics(status: status, observer: log)
  }

  /// Prints the table and makes the files appear, after the last frame. Only the first call does
  /// so; any other waits for it to finish.
  ///
  /// - Parameter configuration: the run's configuration, as names and values, for the JSON file.
  func finish(configuration: [(String, JSON)]) throws(OutputError) {
    let failure = pending.withLock { pending -> OutputError? in
      defer { pending = nil }
      return pending?.write(statistics, configuration)
    }
    if let failure { throw failure }
  }
}

extension StatisticsReport.Pending {
  /// - Returns: the first error.
  fileprivate func write(
    _ statistics: FrameStatistics, _ configuration: [(String, JSON)]
  ) -> OutputError? {
    // It takes some milliseconds, which a run without statistics does not spend.
    lazy var summary = statistics.summary()
    if printsSummary { StandardError.write("\(summary)") }
    // One file may fail and the other succeed: a reader that has enough of the rows is no reason to
    // lose the statistics.
    let failures = [
      failure(of: { () throws(OutputError) in
        try json?.write(Array(summary.json(configuration: configuration).text.utf8))
        try json?.finish()
      }),
      failure(of: { () throws(OutputError) in try log?.finish() }),
    ]
    return failures.compactMap(\.self).first
  }

  private func failure(of work: () throws(OutputError) -> Void) -> OutputError? {
    do throws(OutputError) {
      try work()
      return nil
    } catch {
      return error
    }
  }
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
