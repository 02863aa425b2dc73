/// Where the figures of a run go when it ends.
struct StatisticsReport {
  /// Whether the table goes to standard error.
  private let printsSummary: Bool
  private let json: OutputFile?
  private let log: FrameLog?
  let statistics: FrameStatistics

  /// Opens the files, so that a run whose figures cannot be kept does not begin.
  ///
  /// - Parameters:
  ///   - json: the path for all figures, if they are wanted.
  ///   - csv: the path for a row for each frame, if they are wanted.
  init(
    status: TimingStatus, printsSummary: Bool = false, json: String? = nil, csv: String? = nil
  ) throws(OutputError) {
    self.printsSummary = printsSummary
    self.json = if let json { try OutputFile(path: json) } else { nil }
    log = if let csv { try FrameLog(path: csv) } else { nil }
    statistics = FrameStatistics(status: status, log: log)
  }

  /// Prints the table and makes the files appear. To be called once, after the last frame.
  ///
  /// - Parameter configuration: what was run, as names and values, for the JSON file.
  func finish(configuration: [(String, JSON)]) throws(OutputError) {
    // It takes some milliseconds, which who wants no figures need not wait for at the end.
    lazy var summary = statistics.summary()
    if printsSummary { StandardError.write("\(summary)") }
    // The one file may fail and the other succeed: a reader that has enough of the rows is no
    // reason to lose the figures.
    let failures = [
      failure(of: { () throws(OutputError) in
        try json?.write(Array(summary.json(configuration: configuration).text.utf8))
        try json?.finish()
      }),
      failure(of: { () throws(OutputError) in try log?.finish() }),
    ]
    if let first = failures.compactMap(\.self).first { throw first }
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
