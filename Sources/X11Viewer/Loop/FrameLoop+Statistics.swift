import AnimCore

// What is learned of each frame. A frame's record is complete when the next one is published.
extension FrameLoop {
  /// Begins the record of the frame that was just published.
  ///
  /// - Parameters:
  ///   - frame: that one.
  ///   - wake: the wake-up for its slot; nil where it went out as soon as it was drawn.
  ///   - publishing: how long that took, in seconds.
  func beginRecord(
    of frame: DrawnFrame, _ wake: FrameScheduler.Wake?, at now: Timestamp, publishing: Seconds
  ) {
    finishRecord()
    record = FrameRecord(
      slot: wake?.slot ?? frame.slot, published: now,
      lateness: wake.map { nanoseconds($0.lateness) },
      drawing: nanoseconds(frame.drawingTime), publishing: nanoseconds(publishing),
      missed: frame.missed)
    updateStatus()
  }

  /// The server is done with the frame, if it was not before.
  func noteCompletion(at now: Timestamp) {
    // What was not listened for came earlier, nobody knows when.
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

  /// Tells the statistics by what frames are now timed.
  func updateStatus() {
    let lattice = pace.scheduler.lattice
    statistics.status.isLocked = lattice.lockState == .locked
    statistics.status.refreshRate = pace.isUncapped ? nil : 1 / lattice.period
    statistics.status.renderer = session.renderer.description
  }

  /// By what frames are timed, and how they are drawn.
  static func status(_ pace: Pace, _ vblanks: VblankFollower?, _ renderer: any Renderer)
    -> PacingStatus
  {
    PacingStatus(
      source: pace.isUncapped ? .uncapped : vblanks == nil ? .timer : .present,
      refreshRate: pace.isUncapped ? nil : 1 / pace.scheduler.lattice.period,
      renderer: renderer.description)
  }
}

private func nanoseconds(_ span: Seconds) -> Int64 { Timestamp(seconds: span).nanoseconds }
