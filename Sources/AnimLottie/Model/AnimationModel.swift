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
  var fit = ImageFit()
}

/// The fit of an image into the size in the file, like `preserveAspectRatio` in SVG, but with a
/// different default.
struct ImageFit: Sendable {
  private var stretches = false
  /// Whether the entire image is visible, rather than covering the size.
  private var isWhole = false
  /// The fraction of the additional space before the image: 0, ½ or 1.
  private var alignment = SIMD2(0.5, 0.5)

  /// Creates the default, which is centred and covers the size.
  init() {}

  /// Parses a value. Returns `nil` for invalid text.
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

  /// Returns the transform from an image to its position in a size.
  func transform(from image: SIMD2<Double>, to size: SIMD2<Double>) -> Transform {
    var scale = size / image
    if !stretches {
      scale = SIMD2(repeating: isWhole ? scale.min() : scale.max())
    }
    let offset = (size - image * scale) * alignment
    return Transform(a: scale.x, b: 0, c: 0, d: scale.y, tx: offset.x, ty: offset.y)
  }

  /// Returns the part of a size in which an image is visible.
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
