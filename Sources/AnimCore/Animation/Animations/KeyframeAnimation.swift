/// An animation of one property through a series of values.
public struct KeyframeAnimation<Value: Interpolatable>: PropertyAnimation, Sendable {
  /// How values are interpolated.
  public enum CalculationMode: Hashable, Sendable {
    /// Each value lasts until the next one's time. Without key times, all last equally long.
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

  /// How the smooth curve passes through one value. If all three are zero, it is a Catmull–Rom
  /// spline.
  public struct Tangent: Hashable, Sendable {
    /// The curve is tighter towards 1, and rounder towards −1.
    public var tension: Double
    /// Any value other than 0 makes a corner.
    public var continuity: Double
    /// Above 0 the curve overshoots after the value, below 0 before it.
    public var bias: Double

    public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
      self.tension = tension
      self.continuity = continuity
      self.bias = bias
    }
  }

  /// The values, of which at least one is needed.
  public var values: [Value]
  /// How the values are interpolated.
  public var calculationMode: CalculationMode
  /// When each value is reached, as a fraction of the duration: from 0 to 1, never decreasing, one
  /// per value. Discrete mode takes one more, the end of the last value. `nil` spaces them evenly.
  public var keyTimes: [Double]?
  /// The curve of each interval, one fewer than values; empty for linear ones.
  public var curves: [TimingFunction]
  /// One tangent for each value in the cubic modes; empty for Catmull–Rom.
  public var tangents: [Tangent]
  /// The curve of the whole animation. Defaults to the transaction's, then to linear.
  public var curve: TimingFunction?
  /// When the animation runs, how fast, how often, and what it shows before and after.
  public var timing: MediaTiming
  /// The direction in which values that repeat every turn are interpolated.
  public var turning: Turning
  /// Whether the values are added to the current one instead of replacing it.
  public var isAdditive: Bool
  /// Whether each repetition continues from where the one before it ended.
  public var isCumulative: Bool
  /// If false, the animation stays attached after it has ended and shows what its fill mode says.
  public var isRemovedOnCompletion: Bool

  public init(
    values: [Value], calculationMode: CalculationMode = .linear, keyTimes: [Double]? = nil,
    curves: [TimingFunction] = [], tangents: [Tangent] = [], curve: TimingFunction? = nil,
    timing: MediaTiming = MediaTiming(), turning: Turning = .raw, isAdditive: Bool = false,
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

  public func prepared(
    inheriting inherited: AnimationCurve?
  ) throws(AnimationError) -> PreparedAnimation<Value> {
    try validate()
    let interpolator = KeyframeInterpolator(self, curve: curve ?? inherited?.function ?? .linear)
    return PreparedAnimation(
      .keyframes(interpolator), isAdditive: isAdditive, isCumulative: isCumulative)
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
