import AnimCore

/// A layer, prepared for evaluation.
final class LayerNode {
  /// See ``LayerModel/jsonPath``.
  let jsonPath: String
  let name: String
  let content: Content
  let parent: Int?
  let visible: Range<Double>
  let transform: TransformNode
  let isHidden: Bool
  /// See ``LayerModel/isSpatial``.
  let isSpatial: Bool
  /// The camera, or `nil` for other layers.
  let camera: CameraNode?
  let blendMode: BlendMode
  let matte: TrackMatte?
  let isMatteSource: Bool
  let masks: [MaskNode]
  let effects: LayerEffects?
  /// The outline of the layer, if it is a rectangle.
  let extent: Path?

  enum Content {
    case none
    case solid(Path, Color)
    case image(Path, ImagePaint)
    case shapes([ShapeNode])
    case composition(CompositionNode)
    case text(TextNode)
  }

  init(_ layer: LayerModel, in document: AnimationModel, _ expressions: ExpressionEvaluator? = nil)
  {
    jsonPath = layer.jsonPath
    name = layer.name
    parent = layer.parent
    visible = layer.visible
    transform = TransformNode(layer.transform, isAutoOriented: layer.isAutoOriented, expressions)
    isHidden = layer.isHidden
    isSpatial = layer.isSpatial
    camera = layer.camera.map { CameraNode($0, expressions) }
    blendMode = layer.blendMode
    matte = layer.matte
    isMatteSource = layer.isMatteSource
    masks = layer.masks.compactMap { MaskNode($0, expressions) }
    effects = LayerEffects(layer, expressions)
    extent = layer.content.extent(in: document).map { .rectangle($0) }
    switch layer.content {
    case .none: content = .none
    case .solid(let size, let color): content = .solid(.rectangle(size), color)
    case .shapes(let items): content = .shapes(items.map { ShapeNode($0, expressions) })
    case .image(let index):
      content = Self.content(document.images[index]) ?? .none
    case .composition(let precomposition):
      content = .composition(CompositionNode(precomposition, layer, expressions))
    case .text(let text):
      content = .text(TextNode(text, fonts: document.fonts, masks: layer.masks, expressions))
    }
  }

  /// Returns an image with the part of its size that it covers, or `nil` if it couldn't be loaded.
  private static func content(_ image: ImageModel) -> Content? {
    guard let rendering = image.image else { return nil }
    let natural = Size(
      width: Double(rendering.size.width), height: Double(rendering.size.height))
    let size = Size(width: image.size.x, height: image.size.y)
    let isWhole = image.fit.scaling == .contain
    return .image(
      Path(isWhole ? image.fit.rect(of: natural, in: size) : Rect(origin: .zero, size: size)),
      ImagePaint(rendering, transform: image.fit.transform(from: natural, to: size)))
  }

  /// Returns whether the layer itself is drawn at `time`, rather than only as a parent or matte.
  func isShown(at time: Double) -> Bool {
    visible.contains(time) && !isHidden && !isMatteSource
  }
}

/// A camera, prepared for evaluation.
struct CameraNode {
  let looksAtAnchor: Bool
  private let zoom: PreparedProperty<Double>

  init(_ camera: CameraProperties, _ expressions: ExpressionEvaluator? = nil) {
    looksAtAnchor = camera.looksAtAnchor
    zoom = PreparedProperty(camera.zoom, expressions)
  }

  /// Returns the projection from the camera's space to a rectangle. Objects at the distance of the
  /// zoom appear in its centre at their own size.
  func image(at time: Double, in frame: Rect) -> Space {
    let zoom = max(zoom.value(at: time), 0)
    return Space.moved(0, 0, zoom).followed(by: .seen(from: zoom))
      .followed(by: .moved(frame.midX, frame.midY, 0))
  }
}

/// A layer that shows a composition.
final class CompositionNode {
  let index: Int
  /// The rectangle that the composition is clipped to.
  let frame: Rect
  private let startTime: Double
  private let stretch: Double
  private let end: Double
  private let timeRemap: PreparedProperty<Double>?

  init(
    _ content: PrecompositionContent, _ layer: LayerModel, _ expressions: ExpressionEvaluator? = nil
  ) {
    index = content.index
    frame = Rect(x: 0, y: 0, width: content.size.x, height: content.size.y)
    startTime = layer.startTime
    stretch = layer.stretch
    end = layer.visible.upperBound
    timeRemap = content.timeRemap.map { PreparedProperty($0, expressions) }
  }

  /// Returns the frame of the composition at `time` in the parent composition.
  func time(at time: Double, frameRate: Double) -> Double {
    guard let timeRemap else { return Self.snapped((time - startTime) / stretch) }
    let frame = Self.snapped(timeRemap.value(at: time) * frameRate)
    // As in lottie-web, remapping to exactly the layer's end shows the previous frame.
    return frame == end ? end - 1 : frame
  }

  /// Removes rounding errors near integral frames, where layers start and end.
  private static func snapped(_ frame: Double) -> Double {
    let whole = frame.rounded()
    return abs(frame - whole) < 1e-6 ? whole : frame
  }
}

extension LayerModel.Content {
  /// Returns the extent from the origin of the layer, or `nil` if the layer has no edges.
  fileprivate func extent(in document: AnimationModel) -> SIMD2<Double>? {
    switch self {
    case .solid(let size, _): size
    case .image(let index): document.images[index].size
    case .composition(let content): content.size
    case .none, .shapes, .text: nil
    }
  }
}

extension Path {
  /// Returns a rectangle with its upper left corner at the origin.
  fileprivate static func rectangle(_ size: SIMD2<Double>) -> Path {
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: size.x, height: size.y))
    return path
  }
}

/// The layers of a composition, prepared for evaluation.
final class LayerList {
  let layers: [LayerNode]
  /// The index of the composition in the document. The main composition is the last one.
  let index: Int
  /// Whether any layer is in 3D space.
  let isSpatial: Bool
  private let mixes: Bool

  init(
    _ layers: [LayerModel], index: Int, in document: AnimationModel,
    _ expressions: ExpressionEvaluator? = nil
  ) {
    self.index = index
    self.layers = layers.map { LayerNode($0, in: document, expressions) }
    isSpatial = layers.contains { $0.isSpatial }
    mixes = layers.contains { $0.blendMode != .normal }
  }

  /// Returns whether any layer that is visible at `time` is blended with those below it.
  func mixes(at time: Double) -> Bool {
    guard mixes else { return false }
    var isFirst = true
    for layer in layers.reversed() where layer.isShown(at: time) {
      if layer.blendMode != .normal && !isFirst { return true }
      isFirst = false
    }
    return false
  }
}
