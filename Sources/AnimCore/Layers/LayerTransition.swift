/// An animation that inserts or removes a layer, like CATransition or SwiftUI's `AnyTransition`.
///
/// ```swift
/// tree.animate(duration: 0.3, curve: .snappy) {
///   list.addSublayer(card, transition: .fade.combined(with: .move(by: Vector(dx: 0, dy: 40))))
///   pages.replaceSublayer(first, with: second, transition: .push(by: Vector(dx: -320, dy: 0)))
/// }
/// ```
///
/// A transition consists of two ``Appearance``s: the appearance of a layer before it is inserted, and
/// after it is removed. The model values of the layer's properties don't change. They are animated
/// with the duration, the delay and the curve of the transaction, by default
/// ``AnimationCurve/standard``.
public struct LayerTransition: Hashable, Sendable {
  /// The appearance of a layer at the invisible end of a transition.
  public struct Appearance: Hashable, Sendable {
    /// The offset from the layer's position, in points of the superlayer's space.
    public var offset: Vector
    /// A factor of its opacity, 0 ... 1.
    public var opacity: Double
    /// A factor of its scale.
    public var scale: Double
    /// The additional rotation.
    public var rotation: Angle
    /// The additional blur radius, in points of the layer's own space.
    public var blurRadius: Double

    /// Creates an appearance that differs from the layer's own in the given values.
    public init(
      offset: Vector = .zero, opacity: Double = 1, scale: Double = 1, rotation: Angle = .zero,
      blurRadius: Double = 0
    ) {
      self.offset = offset
      self.opacity = opacity
      self.scale = scale
      self.rotation = rotation
      self.blurRadius = blurRadius
    }

    /// The unchanged layer.
    public static let unchanged = Appearance()

    /// Returns both combined.
    public func combined(with other: Appearance) -> Appearance {
      Appearance(
        offset: offset + other.offset, opacity: opacity * other.opacity, scale: scale * other.scale,
        rotation: rotation + other.rotation, blurRadius: blurRadius + other.blurRadius)
    }
  }

  /// The appearance before the insertion.
  public var insertion: Appearance
  /// The appearance after the removal.
  public var removal: Appearance

  /// Creates an asymmetric transition, like SwiftUI's `.asymmetric`.
  public init(insertion: Appearance, removal: Appearance) {
    self.insertion = insertion
    self.removal = removal
  }

  /// Creates a transition with the same appearance before insertion and after removal.
  public init(_ absence: Appearance) { self.init(insertion: absence, removal: absence) }

  /// Fades in and out; one layer that replaces another fades over it, as with `kCATransitionFade`.
  public static let fade = LayerTransition(Appearance(opacity: 0))

  /// Grows from a factor of its scale, and shrinks to it, about the pivot.
  public static func scale(_ factor: Double) -> LayerTransition {
    LayerTransition(Appearance(scale: factor))
  }

  /// Returns a transition that comes from a distance and goes back there, like SwiftUI's
  /// `.move(edge:)` and `.offset`.
  public static func move(by offset: Vector) -> LayerTransition {
    LayerTransition(Appearance(offset: offset))
  }

  /// Returns a transition that moves the layer in over the layer that it replaces, which stays
  /// until then, as with `kCATransitionMoveIn`.
  /// - Parameter offset: The offset at which the layer starts.
  public static func moveIn(from offset: Vector) -> LayerTransition {
    LayerTransition(insertion: Appearance(offset: offset), removal: .unchanged)
  }

  /// Returns a transition that pushes out the layer that is replaced, as with `kCATransitionPush`.
  /// - Parameter displacement: The displacement of both layers, such as the width to the left for a page that enters from the right.
  public static func push(by displacement: Vector) -> LayerTransition {
    LayerTransition(
      insertion: Appearance(offset: .zero - displacement), removal: Appearance(offset: displacement)
    )
  }

  /// Returns a transition that moves the layer away to reveal its replacement below, as with
  /// `kCATransitionReveal`.
  /// - Parameter displacement: The displacement of the removed layer.
  public static func reveal(by displacement: Vector) -> LayerTransition {
    LayerTransition(insertion: .unchanged, removal: Appearance(offset: displacement))
  }

  /// Returns the insertion of one transition and the removal of another.
  public static func asymmetric(
    insertion: LayerTransition, removal: LayerTransition
  ) -> LayerTransition {
    LayerTransition(insertion: insertion.insertion, removal: removal.removal)
  }

  /// Returns both combined.
  public func combined(with other: LayerTransition) -> LayerTransition {
    LayerTransition(
      insertion: insertion.combined(with: other.insertion),
      removal: removal.combined(with: other.removal))
  }
}

extension Layer {
  /// Adds `layer` as the last sublayer with a transition. If the layer is being removed, it
  /// reverses from its current appearance.
  /// - Parameters:
  ///   - layer: The layer, which is removed from its superlayer first.
  ///   - transition: The transition of the insertion.
  ///   - completion: A closure that is called when the transition has ended, immediately if
  ///     nothing is animated.
  /// - Returns: `false` if the layer can't be below this one; see ``insertSublayer(_:at:)``.
  @discardableResult
  public final func addSublayer(
    _ layer: GraphicLayer, transition: LayerTransition, completion: (() -> Void)? = nil
  ) -> Bool {
    let present = layer.isLeaving && layer.superlayer === self ? TransitionValues(layer) : nil
    guard addSublayer(layer) else { return false }
    guard let tree else {
      completion?()
      return true
    }
    tree.run(
      Transaction(),
      changes: { layer.come(from: present ?? layer.values(in: transition.insertion)) },
      completion: completion)
    return true
  }

