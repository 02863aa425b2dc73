/// A checked animation, ready to be evaluated: what ``PropertyAnimation/motion()`` makes.
public struct Motion<Value: Interpolatable> {
  enum Path {
    case basic(BasicPath<Value>)
    case keyframes(KeyframePath<Value>)
  }

  let path: Path
  let isAdditive: Bool
  let isCumulative: Bool
  /// The duration where the timing gives none: a spring's settling duration.
  let ownDuration: Seconds?
}

/// An animation of a property whose values are of one type.
public protocol PropertyAnimation<Value> {
  associatedtype Value: Interpolatable

  var timing: MediaTiming { get }
  var isRemovedOnCompletion: Bool { get }

  /// Checks the animation's values and prepares them for evaluation.
  /// - Throws: ``AnimationError``, which names the value that is wrong.
  func motion() throws(AnimationError) -> Motion<Value>
}

extension Motion {
  /// The value at `sample`, composed with the value underneath.
  func value(
    at sample: TimeSample, timing: MediaTiming, over base: Value
  ) -> Value {
    // An additive animation counts from zero: its own current value is what adds nothing.
    let underneath = isAdditive ? .zero : base
    let duration = timing.duration ?? 0
    var value = pathValue(at: sample, duration: duration, over: underneath)
    if isCumulative && sample.iteration != 0 {
      var last = sample
      last.progress = timing.autoreverses ? 0 : 1
      last.time = timing.autoreverses ? 0 : duration
      let end = pathValue(at: last, duration: duration, over: underneath)
      let gain = Value.displacement(from: .zero, to: end, turning: .raw)
      value = value.moved(by: gain * sample.iteration)
    }
    guard isAdditive else { return value }
    return base.moved(by: Value.displacement(from: .zero, to: value, turning: .raw))
  }

  /// The derivative of ``value(at:timing:over:)`` per second of the animation's parent.
  func velocity(
    at sample: TimeSample, timing: MediaTiming, over base: Value,
    baseVelocity: Value.Displacement
  ) -> Value.Displacement {
    let duration = timing.duration ?? 0
    let underneath = isAdditive ? .zero : base
    let own =
      switch path {
      case .basic(let path):
        path.velocity(
          at: sample, duration: duration, over: underneath,
          baseVelocity: isAdditive ? .zero : baseVelocity)
      case .keyframes(let path):
        path.velocity(at: sample, duration: duration)
      }
    return isAdditive ? own + baseVelocity : own
  }

  private func pathValue(at sample: TimeSample, duration: Seconds, over base: Value) -> Value {
    switch path {
    case .basic(let path): path.value(at: sample, duration: duration, over: base)
    case .keyframes(let path): path.value(at: sample)
    }
  }
}
