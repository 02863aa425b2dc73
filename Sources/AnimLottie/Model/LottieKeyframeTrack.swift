import AnimCore

/// The keyframes of a value. See ``KeyframeTimes`` for the differences from AnimCore's keyframes.
struct LottieKeyframeTrack<Value: Sendable>: Sendable {
  /// The keyframes, at least one, whose times never decrease.
  let keys: [LottieKeyframe<Value>]

  init(_ keys: [LottieKeyframe<Value>]) { self.keys = keys }

  /// The times of the first and the last keyframe.
  var span: ClosedRange<Double> { keys[0].time...max(keys[0].time, keys[keys.count - 1].time) }

  /// Returns the last keyframe at or before a time, or the first one. The last keyframe at a time
  /// takes precedence.
  ///
  /// - Returns: The index, and the progress of each dimension to the next keyframe, which may be
  ///   outside 0 ... 1. The progress is `nil` before the first keyframe, after the last one, and if
  ///   the value is held.
  @inline(__always)
  func position(at time: Double) -> (index: Int, progress: SIMD4<Double>?) {
    // No time is before NaN.
    let later = keys.indices.partitioningIndex { !(keys[$0].time <= time) }
    guard later > 0, later < keys.count else { return (max(later - 1, 0), nil) }
    let start = keys[later - 1].time
    // The later keyframe's time is larger, so this never divides by zero.
    let progress = keys[later - 1].easing.progress(
      at: (time - start) / (keys[later].time - start))
    return (later - 1, progress)
  }
}

extension LottieKeyframeTrack where Value: Interpolated {
  func value(at time: Double) -> Value {
    let (index, progress) = position(at: time)
    guard let progress else { return keys[index].value }
    guard let curve = keys[index].curve else {
      return .between(keys[index].value, keys[index + 1].value, progress)
    }
    // Move by arc length, but never beyond the ends of the curve.
    guard let position = curve.position(at: progress.x * curve.length) else {
      return keys[index].value
    }
    return keys[index].value.moved(to: SIMD2(position.point.x, position.point.y))
  }
}

/// A value at a time, with its transition to the next keyframe.
struct LottieKeyframe<Value: Sendable>: Sendable {
  var time: Double
  var value: Value
  var easing: KeyframeEasing
  /// The curve that a position follows, or `nil` for a straight line.
  var curve: PathMeasure?
}

/// The interpolation from one keyframe to the next.
enum KeyframeEasing: Hashable, Sendable {
  /// The value doesn't change until the next keyframe.
  case hold
  /// One function for all dimensions of the value.
  case uniform(TimingFunction)
  /// A function for each dimension, at least one. The last one also applies to all further
  /// dimensions.
  case separate([TimingFunction])

  static let linear = KeyframeEasing.uniform(.linear)

  /// The easing of a dimension.
  subscript(dimension: Int) -> KeyframeEasing {
    guard case .separate(let functions) = self else { return self }
    return .uniform(functions[min(dimension, functions.count - 1)])
  }

  /// Returns the progress of each dimension's value, or `nil` if it is held. `time` is 0 at one
  /// keyframe and increases to 1, exclusive, at the next.
  func progress(at time: Double) -> SIMD4<Double>? {
    switch self {
    case .hold: return nil
    case .uniform(let function): return SIMD4(repeating: function.value(at: time))
    case .separate(let functions):
      var progress = SIMD4<Double>.zero
      for index in 0..<4 {
        progress[index] =
          index < functions.count
          ? functions[index].value(at: time) : progress[functions.count - 1]
      }
      return progress
    }
  }
}
