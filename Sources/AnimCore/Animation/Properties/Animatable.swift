/// Makes a property of a ``Layer`` animatable.
///
/// ```swift
/// final class HandLayer: Layer {
///   @Animatable(action: .curve(.easeIn), turning: .clockwise) var angle = Angle.zero
/// }
/// ```
///
/// `hand.angle` is the model value, which was set last. `hand.$angle.presentation` is the value on
/// the screen at the tree's time. Setting the property to a different value marks the layer for
/// drawing and starts its ``AnimatableProperty/action``.
@propertyWrapper
public final class Animatable<Value: Interpolatable>: AnimatableProperty {
  /// The model value, which was set last.
  @exclusivity(unchecked) public internal(set) final var model: Value
  /// The direction in which implicit animations rotate. Initially as declared.
  public var turning: RotationDirection

  /// Creates an animatable property.
  /// - Parameters:
  ///   - wrappedValue: The initial model value.
  ///   - action: The action that setting the property runs.
  ///   - turning: The direction in which implicit animations of an angle rotate.
  ///   - redraws: Whether to redraw the layer when the value changes.
  ///   - isMotion: Whether ``LayerTree/reducesMotion`` disables animations of the property. Pass
  ///     `false` for fades of colour and opacity.
  public init(
    wrappedValue: Value, action: Action = .standard, turning: RotationDirection = .raw,
    redraws: Bool = true,
    isMotion: Bool = true
  ) {
    model = wrappedValue
    self.turning = turning
    super.init(action: action, redraws: redraws, isMotion: isMotion)
  }

  /// Creates an animatable property with an initial value of zero. If the declaration of a property
  /// has arguments but no value, Swift allows the `init` of a layer to set it only after
  /// `super.init()`.
  public convenience init(
    action: Action = .standard, turning: RotationDirection = .raw, redraws: Bool = true,
    isMotion: Bool = true
  ) {
    self.init(
      wrappedValue: .zero, action: action, turning: turning, redraws: redraws, isMotion: isMotion)
  }

  deinit { for instance in instances { typed(instance).property = nil } }

  @available(*, unavailable, message: "only a Layer can have animatable properties")
  public var wrappedValue: Value {
    get { model }
    set { model = newValue }
  }

  @available(*, unavailable, message: "only a Layer can have animatable properties")
  public var projectedValue: Animatable<Value> { self }

  @inlinable
  public static subscript<Owner: Layer>(
    _enclosingInstance layer: Owner,
    wrapped keyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Animatable<Value>>
  ) -> Value {
    get {
      #if DEBUG
        layer[keyPath: storage].noteReading(in: layer)
      #endif
      return layer[keyPath: storage].model
    }
    set { layer[keyPath: storage].set(newValue, in: layer) }
  }

  @inlinable
  public static subscript<Owner: Layer>(
    _enclosingInstance layer: Owner,
    projected keyPath: KeyPath<Owner, Animatable<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Animatable<Value>>
  ) -> Animatable<Value> {
    let property = layer[keyPath: storage]
    property.bind(to: layer)
    return property
  }

  @usableFromInline
  func bind(to layer: Layer) {
    if state == nil { state = layer.state }
  }

  @usableFromInline
  func set(_ value: Value, in layer: Layer) {
    bind(to: layer)
    guard value != model else { return }
    guard let tree = layer.tree else {
      model = value
      return
    }
    tree.catchUp()
    if redraws { layer.setNeedsDisplay() }
    guard tree.transaction.disablesActions != true else {
      model = value
      return
    }
    switch decidedAction(in: layer) {
    case .immediate:
      model = value
    case .perform(let body):
      model = value
      body(layer)
    case .animate(let transaction):
      change(to: value, transaction.declared(inside: tree.transaction), layer.state, tree)
    }
  }

  /// The value on the screen at the tree's time: the model value if nothing is animated.
  public var presentation: Value {
    guard let time = animatedTime else { return model }
    return presentation(at: time)
  }

