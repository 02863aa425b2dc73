import AnimCore
import Histogram
import LinuxSystem
import Synchronization

/// Collects statistics of frames: how regular they are, and what they cost.
///
/// The loop calls ``record(_:)`` once for every frame that was shown, when everything about it is
/// known, which is when the next one is published, and ``interrupt()`` when frames stop for a
/// while. Recording allocates only for the first value of each measure. ``summary()`` is for the
/// end of the run, and ``recent()`` for the overlay, at any time.
///
/// May be used on any thread, because statistics must be written even if the loop's thread is
/// stuck.
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

  /// - Parameter observer: also receives every record.
  package init(status: TimingStatus, observer: (any FrameObserver)? = nil) {
    state = Mutex(State(status: status))
    self.observer = observer
  }

  /// What the loop knows about its timing. The loop keeps it up to date.
  package var status: TimingStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  var frames: Int { state.withLock { $0.frames } }

  /// How many slots passed in which a frame was wanted but missed.
  var missed: Int { state.withLock { $0.missed } }

  /// Adds a frame that was shown.
  package func record(_ frame: FrameRecord) {
    let interval = state.withLock { $0.record(frame) }
    observer?.didPublish(frame, interval: interval)
  }

  /// Reports that frames have stopped, because they are paused, hidden or not wanted. The time to
  /// the next frame is not counted.
  package func interrupt() {
    state.withLock {
      $0.lastPublished = nil
      $0.meter.interrupt()
    }
  }

  /// All statistics so far.
  package func summary() -> StatisticsSummary {
    state.withLock { state in
      StatisticsSummary(
        status: state.status, frames: state.frames, missed: state.missed,
        rows: Measure.allCases.map { .init(measure: $0, state.histograms[$0.rawValue]) })
    }
  }

  /// The last second and the times of recent frames. The text changes at most once a second, so
  /// that it can be read.
  ///
  /// The value shares its memory with the statistics. Holding it for longer than drawing takes
  /// makes the next record copy that memory (90 numbers).
  package func recent() -> RecentFrames {
    state.withLock { $0.meter.recent($0.status, frames: $0.frames, missed: $0.missed) }
  }
}

/// Receives the record of every frame that was shown, on the thread that records it.
package protocol FrameObserver: AnyObject, Sendable {
  /// - Parameter interval: nanoseconds since the previous frame was published; nil if unknown.
  func didPublish(_ frame: FrameRecord, interval: Int64?)
}

extension FrameStatistics.State {
  /// - Returns: nanoseconds since the previous frame was published; nil if unknown.
  fileprivate mutating func record(_ frame: FrameRecord) -> Int64? {
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

/// Everything that is measured of one frame. Spans are in nanoseconds; nil means unknown, such as
/// the phase error on a server that reports no vblanks.
package struct FrameRecord: Hashable, Sendable {
  /// The slot in which the frame was shown, as a count of refreshes.
  package var slot: Int
  /// When the frame was sent to the server.
  package var published: Timestamp
  /// The time from the deadline to the wake-up.
  package var lateness: Int64?
  /// The time for updating the scene and painting the picture.
  package var drawing: Int64?
  /// The time for sending the picture to the server.
  package var publishing: Int64?
  /// The time from publishing until the server was done with the picture.
  package var completion: Int64?
  /// How many slots before this one passed in which a frame was wanted but missed.
  package var missed = 0
  /// The server's next vblank stamp minus the prediction; positive if the display is later.
  package var phaseError: Int64?

  package init(
    slot: Int, published: Timestamp, lateness: Int64? = nil, drawing: Int64? = nil,
    publishing: Int64? = nil, completion: Int64? = nil, missed: Int = 0, phaseError: Int64? = nil
  ) {
    self.slot = slot
    self.published = published
    self.lateness = lateness
    self.drawing = drawing
    self.publishing = publishing
    self.completion = completion
    self.missed = missed
    self.phaseError = phaseError
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

  /// The magnitude of the measure of one frame, in nanoseconds.
  ///
  /// - Parameter interval: the time since the previous frame was published; nil if there was none.
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
