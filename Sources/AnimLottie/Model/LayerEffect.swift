import AnimCore

/// An effect that changes a layer's pixels. Colours are red, green, blue and alpha, 0 ... 1.
enum LayerEffect: Sendable {
  case fill(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  /// Maps dark pixels to the first colour and bright pixels to the second. The amount is in percent.
  case tint(
    black: Animated<SIMD4<Double>>, white: Animated<SIMD4<Double>>, amount: Animated<Double>)
  /// Maps the brightness of pixels to a range of three colours. The remaining amount of the original colours is in
  /// percent.
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
  /// A blur in one direction, in degrees clockwise from vertical. The length is in the layer's coordinate system.
  case directionalBlur(direction: Animated<Double>, length: Animated<Double>)
  /// Contracts opaque areas by an amount, −100 ... 100, or expands them if it is negative.
  case choke(Animated<Double>)
}

/// Strokes the layer's masks.
struct StrokeEffect: Sendable {
  /// The number of the mask, counted from 1. Ignored if ``strokesAllMasks`` is set.
  var mask: Animated<Double>
  var strokesAllMasks: Animated<Double>
  /// Whether all masks are stroked one after the other, like one long line. Any value except 0
  /// means true.
  var isSequential: Animated<Double>
  var color: Animated<SIMD4<Double>>
  /// The width of the line.
  var brushSize: Animated<Double>
  /// The part of the brush's radius that is fully opaque, 0 ... 1. Some files store it in percent.
  var hardness: Animated<Double>
  /// The opacity, 0 ... 1.
  var opacity: Animated<Double>
  /// The start, in percent of the length.
  var start: Animated<Double>
  /// The end, in percent of the length.
  var end: Animated<Double>
  /// The distance between two dots of the brush, in percent of the width of the line.
  var spacing: Animated<Double>
  /// See ``PaintStyle``.
  var paintStyle: Animated<Double>

  enum PaintStyle: Int, Sendable {
    /// Over the layer's content.
    case onOriginal = 1
    /// Strokes are drawn instead of the content.
    case onTransparent
    /// The content is visible inside the stroke.
    case revealOriginal
  }
}

struct DropShadowEffect: Sendable {
  var color: Animated<SIMD4<Double>>
  /// The opacity, 0 ... 255.
  var opacity: Animated<Double>
  /// The angle in degrees, clockwise from straight up.
  var angle: Animated<Double>
  var distance: Animated<Double>
  var softness: Animated<Double>
}

struct GaussianBlurEffect: Sendable {
  /// The blurriness. The standard deviation is 0.3 times this, as in lottie-web.
  var blurriness: Animated<Double>
  /// 1 for both directions, 2 for horizontal only, 3 for vertical only.
  var dimensions: Animated<Double>
  /// Whether edge pixels of the layer are repeated outside of it. Any value except 0 means true.
  var repeatsEdgePixels: Animated<Double>
}

struct BoxBlurEffect: Sendable {
  /// The distance of each box edge from its centre.
  var radius: Animated<Double>
  /// The number of boxes.
  var iterations: Animated<Double>
  /// 1 for both directions, 2 for horizontal only, 3 for vertical only.
  var dimensions: Animated<Double>
  /// Whether edge pixels of the layer are repeated outside of it. Any value except 0 means true.
  var repeatsEdgePixels: Animated<Double>
}

/// Replaces the colours of the layer with a gradient.
struct RampEffect: Sendable {
  /// The start in the layer's coordinate system, like all points of effects.
  var start: Animated<SIMD2<Double>>
  var startColor: Animated<SIMD4<Double>>
  var end: Animated<SIMD2<Double>>
  var endColor: Animated<SIMD4<Double>>
  /// 1 for a linear gradient, 2 for a radial one.
  var shape: Animated<Double>
  /// The remaining part of the layer's colours, 0 ... 1. Some files store it in percent.
  var originalFraction: Animated<Double>
}

/// Replaces the colours of the layer with a gradient between four points, or blends the two.
struct FourColorEffect: Sendable {
  /// The four points.
  var points: [Animated<SIMD2<Double>>]
  /// The four colours.
  var colors: [Animated<SIMD4<Double>>]
  /// The extent to which colours mix around the points, in the layer's coordinate system.
  var blend: Animated<Double>
  /// The opacity, in percent.
  var opacity: Animated<Double>
  /// 1 if the gradient replaces the layer, which then has the opacity. Otherwise the number of a blend mode. See
  /// ``blendMode(_:)``.
  var blendingMode: Animated<Double>

  /// Returns the blend mode for a value of ``blendingMode``, or `nil` if the gradient replaces the layer.
  ///
  /// The numbers aren't documented. They seem to count the items of the menu in After Effects, including the separator
  /// after the second item. This is supported by a file of a yellow face with black lines and mode 5: the lines are
  /// only visible in a mode that preserves black.
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

/// Transforms the image of the layer in the layer's coordinate system.
struct TransformEffect: Sendable {
  /// The transform without its scale.
  var properties: TransformProperties
  /// The vertical scale, in percent. If ``isUniform`` isn't 0, this is the scale of both axes.
  var scaleHeight: Animated<Double>
  /// The horizontal scale, in percent.
  var scaleWidth: Animated<Double>
  var isUniform: Animated<Double>
}

/// A style of a layer, drawn after its effects. Lengths are in the layer's coordinate system.
enum LayerStyle: Sendable {
  /// A colour overlay. The opacity is in percent.
  case colorOverlay(color: Animated<SIMD4<Double>>, opacity: Animated<Double>)
  case innerShadow(ShadowStyle)
  case stroke(color: Animated<SIMD4<Double>>, width: Animated<Double>)
  /// An outer glow. The opacity is in percent.
  case outerGlow(
    color: Animated<SIMD4<Double>>, opacity: Animated<Double>, size: Animated<Double>)
  case dropShadow(ShadowStyle)
}

struct ShadowStyle: Sendable {
  var color: Animated<SIMD4<Double>>
  /// The opacity, in percent.
  var opacity: Animated<Double>
  /// The direction of the light, in degrees counterclockwise from the right.
  var angle: Animated<Double>
  var distance: Animated<Double>
  /// The width of the edge.
  var size: Animated<Double>
}
