import AnimCore
import FramePacing
import LinuxSystem

extension SerialThread: BackgroundWork {}

/// Runs the current scene: passes frames, in scene time, to the display links that the scene
/// follows. The ``FrameCycle`` keeps the scene time.
final class Player {
  let view: SceneView
  let source: FrameSource
  /// The scene time that the scene has advanced to.
  private(set) var sceneTime: Timestamp

  /// - Parameter start: the scene time at which it begins.
  init(_ view: SceneView, from start: Timestamp) {
    self.view = view
    source = FrameSource()
    source.background = SerialThread()
    sceneTime = start
    show(view.scene)
  }

  /// Advances the scene to the requested frame.
  func advance(for request: FrameRequest) {
    if let interval = request.slotInterval { source.refreshInterval = interval }
    if request.isInterrupted { source.interrupt() }
    guard request.advances else { return }
    sceneTime = request.sceneTime
    source.deliver(
      slot: request.slot, timestamp: request.isInterrupted ? nil : request.shownTime,
      targetTimestamp: sceneTime, missed: request.missed)
  }

  /// Sets the scene back to the time at which a change takes effect: it may have been drawn for a
  /// later frame.
  func settle(at time: Timestamp) {
    sceneTime = time
    view.scene.update(to: time.seconds)
  }

  /// Sets the scene to any time, for example an earlier one, at which finished animations may run
  /// again.
  func seek(to time: Timestamp) {
    settle(at: time)
    follow()
  }

  /// Shows another scene, at the same scene time.
  func show(_ scene: any Scene) {
    view.scene = scene
    scene.update(to: sceneTime.seconds)
    follow()
  }

  /// Makes the scene follow the source from its current state.
  private func follow() {
    source.interrupt()
    view.scene.start(on: source)
  }
}
