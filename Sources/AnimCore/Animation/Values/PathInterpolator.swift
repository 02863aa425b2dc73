/// A path prepared for a value that follows it.
final class PathInterpolator<Value: Interpolatable> {
  private let measure: PathMeasure
  private let curve: TimingFunction
  private let value: @Sendable (PathMeasure.Place) -> Value

  init(
    _ measure: PathMeasure, curve: TimingFunction,
    value: @escaping @Sendable (PathMeasure.Place) -> Value
  ) {
    self.measure = measure
    self.curve = curve
    self.value = value
  }

  func value(at sample: TimeSample) -> Value {
    value(at: curve.value(at: sample.progress) * measure.length)
  }

  /// The derivative per second of the parent's time, from two nearby positions.
  func velocity(at sample: TimeSample, duration: Seconds) -> Value.Displacement {
    guard duration > 0 else { return .zero }
    let distance = curve.value(at: sample.progress) * measure.length
    let step = measure.length * 1e-5
    let first = max(distance - step, 0)
    let last = min(distance + step, measure.length)
    guard first < last else { return .zero }
    let way = Value.displacement(
      from: value(at: first), to: value(at: last), turning: .shortest)
    let speed = (curve.slope(at: sample.progress) ?? 0) / duration * measure.length
    return way * (speed * sample.rate / (last - first))
  }

  /// The displacement that each repetition adds: from the path's start to its end.
  var gain: Value.Displacement {
    Value.displacement(from: value(at: 0), to: value(at: measure.length), turning: .raw)
  }

  private func value(at distance: Double) -> Value {
    measure.place(at: distance).map(value) ?? .zero
  }
}
