/// A property change that an animator drives, whatever the type of its values.
protocol AnimatorInstance: AnimationInstance {
  /// Sets the model to the value that the animator is heading for: the start at 0, the end at 1.
  func head(for goal: Double)
  func run(_ leg: PropertyAnimator.Leg, delay: Seconds, elapsed: Seconds)
  func hold(at fraction: Double)
  /// Sets the model to the value at `position`.
  func settle(at position: PropertyAnimator.Position)
}

extension AnimatorInstance {
  /// Where the animation is now.
  var sample: TimeSample? { layer.flatMap { sample(at: $0.time) } }

  /// Seconds since the leg began.
  var elapsed: Seconds? { layer.map { $0.time - timing.beginTime } }

  /// Removes the animation from its layer without calling its completion, although the transactions
  /// that wait for it are completed.
  func remove(from tree: LayerTree?) {
    completion = nil
    guard let layer, let tree else { return }
    tree.end(layer.animations.filter { $0 === self }, .removed)
  }
}

/// A change of a property from one value to another, driven by an animator.
final class AnimatedChange<Value: Interpolatable>: PropertyInstance<Value>, AnimatorInstance {
  private let start: Value
  private let target: Value
  private let way: Value.Displacement

  init(of property: Animatable<Value>, to value: Value, on layer: Layer) {
    start = property.presentation
    target = value
    way = Value.displacement(from: start, to: value, turning: property.turning)
    let still = BasicInterpolator(
      start: start, end: start, way: nil, curve: .linear, turning: .raw, velocity: nil)
    super.init(
      animation: PreparedAnimation(.basic(still)), property: property,
      timing: MediaTiming(beginTime: layer.time, duration: 1, speed: 0), key: .property,
      isRemovedOnCompletion: true, group: nil)
  }

  func head(for goal: Double) { property?.model = goal == 1 ? target : start }

  func run(_ leg: PropertyAnimator.Leg, delay: Seconds, elapsed: Seconds) {
    guard let layer else { return }
    let interpolator = BasicInterpolator(
      start: value(at: leg.from), end: value(at: leg.to), way: way * (leg.to - leg.from),
      curve: leg.curve, turning: .raw, velocity: leg.velocity.map { way * $0 })
    animation = PreparedAnimation(.basic(interpolator))
    timing = MediaTiming(
      beginTime: layer.time + delay - elapsed, duration: leg.duration, fillMode: .backwards)
  }

  func hold(at fraction: Double) {
    let value = value(at: fraction)
    let still = BasicInterpolator(
      start: value, end: value, way: nil, curve: .linear, turning: .raw, velocity: nil)
    animation = PreparedAnimation(.basic(still))
    // With speed 0 the animation is not counted as running.
    timing = MediaTiming(beginTime: layer?.time ?? 0, duration: 1, speed: 0)
  }

  func settle(at position: PropertyAnimator.Position) {
    guard let property else { return }
    switch position {
    case .start: property.model = start
    case .end: property.model = target
    case .current: property.model = property.presentation
    }
  }

  private func value(at fraction: Double) -> Value {
    if fraction == 0 { return start }
    return fraction == 1 ? target : start.moved(by: way * fraction)
  }
}
