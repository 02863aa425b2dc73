import AnimCore

struct LottieLayer: Sendable {
  /// The JSON path of the layer, for messages.
  var jsonPath: String
  var name = ""
  var content = Content.none
  /// The place of the layer, among those of its composition, whose transform it inherits. No layer
  /// is its own ancestor.
  var parent: Int?
  /// In frames of the composition; the first is shown, and the second is not.
  var visible: Range<Double> = 0..<0
  /// The frame of the composition at which the layer's own time is zero.
  var startTime = 0.0
  /// Frames of the composition for each of the layer's own; not zero.
  var stretch = 1.0
  var transform = TransformProperties()
  /// Whether it turns along the path of its position.
  var isAutoOriented = false
  /// Not drawn, but a parent or a matte all the same.
  var isHidden = false
  var blendMode = BlendMode.normal
  var matte: TrackMatte?
  /// Whether it is another layer's matte, and so not drawn for its own sake.
  var isMatteSource = false
  var masks: [LayerMask] = []
  var effects: [LayerEffect] = []

  enum Content: Sendable {
    /// Draws nothing: a null, a camera, a sound.
    case none
    case solid(size: SIMD2<Double>, Color)
    case shapes([ShapeItem])
    /// The place in ``LottieDocument/images``.
    case image(Int)
    case composition(PrecompositionContent)
    case text(TextContent)
  }
}

struct PrecompositionContent: Sendable {
  /// The place in ``LottieDocument/compositions``. No composition contains itself.
  var index: Int
  /// What lies outside is cut off.
  var size: SIMD2<Double>
  /// The time in the composition, in seconds; nil for the layer's own time.
  var timeRemap: Animated<Double>?
}

struct TrackMatte: Sendable {
  var style: Matte
  /// The place of the matte's layer among those of the composition.
  var source: Int
}

struct LayerMask: Sendable {
  /// Nil for a mask that is there, but does nothing.
  var mode: Mask.Mode?
  var isInverted: Bool
  var shape: Animated<BezierShape>
  /// In percent.
  var opacity: Animated<Double>
  /// Outwards.
  var expansion: Animated<Double>
}
