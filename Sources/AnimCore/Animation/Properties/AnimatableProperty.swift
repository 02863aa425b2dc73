/// An animatable property of a layer, whatever the type of its values.
public class AnimatableProperty {
  /// The action that setting the property runs, unless the layer's delegate returns another. Its
  /// initial value is part of the declaration.
  public final var action: Action
  /// A Boolean value that indicates whether the layer must be redrawn when the value changes.
  public final let redraws: Bool
  /// A Boolean value that indicates whether ``LayerTree/reducesMotion`` disables the property's
  /// animations.
  public final let isMotion: Bool

  /// That of the layer, once the property has been used through it.
  final var state: LayerState? {
    didSet { stateReference = state.map(Unmanaged.passUnretained) }
  }

  // Fields that every frame reads aren't checked for exclusive access, and are found through an
  // unowned reference: a layer belongs to one thread, and nothing reads them during a change.
  @exclusivity(unchecked) private final var stateReference: Unmanaged<LayerState>?
  /// The animations in the order in which they were added. Each one builds on the value of those
  /// before it, and all have the property's type of values.
  @exclusivity(unchecked) final var instances = SlotList<InProperty>()

  init(action: Action, redraws: Bool, isMotion: Bool) {
    self.action = action
    self.redraws = redraws
    self.isMotion = isMotion
  }

  /// A Boolean value that indicates whether the property has a running animation, which has begun
  /// and not ended.
  public final var isAnimating: Bool {
    state?.animations.contains { $0.isQueued && $0.hasBegun && $0.animates(self) } ?? false
  }

  /// The layer's time, or `nil` if nothing is animated.
  final var animatedTime: Seconds? {
    if instances.isEmpty { return nil }
    return stateReference?._withUnsafeGuaranteedRef { $0.timeInTree } ?? nil
  }

  /// Returns the delegate's action, or otherwise the property's own.
  final func decidedAction(in layer: Layer) -> Action {
    layer.delegate?.action(for: self, of: layer) ?? action
  }

  /// The effect of setting an animatable property.
  ///
  /// The layer's delegate is asked first, then the property's ``AnimatableProperty/action``. The
  /// first answer that isn't `nil` is used.
  public enum Action: Sendable {
    /// The change takes effect at once: no action, like Core Animation's `NSNull`.
    case immediate
    /// Animates the value from the one on the screen to the new one. The current transaction
    /// supplies values that are `nil`, and overrides the curve.
    indirect case animate(Transaction)
    /// Calls a closure with the property's layer instead. The property has already been set. If the
    /// closure needs the main actor, on which its layer is, use `MainActor.assumeIsolated { … }`.
    /// To access the layer there, first write `nonisolated(unsafe) let layer = layer`.
    case perform(@Sendable (Layer) -> Void)
  }
}

extension AnimatableProperty.Action {
  /// An animation as in the current transaction.
  public static var standard: Self { sharedStandard }

  // The action of almost every property: they share its memory.
  private static let sharedStandard = Self.animate(Transaction())

  /// Returns an animation with this duration, delay and curve. The current transaction supplies
  /// values that are `nil`, and overrides the curve.
  public static func animate(
    duration: Seconds? = nil, delay: Seconds? = nil, curve: AnimationCurve? = nil
  ) -> Self {
    .animate(Transaction(duration: duration, delay: delay, curve: curve))
  }

  /// Returns an animation with `curve`, unless the current transaction has one.
  public static func curve(_ curve: AnimationCurve) -> Self { .animate(Transaction(curve: curve)) }

  /// An animation at constant speed.
  public static var linear: Self { .curve(.linear) }
  /// An animation that starts slowly; see ``TimingFunction/easeIn``.
  public static var easeIn: Self { .curve(.easeIn) }
  /// An animation that ends slowly; see ``TimingFunction/easeOut``.
  public static var easeOut: Self { .curve(.easeOut) }
  /// An animation that starts and ends slowly; see ``TimingFunction/easeInEaseOut``.
  public static var easeInEaseOut: Self { .curve(.easeInEaseOut) }

  /// UIKit's and SwiftUI's name for Core Animation's curve.
  @available(*, unavailable, renamed: "easeInEaseOut")
  public static var easeInOut: Self { easeInEaseOut }

  /// Returns an animation with a cubic Bézier curve; see ``CubicBezier``.
  public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Self {
    .curve(.cubicBezier(x1, y1, x2, y2))
  }

  /// Returns an animation with `spring`.
  public static func spring(_ spring: Spring) -> Self { .curve(.spring(spring)) }

  /// Returns an animation with a spring; see ``Spring/init(duration:bounce:initialVelocity:)``.
  public static func spring(duration: Seconds = 0.5, bounce: Double = 0) -> Self {
    .curve(.spring(duration: duration, bounce: bounce))
  }

  /// Returns an animation with a spring; see
  /// ``Spring/init(response:dampingRatio:initialVelocity:)``.
  public static func spring(response: Seconds, dampingRatio: Double) -> Self {
    .curve(.spring(response: response, dampingRatio: dampingRatio))
  }

  /// The ratio is the same number by another name.
  @available(*, unavailable, renamed: "spring(response:dampingRatio:)")
  public static func spring(response: Seconds, dampingFraction: Double) -> Self { smooth }

  /// An animation with ``Spring/smooth``.
  public static var smooth: Self { .curve(.smooth) }
  /// An animation with ``Spring/snappy``.
  public static var snappy: Self { .curve(.snappy) }
  /// An animation with ``Spring/bouncy``.
  public static var bouncy: Self { .curve(.bouncy) }
}

enum InProperty: SlotKey {
  static func slot(of instance: AnimationInstance) -> Int { Int(instance.propertySlot) }
  static func set(_ slot: Int, of instance: AnimationInstance) {
    instance.propertySlot = UInt32(slot)
  }
}

/// Chooses the actions that run when properties of a layer are set.
public protocol LayerDelegate: AnyObject {
  /// Returns the action for a change of `property`, or `nil` to use that of the property.
  ///
  /// Compare by identity to find out which property it is: `property === hand.$angle`.
  func action(
    for property: AnimatableProperty, of layer: Layer
  ) -> AnimatableProperty.Action?
}
