import AnimScript

// Keyframes that repeat before the first and after the last.
extension ExpressionObjects {
  private enum LoopKind {
    case cycle, pingpong, offset, `continue`
  }

  /// - Parameters:
  ///   - isOut: whether the property repeats after the last keyframe rather than before the first.
  ///   - inSeconds: whether the second argument is a duration rather than a number of keyframes.
  func loop(
    _ object: ExpressionObject, _ arguments: Arguments, isOut: Bool, inSeconds: Bool
  ) throws(Exception) -> Value {
    let stored = evaluation.stored(object.node)
    let time = now(object)
    guard stored.isAnimated, let first = stored.times.first, let last = stored.times.last,
      isOut ? time > last : time < first
    else { return try storedValue(object.node, at: time) }
    let amount = arguments[1].isUndefined ? 0 : try interpreter.toNumber(arguments[1])
    let range =
      inSeconds
      ? duration(amount, first, last, object, isOut: isOut)
      : keyframes(amount, stored.times, isOut: isOut)
    let kind = try loopKind(arguments[0])
    guard range.upperBound > range.lowerBound || kind == .continue else {
      return try storedValue(object.node, at: time)
    }
    switch kind {
    case .continue: return try continued(object, from: isOut ? last : first, to: time, isOut: isOut)
    case .cycle, .pingpong:
      return try storedValue(
        object.node, at: folded(time, range, isPingpong: kind == .pingpong).time)
    case .offset:
      guard case .numbers(let track) = stored.content else {
        return try storedValue(object.node, at: folded(time, range, isPingpong: false).time)
      }
      let (inner, rounds) = folded(time, range, isPingpong: false)
      let change =
        track.value(at: range.upperBound).values - track.value(at: range.lowerBound).values
      let value = track.value(at: inner)
      return try self.value(value.with(value.values + change * rounds))
    }
  }

  /// The kind by its name, in any case; every other name is a cycle.
  private func loopKind(_ value: Value) throws(Exception) -> LoopKind {
    if value.isUndefined { return .cycle }
    switch interpreter.text(try interpreter.toString(value)).lowercased() {
    case "pingpong": return .pingpong
    case "offset": return .offset
    case "continue": return .continue
    default: return .cycle
    }
  }

  /// The range of as many intervals between keyframes; of all, if the number is 0 or too large.
  private func keyframes(_ amount: Double, _ times: [Double], isOut: Bool) -> ClosedRange<Double> {
    let last = times.count - 1
    let wanted = amount.rounded(.down)
    let count = wanted >= 1 && wanted <= Double(last) ? Int(wanted) : last
    return isOut ? times[last - count]...times[last] : times[0]...times[count]
  }

  /// The range of some seconds before the last keyframe, or after the first; from the layer's in
  /// point or to its out point, if the number is 0.
  private func duration(
    _ seconds: Double, _ first: Double, _ last: Double, _ object: ExpressionObject, isOut: Bool
  ) -> ClosedRange<Double> {
    let layer = scene.state(ofLayer: object.layer)
    let whole = isOut ? last - layer.visible.lowerBound : layer.visible.upperBound - first
    let length = max(seconds > 0 ? seconds * scene.frameRate : whole, 0)
    return isOut ? last - length...last : first...first + length
  }

  /// The time in a range that stands for one outside, and how many times the range has passed
  /// since.
  private func folded(
    _ time: Double, _ range: ClosedRange<Double>, isPingpong: Bool
  ) -> (time: Double, rounds: Double) {
    let length = range.upperBound - range.lowerBound
    if time >= range.lowerBound {
      let elapsed = time - range.lowerBound
      let rounds = (elapsed / length).rounded(.down)
      let part = elapsed.truncatingRemainder(dividingBy: length)
      let isBackward = isPingpong && rounds.truncatingRemainder(dividingBy: 2) != 0
      return (isBackward ? range.upperBound - part : range.lowerBound + part, rounds)
    }
    let missing = range.lowerBound - time
    let rounds = (missing / length).rounded(.down)
    let part = missing.truncatingRemainder(dividingBy: length)
    let isForward = isPingpong && rounds.truncatingRemainder(dividingBy: 2) == 0
    return (isForward ? range.lowerBound + part : range.upperBound - part, -rounds - 1)
  }

  /// Continues the value with its velocity at the outermost keyframe.
  private func continued(
    _ object: ExpressionObject, from edge: Double, to time: Double, isOut: Bool
  ) throws(Exception) -> Value {
    guard case .numbers(let track) = evaluation.stored(object.node).content else {
      return try storedValue(object.node, at: time)
    }
    let step = isOut ? -0.001 : 0.001
    let value = track.value(at: edge)
    let inner = track.value(at: edge + step)
    return try self.value(
      value.with(value.values + (value.values - inner.values) * ((edge - time) / step)))
  }
}
