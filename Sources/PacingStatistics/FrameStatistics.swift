import AnimCore
import FramePacing
import Histogram
import LinuxSystem
import PlainText
import Synchronization

/// Collects statistics about the regularity and the cost of frames.
///
/// The loop calls ``record(_:)`` once for every shown frame, when all of its measurements are
/// complete, which is when the next one is published. Recording allocates only for the first value
/// of each measure. Use ``summary()`` at the end of the run, and ``recent()`` at any time for the
/// overlay.
///
/// Thread-safe, because statistics must be written even if the loop's thread is stuck.
package final class FrameStatistics: Sendable {
  fileprivate struct State {
    var status: TimingStatus
    var frames = 0
    var missed = 0
    var histograms = Measure.allCases.map { _ in DurationHistogram() }
    var lastPublished: Timestamp?
    var meter = RecentFrameMeter()
  }

  private let state: Mutex<State>
  private let observer: (any FrameObserver)?

  /// - Parameter observer: An object that also receives every record.
  package init(status: TimingStatus, observer: (any FrameObserver)? = nil) {
    state = Mutex(State(status: status))
    self.observer = observer
  }

  /// The timing of the loop, which keeps it up to date.
  package var status: TimingStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  var frames: Int { state.withLock { $0.frames } }

  /// The number of slots in which a frame was requested but missed.
  var missed: Int { state.withLock { $0.missed } }

  /// Adds a frame that was shown.
  package func record(_ frame: FrameRecord) {
    let interval = state.withLock { $0.record(frame) }
    observer?.didPublish(frame, interval: interval)
  }

  /// Returns all statistics so far.
  package func summary() -> StatisticsSummary {
    state.withLock { state in
      StatisticsSummary(
        status: state.status, frames: state.frames, missed: state.missed,
        rows: Measure.allCases.map { .init(measure: $0, state.histograms[$0.rawValue]) })
    }
  }

  /// Returns the statistics of the last second and the times of recent frames. The text changes at
  /// most once a second, so that it is readable.
  ///
  /// The value shares its memory with the statistics. Keeping it beyond the drawing of a frame
  /// makes the next record copy that memory (90 numbers).
  package func recent() -> RecentFrames {
    state.withLock { $0.meter.recent($0.status, frames: $0.frames, missed: $0.missed) }
  }
}

/// Receives the record of every shown frame, on the thread that records it.
package protocol FrameObserver: AnyObject, Sendable {
  /// - Parameter interval: The nanoseconds since the previous frame was published, or `nil` if
  ///   unknown.
  func didPublish(_ frame: FrameRecord, interval: Int64?)
}

extension FrameStatistics.State {
  /// - Returns: The nanoseconds since the previous frame was published, or `nil` if unknown.
  fileprivate mutating func record(_ frame: FrameRecord) -> Int64? {
    if frame.isInterrupted {
      lastPublished = nil
      meter.interrupt()
    }
    let interval = lastPublished.map { frame.published.nanoseconds - $0.nanoseconds }
    lastPublished = frame.published
    frames += 1
    missed += frame.missed
    for measure in Measure.allCases {
      if let value = measure.value(of: frame, interval: interval) {
        histograms[measure.rawValue].record(value)
      }
    }
    meter.count(frame, interval: interval, slot: status.refreshRate.map { 1 / $0 })
    return interval
  }
}

/// The measures of frames, in the order of the report.
package enum Measure: Int, CaseIterable, Hashable, Sendable {
  case frameTime
  case lateness
  case drawing
  case publishing
  case completion
  case phaseError

  /// Returns the magnitude of the measure for a frame, in nanoseconds.
  ///
  /// - Parameter interval: The time since the previous frame was published, or `nil` for the first
  ///   frame.
  func value(of frame: FrameRecord, interval: Int64?) -> Int64? {
    switch self {
    case .frameTime: interval
    case .lateness: frame.lateness
    case .drawing: frame.drawing
    case .publishing: frame.publishing
    case .completion: frame.completion
    case .phaseError: frame.phaseError.map { Int64(clamping: $0.magnitude) }
    }
  }

  /// The name for people.
  var title: String {
    switch self {
    case .frameTime: "frame to frame"
    case .lateness: "wake-up late by"
    case .drawing: "drawing"
    case .publishing: "publishing"
    case .completion: "server done after"
    case .phaseError: "phase error"
    }
  }

  /// The name for programs.
  package var key: String { "\(self)" }
}

/// The distribution of durations, in bounded memory.
///
/// It provides percentiles instead of means: people notice the one frame that took ten times as
/// long, which a mean hides. A percentile is within 0.1 % of the true value, or within 128 ns if
/// that is more.
package struct DurationHistogram {
  /// The histogram, whose 32 bits count the frames of two years at 60 Hz. `nil` before the first
  /// value, so that neither an unused measure nor the first frame waits for memory to be cleared.
  private var histogram: Histogram<UInt32>?
  private let precision: SignificantDigits

  /// The maximum recorded duration, in nanoseconds: a minute. Longer durations are clamped.
  private static let longest: Int64 = 60_000_000_000

  /// - Parameter precision: The number of significant digits. Each makes percentiles ten times as
  ///   slow.
  package init(precision: SignificantDigits = .three) { self.precision = precision }

  /// Adds a duration in nanoseconds. Negative ones count as zero. The first call allocates memory.
  package mutating func record(_ nanoseconds: Int64) {
    if histogram == nil {
      histogram = Histogram(
        lowestDiscernibleValue: 128, highestTrackableValue: UInt64(Self.longest),
        numberOfSignificantValueDigits: precision)
    }
    histogram?.record(UInt64(min(max(nanoseconds, 0), Self.longest)))
  }

  mutating func reset() { histogram?.reset() }

  /// The number of recorded durations.
  var count: UInt64 { histogram?.totalCount ?? 0 }

  /// Returns the duration in nanoseconds that `percent` (0 to 100) of all durations don't exceed: 0
  /// for the shortest, and 100 for the longest. Returns `nil` if nothing was recorded. Complexity:
  /// linear in the size of the histogram.
  package func percentile(_ percent: Double) -> Int64? {
    guard let histogram, count > 0 else { return nil }
    return Int64(clamping: histogram.valueAtPercentile(percent))
  }
}

/// The statistics of a run.
package struct StatisticsSummary: Hashable, Sendable {
  package var status: TimingStatus
  package var frames: Int
  /// The number of slots in which a frame was requested but missed.
  package var missed: Int
  /// A row for each measure, in the order of ``Measure``.
  package var rows: [Row]

  /// The distribution of one measure.
  package struct Row: Hashable, Sendable {
    package var measure: Measure
    /// The number of frames with a known value.
    package var count: UInt64
    /// The values of ``percentiles``, in nanoseconds. Empty without known values.
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

  /// Returns the value of one of ``StatisticsSummary/percentiles``, in nanoseconds.
  func value(at percentile: Double) -> Int64? {
    StatisticsSummary.percentiles.firstIndex(of: percentile).flatMap {
      $0 < values.count ? values[$0] : nil
    }
  }
}

extension StatisticsSummary: CustomStringConvertible {
  /// A table for people, terminated by a line feed.
  package var description: String {
    let columns: [(title: String, percentile: Double)] = [
      ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("longest", 100),
    ]
    let measured = rows.filter { $0.count > 0 }
    var text = "\(frames) frames, \(missed) slots missed; \(status); \(status.renderer)\n"
    if measured.isEmpty { return text }
    text += "milliseconds".padded(after: Self.firstWidth)
    for column in columns { text += column.title.padded(before: Self.width) }
    for row in measured {
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
