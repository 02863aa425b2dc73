import Synchronization

/// Where the statistics of a run go when it ends.
///
/// Any thread may finish it, and one does: the loop's, or where that is stuck another.
final class StatisticsReport: Sendable {
  /// What is still to be written; nil once it was.
  private let pending: Mutex<Pending?>
  let statistics: FrameStatistics

  fileprivate struct Pending {
    /// Whether the table goes to standard error.
    let printsSummary: Bool
    let json: OutputFile?
  }

  /// Opens the files, so that a run whose statistics cannot be saved does not begin.
  ///
  /// - Parameters:
  ///   - json: the path for all statistics, if they are wanted.
  ///   - csv: the path for a row for each frame, if they are wanted.
  init(
    status: TimingStatus, printsSummary: Bool = false, json: String? = nil, csv: String? = nil
  ) throws(OutputError) {
    let jsonFile = if let json { try OutputFile(path: json) } else { nil as OutputFile? }
    let log = if let csv { try FrameLog(path: csv) } else { nil as FrameLog? }
    pending = Mutex(Pending(printsSummary: printsSummary, json: jsonFile))
    statistics = FrameStatistics(status: status, log: log)
  }

  /// Prints the table and makes the files appear, after the last frame. Only the first call does;
  /// another one waits until that is done.
  ///
  /// - Parameter configuration: what was run, as names and values, for the JSON file.
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
    // It takes some milliseconds, which a run without statistics need not spend.
    lazy var summary = statistics.summary()
    if printsSummary { StandardError.write("\(summary)") }
    // The one file may fail and the other succeed: a reader that has enough of the rows is no
    // reason to lose the statistics.
    let failures = [
      failure(of: { () throws(OutputError) in
        try json?.write(Array(summary.json(configuration: configuration).text.utf8))
        try json?.finish()
      }),
      failure(of: { () throws(OutputError) in try statistics.finishLog() }),
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
