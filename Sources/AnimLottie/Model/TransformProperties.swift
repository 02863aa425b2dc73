/// How a layer, or a group of shapes, is placed.
struct TransformProperties: Sendable {
  var anchor = Animated.constant(SIMD2<Double>.zero)
  var position = Position.combined(.constant(.zero))
  /// In percent.
  var scale = Animated.constant(SIMD2<Double>(100, 100))
  /// In degrees, clockwise.
  var rotation = Animated.constant(0.0)
  /// In percent.
  var opacity = Animated.constant(100.0)
  /// In degrees.
  var skew = Animated.constant(0.0)
  /// In degrees.
  var skewAxis = Animated.constant(0.0)

  enum Position: Sendable {
    case combined(Animated<SIMD2<Double>>)
    case split(x: Animated<Double>, y: Animated<Double>)
  }
}
