/// An animation of a property with values of one type.
public protocol PropertyAnimation<Value> {
  associatedtype Value: Interpolatable

  /// When the animation runs, how fast, how often, and what it shows before and after.
  var timing: MediaTiming { get }
  /// If false, the animation stays attached after it has ended and shows what its fill mode says.
  var isRemovedOnCompletion: Bool { get }

  /// Checks the animation's values and prepares them for evaluation.
  /// - Parameter curve: the transaction's, for an animation without one.
  /// - Throws: ``AnimationError``, which names the value that is wrong.
  func prepared(
    inheriting curve: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value>
}

/// A checked animation that is ready to be evaluated, from
/// ``PropertyAnimation/prepared(inheriting:)``.
public struct PreparedAnimation<Value: Interpolatable> {
  /// Turns the time within a cycle into values.
  enum Interpolator {
    case basic(BasicInterpolator<Value>)
    case keyframes(KeyframeInterpolator<Value>)
    case path(PathInterpolator<Value>)
  }

  let interpolator: Interpolator
  let isAdditive: Bool
  let isCumulative: Bool
  /// The duration if the timing has none: a spring's settling duration.
  let ownDuration: Seconds?

  init(
    _ interpolator: Interpolator, isAdditive: Bool = false, isCumulative: Bool = false,
    ownDuration: Seconds? = nil
  ) {
    self.interpolator = interpolator
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.ownDuration = ownDuration
  }
}

extension PreparedAnimation {
  /// The value at `sample`, composed with the value underneath.
  func value(
    at sample: TimeSample, timing: MediaTiming, over base: Value
  ) -> Value {
    // An additive animation starts from zero, so its own current value adds nothing.
    let underneath = isAdditive ? .zero : base
    var value = pathValue(at: sample, duration: timing.duration ?? 0, over: underneath)
    // An animation that reverses ends each cycle where it began.
    if isCumulative && sample.iteration != 0 && !timing.autoreverses {
      value = value.moved(by: gain(over: underneath) * sample.iteration)
    }
    guard isAdditive else { return value }
    return base.moved(by: Value.displacement(from: .zero, to: value, turning: .raw))
  }

  /// The derivative of ``value(at:timing:over:)`` per second of the parent's time.
  func velocity(
    at sample: TimeSample, timing: MediaTiming, over base: Value,
    baseVelocity: Value.Displacement
  ) -> Value.Displacement {
    let duration = timing.duration ?? 0
    let underneath = isAdditive ? .zero : base
    let own =
      switch interpolator {
      case .basic(let basic):
        basic.velocity(
          at: sample, duration: duration, over: underneath,
          baseVelocity: isAdditive ? .zero : baseVelocity)
      case .keyframes(let keyframes):
        keyframes.velocity(at: sample, duration: duration)
      case .path(let path):
        path.velocity(at: sample, duration: duration)
      }
    return isAdditive ? own + baseVelocity : own
  }

  private func pathValue(at sample: TimeSample, duration: Seconds, over base: Value) -> Value {
    switch interpolator {
    case .basic(let basic): basic.value(at: sample, duration: duration, over: base)
    case .keyframes(let keyframes): keyframes.value(at: sample)
    case .path(let path): path.value(at: sample)
    }
  }

  private func gain(over base: Value) -> Value.Displacement {
    switch interpolator {
    case .basic(let basic): basic.gain(over: base)
    case .keyframes(let keyframes): keyframes.gain
    case .path(let path): path.gain
    }
  }
}
