import AnimCore
import FramePacing
import LinuxSystem

extension SerialThread: BackgroundWork {}

/// Background work of scenes and the window, on a separate thread.
struct ThreadWork: BackgroundWork {
  private let thread = SerialThread()
  private let ready: EventDescriptor

  /// - Parameter ready: An event that becomes readable when there is something to show.
  init(signalling ready: EventDescriptor) { self.ready = ready }

  /// A timeout that is longer than decoding an image takes, but too short for the window to seem
  /// unresponsive.
  var timeout: Int { 250_000_000 }

  func run(_ work: @escaping @Sendable () -> Void) { thread.run(work) }
  func passOver() { thread.passOver() }
  func requestFrame() { ready.signal() }
}

/// Runs the current scene: passes frames, in scene time, to the display links that the scene
/// follows. The ``FrameCycle`` keeps the scene time.
final class Player {
  let view: SceneView
  let source: FrameSource
  /// The scene time that the scene has advanced to.
  private(set) var sceneTime: Timestamp

  /// - Parameters:
  ///   - start: The initial scene time.
  ///   - background: A worker that reads data that scenes need later.
  init(_ view: SceneView, from start: Timestamp, background: any BackgroundWork) {
    self.view = view
    source = FrameSource()
    source.background = background
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

  /// Moves the scene back to the time at which a change takes effect: it may have been drawn for a
  /// later frame.
  func settle(at time: Timestamp) {
    sceneTime = time
    view.scene.update(to: time.seconds)
  }

  /// Moves the scene to any time, for example an earlier one, at which finished animations may run
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
