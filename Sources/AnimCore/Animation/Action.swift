/// What happens when an animatable property is set.
///
/// The layer's delegate is asked first, then the property's own ``AnimatableProperty/action``, which starts
/// as its declaration says. Whoever answers first decides, and ``none`` is an answer.
public enum Action {
  /// The change takes effect at once.
  case none
  /// The value moves from where it is on the screen to the new one. What the transaction given here
  /// does not say, the transaction in force says.
  case animate(Transaction)
  /// The closure is called instead, with the property's layer; the property is set already.
  case perform((Layer) -> Void)

  /// An animation as the transaction in force has it.
  public static var standard: Action { .animate(Transaction()) }

  /// An animation by `curve`.
  public static func curve(_ curve: TimingFunction) -> Action {
    .animate(Transaction(pacing: .curve(curve)))
  }

  /// An animation by `spring`.
  public static func spring(_ spring: Spring) -> Action {
    .animate(Transaction(pacing: .spring(spring)))
  }
}

/// Decides for a layer what setting its properties does.
public protocol LayerDelegate: AnyObject {
  /// The action for a change of `property`, or nil to leave the answer to the property.
  ///
  /// Which property it is, identity says: `property === hand.$angle`.
  func action(for property: AnimatableProperty, of layer: Layer) -> Action?
}
