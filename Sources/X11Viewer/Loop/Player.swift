import AnimCore

/// Runs the scene on show: frames of the display come in, and go out at scene time to the links that
/// the scene follows. What scene time is, the ``FrameCycle`` knows.
final class Player {
  let view: SceneView
  let source: FrameSource
  /// The scene time of the state that the scene is in.
  private(set) var sceneTime: Timestamp

  /// - Parameter start: the scene time at which it begins.
  init(_ view: SceneView, from start: Timestamp) {
    self.view = view
    source = FrameSource()
    sceneTime = start
    show(view.scene)
  }

  /// Brings the scene to where the frame that is asked for shows it.
  func advance(for request: FrameRequest) {
    if let interval = request.slotInterval { source.refreshInterval = interval }
    if request.isInterrupted { source.interrupt() }
    guard request.advances else { return }
    sceneTime = request.sceneTime
    source.deliver(
      slot: request.slot, timestamp: request.isInterrupted ? nil : request.shownTime,
      targetTimestamp: sceneTime, missed: request.missed)
  }

  /// Sets the scene to a time, for a change that takes effect there: it may have been drawn for a
  /// frame that lay ahead.
  func settle(at time: Timestamp) {
    sceneTime = time
    view.scene.update(to: time.seconds)
  }

  /// Sets the scene to a time that it does not reach by going on: what was finished may not be
  /// finished there.
  func seek(to time: Timestamp) {
    settle(at: time)
    follow()
  }

  /// Shows another scene at the same time.
  func show(_ scene: any Scene) {
    view.scene = scene
    scene.update(to: sceneTime.seconds)
    follow()
  }

  /// Has the scene follow the source from its present state.
  private func follow() {
    source.interrupt()
    view.scene.start(on: source)
  }
}
