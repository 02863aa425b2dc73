import AnimCore

/// An ``Animated`` value, prepared for evaluation.
struct PreparedProperty<Value: Interpolated> {
  private let constant: Value
  /// The source of changing values, or `nil` for a constant.
  private let source: Source?

  private enum Source {
    case track(LottieKeyframeTrack<Value>)
    case expression(ExpressionProperty<Value>)
  }

  /// - Parameter expressions: The evaluator of expressions, or `nil` to use the stored values.
  init(
    _ animated: Animated<Value>, default fallback: Value,
    _ expressions: ExpressionEvaluator? = nil
  ) {
    switch animated {
    case .constant(let value):
      constant = value
      source = nil
    case .keyframes(let keyframes):
      constant = keyframes.first?.start ?? fallback
      source = LottieKeyframeTrack(keyframes).map { .track($0) }
    case .expression(let id, let stored):
      let property = PreparedProperty(stored, default: fallback)
      constant = property.constant
      source =
        expressions.map { .expression(ExpressionProperty(id, property, $0)) } ?? property.source
    }
  }

  var isConstant: Bool { source == nil }

  var hasExpression: Bool { stored != nil }

  /// The property without its expression, or `nil` for a property without an expression.
  var stored: PreparedProperty? {
    if case .expression(let expression) = source { expression.stored } else { nil }
  }

  @inline(__always) func value(at time: Double) -> Value {
    switch source {
    case nil: constant
    case .track(let track): track.value(at: time)
    case .expression(let expression): expression.value(at: time)
    }
  }
}

/// A property with an expression, prepared for evaluation.
final class ExpressionProperty<Value: Interpolated> {
  private let id: ExpressionID
  /// The property without its expression.
  let stored: PreparedProperty<Value>
  private let evaluator: ExpressionEvaluator

  init(_ id: ExpressionID, _ stored: PreparedProperty<Value>, _ evaluator: ExpressionEvaluator) {
    self.id = id
    self.stored = stored
    self.evaluator = evaluator
  }

  func value(at time: Double) -> Value {
    evaluator.components(of: id, at: time).map { Value(components: $0) } ?? stored.value(at: time)
  }
}

extension PreparedProperty<Double> {
  init(_ animated: Animated<Double>, _ expressions: ExpressionEvaluator? = nil) {
    self.init(animated, default: 0, expressions)
  }

  /// Returns a percentage as a fraction, clamped to 0 ... 1. NaN counts as 0.
  func fraction(at time: Double) -> Double {
    let value = value(at: time)
    return value > 0 ? min(value * 0.01, 1) : 0
  }
}

extension PreparedProperty<SIMD2<Double>> {
  init(_ animated: Animated<SIMD2<Double>>, _ expressions: ExpressionEvaluator? = nil) {
    self.init(animated, default: .zero, expressions)
  }
}

extension PreparedProperty<SIMD4<Double>> {
  init(_ animated: Animated<SIMD4<Double>>, _ expressions: ExpressionEvaluator? = nil) {
    self.init(animated, default: .zero, expressions)
  }
}

extension PreparedProperty {
  /// The times of the first and the last keyframe, or `nil` for a constant.
  var keyframeSpan: ClosedRange<Double>? {
    switch source {
    case nil: nil
    case .track(let track): track.span
    case .expression(let expression): expression.stored.keyframeSpan
    }
  }
}

/// A position, prepared for evaluation.
enum PositionProperty {
  case combined(PreparedProperty<SIMD2<Double>>)
  case split(x: PreparedProperty<Double>, y: PreparedProperty<Double>)

  init(_ position: TransformProperties.Position, _ expressions: ExpressionEvaluator? = nil) {
    switch position {
    case .split(let x, let y):
      self = .split(x: PreparedProperty(x, expressions), y: PreparedProperty(y, expressions))
    case .combined(let animated):
      self = .combined(PreparedProperty(animated, expressions))
    }
  }

  var isConstant: Bool {
    switch self {
    case .combined(let property): property.isConstant
    case .split(let x, let y): x.isConstant && y.isConstant
    }
  }

  var hasExpression: Bool {
    switch self {
    case .combined(let property): property.hasExpression
    case .split(let x, let y): x.hasExpression || y.hasExpression
    }
  }

  func value(at time: Double) -> SIMD2<Double> {
    switch self {
    case .combined(let property): property.value(at: time)
    case .split(let x, let y): SIMD2(x.value(at: time), y.value(at: time))
    }
  }

  /// Returns the direction of the motion at `time`, with any length, or zero at rest.
  func direction(at time: Double) -> SIMD2<Double> {
    // As in lottie-web, an expression for both coordinates has no effect.
    if case .combined(let property) = self, let stored = property.stored {
      return PositionProperty.combined(stored).direction(at: time)
    }
    // As in lottie-web: the displacement over the previous hundredth of a frame or, at the first
    // keyframe, over the next one.
    let step = 0.01
    guard let span = keyframeSpan else { return .zero }
    if time <= span.lowerBound {
      return value(at: span.lowerBound + step) - value(at: span.lowerBound)
    }
    let end = min(time, span.upperBound)
    return value(at: end) - value(at: end - step)
  }

  /// The times of the first and the last keyframe.
  private var keyframeSpan: ClosedRange<Double>? {
    switch self {
    case .combined(let property): property.keyframeSpan
    case .split(let x, let y):
      if let x = x.keyframeSpan, let y = y.keyframeSpan {
        min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
      } else {
        x.keyframeSpan ?? y.keyframeSpan
      }
    }
  }
}
