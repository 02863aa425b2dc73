/// The keyframes of a property, ready to be evaluated.
final class Track<Value: Sendable> {
  struct Key {
    var time: Double
    var start: Value
    var end: Value
    var easing: EasingFunction
  }

  let keys: [Key]

  /// Nil where there are no keyframes.
  init?(_ keyframes: [Keyframe<Value>]) {
    guard !keyframes.isEmpty else { return nil }
    keys = keyframes.map {
      Key(time: $0.time, start: $0.start, end: $0.end, easing: EasingFunction($0.easing))
    }
  }

  /// The place of a time among the keyframes.
  enum Place {
    /// The value is the start value of this keyframe.
    case at(Int)
    /// Between this keyframe and the next, with the fraction of the time between them, in 0 ..< 1.
    case between(Int, Double)
  }

  /// Times before the first keyframe count as the first, and times after the last as the last. Of
  /// several keyframes at one time, the last counts.
  func place(at time: Double) -> Place {
    var low = 0
    var high = keys.count
    // Finds the first keyframe that is later.
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return .at(0) }
    guard low < keys.count else { return .at(keys.count - 1) }
    let start = keys[low - 1].time
    // The later keyframe's time is larger, so this never divides by zero.
    return .between(low - 1, (time - start) / (keys[low].time - start))
  }
}

extension Track where Value: Interpolated {
  func value(at time: Double) -> Value {
    switch place(at: time) {
    case .at(let index): return keys[index].start
    case .between(let index, let share):
      let key = keys[index]
      if case .hold = key.easing { return key.start }
      return .between(key.start, key.end, key.easing.shares(at: share))
    }
  }
}

extension Track {
  /// The times of the first keyframe and the last.
  var times: ClosedRange<Double> {
    let first = keys[0].time
    return first...max(first, keys[keys.count - 1].time)
  }
}
