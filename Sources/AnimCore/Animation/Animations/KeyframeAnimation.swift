/// An animation of one property through a series of values.
public struct KeyframeAnimation<Value: Interpolatable>: PropertyAnimation, Sendable {
  /// The method of interpolation between values.
  public enum CalculationMode: Hashable, Sendable {
    /// Each value lasts until the time of the next value. Without key times, all values last
    /// equally long.
    case discrete
    /// Straight lines from value to value.
    case linear
    /// Straight lines at constant speed; key times and curves are ignored.
    case paced
    /// A smooth curve through the values (Kochanek and Bartels 1984).
    case cubic
    /// The smooth curve at constant speed; key times and curves are ignored.
    case cubicPaced
  }

  /// The shape of a smooth curve at one value. If all three parameters are zero, the curve is a
  /// Catmull–Rom spline.
  public struct Tangent: Hashable, Sendable {
    /// The curve is tighter towards 1, and rounder towards −1.
    public var tension: Double
    /// Any value other than 0 makes a corner.
    public var continuity: Double
    /// The bias. Above 0, the curve overshoots after the value; below 0, before it.
    public var bias: Double

    /// Creates a tangent, by default that of a Catmull–Rom spline.
    public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
      self.tension = tension
      self.continuity = continuity
      self.bias = bias
    }
  }

  /// The values. At least one is required.
  public var values: [Value]
  /// The method of interpolation between the values.
  public var calculationMode: CalculationMode
  /// The times of the values as fractions of the duration, or `nil` to space them evenly. They
  /// range from 0 to 1 and never decrease. There is one per value; discrete mode has an additional
  /// one for the end of the last value.
  public var keyTimes: [Double]?
  /// The curves of the intervals, or an empty array for linear intervals. There is one fewer than
  /// values. Springs are fitted to the interval.
  public var curves: [TimingFunction]
  /// The tangents of the values in the cubic modes, or an empty array for a Catmull–Rom spline.
  public var tangents: [Tangent]
  /// The curve of the entire animation, or `nil` for a linear one. A transaction with a curve
  /// overrides it. A spring has its own duration, unless the timing has one; the spring is then
  /// fitted to that.
  public var curve: AnimationCurve?
  /// The timing of the animation relative to its layer.
  public var timing: MediaTiming
  /// The direction in which values that repeat every turn are interpolated.
  public var turning: RotationDirection
  /// A Boolean value that indicates whether the values are added to the current one instead of
  /// replacing it.
  public var isAdditive: Bool
  /// A Boolean value that indicates whether each repetition continues from where the one before it
  /// ended.
  public var isCumulative: Bool
  /// A Boolean value that indicates whether the animation is removed when it ends. Otherwise, it
  /// stays attached and follows its fill mode.
  public var isRemovedOnCompletion: Bool

  /// Creates an animation through `values`; see the properties for their ranges.
  public init(
    values: [Value], calculationMode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    curves: [TimingFunction] = [], tangents: [Tangent] = [], curve: AnimationCurve? = nil,
    timing: MediaTiming = MediaTiming(), turning: RotationDirection = .raw,
    isAdditive: Bool = false,
    isCumulative: Bool = false, isRemovedOnCompletion: Bool = true
  ) {
    self.values = values
    self.calculationMode = calculationMode
    self.keyTimes = keyTimes
    self.curves = curves
    self.tangents = tangents
    self.curve = curve
    self.timing = timing
    self.turning = turning
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    self.isRemovedOnCompletion = isRemovedOnCompletion
  }

  /// - Throws: ``AnimationError`` for lists that don't match, or numbers out of range.
  public func prepared(
    overriding override: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value> {
    try validate()
    let curve = override ?? curve ?? .linear
    return PreparedAnimation(
      .keyframes(KeyframeInterpolator(self, curve: curve.fitted)), isAdditive: isAdditive,
      isCumulative: isCumulative, naturalDuration: curve.fittedDuration)
  }
}

extension KeyframeAnimation {
  var isPaced: Bool { calculationMode == .paced || calculationMode == .cubicPaced }

