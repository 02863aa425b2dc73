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
  /// The identifiers of sounds.
  var sounds: [String] = []
  var fonts: [FontModel] = []
  /// In the order of the file.
  var slots: [LottieSlot] = []
  /// Nil for a file without expressions, or if they are not to be run.
  var expressions: ExpressionIndex?
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
  /// Whether the layer is in space (`ddd`), and seen by its composition's camera.
  var isSpatial = false
  /// What the layer is as a camera; nil for any other.
  var camera: CameraProperties?
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
  /// In the order in which they are applied.
  var styles: [LayerStyle] = []

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
  /// How wide its edges are, horizontally and vertically; nil for sharp ones.
  var feather: Animated<SIMD2<Double>>?
}
