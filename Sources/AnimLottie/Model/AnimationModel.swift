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
  var fit = ImageFit()
}

/// How an image lies in the size that its file gives it, as `preserveAspectRatio` of SVG says it, whose default differs.
struct ImageFit: Sendable {
  private var stretches = false
  /// Whether all of it is seen, rather than that it covers all.
  private var isWhole = false
  /// How much of the room beside it is before it: 0, ½ or 1.
  private var alignment = SIMD2(0.5, 0.5)

  /// In the middle, so that it covers all.
  init() {}

  /// Nil for any other text.
  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard let first = words.first, words.count <= 2 else { return nil }
    stretches = first == "none"
    if !stretches {
      let sides: [Substring: Double] = ["Min": 0, "Mid": 0.5, "Max": 1]
      guard first.utf8.count == 8, first.first == "x", first.dropFirst(4).first == "Y",
        let x = sides[first.dropFirst().prefix(3)], let y = sides[first.suffix(3)]
      else { return nil }
      alignment = SIMD2(x, y)
    }
    switch words.count > 1 ? words[1] : "meet" {
    case "meet": isWhole = true
    case "slice": isWhole = false
    default: return nil
    }
  }

  /// From an image of a size to its place in a size.
  func transform(from image: SIMD2<Double>, to size: SIMD2<Double>) -> Transform {
    var scale = size / image
    if !stretches {
      scale = SIMD2(repeating: isWhole ? scale.min() : scale.max())
    }
    let offset = (size - image * scale) * alignment
    return Transform(a: scale.x, b: 0, c: 0, d: scale.y, tx: offset.x, ty: offset.y)
  }

  /// The part of a size in which an image is seen.
  func area(of image: SIMD2<Double>, in size: SIMD2<Double>) -> Rect {
    guard isWhole, !stretches else { return Rect(x: 0, y: 0, width: size.x, height: size.y) }
    let transform = transform(from: image, to: size)
    return Rect(
      x: transform.tx, y: transform.ty, width: image.x * transform.a, height: image.y * transform.d)
  }
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
