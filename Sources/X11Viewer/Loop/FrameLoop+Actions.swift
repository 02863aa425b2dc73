import AnimCore

// What the user asks for.
extension FrameLoop {
  func perform(_ action: ViewerAction, at now: Timestamp) {
    switch action {
    case .quit:
      cycle.end(.finished)
    case .leave:
      if session.window.isFullscreen {
        session.window.setFullscreen(false)
      } else {
        cycle.end(.finished)
      }
    case .toggleFullscreen:
      session.window.setFullscreen(!session.window.isFullscreen)
    case .saveScreenshot:
      wantsScreenshot = true
      // A toast is not part of the picture.
      overlay.toast = nil
      cycle.contentsChanged(at: now)
    case .toggleHelp:
      overlay.showsHelp.toggle()
      cycle.contentsChanged(at: now)
    case .toggleStatistics:
      showsStatistics.toggle()
      cycle.contentsChanged(at: now)
    case .showScene(let index):
      show(index, at: now)
    case .turnScenes(let places):
      let count = SceneCatalog.entries.count
      show((sceneIndex + places % count + count) % count, at: now)
    case .time(let change):
      changeTime(change, at: now)
      if change.changesSpeed {
        showToast("speed \(decimalText(cycle.timeline.speed, places: 2))×", at: now)
      }
    case .adjustClock(let span):
      // The hands set out from where they are now, not from where a frame ahead has them.
      changeTime(nil, at: now)
      adjustClocks(by: span)
    }
  }

  private func show(_ index: Int, at now: Timestamp) {
    guard SceneCatalog.entries.indices.contains(index) else { return }
    sceneIndex = index
    let scene = configuration.makeScene(index)
    scene.adjustClocks(by: clockAdjustment)
    player.show(scene)
    showToast("scene \(SceneCatalog.entries[index].name)", at: now)
  }

  /// Shows for a moment what nothing else in the picture does.
  func showToast(_ text: String, at now: Timestamp) {
    let toast = Toast(text, at: now)
    overlay.toast = toast
    cycle.nextContentsChange = toast.end
    cycle.contentsChanged(at: now)
  }

  /// Changes of the time take effect with the frame that is drawn next.
  private func changeTime(_ change: TimeChange?, at now: Timestamp) {
    let rate = configuration.timing.plan(for: output?.refreshRate).frames
    cycle.changeTime(at: now) { [configuration, player] timeline, instant in
      player.settle(at: timeline.sceneTime(at: instant))
      guard let change else { return }
      timeline.apply(change, frames: rate, start: configuration.start, at: instant)
      let time = timeline.sceneTime(at: instant)
      if time != player.sceneTime { player.seek(to: time) }
    }
    overlay.isPaused = cycle.timeline.isPaused
    if change != nil, let timeOfDay = configuration.timeOfDay {
      wall?.restart(at: timeOfDay.localTime(), sceneTime: player.sceneTime)
    }
  }

  /// Saves what is on show under a name that is free.
  func saveScreenshot(at now: Timestamp) {
    wantsScreenshot = false
    do {
      let picture = try session.renderer.readBack()
      let path = try save(picture, toNextOf: FrameSequence(pattern: "x11viewer-%04d.png"))
      session.logger.notice("saved \(path)")
      showToast("saved \(path)", at: now)
    } catch {
      session.logger.error("\(error)")
      showToast("\(error)", at: now)
    }
  }
}
