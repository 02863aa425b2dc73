import AnimCore

/// An effect that changes a layer's pixels. Colours are red, green, blue and alpha, 0 ... 1.
enum LayerEffect: Sendable {
  case fill(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  /// Dark pixels become the first colour and bright ones the second; the amount is in percent.
  case tint(
    black: Animated<SIMD4<Double>>, white: Animated<SIMD4<Double>>, amount: Animated<Double>)
  /// Pixels become what their brightness is between three colours; how much of their own is left is in percent.
  case tritone(
    light: Animated<SIMD4<Double>>, middle: Animated<SIMD4<Double>>,
    dark: Animated<SIMD4<Double>>, original: Animated<Double>)
  case stroke(StrokeEffect)
  case dropShadow(DropShadowEffect)
  case gaussianBlur(GaussianBlurEffect)
  case boxBlur(BoxBlurEffect)
  case ramp(RampEffect)
  case fourColors(FourColorEffect)
  case transform(TransformEffect)
  /// Along lines in one direction, in degrees clockwise from upright; the length is in the layer's space.
  case directionalBlur(direction: Animated<Double>, length: Animated<Double>)
  /// Makes what is not transparent smaller by an amount, −100 ... 100, or larger if it is negative.
  case choke(Animated<Double>)
}

/// Strokes the layer's masks.
struct StrokeEffect: Sendable {
  /// The number of the mask, counted from 1; ignored if ``strokesAllMasks`` is set.
  var mask: Animated<Double>
  var strokesAllMasks: Animated<Double>
  /// Whether all masks are stroked one after the other, as one long line: any value but 0.
  var isSequential: Animated<Double>
  var color: Animated<SIMD4<Double>>
  /// The width of the line.
  var brushSize: Animated<Double>
  /// The part of the brush's radius that is fully opaque, 0 ... 1. Some files store it in percent.
  var hardness: Animated<Double>
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

struct BoxBlurEffect: Sendable {
  /// How far each box reaches to either side.
  var radius: Animated<Double>
  /// The number of boxes.
  var iterations: Animated<Double>
  /// 1 for both directions, 2 for horizontal only, 3 for vertical only.
  var dimensions: Animated<Double>
  /// Whether pixels at the edges of the layer are repeated beyond them: any value but 0.
  var repeatsEdgePixels: Animated<Double>
}

/// Replaces the colours of the layer by those of a gradient.
struct RampEffect: Sendable {
  /// In the layer's space, as the other points of effects.
  var start: Animated<SIMD2<Double>>
  var startColor: Animated<SIMD4<Double>>
  var end: Animated<SIMD2<Double>>
  var endColor: Animated<SIMD4<Double>>
  /// 1 for a linear gradient, 2 for a radial one.
  var shape: Animated<Double>
  /// How much is left of the layer's own colours, 0 ... 1; in some files in percent.
  var originalFraction: Animated<Double>
}

/// Replaces the colours of the layer by those between four points, or blends these with them.
struct FourColorEffect: Sendable {
  /// Four of them.
  var points: [Animated<SIMD2<Double>>]
  /// Four of them.
  var colors: [Animated<SIMD4<Double>>]
  /// How far a colour mixes with the others around its point, in the layer's space.
  var blend: Animated<Double>
  /// In percent.
  var opacity: Animated<Double>
  /// 1 if the gradient replaces the layer, which then has the opacity; otherwise, the number of a
  /// blend mode. See ``blendMode(_:)``.
  var blendingMode: Animated<Double>

  /// The blend mode for a value of ``blendingMode``, or `nil` if the gradient replaces the layer.
  ///
  /// No document defines the numbers. These count the items of the menu in After Effects, including
  /// the separator after the second item. A file of a yellow face with black lines, whose mode is 5,
  /// supports that count: only a mode that keeps black shows the lines.
  static func blendMode(_ number: Double) -> BlendMode? {
    guard number > 1 else { return nil }
    return Int(exactly: number).flatMap { blendModes[$0] } ?? .normal
  }

  private static let blendModes: [Int: BlendMode] = [
    4: .add, 5: .multiply, 6: .screen, 7: .overlay, 8: .softLight, 9: .hardLight, 10: .colorDodge,
    11: .colorBurn, 12: .darken, 13: .lighten, 14: .difference, 15: .exclusion, 16: .hue,
    17: .saturation, 18: .color, 19: .luminosity,
  ]
}

/// Transforms the picture of the layer in the layer's space.
struct TransformEffect: Sendable {
  /// Without its scale.
  var properties: TransformProperties
  /// In percent. If ``isUniform`` is not 0, this is the scale of both axes.
  var scaleHeight: Animated<Double>
  /// In percent.
  var scaleWidth: Animated<Double>
  var isUniform: Animated<Double>
}

/// A style of a layer, drawn after its effects. Lengths are in the layer's space.
enum LayerStyle: Sendable {
  /// With the opacity in percent.
  case colorOverlay(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  case innerShadow(ShadowStyle)
  case stroke(color: Animated<SIMD4<Double>>, width: Animated<Double>)
  /// With the opacity in percent.
  case outerGlow(
    color: Animated<SIMD4<Double>>, opacity: Animated<Double>, size: Animated<Double>)
  case dropShadow(ShadowStyle)
}

struct ShadowStyle: Sendable {
  var color: Animated<SIMD4<Double>>
  /// In percent.
  var opacity: Animated<Double>
  /// The direction of the light, in degrees counterclockwise from the right.
  var angle: Animated<Double>
  var distance: Animated<Double>
  /// How wide its edge is.
  var size: Animated<Double>
}
