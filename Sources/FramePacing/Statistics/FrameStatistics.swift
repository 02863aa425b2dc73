import AnimCore
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
    meter.count(frame, interval: interval)
    return interval
  }
}
