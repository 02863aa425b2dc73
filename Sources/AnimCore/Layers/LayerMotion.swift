/// Keeps a tree moving and drawing while the image of a layer is a function of its time.
///
/// A layer calls ``follow(_:until:)`` when its `timingDidChange()` is called, and when its
/// appearance has changed.
package final class LayerMotion {
  /// Has no value of interest: it is animated while the image changes.
  private let progress = Animatable(wrappedValue: 0.0, isMotion: false)
  private static let key = AnimationKey("LayerMotion.progress")
  /// The timer for changes of an animated image that doesn't change continuously.
  private var changes: ImageChanges?

  package init() {}

  /// Has `layer`'s tree move from the layer's time 0 to `end`, which may be infinite, and not beyond.
  package func follow(_ layer: Layer, until end: Seconds) {
    guard let tree = layer.tree else { return }
    stop(on: layer, in: tree)
    guard end > 0 else { return }
    tree.catchUp()
    // An animation's times count from when it is added.
    let start = -layer.localTime(atTreeTime: tree.time)
    let timing =
      end.isFinite
      ? MediaTiming(delay: start, duration: end)
      : MediaTiming(delay: start, duration: 1, repeatCount: .infinity)
    tree.run(Transaction(delay: 0, beginTime: tree.time)) {
      // The animation stays attached, so that it runs again if time goes back. Only an infinite
      // time makes it invalid, and then no image is due.
      try? progress.add(
        BasicAnimation(from: 0, to: 1, timing: timing, isRemovedOnCompletion: false),
        forKey: Self.key)
    }
  }

  /// Makes `layer`'s tree draw an image whenever it changes, and sleep in between.
  func follow(_ layer: Layer, _ image: any AnimatedImage) {
    // If time runs backwards, the previous change is unknown.
    guard image.nextChange(after: 0) != 0, layer.state.rate >= 0, let tree = layer.tree else {
      return follow(layer, until: image.duration)
    }
    stop(on: layer, in: tree)
    tree.catchUp()
    let changes = ImageChanges(of: image, on: layer.state)
    self.changes = changes
    tree.add(changes, replacing: [], on: layer.state)
  }

  private func stop(on layer: Layer, in tree: LayerTree) {
    progress.bind(to: layer)
    progress.removeAnimation(forKey: Self.key)
    guard let changes else { return }
    self.changes = nil
    // Unless it has left another tree with the layer.
    if layer.state.animations.contains(where: { $0 === changes }) { tree.end([changes], .removed) }
  }
}

/// Waits for the changes of a layer's image, and redraws the layer at each of them. Nothing runs in
/// between.
final class ImageChanges: AnimationInstance {
  private let image: any AnimatedImage

  init(of image: any AnimatedImage, on state: LayerState) {
    self.image = image
    super.init(
      timing: MediaTiming(), key: nil, isRemovedOnCompletion: true, redraws: true, state: state,
      group: nil, awaitsChanges: true)
  }

  /// The layer's time of the last change of the image.
  var lastChange: Seconds { image.duration }

  /// Returns the layer's time of the next change of the animated image, or `nil` if it doesn't
  /// change again.
  func next(after time: Seconds) -> Seconds? {
    // Before its beginning, it is shown as at 0.
    image.nextChange(after: max(time, 0))
  }
}
