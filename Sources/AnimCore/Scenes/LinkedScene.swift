/// A scene that moves by a display link of its own, which it may pause or end.
package protocol LinkedScene: Scene, DisplayLinkListener {
  /// The link that the scene follows its source by. Set by ``Scene/start(on:)``, for the scene to
  /// keep.
  var link: DisplayLink? { get set }

  /// Whether the scene ever moves; true unless it says otherwise. Without it there is no link.
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