  /// Replaces the sublayer `old` by `new` with a transition of both.
  /// - Parameters:
  ///   - old: A sublayer of this layer. It stays until the transition has ended.
  ///   - new: A layer, which is removed from its superlayer first. It is above `old`, or below if
  ///     `old` moves away to reveal it.
  ///   - transition: The transition of both layers.
  ///   - completion: A closure that is called when the transition has ended and `old` is removed.
  /// - Returns: `false` if `old` isn't a sublayer of this layer or `new` can't be one.
  @discardableResult
  public final func replaceSublayer(
    _ old: GraphicLayer, with new: GraphicLayer, transition: LayerTransition,
    completion: (() -> Void)? = nil
  ) -> Bool {
    let isRevealed = transition.insertion == .unchanged && transition.removal != .unchanged
    let isAdded =
      isRevealed ? insertSublayer(new, below: old) : insertSublayer(new, above: old)
    guard isAdded else { return false }
    guard let tree else {
      old.removeFromSuperlayer()
      completion?()
      return true
    }
    let end = old.depart()
    tree.run(
      Transaction(),
      changes: {
        old.go(to: old.values(in: transition.removal))
        new.come(from: new.values(in: transition.insertion))
      },
      completion: {
        end()
        completion?()
      })
    return true
  }
}

extension GraphicLayer {
  /// Removes the layer from its superlayer after a transition. Until then it is drawn, but not hit;
  /// see ``Layer/isLeaving``.
  /// - Parameters:
  ///   - transition: The transition of the removal.
  ///   - completion: A closure that is called when the transition has ended, immediately if
  ///     nothing is animated, and also if the layer is added again during the transition.
  public final func removeFromSuperlayer(
    transition: LayerTransition, completion: (() -> Void)? = nil
  ) {
    guard superlayer != nil, let tree else {
      removeFromSuperlayer()
      completion?()
      return
    }
    let end = depart()
    tree.run(
      Transaction(), changes: { go(to: values(in: transition.removal)) },
      completion: {
        end()
        completion?()
      })
  }

  /// Returns the values of an appearance.
  fileprivate final func values(in absence: LayerTransition.Appearance) -> TransitionValues {
    TransitionValues(
      position: position + absence.offset, opacity: opacity * absence.opacity,
      scale: Size(width: scale.width * absence.scale, height: scale.height * absence.scale),
      rotation: rotation + absence.rotation,
      blurRadius: absence.blurRadius == 0 ? nil : blurRadius + absence.blurRadius)
  }

  /// Moves from there to the model values, and ends the way out.
  fileprivate final func come(from start: TransitionValues) {
    come($position, from: start.position, TransitionKey.position)
    come($opacity, from: start.opacity, TransitionKey.opacity)
    come($scale, from: start.scale, TransitionKey.scale)
    come($rotation, from: start.rotation, TransitionKey.rotation)
    if let blur = start.blurRadius { come($blurRadius, from: blur, TransitionKey.blurRadius) }
  }

  private final func come<Value>(
    _ property: Animatable<Value>, from start: Value, _ key: AnimationKey
  ) {
    guard start != property.model else { return removeAnimation(forKey: key) }
    // This can't fail: the tree and the layer exist, and the animation is valid.
    try? property.add(BasicAnimation(from: start, curve: .standard), forKey: key)
  }

  /// Moves from the position on the screen to `end`, and stays there.
  fileprivate final func go(to end: TransitionValues) {
    go($position, to: end.position, TransitionKey.position)
    go($opacity, to: end.opacity, TransitionKey.opacity)
    go($scale, to: end.scale, TransitionKey.scale)
    go($rotation, to: end.rotation, TransitionKey.rotation)
    if let blur = end.blurRadius { go($blurRadius, to: blur, TransitionKey.blurRadius) }
  }

  private final func go<Value>(
    _ property: Animatable<Value>, to end: Value, _ key: AnimationKey
  ) {
    // Unchanged properties continue their motion.
    guard end != property.model else { return }
    try? property.add(
      BasicAnimation(
        from: property.presentation, to: end, curve: .standard,
        timing: MediaTiming(fillMode: .both),
        isRemovedOnCompletion: false), forKey: key)
  }
}

/// The values that a transition animates.
private struct TransitionValues {
  var position: Point
  var opacity: Double
  var scale: Size
  var rotation: Angle
  /// The blur radius, or `nil` to leave the property unused, which saves its memory.
  var blurRadius: Double?
}

/// The names of the animations of transitions.
enum TransitionKey {
  static let position = AnimationKey("LayerTransition.position")
  static let opacity = AnimationKey("LayerTransition.opacity")
  static let scale = AnimationKey("LayerTransition.scale")
  static let rotation = AnimationKey("LayerTransition.rotation")
  static let blurRadius = AnimationKey("LayerTransition.blurRadius")
  static let all = [position, opacity, scale, rotation, blurRadius]
}

extension TransitionValues {
  /// Creates the values of a layer on the screen.
  fileprivate init(_ layer: GraphicLayer) {
    self.init(
      position: layer.$position.presentation, opacity: layer.$opacity.presentation,
      scale: layer.$scale.presentation, rotation: layer.$rotation.presentation,
      blurRadius: layer.hasLazyProperties ? layer.$blurRadius.presentation : nil)
  }
}
