extension AnimatableProperty {
  /// What happens when an animatable property is set.
  ///
  /// The layer's delegate is asked first, then the property's own ``AnimatableProperty/action``,
  /// which starts as its declaration says. Whoever answers first decides.
  public enum Action {
    /// The change takes effect at once: no action, Core Animation's `NSNull`.
    case immediate
    /// The value moves from where it is on the screen to the new one. What the transaction given
    /// here does not say, the transaction in force says.
    case animate(Transaction)
    /// The closure is called instead, with the property's layer; the property is set already.
    case perform((Layer) -> Void)
  }
}

extension AnimatableProperty.Action {
  /// An animation as the transaction in force has it.
  public static var standard: Self { .animate(Transaction()) }

  /// An animation with this duration, delay and curve; what is nil is as the transaction in force
  /// has it.
  public static func animate(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil
  ) -> Self {
    .animate(Transaction(duration: duration, delay: delay, curve: curve))
  }

  /// An animation by `curve`.
  public static func curve(_ curve: AnimationCurve) -> Self { .animate(Transaction(curve: curve)) }

  /// An animation by the cubic Bézier with these control points; see ``CubicBezier``.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Self {
    .curve(.cubicBezier(x1, y1, x2, y2))
  }

  /// An animation by `spring`.
  public static func spring(_ spring: Spring) -> Self { .curve(.spring(spring)) }

  /// An animation by a spring; see ``Spring/init(duration:bounce:initialVelocity:)``.
  public static func spring(duration: Seconds = 0.5, bounce: Double = 0) -> Self {
    .curve(.spring(duration: duration, bounce: bounce))
  }

  /// An animation by ``Spring/smooth``.
  public static var smooth: Self { .curve(.smooth) }
  /// An animation by ``Spring/snappy``.
  public static var snappy: Self { .curve(.snappy) }
  /// An animation by ``Spring/bouncy``.
  public static var bouncy: Self { .curve(.bouncy) }
}

/// Decides for a layer what setting its properties does.
public protocol LayerDelegate: AnyObject {
  /// The action for a change of `property`, or nil to leave the answer to the property.
  ///
  /// Which property it is, identity says: `property === hand.$angle`.
  func action(
    for property: AnimatableProperty, of layer: Layer
  ) -> AnimatableProperty.Action?
}
