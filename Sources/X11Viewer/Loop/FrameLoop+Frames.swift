import AnimCore

/// A frame that is drawn and not yet published.
struct DrawnFrame {
  /// The slot that it was drawn for.
  var slot: Int
  /// In seconds.
  var drawingTime: Seconds
  /// How many slots went by before it without a frame that was wanted.
  var missed: Int
}

// A frame's way: planned, drawn, published.
extension FrameLoop {
  /// The picture has to change soon, whatever the scene wants.
  func invalidate() {
    guard isVisible else { return }
    let now = Timestamp.now
    if !pace.isRunning {
      pace.start(at: now)
      player.interrupt()
    } else if pace.hurry(at: now) {
      player.interrupt()
    }
    wantsFrame = true
  }

  /// Frames go on after nobody saw them, or after the process was stopped.
  func resume() {
    guard isVisible else { return }
    let now = Timestamp.now
    pace.stop(at: now)
    pace.start(at: now)
    player.interrupt()
    keepClocksRight(at: now)
    wantsFrame = true
    publishesAtOnce = true
  }

  /// Sets the clocks on by what they lost while frames were stopped.
  private func keepClocksRight(at now: Timestamp) {
    guard settings.keepsClocksRight, !player.playback.isPaused, player.playback.speed == 1 else {
      return
    }
    player.settle(at: pace.animationTime(at: now))
    let slow = clockKeeper.correction(display: now, scene: player.sceneTime)
    if slow != 0 { adjustClocks(by: slow) }
  }

  /// No frame is wanted any more: the timer is not armed, and the time of the animation stands
  /// still.
  func rest(at now: Timestamp) {
    pace.stop(at: now)
    vblanks?.pause()
    finishRecord()
    statistics.interrupt()
    wantsFrame = false
    waitsSince = nil
  }

  /// Draws the frame that is wanted, if the renderer is ready.
  /// - Returns: whether it was published at once.
  func drawFrame() throws(Failure) -> Bool {
    let start = Timestamp.now
    if pace.isUncapped, let deadline = pace.deadline(at: start), start < deadline { return false }
    guard pace.isUncapped ? session.renderer.isIdle : session.renderer.isReady else {
      waitsSince = waitsSince ?? start
      return false
    }
    waitsSince = nil
    let instant = pace.animationTime(at: start)
    player.advance(slot: pace.nextSlot, to: instant, missed: missed)
    overlay.statistics = showsStatistics ? statistics.panel() : nil
    do throws(RenderError) {
      try session.renderer.draw(player.stage.compose { overlay.draw(into: &$0) })
    } catch {
      throw Failure(error)
    }
    wantsFrame = false
    let end = Timestamp.now
    let frame = DrawnFrame(slot: pace.nextSlot, drawingTime: end - start, missed: missed)
    drawn = frame
    missed = 0
    pace.drew(for: instant, in: end - start)
    guard publishesAtOnce || pace.isUncapped else { return false }
    try publish(frame, at: end, nil)
    if pace.isUncapped { planNext(at: end) }
    return true
  }

  /// Shows the frame that is drawn.
  ///
  /// - Parameter wake: the wake-up for its slot; nil where it is not published in one.
  func publish(
    _ frame: DrawnFrame, at now: Timestamp, _ wake: FrameScheduler.Wake?
  ) throws(Failure) {
    vblanks?.framePublished(&pace.scheduler.lattice, at: now)
    session.renderer.publish()
    beginRecord(of: frame, wake, at: now, publishing: .now - now)
    session.window.didPublish(player.stage.size)
    drawn = nil
    publishesAtOnce = false
    published += 1
    if published == 1 { try firstFrameIsUp() }
    if wantsScreenshot { saveScreenshot() }
    if published == settings.frameLimit { outcome = .finished }
  }

  /// Does what can wait until there is something to see.
  private func firstFrameIsUp() throws(Failure) {
    if settings.printsWindowID { try session.printWindowID() }
    session.window.setIcons([.fan(side: 32), .fan(side: 64)])
    session.connection.exchange()
  }

  /// Plans the frame after the one that was just published.
  func planNext(at now: Timestamp) {
    if wantsFrame { return }
    if pace.plan(player.demand) {
      wantsFrame = true
    } else {
      rest(at: now)
    }
  }
}
