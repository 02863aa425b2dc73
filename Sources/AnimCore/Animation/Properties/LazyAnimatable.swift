/// Makes a property of a ``Layer`` animatable, like ``Animatable``, but takes memory only once it
/// is used. For properties that few layers have, such as a shadow. Until it is set, its value is
/// `zero`.
///
/// ```swift
/// final class Card: GraphicLayer {
///   @LazyAnimatable var tilt: Angle
/// }
/// ```
@propertyWrapper
public struct LazyAnimatable<Value: Interpolatable> {
  /// The property, or `nil` before its first use.
  private(set) var property: Animatable<Value>?
  private let isMotion: Bool

  /// - Parameter isMotion: Whether ``LayerTree/reducesMotion`` disables the property's animations.
  public init(isMotion: Bool = true) { self.isMotion = isMotion }

  /// The value on the screen at the tree's time.
  var presentation: Value { property?.presentation ?? .zero }

  @available(*, unavailable, message: "only a Layer can have animatable properties")
  public var wrappedValue: Value {
    get { .zero }
    set { _ = newValue }
  }

  @available(*, unavailable, message: "only a Layer can have animatable properties")
  public var projectedValue: Animatable<Value> { Animatable() }

  public static subscript<Owner: Layer>(
    _enclosingInstance layer: Owner,
    wrapped keyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, LazyAnimatable<Value>>
  ) -> Value {
    get { layer[keyPath: storage].property?.model ?? .zero }
    set {
      if layer[keyPath: storage].property == nil, newValue == .zero { return }
      used(storage, of: layer).set(newValue, in: layer)
    }
  }

  public static subscript<Owner: Layer>(
    _enclosingInstance layer: Owner,
    projected keyPath: KeyPath<Owner, Animatable<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, LazyAnimatable<Value>>
  ) -> Animatable<Value> {
    let property = used(storage, of: layer)
    property.bind(to: layer)
    return property
  }

  private static func used<Owner: Layer>(
    _ storage: ReferenceWritableKeyPath<Owner, LazyAnimatable<Value>>, of layer: Owner
  ) -> Animatable<Value> {
    if let property = layer[keyPath: storage].property { return property }
    let property = Animatable<Value>(isMotion: layer[keyPath: storage].isMotion)
    layer[keyPath: storage].property = property
    layer.didUseLazyProperty()
    return property
  }
}
