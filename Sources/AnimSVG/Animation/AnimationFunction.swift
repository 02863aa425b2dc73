/// A value that animations can interpolate, add and measure, if both values are of one kind.
protocol AnimationQuantity: Sendable {
  /// Returns the interpolated value between this one and another, or `nil` if they can't be
  /// interpolated.
  func mixed(with other: Self, _ progress: Double) -> Self?
  /// Returns this value plus `count` times another value, or `nil` if they can't be added.
  func adding(_ other: Self, times count: Double) -> Self?
  /// Returns the distance to another value, or `nil` if it isn't defined.
  ///
  /// - Parameter resolve: A closure that returns a length in user units.
  func distance(to other: Self, _ resolve: (Length) -> Double) -> Double?
  /// The neutral value of addition, or `nil` if there is none.
  var zero: Self? { get }
}

/// An animation as a function of its repetition and its phase.
///
/// SMIL Animation 3.2 and 3.3: values, calcMode, to-animations, accumulate and additive.
struct AnimationFunction<Value: AnimationQuantity>: Sendable {
  /// The form of the animation's values.
  enum Values: Sendable {
    case list([Value])
    /// A change from the underlying value to this one, which is never additive or cumulative.
    case to(Value)
  }

  private let values: Values
  private let schedule: KeySchedule
  /// Whether the value is added to the value below, as in an animation with `by` and without
  /// `from`.
  private let isAdditive: Bool
  let accumulates: Bool

  init(_ values: Values, schedule: KeySchedule, isAdditive: Bool, accumulates: Bool) {
    self.values = values
    self.schedule = schedule
    self.isAdditive = isAdditive
    self.accumulates = accumulates
  }

  /// Returns the number of values that the animation interpolates between.
  static func count(_ values: Values) -> Int {
    switch values {
    case .list(let list): list.count
    case .to: 2
    }
  }

  /// Returns the distances between values, or `nil` if one can't be measured.
  ///
  /// - Parameter resolve: A closure that returns a length in user units.
  static func distances(_ values: Values, _ resolve: (Length) -> Double) -> [Double]? {
    guard case .list(let list) = values else { return [1] }
    var lengths: [Double] = []
    for (first, second) in zip(list, list.dropFirst()) {
      guard let length = first.distance(to: second, resolve), length.isFinite else { return nil }
      lengths.append(length)
    }
    return lengths
  }

  /// Whether the result depends on the value below.
  var needsUnderlying: Bool {
    if case .to = values { return true }
    return isAdditive
  }

  /// Returns the value at a phase and its combination with the value below, or `nil` instead of a
  /// combination if the value replaces that.
  func value(at phase: RepetitionPhase) -> (Value, StyleValue.Combination?) {
    let position = schedule.position(at: phase.fraction)
    switch values {
    case .to(let target):
      let progress = position.next == position.index ? Double(position.index) : position.progress
      return (target, .mix(progress))
    case .list(let list):
      var value = sample(list, position, phase.fraction)
      if accumulates, phase.iteration > 0,
        let sum = value.adding(list[list.count - 1], times: Double(phase.iteration))
      {
        value = sum
      }
      return (value, isAdditive ? .sum(1) : nil)
    }
  }

  private func sample(
    _ list: [Value], _ position: KeySchedule.Position, _ fraction: Double
  ) -> Value {
    let first = list[position.index]
    guard position.next != position.index else { return first }
    // The ends themselves, so that no rounding moves them.
    if position.progress == 0 {
      if first.mixed(with: list[position.next], 0) != nil { return first }
    } else if let mixed = first.mixed(with: list[position.next], position.progress) {
      return mixed
    }
    return list[schedule.jump(at: fraction).index]
  }
}
