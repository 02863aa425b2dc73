import AnimCore

struct LottieLayer: Sendable {
  /// The JSON path of the layer, for messages.
  var jsonPath: String
  var name = ""
  var content = Content.none
  /// The index, in the same composition, of the layer whose transform this one inherits. No layer
  /// is its own ancestor.
  var parent: Int?
  /// The frames of the composition at which the layer is shown.
  var visible: Range<Double> = 0..<0
  /// The frame of the composition at which the layer's own time is zero.
  var startTime = 0.0
  /// Frames of the composition for each frame of the layer's own time; never zero.
  var stretch = 1.0
  var transform = TransformProperties()
  /// Whether the layer turns to follow the path of its position.
  var isAutoOriented = false
  /// Whether the layer is not drawn. It can still be a parent or a matte.
  var isHidden = false
  var blendMode = BlendMode.normal
  var matte: TrackMatte?
  /// Whether the layer is another layer's matte, and therefore not drawn on its own.
  var isMatteSource = false
  var masks: [LayerMask] = []
  var effects: [LayerEffect] = []

  enum Content: Sendable {
    /// Draws nothing: a null layer, a camera or a sound.
    case none
    case solid(size: SIMD2<Double>, Color)
    case shapes([ShapeItem])
    /// An index into ``LottieDocument/images``.
    case image(Int)
    case composition(PrecompositionContent)
    case text(TextContent)
  }
}

struct PrecompositionContent: Sendable {
  /// An index into ``LottieDocument/compositions``. No composition contains itself.
  var index: Int
  /// The size that the composition is clipped to.
  var size: SIMD2<Double>
  /// The time in the composition, in seconds; nil to use the layer's own time.
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
