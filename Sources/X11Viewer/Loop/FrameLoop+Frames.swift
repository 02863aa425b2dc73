import AnimCore
import FramePacing
import OfflineRendering
import XWindow

// Drawing and publishing frames.
extension FrameLoop {
  func draw(_ request: FrameRequest, at now: Timestamp) throws(Failure) {
    player.advance(for: request)
    keepClocksRight()
    if let toast = overlay.toast, now >= toast.end { overlay.toast = nil }
    overlay.timeline = timelineBar
    overlay.statistics = showsStatistics ? StatisticsPanel(statistics.recent()) : nil
    do throws(RenderError) {
      try session.renderer.draw(player.view.compose { overlay.draw(into: &$0) })
      drawingError = nil
      cycle.didDraw(player.source.demand)
      reportOmission(at: now)
    } catch .connectionLost {
      throw Failure(ConnectionError.lost(display: session.connection.name))
    } catch {
      // Reported once, until a frame can be drawn again.
      if drawingError == nil { session.logger.warning("\(error); waiting for a smaller window") }
      drawingError = error
      cycle.didNotDraw(at: now)
      session.window.completeResize()
    }
  }

  /// Warns once for each file that a frame is not whole.
  private func reportOmission(at now: Timestamp) {
    guard !item.hasReportedOmission, let omission = item.omission else { return }
    item.hasReportedOmission = true
    session.logger.warning("\(omission)")
    showToast(omission, at: now)
  }

  /// Publishes the drawn frame.
  func publish(_ publication: Publication, at now: Timestamp) {
    if publication.asksForVblank { vblanks?.ask() }
    session.renderer.publish()
    lookAround()
    beginRecord(of: publication, at: now)
    hasPublished = true
  }

  /// Follows up on a frame that was published in the previous turn.
  func finishPublishing(at now: Timestamp) throws(Failure) {
    guard hasPublished else { return }
    hasPublished = false
    finishPublishingTime(at: now)
    session.window.didPublish(player.view.size)
    if cycle.publishedCount == 1 { try firstFrameIsUp() }
    if wantsScreenshot { saveScreenshot(at: now) }
  }

  /// Does the work that can wait until the first frame is visible.
  private func firstFrameIsUp() throws(Failure) {
    if configuration.printsWindowID { try session.printWindowID() }
    session.window.setIcons([.fan(side: 32), .fan(side: 64)])
    session.connection.exchange()
  }
}

// Keeping clocks right.
extension FrameLoop {
  /// Sets the clocks ahead by the time they lost while frames were stopped, and by any change of
  /// the system's clock.
  private func keepClocksRight() {
    guard cycle.timeline.isSteady, let timeOfDay = configuration.timeOfDay else { return }
    if let span = wall?.correction(of: player.sceneTime, at: timeOfDay.localTime()), span != 0 {
      adjustClocks(by: span)
    }
  }

  /// Sets the clocks ahead, or back.
  func adjustClocks(by span: Seconds) {
    clockAdjustment += span
    item.adjustClocks(span)
  }
}
