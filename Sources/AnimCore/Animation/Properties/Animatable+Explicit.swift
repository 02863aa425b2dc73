extension Animatable {
  /// Adds an animation, which does not change the model value. It starts at the transaction's begin
  /// time, by default the tree's time.
  /// - Parameters:
  ///   - animation: copied, so later changes to it have no effect.
  ///   - key: the name under which it is found and replaces another; nil for an animation without a
  ///     name.
  ///   - completion: called once, with how it ended, at the end of the transaction at the earliest.
  ///     Its captures are kept until then.
  ///   - began: called once, when the tree's time reaches the start, at the end of the transaction
  ///     at the earliest; not called if the animation ends before that.
  /// - Throws: ``AnimationError`` if the animation is not valid or the layer is not in a tree.
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

  /// The animation under `key` as it is now, or nil if there is none.
  public func animation(forKey key: AnimationKey = .property) -> AttachedAnimation? {
    layer?.animations(under: key, of: self).first.map(AttachedAnimation.init)
  }

  /// Removes the animation under `key`, with ``AnimationEnding/removed`` for its completion.
  public func removeAnimation(forKey key: AnimationKey = .property) {
    guard let layer, let tree = layer.tree else { return }
    tree.end(layer.animations(under: key, of: self), .removed)
  }

  /// The animation prepared, but not yet attached. What it does not specify comes from its group or
  /// from the transaction.
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
  /// The duration of an animation without one.
  func duration(inside group: GroupInstance?) -> Seconds {
    group?.timing.duration ?? transaction.duration ?? Transaction.defaultDuration
  }
}

extension MediaTiming {
  /// This timing with a duration and with its begin time in the parent's time.
  func settled(duration: Seconds, startingAt start: Seconds) -> MediaTiming {
    var timing = self
    timing.duration = self.duration ?? duration
    timing.beginTime += start
    return timing
  }

  /// This timing with zero length: it ends as soon as it begins.
  var withoutMotion: MediaTiming {
    MediaTiming(beginTime: beginTime, duration: 0, fillMode: fillMode)
  }
}
