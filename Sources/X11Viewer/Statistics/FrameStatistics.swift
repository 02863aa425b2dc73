import AnimCore
import Synchronization

/// Collects statistics of frames: how regular they are, and what they cost.
///
/// The loop calls ``record(_:)`` once for every frame that was shown, when everything about it is
/// known, which is when the next one is published, and ``interrupt()`` when frames stop for a
/// while. Recording allocates only for the first value of each measure. ``summary()`` is for the
/// end of the run, and ``panel()`` for the overlay, at any time.
///
/// May be used on any thread, because statistics must be written even if the loop's thread is
/// stuck.
final class FrameStatistics: Sendable {
  fileprivate struct State {
    var status: TimingStatus
    var frames = 0
    var missed = 0
    var histograms = Measure.allCases.map { _ in DurationHistogram() }
    var lastPublished: Timestamp?
    var meter = PanelMeter()
    let log: FrameLog?
  }

  private let state: Mutex<State>

  /// - Parameter log: also receives every record.
  init(status: TimingStatus, log: sending FrameLog? = nil) {
    state = Mutex(State(status: status, log: log))
  }

  /// What the loop knows about its timing. The loop keeps it up to date.
  var status: TimingStatus {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  var frames: Int { state.withLock { $0.frames } }

  /// How many slots passed in which a frame was wanted but missed.
  var missed: Int { state.withLock { $0.missed } }

  /// Adds a frame that was shown.
  func record(_ frame: FrameRecord) { state.withLock { $0.record(frame) } }

  /// Reports that frames have stopped, because they are paused, hidden or not wanted. The time to
  /// the next frame is not counted.
  func interrupt() {
    state.withLock {
      $0.lastPublished = nil
      $0.meter.interrupt()
    }
  }

  /// All statistics so far.
  func summary() -> StatisticsSummary {
    state.withLock { state in
      StatisticsSummary(
        status: state.status, frames: state.frames, missed: state.missed,
        rows: Measure.allCases.map { .init(measure: $0, state.histograms[$0.rawValue]) })
    }
  }

  /// The statistics of the last second and the graph of recent frames, for the overlay. The text
  /// changes at most once a second, so that it can be read.
  ///
  /// The panel shares its memory with the statistics. Holding it for longer than drawing takes
  /// makes the next record copy that memory (90 numbers).
  func panel() -> StatisticsPanel {
    state.withLock { $0.meter.panel($0.status, frames: $0.frames, missed: $0.missed) }
  }

  /// Finishes the log, after the last frame.
  ///
  /// - Throws: the first error that any write met.
  func finishLog() throws(OutputError) {
    let failure = state.withLock { state -> OutputError? in
      do throws(OutputError) {
        try state.log?.finish()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

extension FrameStatistics.State {
  fileprivate mutating func record(_ frame: FrameRecord) {
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
}
