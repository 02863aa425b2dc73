import AnimCore
import FramePacing
import OfflineRendering

// What the controller asks for.
extension FrameLoop {
  func perform(_ action: ViewerAction, at now: Timestamp) {
    carryOut(controller.perform(action, in: situation), at: now)
  }

  /// Shows a message for a moment.
  func showToast(_ text: String, at now: Timestamp) {
    carryOut(controller.showToast(text, at: now), at: now)
  }

  func carryOut(_ effects: [ViewerController.Effect], at now: Timestamp) {
    for effect in effects { carryOut(effect, at: now) }
  }

  private func carryOut(_ effect: ViewerController.Effect, at now: Timestamp) {
    switch effect {
    case .end: cycle.end(.finished)
    case .setFullscreen(let isFullscreen): session.window.setFullscreen(isFullscreen)
    case .showPointer(let isShown): session.window.showsPointer = isShown
    case .redraw: cycle.contentsChanged(at: now)
    case .redrawLater(let instant): cycle.contentsWillChange(at: instant)
    case .changeTime(let change): changeTime(change, at: now)
    case .adjustClocks(let span): adjustClocks(by: span)
    case .showItem(let index): if let item = playlist.show(index) { show(item, at: now) }
    case .turn(let count): if let item = playlist.turn(by: count) { show(item, at: now) }
    case .setBackdrop(let backdrop): player.view.backdrop = backdrop
    case .timeCompletions(let isWanted): timeCompletions(isWanted)
    }
  }

  /// What the effects of actions depend on.
  var situation: ViewerController.Situation {
    ViewerController.Situation(
      size: player.view.size, scale: player.view.scale,
      isFullscreen: session.window.isFullscreen, isPaused: cycle.timeline.isPaused,
      sceneTime: item.scene.frameRange.map { [scene = item.scene] frames in
        { progress in
          var frame = frames.lowerBound + progress * (frames.upperBound - frames.lowerBound)
          if !scene.hasSubframes { frame.round(.down) }
          return Timestamp(seconds: scene.time(of: frame))
        }
      })
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
    let timeline = cycle.timeline
    carryOut(
      controller.didChangeTime(
        change, isPaused: timeline.isPaused, speed: timeline.speed, at: now), at: now)
    if change != nil, let timeOfDay = configuration.timeOfDay {
      wall?.restart(at: timeOfDay.localTime(), sceneTime: player.sceneTime)
    }
  }

  /// The rate of the frames that keys step by: the scene's own, or else that of the window.
  private var frameRate: RefreshRate {
    item.scene.frameRate ?? configuration.timing.frameRate(on: output?.refreshRate)
  }

  /// Saves the current picture under an unused name.
  func saveScreenshot(at now: Timestamp) {
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

  /// The timeline of a scene with an end; nil for any other.
  var timelineBar: TimelineBar? {
    let scene = item.scene
    guard let frames = scene.frameRange else { return nil }
    let frame = scene.frame(at: player.sceneTime.seconds)
    let count = frames.upperBound - frames.lowerBound
    func progress(_ frame: Double) -> Double {
      count > 0 ? min(max((frame - frames.lowerBound) / count, 0), 1) : 0
    }
    let number = decimalText(frame.rounded(.down), places: 0)
    let total = decimalText(scene.frameCount ?? frames.upperBound, places: 0)
    return TimelineBar(
      progress: progress(frame),
      markers: scene.markedFrames.filter(frames.contains).map(progress),
      label: "frame \(number) of \(total), \(decimalText(scene.time(of: frame), places: 2)) s")
  }
}
