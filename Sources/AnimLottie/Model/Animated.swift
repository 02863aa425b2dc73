import AnimCore

/// A property: a value that may change over time. Times are in frames of the layer's local time, and
/// values are in the units of the file, unless a property says otherwise.
enum Animated<Value: Sendable>: Sendable {
  case constant(Value)
  case keyframes(LottieKeyframeTrack<Value>)
  /// A value that an expression computes from the stored value.
  indirect case expression(ExpressionID, stored: Animated)
}

/// An index into ``ExpressionIndex/expressions``.
typealias ExpressionID = Int

/// The time at which properties are evaluated.
struct EvaluationTime {
  /// The frame of the composition.
  var frame: Double
  /// The evaluator of expressions, or `nil` to use the stored values.
  var expressions: ExpressionEvaluator?

  init(_ frame: Double, _ expressions: ExpressionEvaluator? = nil) {
    self.frame = frame
    self.expressions = expressions
  }

  /// Returns the result of an expression, or `nil` if expressions are disabled.
  func result(of id: ExpressionID) -> ExpressionResult? { expressions?.result(of: id, at: frame) }
}

/// The reasons why a value differs between frames.
struct ValueChanges: OptionSet {
  let rawValue: UInt8

  static let keyframes = ValueChanges(rawValue: 1)
  /// An expression, which can depend on more than the local time.
  static let expression = ValueChanges(rawValue: 2)
}

extension Animated {
  /// The stored value, or the first of several.
  var first: Value {
    switch self {
    case .constant(let value): value
    case .keyframes(let track): track.keys[0].value
    case .expression(_, let stored): stored.first
    }
  }

  var changes: ValueChanges {
    switch self {
    case .constant: []
    case .keyframes: .keyframes
    case .expression: .expression
    }
  }

  var isConstant: Bool { changes.isEmpty }

  /// The times of the first and the last keyframe, or `nil` for a constant.
  var keyframeSpan: ClosedRange<Double>? {
    switch self {
    case .constant: nil
    case .keyframes(let track): track.span
    case .expression(_, let stored): stored.keyframeSpan
    }
  }

  /// Converts each stored value with a closure.
  ///
  /// - Parameters:
  ///   - dimension: The dimension whose easing applies, or `nil` to keep the easing.
  ///   - keepsCurves: Whether positions still move along curves.
  func map<Other>(
    dimension: Int? = nil, keepsCurves: Bool = true, _ other: (Value) -> Other
  ) -> Animated<Other> {
    switch self {
    case .constant(let value): .constant(other(value))
    case .keyframes(let track):
      .keyframes(
        LottieKeyframeTrack(
          track.keys.map { key in
            LottieKeyframe(
              time: key.time, value: other(key.value),
              easing: dimension.map { key.easing[$0] } ?? key.easing,
              curve: keepsCurves ? key.curve : nil)
          }))
    case .expression(let id, let stored):
      .expression(
        id, stored: stored.map(dimension: dimension, keepsCurves: keepsCurves, other))
    }
  }
}

extension Animated where Value: Equatable {
  static func ~= (pattern: Value, animated: Animated) -> Bool {
    if case .constant(let value) = animated { value == pattern } else { false }
  }
}

// MARK: - Evaluation

extension Animated where Value: Interpolated {
  @inline(__always) func value(at time: EvaluationTime) -> Value {
    switch self {
    case .constant(let value): value
    case .keyframes(let track): track.value(at: time.frame)
    case .expression(let id, let stored):
      time.result(of: id).flatMap { Value.value(of: $0) } ?? stored.storedValue(at: time.frame)
    }
  }

  /// Returns the value at a frame without the expression.
  func storedValue(at frame: Double) -> Value {
    switch self {
    case .constant(let value): value
    case .keyframes(let track): track.value(at: frame)
    case .expression(_, let stored): stored.storedValue(at: frame)
    }
  }
}

extension Animated<Double> {
  /// Returns a percentage as a fraction, clamped to 0 ... 1. NaN counts as 0.
  func fraction(at time: EvaluationTime) -> Double {
    let value = value(at: time)
    return value > 0 ? min(value * 0.01, 1) : 0
  }
}

/// A value that can be interpolated between keyframes.
protocol Interpolated: Sendable {
  /// Interpolates between two values. Each dimension has a separate progress, 0 for `a` and 1 for
  /// `b`, which may be outside 0 ... 1. If all dimensions are interpolated alike, the first one
  /// applies.
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self

  /// Returns the value that an expression has computed, or `nil` for a result of another kind.
  static func value(of result: ExpressionResult) -> Self?

  /// Returns the same value at another point, to which it has moved along a curve.
  func moved(to point: SIMD2<Double>) -> Self
}

extension Interpolated {
  func moved(to point: SIMD2<Double>) -> Self { self }
}

extension Double: Interpolated {
  @inline(__always)
  static func between(_ a: Double, _ b: Double, _ progress: SIMD4<Double>) -> Double {
    a + (b - a) * progress.x
  }

  static func value(of result: ExpressionResult) -> Double? { result.numbers?.x }
}

extension SIMD2<Double>: Interpolated {
  @inline(__always)
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    a + (b - a) * progress.lowHalf
  }

  static func value(of result: ExpressionResult) -> Self? { result.numbers?.lowHalf }

  func moved(to point: SIMD2<Double>) -> Self { point }
}

extension SIMD3<Double>: Interpolated {
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    a + (b - a) * SIMD3(progress.lowHalf, progress.z)
  }

  static func value(of result: ExpressionResult) -> Self? {
    result.numbers.map { SIMD3($0.lowHalf, $0.z) }
  }
}

extension SIMD4<Double>: Interpolated {
  @inline(__always)
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    a + (b - a) * progress
  }

  /// Returns an opaque colour.
  static func value(of result: ExpressionResult) -> Self? {
    result.numbers.map { SIMD4($0.x, $0.y, $0.z, 1) }
  }
}

extension Bool: Interpolated {
  static func between(_ a: Bool, _ b: Bool, _ progress: SIMD4<Double>) -> Bool { a }

  static func value(of result: ExpressionResult) -> Bool? { result.numbers.map { $0.x == 2 } }
}

extension [Double]: Interpolated {
  static func between(_ a: Self, _ b: Self, _ progress: SIMD4<Double>) -> Self {
    zip(a, b).map { $0 + ($1 - $0) * progress.x }
  }

  static func value(of result: ExpressionResult) -> Self? {
    if case .list(let numbers) = result { numbers } else { nil }
  }
}
