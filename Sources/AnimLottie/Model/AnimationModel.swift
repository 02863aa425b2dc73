import AnimCore

/// An animation that has been validated and is ready for evaluation: every reference has a target,
/// there are no cycles, and all numbers are finite.
struct AnimationModel: Sendable {
  var version = ""
  var name = ""
  var size = SIMD2<Double>.zero
  var frameRate = 60.0
  /// The visible frames, in the numbering of the file. Never empty.
  var frames: Range<Double> = 0..<1
  /// The layers of the main composition, topmost first.
  var layers: [LayerModel] = []
  var compositions: [CompositionModel] = []
  var images: [ImageModel] = []
  /// The identifiers of sounds.
  var sounds: [String] = []
  var fonts: [FontModel] = []
  /// The slots, in file order.
  var slots: [LottieSlot] = []
  /// The expressions, or `nil` if the file doesn't contain any or they are disabled.
  var expressions: ExpressionIndex?
}

struct CompositionModel: Sendable {
  var id: String
  /// The layers, topmost first.
  var layers: [LayerModel]
}

struct ImageModel: Sendable {
  var id: String
  /// The size in units of the composition.
  var size: SIMD2<Double>
  /// The image, or `nil` if it couldn't be loaded.
  var image: Image?
  var fit = BoxFit.cover
}

struct LayerModel: Sendable {
  /// The JSON path of the layer, for messages.
  var jsonPath: String
  var name = ""
  var content = Content.none
  /// The index, in the same composition, of the layer whose transform this one inherits. No layer
  /// is its own ancestor.
  var parent: Int?
  /// The frames of the composition in which the layer is visible.
  var visible: Range<Double> = 0..<0
  /// The frame of the composition at which the layer's local time is zero.
  var startTime = 0.0
  /// The frames of the composition per frame of the layer's local time. Never zero.
  var stretch = 1.0
  var transform = TransformProperties()
  /// Whether the layer is in 3D space (`ddd`), viewed by the composition's camera.
  var isSpatial = false
  /// The camera, or `nil` for other layers.
  var camera: CameraProperties?
  /// Whether the layer rotates along the path of its position.
  var isAutoOriented = false
  /// Whether the layer isn't drawn. It can still be a parent or a matte.
  var isHidden = false
  var blendMode = BlendMode.normal
  var matte: TrackMatte?
  /// Whether the layer is another layer's matte, and therefore isn't drawn on its own.
  var isMatteSource = false
  var masks: [LayerMask] = []
  var effects: [LayerEffect] = []
  /// The styles, in the order of application.
  var styles: [LayerStyle] = []

  enum Content: Sendable {
    /// No content: a null layer, a camera or a sound.
    case none
    case solid(size: SIMD2<Double>, Color)
    case shapes([ShapeItem])
    /// An index into ``AnimationModel/images``.
    case image(Int)
    case composition(PrecompositionContent)
    case text(LayerText)
  }
}

struct PrecompositionContent: Sendable {
  /// An index into ``AnimationModel/compositions``. No composition contains itself.
  var index: Int
  /// The size that the composition is clipped to.
  var size: SIMD2<Double>
  /// The time in the composition in seconds, or `nil` to use the layer's local time.
  var timeRemap: Animated<Double>?
}

struct TrackMatte: Sendable {
  var style: Matte
  /// The index of the matte's layer in the composition.
  var source: Int
}

struct LayerMask: Sendable {
  /// The mode, or `nil` for a mask without effect.
  var mode: Mask.Mode?
  var isInverted: Bool
  var shape: Animated<BezierShape>
  /// The opacity, in percent.
  var opacity: Animated<Double>
  /// The distance by which the mask grows, or shrinks if it is negative.
  var expansion: Animated<Double>
  /// The horizontal and vertical width of its soft edges, or `nil` for sharp edges.
  var feather: Animated<SIMD2<Double>>?
}
