import AnimCore

/// Counts frames: how regular they are, and what they cost.
///
/// The loop calls ``record(_:)`` once for every frame that was shown, when all is known of it, that
/// is to say when the next one is published; and ``interrupt()`` where frames stop for a while.
/// Recording allocates only for the first value of each measure. ``summary()`` is for the end;
/// ``panel()`` is for the overlay at any time.
final class FrameStatistics {
  /// What the loop knows of its timing; to be kept up to date.
  var status: TimingStatus

  private(set) var frames = 0
  /// How many slots went by for which a frame was wanted.
  private(set) var missed = 0
  private var histograms = Measure.allCases.map { _ in DurationHistogram() }
  private var lastPublished: Timestamp?
  private let log: FrameLog?
  private var meter = PanelMeter()

  /// - Parameter log: gets every record as well.
  init(status: TimingStatus, log: FrameLog? = nil) {
    self.status = status
    self.log = log
  }

  /// Counts a frame that was shown.
  func record(_ frame: FrameRecord) {
    let interval = lastPublished.map { frame.published.nanoseconds - $0.nanoseconds }
    lastPublished = frame.published
    frames += 1
    missed += frame.missed
    for measure in Measure.allCases {
      if let value = measure.value(of: frame, interval: interval) {
        histograms[measure.rawValue].record(value)
      }
    }
    meter.count(frame, interval: interval)
    log?.append(frame, interval: interval)
  }

  /// Says that frames stop: paused, hidden, asleep. The span to the next frame is not counted.
  func interrupt() {
    lastPublished = nil
    meter.interrupt()
  }

  /// All figures so far.
  func summary() -> StatisticsSummary {
    StatisticsSummary(
      status: status, frames: frames, missed: missed,
      rows: Measure.allCases.map { .init(measure: $0, histograms[$0.rawValue]) })
  }

  /// The figures of the last second and the graph of the last frames, for the overlay. The text
  /// changes once a second at most, so that it can be read.
  ///
  /// The panel shares its memory with the one that the statistics keep; who holds it longer than to
  /// draw it makes the next record copy that (90 numbers).
  func panel() -> StatisticsPanel {
    meter.panel(status, frames: frames, missed: missed)
  }
}
