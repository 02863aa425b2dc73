/// A scene with a display link of its own, which it may pause or end.
package protocol LinkedScene: Scene, DisplayLinkListener {
  /// The link to the scene's source. Set by ``Scene/start(on:)``; the scene only stores it.
  var link: DisplayLink? { get set }

  /// Whether the scene ever moves; true by default. If not, there is no link.
  var moves: Bool { get }
}

extension LinkedScene {
  package var moves: Bool { true }

  package func start(on source: FrameSource) {
    link?.invalidate()
    link = moves ? DisplayLink(listener: self) : nil
    link?.add(to: source)
  }

  package func displayLink(_ link: DisplayLink, didTick frame: Frame) {
    update(to: frame.targetTimestamp.seconds)
  }
}
