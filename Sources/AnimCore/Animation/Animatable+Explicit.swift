extension Animatable {
  /// Adds an animation; it starts at the transaction's begin, which is the tree's time if nothing
  /// else is said, and leaves the model alone.
  /// - Parameters:
  ///   - animation: is copied; later changes to it do not matter.
  ///   - key: what it replaces and is found under; nil for an animation that nobody looks for.
  ///   - completion: told once, how it ended. What it captures is kept until then.
  /// - Throws: ``AnimationError`` where the animation is not valid or the layer is in no tree.
  public func add(
    _ animation: some PropertyAnimation<Value>, forKey key: AnimationKey? = .property,
    completion: ((AnimationEnding) -> Void)? = nil
  ) throws(AnimationError) {
    guard let layer, let tree = layer.tree else { throw .layerWithoutTree }
    let start = try layer.startTime(in: tree)
    let instance = try instance(
      of: animation, startingAt: start, in: tree, key: key, group: nil)
    instance.completion = completion
    tree.add(instance, replacing: layer.animations(under: key, of: self), on: layer)
  }

  /// Removes the animation under `key`, and tells its completion so.
  public func removeAnimation(forKey key: AnimationKey = .property) {
    guard let layer, let tree = layer.tree else { return }
    tree.end(layer.animations(under: key, of: self), .removed)
  }

  /// The animation made ready, but not yet attached.
  func instance(
    of animation: some PropertyAnimation<Value>, startingAt start: Seconds, in tree: LayerTree,
    key: AnimationKey?, group: GroupInstance?
  ) throws(AnimationError) -> PropertyInstance<Value> {
    try animation.timing.validate()
    let motion = try animation.motion()
    var timing = animation.timing
    timing.duration =
      timing.duration ?? motion.ownDuration ?? tree.transaction.duration ?? 0.25
    timing.beginTime += start
    return PropertyInstance(
      motion: motion, property: self, timing: timing, key: key,
      isRemovedOnCompletion: animation.isRemovedOnCompletion, group: group)
  }
}
