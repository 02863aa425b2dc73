import AnimCore
import FramePacing

// The record of each frame, which is complete when the next frame is published.
extension FrameLoop {
  /// Begins the record of a published frame.
  func beginRecord(of publication: Publication, at now: Timestamp) {
    finishRecord()
    if publication.isInterrupted { statistics.interrupt() }
    record = FrameRecord(
      slot: publication.slot, published: now, lateness: publication.lateness.map(nanoseconds),
      drawing: nanoseconds(publication.drawingTime), missed: publication.missed)
    updateStatus()
  }

  /// Measures, one turn later, how long publishing took.
  func finishPublishingTime(at now: Timestamp) {
    guard let published = record?.published else { return }
    record?.publishing = nanoseconds(now - published)
  }

  /// The server is done with the frame, unless it already was.
  func didComplete(at now: Timestamp) {
    // Without listening, the completion came earlier, at an unknown time.
    guard isListening, let published = record?.published, record?.completion == nil,
      session.renderer.isIdle
    else { return }
    record?.completion = nanoseconds(now - published)
  }

  /// Passes the record of the last frame to the statistics.
  func finishRecord() {
    if let record { statistics.record(record) }
    record = nil
  }

  /// Tells the statistics how frames are now timed and drawn.
  func updateStatus() {
    statistics.status = cycle.status(renderer: session.renderer.description)
  }
}

private func nanoseconds(_ span: Seconds) -> Int64 { Timestamp(seconds: span).nanoseconds }
