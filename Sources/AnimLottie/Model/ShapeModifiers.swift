import AnimCore

struct TrimModifier: Sendable {
  /// In percent.
  var start: Animated<Double>
  /// In percent.
  var end: Animated<Double>
  /// In degrees: 360° is the whole length.
  var offset: Animated<Double>
  /// Whether the paths are trimmed as one, joined end to end, rather than separately.
  var isSequential: Bool
}

struct RepeaterModifier: Sendable {
  var copies: Animated<Double>
  /// How many copies the series is shifted by.
  var offset: Animated<Double>
  /// Whether later copies are drawn above earlier ones.
  var isAbove: Bool
  /// The transform from one copy to the next.
  var transform: TransformProperties
  /// The opacity of the first copy, in percent.
  var startOpacity: Animated<Double>
  /// The opacity of the last copy, in percent.
  var endOpacity: Animated<Double>
}

struct OffsetModifier: Sendable {
  /// The distance outwards; inwards where it is negative.
  var amount: Animated<Double>
  var join: StrokeStyle.Join
  var miterLimit: Animated<Double>
}

struct ZigZagModifier: Sendable {
  /// The distance of the peaks from the path.
  var amplitude: Animated<Double>
  /// The number of peaks on each segment.
  var frequency: Animated<Double>
  /// Whether peaks are round.
  var isSmooth: Animated<Bool>
}

struct TwistModifier: Sendable {
  /// In degrees.
  var angle: Animated<Double>
  var center: Animated<SIMD2<Double>>
}
