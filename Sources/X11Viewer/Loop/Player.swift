import AnimCore

/// Runs the time of the scene on show: slots of the display come in, scene time goes out to the
/// links that the scene follows.
///
/// Scene time is the scheduler's animation time as the playback has it: paused, slower, faster, or
/// set to another place. It goes on when scenes are changed.
final class Player {
  let stage: Stage
  let source: FrameSource
  private(set) var playback: Playback
  /// The scene time of the state that the scene is in.
  private(set) var sceneTime: Timestamp
  /// The scene time of the frame before.
  private var lastSceneTime: Timestamp
  /// The scene time at which it began.
  private let start: Timestamp

  /// - Parameters:
  ///   - instant: the animation time at which scene time begins to run.
  ///   - start: what scene time is then.
  init(_ stage: Stage, refreshInterval: Seconds, at instant: Timestamp, from start: Timestamp) {
    self.stage = stage
    self.start = start
    source = FrameSource(refreshInterval: refreshInterval)
    playback = Playback(start: instant, sceneTime: start)
    sceneTime = start
    lastSceneTime = start
    show(stage.scene)
  }

  /// What the scene wants next, in slots of the display and animation time.
  var demand: FrameSource.Demand {
    if playback.isPaused { return .nothing }
    switch source.demand {
    case .nothing:
      return .nothing
    case .at(let time):
      return playback.displayTime(reaching: time).map(FrameSource.Demand.at) ?? .nothing
    case .slot(let slot, let time):
      return .slot(slot, orAt: time.flatMap(playback.displayTime(reaching:)))
    }
  }

  /// Brings the scene to where it is at `instant` of the animation time, for a frame in `slot`.
  func advance(slot: Int, to instant: Timestamp, missed: Int) {
    guard !playback.isPaused else { return }
    lastSceneTime = sceneTime
    sceneTime = playback.sceneTime(at: instant)
    source.deliver(
      slot: slot, timestamp: lastSceneTime, targetTimestamp: sceneTime, missed: missed)
  }

  /// Brings the scene to where it is at `instant` of the animation time, for a change that takes
  /// effect there: it may have been drawn for a frame that lay ahead.
  func settle(at instant: Timestamp) {
    sceneTime = playback.sceneTime(at: instant)
    lastSceneTime = sceneTime
    stage.scene.update(to: sceneTime.seconds)
  }

  /// The frames go on after a stop: the next delta is zero.
  func interrupt() { source.interrupt() }

  /// Shows another scene at the same time.
  func show(_ scene: any Scene) {
    stage.scene = scene
    scene.update(to: sceneTime.seconds)
    follow()
  }

  /// Has the scene follow the source from its present state.
  private func follow() {
    source.interrupt()
    stage.scene.start(on: source)
  }
}

// MARK: - What the user asks for, at an instant of the animation time

extension Player {
  func togglePause(at instant: Timestamp) {
    if playback.isPaused {
      playback.resume(at: instant)
      interrupt()
    } else {
      playback.pause(at: instant)
    }
  }

  /// - Returns: whether the speed can be that.
  @discardableResult
  func setSpeed(_ speed: Double, at instant: Timestamp) -> Bool {
    do throws(PlaybackError) {
      try playback.setSpeed(speed, at: instant)
      return true
    } catch {
      return false
    }
  }

  /// Sets scene time on or back by `span` seconds, at most back to zero.
  func seek(by span: Seconds, at instant: Timestamp) {
    seek(to: playback.sceneTime(at: instant) + span, at: instant)
  }

  func seekToStart(at instant: Timestamp) { seek(to: start, at: instant) }

  func restart(at instant: Timestamp) {
    seekToStart(at: instant)
    playback.resume(at: instant)
  }

  /// Pauses, and goes on by so many frames of `rate`, or back.
  func step(_ frames: Int, of rate: RefreshRate, at instant: Timestamp) {
    playback.step(frames: frames, of: rate, at: instant)
    moved(at: instant)
  }

  private func seek(to time: Timestamp, at instant: Timestamp) {
    playback.seek(to: time, at: instant)
    moved(at: instant)
  }

  private func moved(at instant: Timestamp) {
    settle(at: instant)
    follow()
  }
}
