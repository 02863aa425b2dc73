import FramePacing
import OfflineRendering

/// Which statistics of the frames are wanted. Made by ``StatisticsFlags``.
struct StatisticsConfiguration: Hashable {
  /// Whether they are shown over the picture from the start.
  var isShown = false
  /// Whether they are printed at the end.
  var printsSummary = false
  /// The path for all statistics, as JSON; nil for none.
  var json: String?
  /// The path for a row for every frame, as CSV; nil for none.
  var csv: String?
}

extension StatisticsConfiguration {
  /// Whether any statistics are written at the end.
  var areWanted: Bool { printsSummary || json != nil || csv != nil }

  /// Opens the files for the statistics.
  func report(status: TimingStatus) throws(Failure) -> StatisticsReport {
    do throws(OutputError) {
      return try StatisticsReport(
        status: status, printsSummary: printsSummary, json: json, csv: csv)
    } catch {
      throw Failure(error)
    }
  }
}
