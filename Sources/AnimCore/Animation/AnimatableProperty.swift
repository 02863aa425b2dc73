/// An animatable property of a layer, whatever the type of its values.
public class AnimatableProperty {
  /// The layer that the property belongs to, once it has been used through it.
  public final var layer: Layer? { clock?.layer }
  /// What setting the property does, where the layer's delegate has no answer. Starts as the
  /// property's declaration says.
  public final var action: Action
  /// Whether the layer has to be drawn again when the value changes.
  public final let redraws: Bool

  /// The layer's clock, once the property belongs to a layer.
  final var clock: LayerClock?

  init(action: Action, redraws: Bool) {
    self.action = action
    self.redraws = redraws
  }

  /// The delegate's answer, else the property's own.
  final func decidedAction(in layer: Layer) -> Action {
    layer.delegate?.action(for: self, of: layer) ?? action
  }
}
