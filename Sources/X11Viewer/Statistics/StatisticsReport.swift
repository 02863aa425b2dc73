import FramePacing
import LinuxSystem
import OfflineRendering
import PacingStatistics
import PlainText
import Synchronization

/// Writes the statistics of a run when it ends.
///
/// Any thread can finish it: usually that of the loop or, if that is stuck, another one.
final class StatisticsReport: Sendable {
  /// The outstanding report, or `nil` after it was written.
  private let pending: Mutex<Pending?>
  let statistics: FrameStatistics

  fileprivate struct Pending {
    /// Whether to print the table to standard error.
    let printsSummary: Bool
    let json: OutputFile?
    let log: FrameLog?
  }

  /// Opens the files, so that a run doesn't start if its statistics can't be saved.
  ///
  /// - Parameters:
  ///   - json: The path for all statistics, or `nil`.
  ///   - csv: The path for a row per frame, or `nil`.
  init(
    status: TimingStatus, printsSummary: Bool = false, json: String? = nil, csv: String? = nil
  ) throws(OutputError) {
    let jsonFile = if let json { try OutputFile(path: json) } else { nil as OutputFile? }
    let log = if let csv { try FrameLog(path: csv) } else { nil as FrameLog? }
    pending = Mutex(Pending(printsSummary: printsSummary, json: jsonFile, log: log))
    statistics = FrameStatistics(status: status, observer: log)
  }

  /// Prints the table and makes the files visible, after the last frame. Only the first call does
  /// this. Other calls wait until it has finished.
  ///
  /// - Parameter configuration: The configuration of the run, as names and values, for the JSON
  ///   file.
  func finish(configuration: [(String, JSON)]) throws(OutputError) {
    let failure = pending.withLock { pending -> OutputError? in
      defer { pending = nil }
      return pending?.write(statistics, configuration)
    }
    if let failure { throw failure }
  }
}

extension StatisticsReport.Pending {
  /// - Returns: The first error.
  fileprivate func write(
    _ statistics: FrameStatistics, _ configuration: [(String, JSON)]
  ) -> OutputError? {
    // Computing it takes some milliseconds, which runs without statistics save.
    lazy var summary = statistics.summary()
    if printsSummary { StandardError.write("\(summary)") }
    // One file may fail and the other succeed. The statistics must not be lost because a reader of
    // the rows has closed its pipe.
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
  /// Returns the summary for programs. Durations are integral nanoseconds.
  ///
  /// - Parameter configuration: The configuration of the run, as names and values.
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