  private func validate() throws(AnimationError) {
    guard !values.isEmpty else { throw .noKeyframes }
    if let keyTimes, !isPaced { try validate(keyTimes) }
    if !curves.isEmpty && curves.count != values.count - 1 {
      throw .wrongCount(.curves, count: curves.count, expected: values.count - 1)
    }
    if !tangents.isEmpty && tangents.count != values.count {
      throw .wrongCount(.tangents, count: tangents.count, expected: values.count)
    }
    for tangent in tangents {
      try AnimationError.Quantity.tension.check(tangent.tension)
      try AnimationError.Quantity.continuity.check(tangent.continuity)
      try AnimationError.Quantity.bias.check(tangent.bias)
    }
  }

  private func validate(_ keyTimes: [Double]) throws(AnimationError) {
    let expected = calculationMode == .discrete ? values.count + 1 : values.count
    guard keyTimes.count == expected else {
      throw .wrongCount(.keyTimes, count: keyTimes.count, expected: expected)
    }
    for time in keyTimes { try AnimationError.Quantity.keyTime.check(time) }
    for index in keyTimes.indices.dropFirst() where keyTimes[index] < keyTimes[index - 1] {
      throw .keyTimesFall(index: index, from: keyTimes[index - 1], to: keyTimes[index])
    }
    if let first = keyTimes.first, let last = keyTimes.last, keyTimes.count > 1,
      first != 0 || last != 1
    {
      throw .keyTimesOpen(first: first, last: last)
    }
  }
}

/// Keyframes prepared for evaluation: their segments and, for the paced modes, tables for a
/// constant speed. See ``KeyframeTimes`` for the differences from keyframes in Lottie files.
final class KeyframeInterpolator<Value: Interpolatable> {
  private let values: [Value]
  private let curves: [TimingFunction]
  private let curve: TimingFunction
  private let isDiscrete: Bool
  /// The start of each interval and the end of the last one, as fractions of the duration.
  @exclusivity(unchecked) private var times: KeyframeTimes
  private let segments: [KeyframeSegment<Value>]
  private let lengths: [ArcTable]
  private let turning: RotationDirection
  /// The last value between two keyframes. If nothing else refers to it, the next one reuses its
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

  /// Returns the derivative per second of the parent's time.
  func velocity(at sample: TimeSample, duration: Seconds) -> Value.Displacement {
    guard !segments.isEmpty, duration > 0 else { return .zero }
    let x = curve.value(at: sample.progress)
    let index = interval(at: x)
    let (part, partRate) = parameter(at: x, in: index)
    let rate = (curve.slope(at: sample.progress) ?? 0) / duration * partRate * sample.rate
    return segments[index].derivative(at: part) * rate
  }

  /// Returns the last interval that has begun at `x`, or otherwise the first.
  private func interval(at x: Double) -> Int {
    max(min(times.index(at: x) ?? 0, times.count - 2), 0)
  }

  /// Returns the parameter within the interval at `x`, and its derivative with respect to `x`. If
  /// the overall curve overshoots, the first and the last interval are extrapolated without their
  /// own curves.
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

/// The segment from one keyframe to the next: a straight line, or a cubic Hermite curve with two
/// tangents.
struct KeyframeSegment<Value: Interpolatable> {
  /// The displacement from the first keyframe to the second.
  let chord: Value.Displacement
  let tangents: (leaving: Value.Displacement, arriving: Value.Displacement)?

  /// Returns the displacement from the first keyframe at the parameter `s`, 0 ... 1.
  func displacement(at s: Double) -> Value.Displacement {
    guard let tangents else { return chord * s }
    let rest = 1 - s
    return chord * (s * s * (3 - 2 * s)) + tangents.leaving * (s * rest * rest)
      - tangents.arriving * (s * s * rest)
  }

  /// Returns the derivative of ``displacement(at:)`` with respect to `s`.
  func derivative(at s: Double) -> Value.Displacement {
    guard let tangents else { return chord }
    let rest = 1 - s
    return chord * (6 * s * rest) + tangents.leaving * (rest * (1 - 3 * s))
      + tangents.arriving * (s * (3 * s - 2))
  }

