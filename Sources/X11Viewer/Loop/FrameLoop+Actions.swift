import AnimCore
import FramePacing
import OfflineRendering

// Actions of the user.
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
      // A toast is not part of the saved picture.
      overlay.toast = nil
      cycle.contentsChanged(at: now)
    case .toggleHelp:
      overlay.showsHelp.toggle()
      cycle.contentsChanged(at: now)
    case .toggleStatistics:
      showsStatistics.toggle()
      cycle.contentsChanged(at: now)
    case .showScene(let place):
      if let item = playlist.show(place) { show(item, at: now) }
    case .turn(let places):
      if let item = playlist.turn(by: places) { show(item, at: now) }
    case .turnBackdrop:
      backdrops.turn()
      player.view.backdrop = backdrops.present
      cycle.contentsChanged(at: now)
    case .time(let change):
      changeTime(change, at: now)
      if change.changesSpeed {
        showToast("speed \(decimalText(cycle.timeline.speed, places: 2))×", at: now)
      }
    case .adjustClock(let span):
      // The hands start from where they are now, not from where a frame drawn ahead has them.
      changeTime(nil, at: now)
      adjustClocks(by: span)
    }
  }

  /// Shows a message for a moment, for changes that are not visible otherwise.
  func showToast(_ text: String, at now: Timestamp) {
    let toast = Toast(text, at: now)
    overlay.toast = toast
    cycle.contentsWillChange(at: toast.end)
    cycle.contentsChanged(at: now)
  }

  /// Changes the time, from the next frame on.
  func changeTime(_ change: TimeChange?, at now: Timestamp) {
    let rate = frameRate
    cycle.changeTime(at: now) { [configuration, player] timeline, instant in
      player.settle(at: timeline.sceneTime(at: instant))
      guard let change else { return }
      timeline.apply(change, frames: rate, start: configuration.start, at: instant)
      let time = timeline.sceneTime(at: instant)
      if time != player.sceneTime { player.seek(to: time) }
    }
    overlay.isPaused = cycle.timeline.isPaused && !scrubber.isDragging
    if change != nil, let timeOfDay = configuration.timeOfDay {
      wall?.restart(at: timeOfDay.localTime(), sceneTime: player.sceneTime)
    }
  }

  /// The rate of the frames that keys step by: an animation's own, or else that of the window.
  private var frameRate: RefreshRate {
    if let animation = item.animation { return RefreshRate(hertz: animation.animation.frameRate) }
    return configuration.timing.frameRate(on: output?.refreshRate)
  }

  /// Saves the current picture under an unused name.
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