  /// The rate of change of ``presentation`` per second of the layer's time.
  public var velocity: Value.Displacement {
    guard let time = animatedTime else { return .zero }
    return velocity(at: time)
  }

  // Generic code looks up its types at every step. Specialised for the types that are animated most
  // often, it takes half the time. Other types use the generic version.
  @_specialize(where Value == Double)
  @_specialize(where Value == Angle)
  @_specialize(where Value == Point)
  @_specialize(where Value == Size)
  @_specialize(where Value == Rect)
  @_specialize(where Value == Color)
  func presentation(at time: Seconds) -> Value {
    if let instance = instances.only { return typed(instance).value(at: time, over: model) }
    var value = model
    for instance in instances { value = typed(instance).value(at: time, over: value) }
    return value
  }

  /// Returns the instance with its type. All animations of a property have values of the property's
  /// type.
  private final func typed(_ instance: AnimationInstance) -> PropertyInstance<Value> {
    unsafeDowncast(instance, to: PropertyInstance<Value>.self)
  }

  func velocity(at time: Seconds) -> Value.Displacement {
    var value = model
    var velocity = Value.Displacement.zero
    for instance in instances {
      guard let sample = instance.sample(at: time) else { continue }
      let animation = typed(instance).animation
      velocity = animation.velocity(
        at: sample, timing: instance.timing, over: value, baseVelocity: velocity)
      value = animation.value(at: sample, timing: instance.timing, over: value)
    }
    return velocity
  }

  /// Sets the model value and animates the change, or applies it immediately if the animation
  /// wouldn't be visible.
  func change(
    to value: Value, _ transaction: Transaction, _ layer: LayerState, _ tree: LayerTree
  ) {
    let begin = transaction.begin(at: tree.time)
    if tree.reducesMotion && isMotion {
      model = value
      tree.withdraw(layer.animations(under: .property, of: self), .replaced)
    } else if layer.isNew || !begin.isFinite {
      model = value
    } else if let animator = tree.animator {
      animator.animate(self, to: value, on: layer, in: tree)
    } else {
      animate(to: value, from: begin, transaction, layer, tree)
    }
  }

  /// Sets the model value and starts from the value on the screen, which makes a change in
  /// mid-flight smooth.
  private func animate(
    to value: Value, from begin: Seconds, _ transaction: Transaction, _ layer: LayerState,
    _ tree: LayerTree
  ) {
    let curve = transaction.curve ?? .standard
    let seen = layer.localTime(atTreeTime: min(begin, tree.time))
    let start = presentation(at: seen)
    let keeps = curve.keepsVelocity(
      transaction.retargeting, isMoving: velocity(at: seen) != .zero)
    let interpolator = BasicInterpolator(
      start: start, end: nil, displacement: nil, curve: curve, turning: turning,
      velocity: keeps ? velocity(at: seen) * layer.direction : nil)
    model = value
    let duration = curve.naturalDuration ?? transaction.duration ?? Transaction.defaultDuration
    replace(by: interpolator, taking: duration, from: begin, layer, tree)
  }

  /// Replaces the current motion by a motion to the model value.
  @inline(__always)
  func replace(
    by interpolator: BasicInterpolator<Value>, taking duration: Seconds, from begin: Seconds,
    _ layer: LayerState, _ tree: LayerTree
  ) {
    var timing = MediaTiming(duration: duration)
    // Until the animation begins, keep the current value.
    timing.fillMode = .backwards
    timing.delay = layer.localTime(atTreeTime: begin)
    // It moves to the new value even if time runs backwards.
    timing.speed = layer.direction
    let instance = PropertyInstance(
      animation: PreparedAnimation(.basic(interpolator)), property: self, timing: timing,
      key: .property, isRemovedOnCompletion: true, group: nil)
    tree.add(instance, replacing: layer.animations(under: .property, of: self), on: layer)
  }
}

