extension Layer {
  /// Adds a group of animations of this layer's properties. It starts at the transaction's begin
  /// time.
  /// - Parameters:
  ///   - completion: called once, at the end of the transaction at the earliest.
  ///   - began: called once, when the tree's time reaches the start, at the end of the transaction
  ///     at the earliest; not called if the group ends before that.
  /// - Throws: ``AnimationError`` if one of them is not valid, in which case none is added.
  public final func add(
    _ group: AnimationGroup, forKey key: AnimationKey? = nil,
    completion: ((AnimationEnding) -> Void)? = nil, began: (() -> Void)? = nil
  ) throws(AnimationError) {
    guard let tree else { throw .layerWithoutTree }
    tree.catchUp()
    let instance = try group.instance(
      startingAt: startTime(in: tree), on: self, in: tree, key: key, group: nil)
    instance.completion = completion
    instance.began = began
    tree.add(instance, replacing: animations(under: key, of: nil), on: self)
  }

  /// The names under which animations are attached, in the order in which they were added.
  public final var animationKeys: [AnimationKey] { animations.compactMap(\.key) }

  /// The animation or group under `key` as it is now, or nil if there is none.
  /// ``AnimationKey/property`` finds the first implicit one.
  public final func animation(forKey key: AnimationKey) -> AttachedAnimation? {
    animations.first { $0.key == key }.map(AttachedAnimation.init)
  }

  /// Removes the animations of the layer under `key`, with ``AnimationEnding/removed`` for their
  /// completions. ``AnimationKey/property`` removes the implicit ones of all its properties.
  public final func removeAnimation(forKey key: AnimationKey) {
    tree?.end(animations.filter { $0.key == key }, .removed)
  }

  /// Removes all animations of the layer, with ``AnimationEnding/removed`` for their completions.
  public final func removeAllAnimations() {
    tree?.end(animations, .removed)
  }

  /// The animations under `key`: those of `property`, or of the whole layer for a name.
  final func animations(
    under key: AnimationKey?, of property: AnimatableProperty?
  ) -> [AnimationInstance] {
    guard let key else { return [] }
    guard key == .property else { return animations.filter { $0.key == key } }
    guard let property else { return [] }
    return animations.filter { $0.key == .property && $0.moves(property) }
  }
}
