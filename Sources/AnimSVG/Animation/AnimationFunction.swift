/// A value that animations can interpolate, add and measure, if both values are of one kind.
protocol AnimationQuantity: Sendable {
  /// Returns the interpolated value between this one and another, or `nil` if they can't be
  /// interpolated.
  func mixed(with other: Self, _ progress: Double) -> Self?
  /// Returns this value plus `count` times another one, or `nil` if they can't be added.
  func adding(_ other: Self, times count: Double) -> Self?
  /// Returns the distance to another value, or `nil` if it isn't defined.
  func distance(to other: Self) -> Double?
  /// The neutral value of addition, or `nil` if there is none.
  var zero: Self? { get }
  /// Whether the value is a keyword that stands for a value of the element or its parent.
  var dependsOnElement: Bool { get }
  /// Whether a way may begin here that leads to another value.
  func isComparable(to other: Self) -> Bool
  /// The start of an animation to this value without an underlying value, or `nil` for the value
  /// itself.
  var start: Self? { get }
}

/// An animation as a function of its repetition, its phase and the value below it.
///
/// SMIL Animation 3.2 and 3.3: values, calcMode, to-animations, accumulate and additive.
struct AnimationFunction<Value: AnimationQuantity>: Sendable {
  /// The form of the animation's values.
  enum Values: Sendable {
    case list([Value])
    /// From the underlying value to this one. Never additive or cumulative.
    case to(Value)
    /// Starts with a value, or with zero, and adds another one. At least one of the values depends on the
    /// element, so the sum isn't known in advance.
    case by(from: Value?, Value)
  }

  private let values: Values
  private let schedule: KeySchedule
  /// Whether it is added to the value below. A `by` without `from` is.
  let isAdditive: Bool
  let accumulates: Bool

  init(_ values: Values, schedule: KeySchedule, isAdditive: Bool, accumulates: Bool) {
    self.values = values
    self.schedule = schedule
    self.isAdditive = isAdditive
    self.accumulates = accumulates
  }

  /// The number of values between which the animation moves.
  static func count(_ values: Values) -> Int {
    switch values {
    case .list(let list): list.count
    case .to, .by: 2
    }
  }

  /// Returns the distances between values, or `nil` if one can't be measured.
  static func distances(_ values: Values) -> [Double]? {
    guard case .list(let list) = values else { return [1] }
    var lengths: [Double] = []
    for (first, second) in zip(list, list.dropFirst()) {
      guard let length = first.distance(to: second), length.isFinite else { return nil }
      lengths.append(length)
    }
    return lengths
  }

  /// Whether the result depends on the value below.
  var needsUnderlying: Bool {
    if case .to = values { return true }
    return isAdditive
  }

  /// Returns the value at a phase.
  ///
  /// - Parameters:
  ///   - underlying: The underlying value, or `nil` if there is none.
  ///   - resolve: A closure that converts a value of the file, such as `currentColor`, to one
  ///     that can be computed with.
  func value(
    at phase: RepetitionPhase, over underlying: Value?, resolve: (Value) -> Value
  ) -> Value {
    switch values {
    case .to(let target):
      let target = resolve(target)
      let below = underlying.flatMap { $0.isComparable(to: target) ? $0 : nil }
      guard let start = below ?? target.start else { return target }
      return sample(phase.fraction) { $0 == 0 ? start : target }
    case .list(let list):
      return sum(at: phase, over: underlying, last: list.count - 1) { resolve(list[$0]) }
    case .by(let from, let by):
      let by = resolve(by)
      let start = from.map(resolve) ?? by.zero ?? by
      return sum(at: phase, over: underlying, last: 1) {
        $0 == 0 ? start : start.adding(by, times: 1) ?? start
      }
    }
  }

  /// Returns the value at a phase, accumulated and added to the underlying value if the animation is additive.
  ///
  /// - Parameter value: Returns one of the animation's values. The last one has the index `last`.
  private func sum(
    at phase: RepetitionPhase, over underlying: Value?, last: Int, _ value: (Int) -> Value
  ) -> Value {
    var result = sample(phase.fraction, value)
    if accumulates, phase.iteration > 0,
      let sum = result.adding(value(last), times: Double(phase.iteration))
    {
      result = sum
    }
    if isAdditive, let sum = underlying?.adding(result, times: 1) { result = sum }
    return result
  }

  private func sample(_ fraction: Double, _ value: (Int) -> Value) -> Value {
    let position = schedule.position(at: fraction)
    let first = value(position.index)
    guard position.next != position.index else { return first }
    // The ends themselves, so that no rounding moves them.
    if position.progress == 0 {
      if first.mixed(with: value(position.next), 0) != nil { return first }
    } else if let mixed = first.mixed(with: value(position.next), position.progress) {
      return mixed
    }
    return value(schedule.jump(at: fraction).index)
  }
}
