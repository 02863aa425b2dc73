/// The time of a layer, referenced by the layer, by its properties and animations, and by the
/// clocks of its sublayers.
///
/// They refer to it instead of the layer that owns them, so there is no reference cycle. Reading
/// time through weak references would cost more than the rest of an evaluation: an object with weak
/// references takes the slow path even when counting its strong ones.
final class LayerClock {
  /// The layer, which clears this when it is deallocated.
  unowned(unsafe) var layer: Layer?
  /// The clock of the superlayer.
  var outer: LayerClock?
  var tree: TreeClock?
  var timing = LayerTiming.identity
  private var cachedTime: Seconds = 0
  private var cachedState = -1

  /// The layer's time at the tree's present time; 0 if it is not in a tree.
  var time: Seconds {
    guard let tree else { return 0 }
    if cachedState != tree.state {
      cachedTime = timing.localTime(at: outer?.time ?? tree.time)
      cachedState = tree.state
    }
    return cachedTime
  }

  func enter(_ tree: TreeClock?) {
    self.tree = tree
    cachedState = -1
  }
}

/// The time of a tree, referenced by the tree and by the clocks of its layers.
final class TreeClock {
  /// The tree, which clears this when it is deallocated.
  unowned(unsafe) var tree: LayerTree?
  private(set) var time: Seconds
  /// Counts the changes that invalidate the layers' cached times.
  private(set) var state = 0

  init(time: Seconds) { self.time = time }

  func move(to target: Seconds) {
    time = target
    state += 1
  }
}
