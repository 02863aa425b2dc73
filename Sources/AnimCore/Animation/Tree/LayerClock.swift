/// The time of a layer, held by the layer, by its properties and animations and by the clocks of
/// its sublayers.
///
/// They hold it in place of the layer, to which they belong, and so there is no cycle. Reading time
/// through weak references would cost more than all the rest of an evaluation: an object with weak
/// references counts even its strong ones by the slow path.
final class LayerClock {
  /// The layer, which takes itself out when it goes.
  unowned(unsafe) var layer: Layer?
  /// The clock of the superlayer.
  var outer: LayerClock?
  var tree: TreeClock?
  var timing = LayerTiming.identity
  private var cachedTime: Seconds = 0
  private var cachedState = -1

  /// The layer's time at the tree's present one; 0 in no tree.
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

/// The time of a tree, held by the tree and by the clocks of its layers.
final class TreeClock {
  /// The tree, which takes itself out when it goes.
  unowned(unsafe) var tree: LayerTree?
  private(set) var time: Seconds
  /// Counts what invalidates the layers' cached times.
  private(set) var state = 0

  init(time: Seconds) { self.time = time }

  func move(to target: Seconds) {
    time = target
    state += 1
  }
}
