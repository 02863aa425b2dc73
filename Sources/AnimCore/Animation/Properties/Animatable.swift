/// Makes a property of a ``Layer`` animatable.
///
/// ```swift
/// final class HandLayer: Layer {
///   @Animatable(action: .curve(.easeIn), turning: .clockwise) var angle = Angle.zero
/// }
/// ```
///
/// `hand.angle` is the model value: the one that was set. `hand.$angle.presentation` is the one on
/// the screen at the tree's time. Setting the property to a different value marks the layer for
/// drawing and starts its ``Action``.
@propertyWrapper
public final class Animatable<Value: Interpolatable>: AnimatableProperty {
  /// The value that was set last.
  public internal(set) final var model: Value
  /// The direction in which implicit animations turn. Initially as declared.
  public var turning: Turning
  /// In the order in which they were added: each builds on the value of those before it.
  var instances: [PropertyInstance<Value>] = []

  /// - Parameters:
  ///   - action: what setting the property does.
  ///   - turning: the direction in which implicit animations of an angle turn.
  ///   - redraws: whether the layer must be redrawn when the value changes.
  ///   - isMotion: whether ``LayerTree/reducesMotion`` leaves out the property's animations. Pass
  ///     false for fades of colour and opacity.
  public init(
    wrappedValue: Value, action: Action = .standard, turning: Turning = .raw, redraws: Bool = true,
    isMotion: Bool = true
  ) {
    model = wrappedValue
    self.turning = turning
    super.init(action: action, redraws: redraws, isMotion: isMotion)
  }

  /// For a declaration without a value, which is zero until it is set: with arguments in the
  /// declaration, Swift lets a layer's `init` set the property only after `super.init()`.
  public convenience init(
    action: Action = .standard, turning: Turning = .raw, redraws: Bool = true,
    isMotion: Bool = true
  ) {
    self.init(
      wrappedValue: .zero, action: action, turning: turning, redraws: redraws, isMotion: isMotion)
  }

  deinit { for instance in instances { instance.property = nil } }

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
    get { layer[keyPath: storage].model }
    set { layer[keyPath: storage].set(newValue, in: layer) }
  }

  @inlinable
  public static subscript<Owner: Layer>(
    _enclosingInstance layer: Owner,
    projected keyPath: KeyPath<Owner, Animatable<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Animatable<Value>>
  ) -> Animatable<Value> {
    layer[keyPath: storage].bound(to: layer)
  }

  @usableFromInline
  func bound(to layer: Layer) -> Self {
    if clock == nil { clock = layer.clock }
    return self
  }

  @usableFromInline
  func set(_ value: Value, in layer: Layer) {
    if clock == nil { clock = layer.clock }
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
      change(to: value, transaction.inside(tree.transaction), layer, tree)
    }
  }
}
