import AnimCore

/// What shapes are filled or stroked with.
enum PaintProperties: Sendable {
  /// Red, green, blue and alpha, 0 ... 1. Alpha is always 1: like lottie-web, the loader ignores
  /// it.
  case color(Animated<SIMD4<Double>>)
  case gradient(GradientProperties)
}

struct GradientProperties: Sendable {
  var isRadial: Bool
  var start: Animated<SIMD2<Double>>
  var end: Animated<SIMD2<Double>>
  /// For a radial gradient, the distance from the start to the focus, in percent of the radius.
  var highlightLength: Animated<Double>
  /// For a radial gradient, the direction from the start to the focus, in degrees, relative to the
  /// direction from the start to the end.
  var highlightAngle: Animated<Double>
  /// The number of colour stops at the beginning of ``stops``.
  var colorCount: Int
  /// Colour stops, four numbers each (position, red, green, blue), then opacity stops, two each
  /// (position, alpha), all 0 ... 1.
  var stops: Animated<[Double]>
}

struct FillItem: Sendable {
  var paint: PaintProperties
  /// In percent.
  var opacity: Animated<Double>
  var rule: FillRule
  var blendMode = BlendMode.normal
}

struct StrokeItem: Sendable {
  var paint: PaintProperties
  /// In percent.
  var opacity: Animated<Double>
  var width: Animated<Double>
  var cap: StrokeStyle.Cap
  var join: StrokeStyle.Join
  var miterLimit: Animated<Double>
  /// Dashes and gaps in turn; empty for a solid line.
  var dashes: [Animated<Double>]
  var dashOffset: Animated<Double>
  var blendMode = BlendMode.normal
}
