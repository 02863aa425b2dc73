import AnimCore

/// An animation, checked and ready to be evaluated: every reference has a target, nothing contains
/// itself, and every number is finite.
struct AnimationModel: Sendable {
  var version = ""
  var name = ""
  var size = SIMD2<Double>.zero
  var frameRate = 60.0
  /// The frames that are shown, as the file numbers them. Never empty.
  var frames: Range<Double> = 0..<1
  /// The layers of the main composition. The first is on top.
  var layers: [LayerModel] = []
  var compositions: [CompositionModel] = []
  var images: [ImageModel] = []
  var fonts: [FontModel] = []
  /// Nil for a file without expressions, or if they are not to be run.
  var expressions: ExpressionModel?
}

struct CompositionModel: Sendable {
  var id: String
  /// The first is on top.
  var layers: [LayerModel]
}

struct ImageModel: Sendable {
  var id: String
  /// The size in units of the composition.
  var size: SIMD2<Double>
  /// Nil if the image could not be loaded.
  var image: Image?
}

struct LayerModel: Sendable {
  /// The JSON path of the layer, for messages.
  var jsonPath: String
  var name = ""
  var content = Content.none
  /// The index, in the same composition, of the layer whose transform this one inherits. No layer
  /// is its own ancestor.
  var parent: Int?
  /// The frames of the composition at which the layer is shown.
  var visible: Range<Double> = 0..<0
  /// The frame of the composition at which the layer's local time is zero.
  var startTime = 0.0
  /// Frames of the composition for each frame of the layer's local time; never zero.
  var stretch = 1.0
  var transform = TransformProperties()
  /// Whether the layer turns to follow the path of its position.
  var isAutoOriented = false
  /// Whether the layer is not drawn. It can still be a parent or a matte.
  var isHidden = false
  var blendMode = BlendMode.normal
  var matte: TrackMatte?
  /// Whether the layer is another layer's matte, and therefore not drawn by itself.
  var isMatteSource = false
  var masks: [LayerMask] = []
  var effects: [LayerEffect] = []

  enum Content: Sendable {
    /// Draws nothing: a null layer, a camera or a sound.
    case none
    case solid(size: SIMD2<Double>, Color)
    case shapes([ShapeItem])
    /// An index into ``AnimationModel/images``.
    case image(Int)
    case composition(PrecompositionContent)
    case text(TextContent)
  }
}

struct PrecompositionContent: Sendable {
  /// An index into ``AnimationModel/compositions``. No composition contains itself.
  var index: Int
  /// The size that the composition is clipped to.
  var size: SIMD2<Double>
  /// The time in the composition, in seconds; nil to use the layer's local time.
  var timeRemap: Animated<Double>?
}

struct TrackMatte: Sendable {
  var style: Matte
  /// The index of the matte's layer in the composition.
  var source: Int
}

struct LayerMask: Sendable {
  /// Nil for a mask that does nothing.
  var mode: Mask.Mode?
  var isInverted: Bool
  var shape: Animated<BezierShape>
  /// In percent.
  var opacity: Animated<Double>
  /// The distance by which the mask grows; it shrinks where this is negative.
  var expansion: Animated<Double>
}

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
