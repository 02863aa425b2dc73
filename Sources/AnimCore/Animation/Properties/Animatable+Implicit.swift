extension Animatable {
  /// Sets the model and animates the change, or makes it at once if it would not be visible.
  func change(
    to value: Value, _ transaction: Transaction, _ layer: Layer, _ tree: LayerTree
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

  /// Sets the model and starts from the value on the screen, which makes a change in mid-flight
  /// smooth.
  private func animate(
    to value: Value, from begin: Seconds, _ transaction: Transaction, _ layer: Layer,
    _ tree: LayerTree
  ) {
    let curve = transaction.curve ?? .standard
    var timing = MediaTiming(
      duration: curve.ownDuration ?? transaction.duration ?? Transaction.defaultDuration)
    // Until the animation begins, the value stays where it is now.
    timing.fillMode = .backwards
    timing.beginTime = layer.localTime(atTreeTime: begin)
    let seen = layer.localTime(atTreeTime: min(begin, tree.time))
    let start = presentation(at: seen)
    let keeps = transaction.retargeting.map { $0 == .keepVelocity } ?? curve.isSpring
    let interpolator = BasicInterpolator(
      start: start, end: nil, way: nil, curve: curve, turning: turning,
      velocity: keeps ? velocity(at: seen) : nil)
    model = value
    let instance = PropertyInstance(
      animation: PreparedAnimation(.basic(interpolator)), property: self, timing: timing,
      key: .property, isRemovedOnCompletion: true, group: nil)
    tree.add(instance, replacing: layer.animations(under: .property, of: self), on: layer)
  }
}
