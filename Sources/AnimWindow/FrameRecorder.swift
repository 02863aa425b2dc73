import AnimCore
import FramePacing

/// Measures each frame until it is complete: when the next one is published.
struct FrameRecorder {
  /// The record of the last published frame.
  private var record: FrameRecord?

  /// Starts the record of a published frame.
  mutating func begin(_ publication: Publication, at now: Timestamp) {
    record = FrameRecord(
      slot: publication.slot, published: now, lateness: publication.lateness.map(nanoseconds),
      drawing: nanoseconds(publication.drawingTime), missed: publication.missed,
      isInterrupted: publication.isInterrupted)
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

  /// Returns the record of the last frame, once.
  mutating func finish() -> FrameRecord? {
    defer { record = nil }
    return record
  }
}

private func nanoseconds(_ span: Seconds) -> Int64 { Timestamp(seconds: span).nanoseconds }
