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

  /// Where a time is among the keyframes.
  enum Place {
    /// The value is the start of a keyframe.
    case at(Int)
    /// At a share of the time, within 0 ..< 1, between a keyframe and the next one.
    case between(Int, Double)
  }

  /// Before the first keyframe counts as at it, and behind the last one too. Of several keyframes at
  /// one time the last counts.
  func place(at time: Double) -> Place {
    var low = 0
    var high = keys.count
    // The first keyframe that is later.
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return .at(0) }
    guard low < keys.count else { return .at(keys.count - 1) }
    let start = keys[low - 1].time
    // The later one's time is larger, so this is no division by zero.
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
  /// From the first keyframe to the last.
  var times: ClosedRange<Double> {
    let first = keys[0].time
    return first...max(first, keys[keys.count - 1].time)
  }
}
