import AnimCore

struct TrimModifier: Sendable {
  /// In percent.
  var start: Animated<Double>
  /// In percent.
  var end: Animated<Double>
  /// In degrees: a full turn is the whole length.
  var offset: Animated<Double>
  /// Whether the paths count as one, one after the other, rather than each alone.
  var isSequential: Bool
}

struct RepeaterModifier: Sendable {
  var copies: Animated<Double>
  /// In copies.
  var offset: Animated<Double>
  /// Whether later copies lie above earlier ones.
  var isAbove: Bool
  /// From one copy to the next.
  var transform: TransformProperties
  /// In percent, of the first copy.
  var startOpacity: Animated<Double>
  /// In percent, of the last copy.
  var endOpacity: Animated<Double>
}

struct OffsetModifier: Sendable {
  /// Outwards.
  var amount: Animated<Double>
  var join: StrokeStyle.Join
  var miterLimit: Animated<Double>
}

struct ZigZagModifier: Sendable {
  /// How far peaks are from the path.
  var amplitude: Animated<Double>
  /// Peaks for each segment.
  var frequency: Animated<Double>
  /// Whether peaks are round.
  var isSmooth: Animated<Bool>
}

struct TwistModifier: Sendable {
  /// In degrees.
  var angle: Animated<Double>
  var center: Animated<SIMD2<Double>>
}
