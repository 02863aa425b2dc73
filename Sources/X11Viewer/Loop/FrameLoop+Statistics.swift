import AnimCore

// What is learned of each frame. A frame's record is complete when the next one is published.
extension FrameLoop {
  /// Begins the record of the frame that was just published.
  func beginRecord(of publication: Publication, at now: Timestamp) {
    finishRecord()
    if publication.isInterrupted { statistics.interrupt() }
    record = FrameRecord(
      slot: publication.slot, published: now, lateness: publication.lateness.map(nanoseconds),
      drawing: nanoseconds(publication.drawingTime), missed: publication.missed)
    updateStatus()
  }

  /// Measures, in the turn after the publishing, how long that took.
  func finishPublishingTime(at now: Timestamp) {
    guard let published = record?.published else { return }
    record?.publishing = nanoseconds(now - published)
  }

  /// The server is done with the frame, if it was not before.
  func didComplete(at now: Timestamp) {
    // A completion that was not listened for came earlier, at an unknown time.
    guard isListening, let published = record?.published, record?.completion == nil,
      session.renderer.isIdle
    else { return }
    record?.completion = nanoseconds(now - published)
  }

  /// Hands the record of the last frame over.
  func finishRecord() {
    if let record { statistics.record(record) }
    record = nil
  }

  /// Tells the statistics by what frames are now timed, and how they are drawn.
  func updateStatus() {
    statistics.status = cycle.timing.status(renderer: session.renderer.description)
  }
}

private func nanoseconds(_ span: Seconds) -> Int64 { Timestamp(seconds: span).nanoseconds }
