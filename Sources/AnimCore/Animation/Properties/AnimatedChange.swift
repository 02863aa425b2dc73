/// A change of a property that an animator moves, whatever the type of its values.
protocol AnimatorInstance: AnimationInstance {
  /// Makes the value to which the animator is on its way, 0 or 1, the model.
  func head(for goal: Double)
  func run(_ leg: PropertyAnimator.Leg, delay: Seconds, elapsed: Seconds)
  func hold(at fraction: Double)
  /// Makes the value at `position` the model.
  func settle(at position: PropertyAnimator.Position)
}

extension AnimatorInstance {
  /// Where the animation is now.
  var sample: TimeSample? { layer.flatMap { sample(at: $0.time) } }

  /// Seconds since the leg began.
  var elapsed: Seconds? { layer.map { $0.time - timing.beginTime } }

  /// Takes the animation off its layer without any callback but those that wait for all.
  func remove(from tree: LayerTree?) {
    completion = nil
    guard let layer, let tree else { return }
    tree.end(layer.animations.filter { $0 === self }, .removed)
  }
}

/// A change from one value of a property to another, along which an animator moves.
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
    // Time stands still, and so the animation does not count as running.
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
