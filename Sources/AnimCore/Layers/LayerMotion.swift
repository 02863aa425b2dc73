/// Keeps a tree moving and drawing while the picture of a layer is a function of its time.
///
/// A layer calls ``follow(_:until:)`` where its `timingDidChange()` is called, and where what it shows has changed.
package final class LayerMotion {
  /// Has no value of interest: it is animated while the picture changes.
  private let progress = Animatable(wrappedValue: 0.0, isMotion: false)
  private static let key = AnimationKey("LayerMotion.progress")

  package init() {}

  /// Has `layer`'s tree move from the layer's time 0 to `end`, which may be infinite, and not beyond.
  package func follow(_ layer: Layer, until end: Seconds) {
    guard let tree = layer.tree else { return }
    progress.bind(to: layer)
    progress.removeAnimation(forKey: Self.key)
    guard end > 0 else { return }
    tree.catchUp()
    // An animation's times count from when it is added.
    let start = -layer.localTime(atTreeTime: tree.time)
    let timing =
      end.isFinite
      ? MediaTiming(delay: start, duration: end)
      : MediaTiming(delay: start, duration: 1, repeatCount: .infinity)
    tree.run(Transaction(delay: 0, beginTime: tree.time)) {
      // It stays, so that it runs again if time goes back. Nothing but an infinite time makes it invalid, and then no
      // picture is due.
      try? progress.add(
        BasicAnimation(from: 0, to: 1, timing: timing, isRemovedOnCompletion: false),
        forKey: Self.key)
    }
  }
}