  /// Returns the segments between the values of a keyframe animation with these key times.
  static func segments(of animation: KeyframeAnimation<Value>, times: [Double]) -> [Self] {
    let values = animation.values
    let chords = zip(values, values.dropFirst()).map {
      Value.displacement(from: $0, to: $1, turning: animation.turning)
    }
    guard animation.calculationMode == .cubic || animation.calculationMode == .cubicPaced else {
      return chords.map { Self(chord: $0, tangents: nil) }
    }
    let spans = zip(times, times.dropFirst()).map { $1 - $0 }
    return chords.indices.map { index in
      let leaving = tangents(at: index, chords: chords, spans: spans, animation).leaving
      let arriving = tangents(at: index + 1, chords: chords, spans: spans, animation).arriving
      return Self(chord: chords[index], tangents: (leaving, arriving))
    }
  }

  /// Returns the Kochanek–Bartels tangents at a value, scaled by the lengths of the intervals on
  /// both sides so that the velocity is continuous. The first and the last value have one
  /// neighbour; the displacement to it also replaces the missing one, so that two values are joined
  /// by a straight line.
  private static func tangents(
    at index: Int, chords: [Value.Displacement], spans: [Double],
    _ animation: KeyframeAnimation<Value>
  ) -> (arriving: Value.Displacement, leaving: Value.Displacement) {
    let before = max(index - 1, 0)
    let after = min(index, chords.count - 1)
    let tangent = animation.tangents.isEmpty ? .init() : animation.tangents[index]
    let tight = (1 - tangent.tension) / 2
    let (c, b) = (tangent.continuity, tangent.bias)
    let arriving =
      chords[before] * (tight * (1 - c) * (1 + b)) + chords[after] * (tight * (1 + c) * (1 - b))
    let leaving =
      chords[before] * (tight * (1 + c) * (1 + b)) + chords[after] * (tight * (1 - c) * (1 - b))
    let both = spans[before] + spans[after]
    guard both > 0 else { return (arriving, leaving) }
    return (arriving * (2 * spans[before] / both), leaving * (2 * spans[after] / both))
  }
}

/// The length of a keyframe segment up to evenly spaced parameters, from which a paced animation
/// finds the parameter for a fraction of the length.
struct ArcTable {
  /// Lengths at the parameters 0, 1/n, …, 1.
  private let lengths: [Double]

  var total: Double { lengths[lengths.count - 1] }

  init<Value>(_ segment: KeyframeSegment<Value>) {
    // A straight segment needs one chord; 256 chords keep the speed along a curve constant to one
    // percent.
    let chords = segment.tangents == nil ? 1 : 256
    var sum = 0.0
    var last = segment.displacement(at: 0)
    lengths =
      [0]
      + (1...chords).map { index in
        let next = segment.displacement(at: Double(index) / Double(chords))
        sum += (next - last).length
        last = next
        return sum
      }
  }

  /// Returns the parameter at a fraction of the length, and its derivative.
  func parameter(at part: Double) -> (parameter: Double, rate: Double) {
    let length = part * total
    let chords = lengths.count - 1
    var low = 0
    var high = chords
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    let chord = lengths[low + 1] - lengths[low]
    guard chord > 0 else { return (part, 1) }
    let parameter = (Double(low) + (length - lengths[low]) / chord) / Double(chords)
    return (min(parameter, 1), total / chord / Double(chords))
  }

  /// Returns the start of each segment and the end of the last one for a constant speed.
  static func times(of tables: [ArcTable]) -> [Double] {
    let whole = tables.reduce(0) { $0 + $1.total }
    guard whole > 0 else {
      let count = max(tables.count, 1)
      return (0...count).map { Double($0) / Double(count) }
    }
    var sum = 0.0
    var times = [0.0]
    for table in tables {
      sum += table.total
      times.append(sum / whole)
    }
    times[times.count - 1] = 1
    return times
  }
}
