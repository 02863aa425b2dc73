extension Animatable {
  /// The value on the screen at the tree's time: the model where nothing is animated.
  public var presentation: Value {
    guard !instances.isEmpty, let layer else { return model }
    return presentation(at: layer.time)
  }

  /// How fast ``presentation`` changes, per second of the layer's time.
  public var velocity: Value.Displacement {
    guard !instances.isEmpty, let layer else { return .zero }
    return velocity(at: layer.time)
  }

  func presentation(at time: Seconds) -> Value {
    var value = model
    for instance in instances {
      guard let sample = instance.sample(at: time) else { continue }
      value = instance.motion.value(at: sample, timing: instance.timing, over: value)
    }
    return value
  }

  func velocity(at time: Seconds) -> Value.Displacement {
    var value = model
    var velocity = Value.Displacement.zero
    for instance in instances {
      guard let sample = instance.sample(at: time) else { continue }
      let motion = instance.motion
      velocity = motion.velocity(
        at: sample, timing: instance.timing, over: value, baseVelocity: velocity)
      value = motion.value(at: sample, timing: instance.timing, over: value)
    }
    return velocity
  }
}
