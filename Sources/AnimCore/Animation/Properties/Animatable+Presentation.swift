extension Animatable {
  /// The value on the screen at the tree's time: the model value if nothing is animated.
  public var presentation: Value {
    presentation(at: clock?.time ?? 0)
  }

  /// The rate of change of ``presentation`` per second of the layer's time.
  public var velocity: Value.Displacement {
    velocity(at: clock?.time ?? 0)
  }

  // Generic code looks up its types at every step. Specialised for the types that are animated
  // most, it takes half the time; other types use the generic version.
  @_specialize(where Value == Double)
  @_specialize(where Value == Angle)
  @_specialize(where Value == Point)
  @_specialize(where Value == Size)
  @_specialize(where Value == Rect)
  @_specialize(where Value == Color)
  func presentation(at time: Seconds) -> Value {
    var value = model
    for instance in instances {
      guard let sample = instance.sample(at: time) else { continue }
      value = instance.animation.value(at: sample, timing: instance.timing, over: value)
    }
    return value
  }

  func velocity(at time: Seconds) -> Value.Displacement {
    var value = model
    var velocity = Value.Displacement.zero
    for instance in instances {
      guard let sample = instance.sample(at: time) else { continue }
      let animation = instance.animation
      velocity = animation.velocity(
        at: sample, timing: instance.timing, over: value, baseVelocity: velocity)
      value = animation.value(at: sample, timing: instance.timing, over: value)
    }
    return velocity
  }
}
