extension Layer {
  /// Adds a group of animations of this layer's properties; it starts at the transaction's begin.
  /// - Throws: ``AnimationError`` where one of them is not valid; then none is added.
  public final func add(
    _ group: AnimationGroup, forKey key: AnimationKey? = nil,
    completion: ((AnimationEnding) -> Void)? = nil
  ) throws(AnimationError) {
    guard let tree else { throw .layerWithoutTree }
    let instance = try group.instance(
      startingAt: startTime(in: tree), on: self, in: tree, key: key, group: nil)
    instance.completion = completion
    tree.add(instance, replacing: animations(under: key, of: nil), on: self)
  }

  /// The names under which animations are attached, in the order in which they were added.
  public final var animationKeys: [AnimationKey] { animations.compactMap(\.key) }

  /// Removes the animations of the layer under `key` and tells their completions so;
  /// ``AnimationKey/property`` means the implicit ones of all its properties.
  public final func removeAnimation(forKey key: AnimationKey) {
    tree?.end(animations.filter { $0.key == key }, .removed)
  }

  /// Removes all animations of the layer and tells their completions so.
  public final func removeAllAnimations() {
    tree?.end(animations, .removed)
  }

  /// The animations under `key`: `property`'s own, or whichever on the layer has that name.
  final func animations(
    under key: AnimationKey?, of property: AnimatableProperty?
  ) -> [AnimationInstance] {
    guard let key else { return [] }
    guard key == .property else { return animations.filter { $0.key == key } }
    guard let property else { return [] }
    return animations.filter { $0.isProper(to: property) }
  }
}
