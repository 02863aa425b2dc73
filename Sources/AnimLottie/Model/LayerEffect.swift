/// An effect that changes a layer's pixels. Colours are red, green, blue and alpha, 0 ... 1.
enum LayerEffect: Sendable {
  case fill(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  /// Dark pixels become the first colour and bright ones the second; the amount is in percent.
  case tint(
    black: Animated<SIMD4<Double>>, white: Animated<SIMD4<Double>>, amount: Animated<Double>)
  case stroke(StrokeEffect)
  case dropShadow(DropShadowEffect)
  case gaussianBlur(GaussianBlurEffect)
}

/// Strokes the layer's masks.
struct StrokeEffect: Sendable {
  /// The number of the mask, counted from 1; ignored if ``strokesAllMasks`` is set.
  var mask: Animated<Double>
  var strokesAllMasks: Animated<Double>
  var color: Animated<SIMD4<Double>>
  /// The width of the line.
  var brushSize: Animated<Double>
  /// 0 ... 1.
  var opacity: Animated<Double>
  /// In percent of the length.
  var start: Animated<Double>
  /// In percent of the length.
  var end: Animated<Double>
  /// Between two dots of the brush, in percent of the width of the line.
  var spacing: Animated<Double>
  /// See ``PaintStyle``.
  var paintStyle: Animated<Double>

  enum PaintStyle: Int, Sendable {
    /// Over the layer's content.
    case onOriginal = 1
    /// Instead of the content.
    case onTransparent
    /// The content shows where the stroke is.
    case revealOriginal
  }
}

struct DropShadowEffect: Sendable {
  var color: Animated<SIMD4<Double>>
  /// 0 ... 255.
  var opacity: Animated<Double>
  /// In degrees, clockwise from straight up.
  var angle: Animated<Double>
  var distance: Animated<Double>
  var softness: Animated<Double>
}

struct GaussianBlurEffect: Sendable {
  /// The standard deviation is 0.3 times this, as in lottie-web.
  var blurriness: Animated<Double>
  /// 1 for both directions, 2 for horizontal only, 3 for vertical only.
  var dimensions: Animated<Double>
  /// Whether pixels at the edges of the layer are repeated beyond them: any value but 0.
  var repeatsEdgePixels: Animated<Double>
}
