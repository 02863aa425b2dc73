/// An animatable property of a layer, whatever the type of its values.
public class AnimatableProperty {
  /// The layer that the property belongs to, once it has been used through it.
  public final var layer: Layer? { clock?.layer }
  /// What setting the property does unless the layer's delegate decides otherwise. Initially as
  /// declared.
  public final var action: Action
  /// Whether the layer must be redrawn when the value changes.
  public final let redraws: Bool
  /// Whether ``LayerTree/reducesMotion`` leaves out the property's animations.
  public final let isMotion: Bool

  /// The layer's clock, once the property belongs to a layer.
  final var clock: LayerClock?

  init(action: Action, redraws: Bool, isMotion: Bool) {
    self.action = action
    self.redraws = redraws
    self.isMotion = isMotion
  }

  /// Whether the property has a running animation: one that has begun and not ended.
  public final var isAnimating: Bool {
    layer?.animations.contains { $0.queueIndex != nil && $0.hasBegun && $0.moves(self) } ?? false
  }

  /// The delegate's answer, else the property's own.
  final func decidedAction(in layer: Layer) -> Action {
    layer.delegate?.action(for: self, of: layer) ?? action
  }
}
