import AnimCore

// A frame's way: drawn, published.
extension FrameLoop {
  func draw(_ request: FrameRequest, at now: Timestamp) throws(Failure) {
    player.advance(for: request)
    keepClocksRight()
    if let toast = overlay.toast, now >= toast.end { overlay.toast = nil }
    overlay.timeline = timelineBar
    overlay.statistics = showsStatistics ? statistics.panel() : nil
    do throws(RenderError) {
      try session.renderer.draw(player.view.compose { overlay.draw(into: &$0) })
      drawingError = nil
      cycle.didDraw(player.source.demand)
      reportOmission(at: now)
    } catch .connectionLost {
      throw Failure(ConnectionError.lost(display: session.connection.name))
    } catch {
      // Said once, until a frame is drawn again.
      if drawingError == nil { session.logger.warning("\(error); waiting for a smaller window") }
      drawingError = error
      cycle.didNotDraw(at: now)
      session.window.completeResize()
    }
  }

  /// Reports once of a file that its frames are not whole.
  private func reportOmission(at now: Timestamp) {
    guard !item.hasReportedOmission, let omission = item.omission else { return }
    item.hasReportedOmission = true
    session.logger.warning("\(omission)")
    showToast(omission, at: now)
  }

  /// Shows the frame that is drawn.
  func publish(_ publication: Publication, at now: Timestamp) {
    if publication.asksForVblank { vblanks?.ask() }
    session.renderer.publish()
    lookAround()
    beginRecord(of: publication, at: now)
    hasPublished = true
  }

  /// Follows up on a frame that the turn before published.
  func finishPublishing(at now: Timestamp) throws(Failure) {
    guard hasPublished else { return }
    hasPublished = false
    finishPublishingTime(at: now)
    session.window.didPublish(player.view.size)
    if cycle.publishedCount == 1 { try firstFrameIsUp() }
    if wantsScreenshot { saveScreenshot(at: now) }
  }

  /// Does what can wait until there is something to see.
  private func firstFrameIsUp() throws(Failure) {
    if configuration.printsWindowID { try session.printWindowID() }
    session.window.setIcons([.fan(side: 32), .fan(side: 64)])
    session.connection.exchange()
  }
}

// The time of day.
extension FrameLoop {
  /// Sets the clocks on by what they lost while frames were stopped, and by what the system's clock
  /// was set.
  private func keepClocksRight() {
    guard cycle.timeline.isSteady, let timeOfDay = configuration.timeOfDay else { return }
    if let span = wall?.correction(of: player.sceneTime, at: timeOfDay.localTime()), span != 0 {
      adjustClocks(by: span)
    }
  }

  /// Sets the clocks on, or back.
  func adjustClocks(by span: Seconds) {
    clockAdjustment += span
    player.view.scene.adjustClocks(by: span)
  }
}
