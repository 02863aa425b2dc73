import AnimCore

// What the user asks for.
extension FrameLoop {
  func perform(_ action: Action) {
    switch action {
    case .quit:
      outcome = .finished
    case .leave:
      if session.window.isFullscreen {
        session.window.setFullscreen(false)
      } else {
        outcome = .finished
      }
    case .toggleFullscreen:
      session.window.setFullscreen(!session.window.isFullscreen)
    case .saveScreenshot:
      wantsScreenshot = true
      invalidate()
    case .toggleHelp:
      overlay.showsHelp.toggle()
      invalidate()
    case .toggleStatistics:
      showsStatistics.toggle()
      invalidate()
    case .showScene(let index):
      show(index)
    case .turnScenes(let places):
      let count = SceneCatalog.entries.count
      show((sceneIndex + places % count + count) % count)
    default:
      changeTime(action)
    }
  }

  private func show(_ index: Int) {
    guard SceneCatalog.entries.indices.contains(index) else { return }
    sceneIndex = index
    let scene = settings.makeScene(index)
    scene.adjustClocks(by: clockAdjustment)
    player.show(scene)
    invalidate()
  }

  /// Sets the clocks on, or back.
  func adjustClocks(by span: Seconds) {
    clockAdjustment += span
    player.stage.scene.adjustClocks(by: span)
  }

  /// Changes of the time take effect with the frame that is drawn next.
  private func changeTime(_ action: Action) {
    let now = Timestamp.now
    if !pace.isRunning { pace.start(at: now) }
    if pace.hurry(at: now) { player.interrupt() }
    let instant = pace.animationTime(at: now)
    player.settle(at: instant)
    switch action {
    case .togglePause: player.togglePause(at: instant)
    case .step(let frames):
      let rate = settings.pace.plan(for: output?.refreshRate).frames
      player.step(frames, of: rate, at: instant)
    case .multiplySpeed(let factor):
      player.setSpeed(player.playback.speed * factor, at: instant)
    case .resetSpeed: player.setSpeed(1, at: instant)
    case .seek(let span): player.seek(by: span, at: instant)
    case .seekToStart: player.seekToStart(at: instant)
    case .restart: player.restart(at: instant)
    case .adjustClock(let span): adjustClocks(by: span)
    default: break
    }
    clockKeeper = ClockKeeper(display: now, scene: player.sceneTime)
    overlay.isPaused = player.playback.isPaused
    if isVisible { invalidate() } else { rest(at: now) }
  }

  /// Saves what is on show under a name that is free.
  func saveScreenshot() {
    wantsScreenshot = false
    do {
      let picture = try session.renderer.readBack()
      let path = try save(picture, toNextOf: FrameSequence(pattern: "x11viewer-%04d.png"))
      session.logger.notice("saved \(path)")
    } catch {
      session.logger.error("\(error)")
    }
  }
}
