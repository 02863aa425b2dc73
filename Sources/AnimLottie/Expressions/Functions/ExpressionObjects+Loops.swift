import AnimScript

// Repetition of keyframes before the first and after the last.
extension ExpressionObjects {
  private enum LoopKind {
    case cycle, pingpong, offset, `continue`
  }

  /// - Parameters:
  ///   - isOut: Whether the property repeats after the last keyframe rather than before the first.
  ///   - inSeconds: Whether the second argument is a duration rather than a number of keyframes.
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
        track.storedValue(at: range.upperBound).values
        - track.storedValue(at: range.lowerBound).values
      let value = track.storedValue(at: inner)
      return try self.value(value.with(value.values + change * rounds))
    }
  }

  /// Returns the kind with a name, ignoring case. All other names are cycles.
  private func loopKind(_ value: Value) throws(Exception) -> LoopKind {
    if value.isUndefined { return .cycle }
    switch interpreter.text(try interpreter.toString(value)).lowercased() {
    case "pingpong": return .pingpong
    case "offset": return .offset
    case "continue": return .continue
    default: return .cycle
    }
  }

  /// Returns the time range of a number of intervals between keyframes, or of all if the number is
  /// 0 or too large.
  private func keyframes(_ amount: Double, _ times: [Double], isOut: Bool) -> ClosedRange<Double> {
    let last = times.count - 1
    let wanted = amount.rounded(.down)
    let count = wanted >= 1 && wanted <= Double(last) ? Int(wanted) : last
    return isOut ? times[last - count]...times[last] : times[0]...times[count]
  }

  /// Returns a time range in seconds before the last keyframe or after the first. If the duration
  /// is 0, the range starts at the layer's in point or ends at its out point.
  private func duration(
    _ seconds: Double, _ first: Double, _ last: Double, _ object: ExpressionObject, isOut: Bool
  ) -> ClosedRange<Double> {
    let layer = scene.state(ofLayer: object.layer)
    let whole = isOut ? last - layer.visible.lowerBound : layer.visible.upperBound - first
    let length = max(seconds > 0 ? seconds * scene.frameRate : whole, 0)
    return isOut ? last - length...last : first...first + length
  }

  /// Maps a time outside a range to the corresponding time inside, and returns it with the number
  /// of repetitions in between.
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

  /// Extrapolates the value with the velocity at the outermost keyframe.
  private func continued(
    _ object: ExpressionObject, from edge: Double, to time: Double, isOut: Bool
  ) throws(Exception) -> Value {
    guard case .numbers(let track) = evaluation.stored(object.node).content else {
      return try storedValue(object.node, at: time)
    }
    let step = isOut ? -0.001 : 0.001
    let value = track.storedValue(at: edge)
    let inner = track.storedValue(at: edge + step)
    return try self.value(
      value.with(value.values + (value.values - inner.values) * ((edge - time) / step)))
  }
}
