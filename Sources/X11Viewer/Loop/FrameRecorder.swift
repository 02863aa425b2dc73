import AnimCore
import FramePacing
import PacingStatistics

/// Measures each frame, and passes its record to the statistics when it is complete: when the next
/// frame is published.
struct FrameRecorder {
  let statistics: FrameStatistics
  /// The record of the last published frame.
  private var record: FrameRecord?

  init(_ statistics: FrameStatistics) { self.statistics = statistics }

  /// Starts the record of a published frame.
  mutating func begin(_ publication: Publication, at now: Timestamp) {
    finish()
    if publication.isInterrupted { statistics.interrupt() }
    record = FrameRecord(
      slot: publication.slot, published: now, lateness: publication.lateness.map(nanoseconds),
      drawing: nanoseconds(publication.drawingTime), missed: publication.missed)
  }

  /// Records the end of the turn in which the frame was published.
  mutating func didPublish(at now: Timestamp) {
    guard let published = record?.published else { return }
    record?.publishing = nanoseconds(now - published)
  }

  /// Records that the server has completed the frame, unless it already had.
  mutating func didComplete(at now: Timestamp) {
    guard let published = record?.published, record?.completion == nil else { return }
    record?.completion = nanoseconds(now - published)
  }

  /// Records by how many seconds the next vblank was later than predicted.
  mutating func didFindPhaseError(_ error: Seconds) { record?.phaseError = nanoseconds(error) }

  /// Passes the record of the last frame to the statistics.
  mutating func finish() {
    if let record { statistics.record(record) }
    record = nil
  }
}

private func nanoseconds(_ span: Seconds) -> Int64 { Timestamp(seconds: span).nanoseconds }