// MARK: - Explicit animations

extension Animatable {
  /// Adds an animation, which doesn't change the model value. It starts at the begin time of the
  /// transaction, by default the time of the tree.
  /// - Parameters:
  ///   - animation: The animation. The property stores a copy.
  ///   - key: The name of the animation, which replaces another one with the same name, or `nil`
  ///     for an animation without a name.
  ///   - completion: A closure that is called once with the reason of the end, after the
  ///     transaction at the earliest. Its captures are kept until then.
  ///   - began: A closure that is called once when the time of the tree reaches the start, after
  ///     the transaction at the earliest. It isn't called if the animation ends before.
  /// - Throws: ``AnimationError`` if the animation is invalid or the layer isn't in a tree.
  public func add(
    _ animation: some PropertyAnimation<Value>, forKey key: AnimationKey? = .property,
    completion: ((AnimationCompletionReason) -> Void)? = nil, began: (() -> Void)? = nil
  ) throws(AnimationError) {
    guard let state, let tree = state.tree else { throw .layerWithoutTree }
    tree.catchUp()
    let start = try state.startTime(in: tree)
    let instance = try instance(
      of: animation, startingAt: start, in: tree, key: key, group: nil)
    instance.callbacks = Callbacks(completion: completion, began: began)
    tree.add(instance, replacing: state.animations(under: key, of: self), on: state)
  }

  /// Returns the current state of the animation with a key, or `nil` if there is no such animation.
  public func animation(forKey key: AnimationKey = .property) -> AttachedAnimation? {
    state?.animations(under: key, of: self).first.map(AttachedAnimation.init)
  }

  /// Removes the animation under `key`, with ``AnimationCompletionReason/removed`` for its completion.
  public func removeAnimation(forKey key: AnimationKey = .property) {
    guard let state, let tree = state.tree else { return }
    tree.end(state.animations(under: key, of: self), .removed)
  }

  /// Returns the prepared animation without attaching it. Its group or the transaction supplies
  /// missing values.
  func instance(
    of animation: some PropertyAnimation<Value>, startingAt start: Seconds, in tree: LayerTree,
    key: AnimationKey?, group: GroupInstance?
  ) throws(AnimationError) -> PropertyInstance<Value> {
    try animation.timing.validate()
    let prepared = try animation.prepared(
      overriding: group == nil ? tree.transaction.curve : nil)
    let duration = prepared.naturalDuration ?? tree.duration(inside: group)
    var timing = animation.timing.settled(
      duration: duration, startingAt: start, isReversed: group == nil && state?.isReversed == true)
    if tree.reducesMotion && isMotion { timing = timing.withoutMotion }
    return PropertyInstance(
      animation: prepared, property: self, timing: timing, key: key,
      isRemovedOnCompletion: animation.isRemovedOnCompletion, group: group)
  }
}

extension LayerTree {
  /// Returns the duration for an animation that doesn't specify one.
  func duration(inside group: GroupInstance?) -> Seconds {
    group?.timing.duration ?? transaction.duration ?? Transaction.defaultDuration
  }
}

extension MediaTiming {
  /// Returns this timing with a duration, and with a delay from the zero of the parent's time,
  /// which may run backwards.
  func settled(duration: Seconds, startingAt start: Seconds, isReversed: Bool) -> MediaTiming {
    var timing = self
    timing.duration = self.duration ?? duration
    timing.delay += start
    let playsBackwards = speed != 0 && (speed < 0) != isReversed
    if playsBackwards && delay == 0 {
      let end = timing.activeDuration / speed
      if end.isFinite { timing.delay -= end }
    }
    return timing
  }

  /// Returns this timing with a duration of zero: it ends as soon as it begins.
  var withoutMotion: MediaTiming {
    MediaTiming(delay: delay, duration: 0, fillMode: fillMode)
  }
}
