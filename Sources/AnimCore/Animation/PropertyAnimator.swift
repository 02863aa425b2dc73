public final class PropertyAnimator {
  func animate<Value>(
    _ property: Animatable<Value>, to value: Value, on layer: Layer, in tree: LayerTree
  ) {}
}
