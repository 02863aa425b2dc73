/// A scene with its own display link, which it can pause or end.
package protocol LinkedScene: Scene, DisplayLinkListener {
  /// The link to the scene's source, which ``Scene/start(on:)`` sets. The scene only stores it.
  var link: DisplayLink? { get set }

  /// Whether the scene is animated: by default, unless it has a single frame. If not, there is no
  /// link.
  var isAnimated: Bool { get }
}

extension LinkedScene {
  package var isAnimated: Bool { playback?.isAnimated ?? true }

  package func start(on source: FrameSource) {
    link?.invalidate()
    link = isAnimated ? DisplayLink(listener: self) : nil
    link?.add(to: source)
  }

  package func displayLink(_ link: DisplayLink, didTick frame: Frame) { link.move(self, in: frame) }
}

extension DisplayLink {
  /// Returns a link that makes a scene follow a source, or `nil` if the scene is never animated.
  package static func following(_ source: FrameSource, for scene: some Scene) -> DisplayLink? {
    guard scene.playback?.isAnimated ?? true else { return nil }
    let link = DisplayLink(for: scene) { scene, link, frame in link.move(scene, in: frame) }
    link.add(to: source)
    return link
  }

  /// Moves a scene to the time of a frame, and pauses until its image changes again.
  fileprivate func move(_ scene: some Scene, in frame: Frame) {
    let time = frame.targetTimestamp
    scene.update(to: time.seconds)
    guard let playback = scene.playback else { return }
    guard let next = playback.nextChange(after: time) else {
      isPaused = true
      return
    }
    if next > time { pause(until: next) }
  }
}
