/// Keyframes prepared for evaluation: their segments and, for the paced modes, the tables that make
/// the speed constant. How they differ from those of a Lottie file is said at ``KeyframeTimes``.
final class KeyframeInterpolator<Value: Interpolatable> {
  private let values: [Value]
  private let curves: [TimingFunction]
  private let curve: TimingFunction
  private let isDiscrete: Bool
  /// When each interval begins, and when the last one ends, as fractions of the duration.
  @exclusivity(unchecked) private var times: KeyframeTimes
  private let segments: [KeyframeSegment<Value>]
  private let lengths: [ArcTable]
  private let turning: Turning
  /// The last value between two keyframes. Once nothing else refers to it, the next one reuses its
  /// memory.
  @exclusivity(unchecked) private var last = Value.zero
  /// The displacement that a cumulative animation adds with each repetition: from the first value
  /// to the last.
  let gain: Value.Displacement

  init(_ animation: KeyframeAnimation<Value>, curve: TimingFunction) {
    let isPaced = animation.isPaced
    values = animation.values
    self.curve = curve
    curves = isPaced ? [] : animation.curves
    isDiscrete = animation.calculationMode == .discrete
    turning = animation.turning
    let intervals = isDiscrete ? values.count : values.count - 1
    let even = (0...max(intervals, 1)).map { Double($0) / Double(max(intervals, 1)) }
    let given = (isPaced ? nil : animation.keyTimes) ?? even
    segments = isDiscrete ? [] : KeyframeSegment.segments(of: animation, times: given)
    lengths = isPaced ? segments.map(ArcTable.init) : []
    gain = zip(values, values.dropFirst()).reduce(.zero) {
      $0 + Value.displacement(from: $1.0, to: $1.1, turning: animation.turning)
    }
    times = KeyframeTimes(isPaced ? ArcTable.times(of: lengths) : given)
  }

  func value(at sample: TimeSample) -> Value {
    let x = curve.value(at: sample.progress)
    let index = interval(at: x)
    if isDiscrete || segments.isEmpty { return values[min(index, values.count - 1)] }
    if x == 1 { return values[values.count - 1] }
    let (part, _) = parameter(at: x, in: index)
    if part == 0 { return values[index] }
    guard segments[index].tangents == nil else {
      return values[index].moved(by: segments[index].displacement(at: part))
    }
    last.interpolate(
      from: values[index], to: values[index + 1], progress: part, turning: turning)
    return last
  }

  /// The derivative per second of the parent's time.
  func velocity(at sample: TimeSample, duration: Seconds) -> Value.Displacement {
    guard !segments.isEmpty, duration > 0 else { return .zero }
    let x = curve.value(at: sample.progress)
    let index = interval(at: x)
    let (part, partRate) = parameter(at: x, in: index)
    let rate = (curve.slope(at: sample.progress) ?? 0) / duration * partRate * sample.rate
    return segments[index].derivative(at: part) * rate
  }

  /// The last interval that has begun at `x`, or else the first.
  private func interval(at x: Double) -> Int {
    max(min(times.index(at: x) ?? 0, times.count - 2), 0)
  }

  /// The parameter within the interval at `x`, and its derivative with respect to x. Where the
  /// overall curve overshoots, the first and the last interval are extrapolated without their own
  /// curves.
  private func parameter(at x: Double, in index: Int) -> (part: Double, rate: Double) {
    let span = times[index + 1] - times[index]
    guard span > 0 else { return (1, 0) }
    let part = (x - times[index]) / span
    if part < 0 || x > 1 { return (part, 1 / span) }
    if !lengths.isEmpty {
      let (parameter, rate) = lengths[index].parameter(at: min(part, 1))
      return (parameter, rate / span)
    }
    guard !curves.isEmpty else { return (part, 1 / span) }
    return (curves[index].value(at: part), (curves[index].slope(at: part) ?? 0) / span)
  }
}
