extension Animatable {
  /// Adds an animation; it starts at the transaction's begin, which is the tree's time if nothing
  /// else is said, and leaves the model alone.
  /// - Parameters:
  ///   - animation: is copied; later changes to it do not matter.
  ///   - key: what it replaces and is found under; nil for an animation that nobody looks for.
  ///   - completion: called once, with how it ended, at the end of the transaction at the earliest.
  ///     What it captures is kept until then.
  ///   - began: called once, when the tree's time reaches the begin, at the end of the transaction
  ///     at the earliest; not where the animation ends before.
  /// - Throws: ``AnimationError`` where the animation is not valid or the layer is in no tree.
  public func add(
    _ animation: some PropertyAnimation<Value>, forKey key: AnimationKey? = .property,
    completion: ((AnimationEnding) -> Void)? = nil, began: (() -> Void)? = nil
  ) throws(AnimationError) {
    guard let layer, let tree = layer.tree else { throw .layerWithoutTree }
    tree.catchUp()
    let start = try layer.startTime(in: tree)
    let instance = try instance(
      of: animation, startingAt: start, in: tree, key: key, group: nil)
    instance.completion = completion
    instance.began = began
    tree.add(instance, replacing: layer.animations(under: key, of: self), on: layer)
  }

  /// The animation under `key`, as it is now; nil where there is none.
  public func animation(forKey key: AnimationKey = .property) -> AttachedAnimation? {
    layer?.animations(under: key, of: self).first.map(AttachedAnimation.init)
  }

  /// Removes the animation under `key`, with ``AnimationEnding/removed`` for its completion.
  public func removeAnimation(forKey key: AnimationKey = .property) {
    guard let layer, let tree = layer.tree else { return }
    tree.end(layer.animations(under: key, of: self), .removed)
  }

  /// The animation made ready, but not yet attached. What it does not name itself it takes from its
  /// group, or from the transaction.
  func instance(
    of animation: some PropertyAnimation<Value>, startingAt start: Seconds, in tree: LayerTree,
    key: AnimationKey?, group: GroupInstance?
  ) throws(AnimationError) -> PropertyInstance<Value> {
    try animation.timing.validate()
    let prepared = try animation.prepared(
      inheriting: group == nil ? tree.transaction.curve : nil)
    let duration = prepared.ownDuration ?? tree.duration(inside: group)
    var timing = animation.timing.settled(duration: duration, startingAt: start)
    if tree.reducesMotion && isMotion { timing = timing.withoutMotion }
    return PropertyInstance(
      animation: prepared, property: self, timing: timing, key: key,
      isRemovedOnCompletion: animation.isRemovedOnCompletion, group: group)
  }
}

extension LayerTree {
  /// The duration of an animation that names none.
  func duration(inside group: GroupInstance?) -> Seconds {
    group?.timing.duration ?? transaction.duration ?? Transaction.defaultDuration
  }
}

extension MediaTiming {
  /// This timing with a duration, its begin counted from the parent's zero.
  func settled(duration: Seconds, startingAt start: Seconds) -> MediaTiming {
    var timing = self
    timing.duration = self.duration ?? duration
    timing.beginTime += start
    return timing
  }

  /// This timing without any length: at its end as soon as it begins.
  var withoutMotion: MediaTiming {
    MediaTiming(beginTime: beginTime, duration: 0, fillMode: fillMode)
  }
}
