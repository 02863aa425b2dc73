import AnimCore
import FramePacing
import XWindow

// The timeline of a scene with an end, and the pointer.
extension FrameLoop {
  /// The pointer has moved.
  func pointerMoved(x: Int, y: Int, at now: Timestamp) {
    guard item.isFinite else { return }
    let wasShown = scrubber.isShown
    scrubber.isNear = TimelineBar.isNear(y: y, in: player.view.size, scale: player.view.scale)
    if scrubber.isDragging { scrub(to: x, at: now) }
    if scrubber.isShown != wasShown { showTimeline(at: now) }
  }

  func pointerLeft(at now: Timestamp) {
    guard scrubber.isNear else { return }
    scrubber.isNear = false
    if !scrubber.isShown { showTimeline(at: now) }
  }

  /// - Returns: whether the press is on the timeline.
  func beginScrubbing(_ click: ButtonClick, at now: Timestamp) -> Bool {
    guard click.button == 1, item.isFinite,
      TimelineBar.contains(y: click.y, in: player.view.size, scale: player.view.scale)
    else { return false }
    scrubber.isNear = true
    if !scrubber.isDragging {
      scrubber.isDragging = true
      scrubber.resumes = !cycle.timeline.isPaused
    }
    scrub(to: click.x, at: now)
    showTimeline(at: now)
    return true
  }

  func endScrubbing(at now: Timestamp) {
    guard scrubber.isDragging else { return }
    scrubber.isDragging = false
    changeTime(scrubber.resumes ? .resume : nil, at: now)
    showTimeline(at: now)
  }

  private func scrub(to x: Int, at now: Timestamp) {
    let scene = item.scene
    guard let frames = scene.frameRange else { return }
    let progress = TimelineBar.progress(x: x, in: player.view.size, scale: player.view.scale)
    var frame = frames.lowerBound + progress * (frames.upperBound - frames.lowerBound)
    if !scene.hasSubframes { frame.round(.down) }
    changeTime(.pause(at: Timestamp(seconds: scene.time(of: frame))), at: now)
  }

  private func showTimeline(at now: Timestamp) {
    session.window.showsPointer = scrubber.isShown
    cycle.contentsChanged(at: now)
  }

  /// The timeline to draw; nil for none.
  var timelineBar: TimelineBar? {
    let scene = item.scene
    guard scrubber.isShown, let frames = scene.frameRange else { return nil }
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
